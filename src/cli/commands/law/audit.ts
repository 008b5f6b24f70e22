import { createPublicKey } from "node:crypto"
import { createWriteStream } from "node:fs"
import { open, readFile } from "node:fs/promises"
import { pipeline } from "node:stream/promises"
import { Effect, Option, Stream } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import { why } from "../../../platform/observability/why.ts"
import { adminClient } from "../../admin-client.ts"
import { verifyArchive } from "../../audit-archive.ts"
import { filledArgument, organization } from "../../flags.ts"
import { CommandError, print } from "../../output.ts"
import { printSaved } from "../../save-file.ts"

const exportAudit = Command.make(
  "export",
  {
    organization,
    campaignId: filledArgument("campaign id"),
    out: Flag.String("out").pipe(Flag.withDescription("The tar file to write (default: audit-<id>.tar)"), Flag.optional)
  },
  Effect.fn("audit export")(function* ({ campaignId, organization, out }) {
    const admin = yield* adminClient
    const params = { id: String(organization), campaignId }
    const archive = yield* admin.ask(({ audit }) => audit.campaign({ params }))
    const file = Option.getOrElse(out, () => `audit-${campaignId}.tar`)
    let bytes = 0
    const counted = Stream.tap(archive, (part) =>
      Effect.sync(() => {
        bytes += part.length
      })
    )
    yield* Effect.tryPromise({
      // Only its owner may read it.
      try: () => pipeline(Stream.toAsyncIterable(counted), createWriteStream(file, { mode: 0o600 })),
      catch: (error) => new CommandError({ message: `Cannot write ${file} (${why(error)})` })
    })
    yield* printSaved(file, bytes)
  })
).pipe(
  Command.withDescription("Save the record of a campaign as a signed archive, for an auditor"),
  Command.withExamples([
    { command: "carillon audit export --org 1 01a1fdf0-5c1e-7000-8b6a-0e6d3f2f9a10 --out audit.tar" }
  ])
)

const verifyAudit = Command.make(
  "verify",
  {
    file: Argument.String("file").pipe(Argument.withDescription("The archive")),
    key: Flag.String("key").pipe(
      Flag.withDescription("A file with the public keys as PEM (default: those of the server)"),
      Flag.optional
    )
  },
  Effect.fn("audit verify")(function* ({ file, key }) {
    const keys = Option.isSome(key) ? yield* keysIn(key.value) : yield* keysOfServer
    const check = yield* Effect.tryPromise({
      try: async () => verifyArchive((await open(file)).createReadStream(), keys),
      catch: (error) => new CommandError({ message: `Cannot read ${file} (${why(error)})` })
    })
    if (check.problems.length > 0) {
      return yield* new CommandError({
        message: `${file} is not what was signed: ${check.problems.join("; ")}`,
        failure: check
      })
    }
    yield* print(check, ({ campaignId, createdAt, files }) =>
      [`${file} is complete and unchanged: ${files} files`, `Campaign ${campaignId}, signed ${createdAt}`].join("\n")
    )
  })
).pipe(
  Command.withDescription("Check that an audit archive is complete, unchanged and signed by this installation"),
  Command.withExamples([
    { command: "carillon audit verify audit.tar" },
    { command: "carillon audit verify audit.tar --key keys.pem" }
  ])
)

const keysOfServer = Effect.gen(function* () {
  const admin = yield* adminClient
  const keys = yield* admin.ask(({ audit }) => audit.keys())
  return keys.map(({ publicKey }) => publicKey)
})

const keysIn = Effect.fnUntraced(function* (file: string) {
  const keys = yield* Effect.tryPromise({
    try: async () => {
      const found = (await readFile(file, "utf8")).match(pem) ?? []
      for (const one of found) createPublicKey(one)
      return found
    },
    catch: (error) => new CommandError({ message: `Cannot read ${file} (${why(error)})` })
  })
  if (keys.length > 0) return keys
  return yield* new CommandError({ message: `${file} has no public key as PEM: save those of carillon audit keys` })
})

const pem = /-----BEGIN PUBLIC KEY-----[\s\S]*?-----END PUBLIC KEY-----/g

const keys = Command.make(
  "keys",
  {},
  Effect.fn("audit keys")(function* () {
    const admin = yield* adminClient
    const found = yield* admin.ask(({ audit }) => audit.keys())
    yield* print(found, (all) => all.map(({ publicKey }) => publicKey.trimEnd()).join("\n"))
  })
).pipe(Command.withDescription("Print the public keys of audit archives as PEM, to verify archives elsewhere"))

export const audit = Command.make("audit").pipe(
  Command.withDescription("Audit archives: the record of a campaign, signed"),
  Command.withSubcommands([exportAudit, verifyAudit, keys])
)
