import { Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { KnownRegistry, NumberList } from "../../../domain/contacts/NumberList.ts"
import { adminClient } from "../../admin-client.ts"
import { filledArgument } from "../../flags.ts"
import { formWith } from "../../form-with.ts"
import { CommandError, fields, print, table, UsageError } from "../../output.ts"
import { errorColumns, followUpload, uploadColumns } from "./number-uploads.ts"

const org = Flag.Int("org").pipe(
  Flag.withMetavar("id"),
  Flag.withDescription("The organization, see org list"),
  Flag.optional
)
const installation = Flag.Boolean("installation").pipe(
  Flag.withoutNegation,
  Flag.withDefault(false),
  Flag.withDescription("All organizations, in place of --org")
)

/** The organization's id for paths; undefined for the installation. */
const scopeOf = Effect.fnUntraced(function* (org: Option.Option<number>, installation: boolean) {
  if (Option.isSome(org) === installation) {
    return yield* new UsageError({ message: "Use either --org or --installation" })
  }
  return Option.match(org, { onNone: () => undefined, onSome: String })
})

const list = Command.make(
  "list",
  { org, installation },
  Effect.fn("registry list")(function* ({ installation, org }) {
    const admin = yield* adminClient
    const id = yield* scopeOf(org, installation)
    const found = yield* admin.ask(({ installationNumberLists, numberLists }) =>
      id === undefined ? installationNumberLists.list() : numberLists.list({ params: { id } })
    )
    yield* print(found, ({ data }) => table(data, columns, "No lists."))
  })
).pipe(Command.withDescription("List the uploaded lists of numbers that must not be called"))

const known = Command.make(
  "known",
  { org: org.pipe(Flag.withDescription("Any organization (default 1)")) },
  Effect.fn("registry known")(function* ({ org }) {
    const admin = yield* adminClient
    const params = { id: String(Option.getOrElse(org, () => 1)) }
    const found = yield* admin.ask(({ numberLists }) => numberLists.registries({ params }))
    yield* print(found, ({ data }) => table(data, knownColumns, ""))
  })
).pipe(Command.withDescription("List the registries that a list can be of, with the age that each allows"))

const upload = Command.make(
  "upload",
  {
    org,
    installation,
    registry: Flag.String("registry").pipe(
      Flag.withDescription("Code of the registry, such as GB_TPS, see registry known (required)")
    ),
    dated: Flag.String("dated").pipe(
      Flag.withDescription("The day of the list, as its publisher states it, such as 2026-11-27 (required)")
    ),
    name: Flag.String("name").pipe(
      Flag.withDescription("Distinguishes several lists of one registry, such as those of two states"),
      Flag.optional
    ),
    expiresAt: Flag.String("expires-at").pipe(
      Flag.withDescription("Time from which on the list blocks nothing"),
      Flag.optional
    ),
    file: Argument.String("file").pipe(
      Argument.withDescription("A .csv or .txt file with a number a line, as the registry writes them or in E.164")
    )
  },
  Effect.fn("registry upload")(function* ({ dated, expiresAt, file, installation, name, org, registry }) {
    const admin = yield* adminClient
    const id = yield* scopeOf(org, installation)
    const payload = yield* formWith(file, {
      registry,
      dated,
      name: Option.getOrUndefined(name),
      expiresAt: Option.getOrUndefined(expiresAt)
    })
    const started = yield* admin.ask(({ installationNumberUploads, numberUploads }) =>
      id === undefined ? installationNumberUploads.lists({ payload }) : numberUploads.lists({ params: { id }, payload })
    )
    const uploadId = started.id
    const progress = admin.ask(({ installationNumberUploads, numberUploads }) =>
      id === undefined
        ? installationNumberUploads.get({ params: { uploadId } })
        : numberUploads.get({ params: { id, uploadId } })
    )
    const { listId } = yield* followUpload(
      started,
      progress,
      `carillon registry cancel ${id === undefined ? "--installation" : `--org ${id}`}`
    )
    const { data } = yield* admin.ask(({ installationNumberLists, numberLists }) =>
      id === undefined ? installationNumberLists.list() : numberLists.list({ params: { id } })
    )
    const stored = data.find((one) => one.id === listId)
    if (stored === undefined) {
      return yield* new CommandError({ message: "The list came into force, and was replaced or removed meanwhile" })
    }
    yield* print(stored, fields)
  })
).pipe(
  Command.withDescription(
    "Upload the list of a registry in place of the earlier one, and show the progress; calls to its numbers are refused once it is in force"
  ),
  Command.withExamples([
    { command: "carillon registry upload --org 1 --registry GB_TPS --dated 2026-11-27 tps.txt" },
    { command: "carillon registry upload --installation --registry OTHER --name lawyers --dated 2026-11-27 never.csv" }
  ])
)

const remove = Command.make(
  "delete",
  { org, installation, list: filledArgument("list").pipe(Argument.withDescription("Id of the list")) },
  Effect.fn("registry delete")(function* ({ installation, list, org }) {
    const admin = yield* adminClient
    const id = yield* scopeOf(org, installation)
    const answer = yield* admin.ask(({ installationNumberLists, numberLists }) =>
      id === undefined
        ? installationNumberLists.remove({ params: { listId: list } })
        : numberLists.remove({ params: { id, listId: list } })
    )
    yield* print(answer, () => `Deleted ${list}`)
  })
).pipe(Command.withDescription("Remove a list, so that its numbers may be called again"))

const uploads = Command.make(
  "uploads",
  { org, installation },
  Effect.fn("registry uploads")(function* ({ installation, org }) {
    const admin = yield* adminClient
    const id = yield* scopeOf(org, installation)
    const found = yield* admin.list(({ installationNumberUploads, numberUploads }, page) =>
      id === undefined
        ? installationNumberUploads.list({ query: page })
        : numberUploads.list({ params: { id }, query: page })
    )
    yield* print(found, ({ data }) => table(data, uploadColumns, "No uploads."))
  })
).pipe(Command.withDescription("List the uploads of lists and of Do Not Contact with their progress, newest first"))

const uploadArgument = filledArgument("upload").pipe(Argument.withDescription("Id of the upload"))

const rejected = Command.make(
  "rejected",
  { org, installation, upload: uploadArgument },
  Effect.fn("registry rejected")(function* ({ installation, org, upload: uploadId }) {
    const admin = yield* adminClient
    const id = yield* scopeOf(org, installation)
    const found = yield* admin.list(({ installationNumberUploads, numberUploads }, page) =>
      id === undefined
        ? installationNumberUploads.errors({ params: { uploadId }, query: page })
        : numberUploads.errors({ params: { id, uploadId }, query: page })
    )
    yield* print(found, ({ data }) => table(data, errorColumns, "No row was rejected."))
  })
).pipe(Command.withDescription("List the rejected rows of an upload, and why"))

const cancel = Command.make(
  "cancel",
  { org, installation, upload: uploadArgument },
  Effect.fn("registry cancel")(function* ({ installation, org, upload: uploadId }) {
    const admin = yield* adminClient
    const id = yield* scopeOf(org, installation)
    const upload = yield* admin.ask(({ installationNumberUploads, numberUploads }) =>
      id === undefined
        ? installationNumberUploads.cancel({ params: { uploadId } })
        : numberUploads.cancel({ params: { id, uploadId } })
    )
    yield* print(upload, fields)
  })
).pipe(
  Command.withDescription(
    "Cancel an upload: the list that was in force before stays, and so do the numbers that are on Do Not Contact already"
  )
)

type List = typeof NumberList.Type
type Known = typeof KnownRegistry.Type

const columns = {
  ID: ({ id }: List) => id,
  SCOPE: ({ scope }: List) => scope.toLowerCase(),
  REGISTRY: ({ registry }: List) => registry,
  NAME: ({ name }: List) => name,
  DATED: ({ dated }: List) => dated,
  "VALID UNTIL": ({ isTooOld, validUntil }: List) => (isTooOld ? `${validUntil} TOO OLD` : validUntil),
  NUMBERS: ({ numbers }: List) => numbers,
  EXPIRES: ({ expiresAt }: List) => expiresAt
}

const knownColumns = {
  REGISTRY: ({ code }: Known) => code,
  NAME: ({ name }: Known) => name,
  COUNTRY: ({ country }: Known) => country,
  "MAX. AGE": ({ maxAgeDays }: Known) => (maxAgeDays === null ? null : `${maxAgeDays} days`),
  BLOCKS: ({ forMarketing }: Known) => (forMarketing ? "marketing" : "every call"),
  SOURCE: ({ source }: Known) => source
}

export const registry = Command.make("registry").pipe(
  Command.withDescription("Registries: uploaded lists of numbers that must not be called, such as national ones"),
  Command.withSubcommands([list, known, upload, uploads, rejected, cancel, remove])
)
