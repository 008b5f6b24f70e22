import { Effect, Record } from "effect"
import { Command, Flag } from "effect/cli"
import { NewDoNotContactEntry } from "../../domain/contacts/DoNotContact.ts"
import { adminClient } from "../admin-client.ts"
import { organization } from "../flags.ts"
import { fields, print } from "../output.ts"
import { payloadOf } from "../requests.ts"

const add = Command.make(
  "add",
  {
    organization,
    phoneNumber: Flag.String("phone-number").pipe(
      Flag.withDescription("The number in E.164, such as +919812345678 (required)")
    ),
    reason: Flag.String("reason").pipe(Flag.withDescription("Why (default Do Not Contact)"), Flag.optional)
  },
  Effect.fn("dnc add")(function* ({ organization, phoneNumber, reason }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const payload = yield* payloadOf(NewDoNotContactEntry, { phoneNumber, ...Record.getSomes({ reason }) })
    yield* print(yield* admin.ask(({ dnc }) => dnc.add({ params, payload })), fields)
  })
).pipe(
  Command.withDescription("Put a number on Do Not Contact and suppress its waiting calls"),
  Command.withExamples([
    { command: 'carillon dnc add --org 1 --phone-number +919812345678 --reason "Asked by letter"' }
  ])
)

export const dnc = Command.make("dnc").pipe(
  Command.withDescription("Do Not Contact: numbers that no campaign may call"),
  Command.withSubcommands([add])
)
