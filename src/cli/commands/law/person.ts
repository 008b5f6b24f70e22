import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { ErasureRequest } from "../../../domain/accounts/Erasure.ts"
import { adminClient } from "../../admin-client.ts"
import { organization } from "../../flags.ts"
import { payloadOf } from "../../requests.ts"
import { printSaved, saveFile } from "../../save-file.ts"

const exportPerson = Command.make(
  "export",
  {
    organization,
    phoneNumber: Argument.String("phone").pipe(
      Argument.withDescription("The person's number in E.164, such as +919812345678")
    ),
    out: Flag.String("out").pipe(Flag.withDescription("The tar file to write (default: person.tar)"), Flag.optional)
  },
  Effect.fn("person export")(function* ({ organization, out, phoneNumber }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const payload = yield* payloadOf(ErasureRequest, { phoneNumber })
    const archive = yield* admin.ask(({ contacts }) => contacts.export({ params, payload }))
    const file = Option.getOrElse(out, () => "person.tar")
    yield* saveFile(file, archive, "private")
    yield* printSaved(file, archive.length)
  })
).pipe(
  Command.withDescription(
    "Save everything that is kept about a person, with the recordings of their calls, as a tar file"
  ),
  Command.withExamples([{ command: "carillon person export --org 1 +919812345678 --out person.tar" }])
)

export const person = Command.make("person").pipe(
  Command.withDescription("The data that is kept about a person; carillon contact erase removes it"),
  Command.withSubcommands([exportPerson])
)
