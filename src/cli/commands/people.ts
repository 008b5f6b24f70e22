import { Effect, Record } from "effect"
import { Command, Flag } from "effect/cli"
import { adminClient } from "../admin-client.ts"
import { print, remark } from "../output.ts"

const signInLink = Command.make(
  "sign-in-link",
  {
    email: Flag.String("email").pipe(
      Flag.withDescription("E-mail address of the person (default the first SUPER_ADMIN)"),
      Flag.optional
    )
  },
  Effect.fn("people sign-in-link")(function* ({ email }) {
    const admin = yield* adminClient
    const link = yield* admin.ask(({ people }) => people.signInLink({ payload: Record.getSomes({ email }) }))
    yield* print(link, ({ url }) => url)
    yield* remark(`\nThe link works once, until ${link.expiresAt.toISOString()}.`)
  })
).pipe(
  Command.withDescription("Make a link that signs a person in to the console once, without a password"),
  Command.withExamples([
    { command: "carillon people sign-in-link" },
    { command: "carillon people sign-in-link --email asha@example.com" }
  ])
)

export const people = Command.make("people").pipe(
  Command.withDescription("The people who use the console"),
  Command.withSubcommands([signInLink])
)
