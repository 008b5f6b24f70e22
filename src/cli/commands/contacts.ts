import { Effect } from "effect"
import { Argument, Command } from "effect/cli"
import { ErasureRequest } from "../../domain/accounts/Erasure.ts"
import { adminClient } from "../admin-client.ts"
import { organization } from "../flags.ts"
import { fields, print } from "../output.ts"
import { payloadOf } from "../requests.ts"

const erase = Command.make(
  "erase",
  {
    organization,
    phoneNumber: Argument.String("phone").pipe(
      Argument.withDescription("The person's number in E.164, such as +919812345678")
    )
  },
  Effect.fn("contact erase")(function* ({ organization, phoneNumber }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const payload = yield* payloadOf(ErasureRequest, { phoneNumber })
    const report = yield* admin.ask(({ contacts }) => contacts.erase({ params, payload }))
    yield* print(report, ({ erased }) => fields(erased))
  })
).pipe(
  Command.withDescription("Erase all data of a person; the number is never called again"),
  Command.withExamples([{ command: "carillon contact erase --org 1 +919812345678" }])
)

export const contact = Command.make("contact").pipe(
  Command.withDescription("Contacts: the people whom an organization calls"),
  Command.withSubcommands([erase])
)
