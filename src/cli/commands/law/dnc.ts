import { Effect, Record } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import {
  type ExplainedDoNotContactEntry,
  NewDoNotContactEntry,
  type UploadedNumbers
} from "../../../domain/contacts/DoNotContact.ts"
import { adminClient } from "../../admin-client.ts"
import { organization } from "../../flags.ts"
import { formWith } from "../../form-with.ts"
import { fields, print, table } from "../../output.ts"
import { payloadOf } from "../../requests.ts"
import { deliverCsv } from "../../save-file.ts"
import { followUpload } from "./number-uploads.ts"

const add = Command.make(
  "add",
  {
    organization,
    phoneNumber: Flag.String("phone-number").pipe(
      Flag.withDescription("The number in E.164, such as +919812345678 (required)")
    ),
    reason: Flag.String("reason").pipe(Flag.withDescription("Why (default Do Not Contact)"), Flag.optional),
    expiresAt: Flag.String("expires-at").pipe(
      Flag.withDescription("Time from which on the number may be called again (default never)"),
      Flag.optional
    )
  },
  Effect.fn("dnc add")(function* ({ expiresAt, organization, phoneNumber, reason }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const payload = yield* payloadOf(NewDoNotContactEntry, { phoneNumber, ...Record.getSomes({ expiresAt, reason }) })
    yield* print(yield* admin.ask(({ dnc }) => dnc.add({ params, payload })), fields)
  })
).pipe(
  Command.withDescription("Put a number on Do Not Contact and suppress its waiting calls"),
  Command.withExamples([
    { command: 'carillon dnc add --org 1 --phone-number +919812345678 --reason "Asked by letter"' }
  ])
)

const list = Command.make(
  "list",
  {
    organization,
    search: Flag.String("search").pipe(
      Flag.withDescription("Only numbers that contain this, or one whole number as people write it"),
      Flag.optional
    )
  },
  Effect.fn("dnc list")(function* ({ organization, search }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const wanted = Record.getSomes({ search })
    const found = yield* admin.list(({ dnc }, page) => dnc.list({ params, query: { ...page, ...wanted } }))
    yield* print(found, ({ data }) => table(data, columns, "No numbers."))
  })
).pipe(Command.withDescription("List the numbers on Do Not Contact with the reasons and who added each, newest first"))

const columns = {
  NUMBER: ({ phoneNumber }: ExplainedDoNotContactEntry) => phoneNumber,
  REASON: ({ reason }: ExplainedDoNotContactEntry) => reason,
  CAMPAIGN: ({ sourceCampaignName }: ExplainedDoNotContactEntry) => sourceCampaignName,
  "ADDED BY": ({ addedBy }: ExplainedDoNotContactEntry) => addedBy?.name ?? addedBy?.actor,
  "ADDED AT": ({ createdAt }: ExplainedDoNotContactEntry) => createdAt,
  EXPIRES: ({ expiresAt }: ExplainedDoNotContactEntry) => expiresAt
}

const upload = Command.make(
  "upload",
  {
    organization,
    file: Argument.String("file").pipe(
      Argument.withDescription(
        "A CSV file with a column phoneNumber or phone_number, and optionally reason and expiresAt"
      )
    )
  },
  Effect.fn("dnc upload")(function* ({ organization, file }) {
    const admin = yield* adminClient
    const payload = yield* formWith(file)
    const params = { id: String(organization) }
    const started = yield* admin.ask(({ numberUploads }) => numberUploads.doNotContact({ params, payload }))
    const inPath = { ...params, uploadId: started.id }
    const { added, existing, rejected } = yield* followUpload(
      started,
      admin.ask(({ numberUploads }) => numberUploads.get({ params: inPath })),
      `carillon registry cancel --org ${organization}`
    )
    const errors = yield* admin.list(({ numberUploads }, query) => numberUploads.errors({ params: inPath, query }))
    yield* print({ added, existing, rejected: errors.data, rejectedRows: rejected }, uploadedInWords)
  })
).pipe(
  Command.withDescription(
    "Put the numbers of a CSV file on Do Not Contact and suppress their waiting calls, and show the progress; the same file again adds nothing"
  ),
  Command.withExamples([{ command: "carillon dnc upload --org 1 opted-out.csv" }])
)

const uploadedInWords = ({ added, existing, rejected, rejectedRows }: typeof UploadedNumbers.Type) =>
  [
    `Added ${added}; ${existing} were on Do Not Contact already; ${rejectedRows} were rejected.`,
    ...(rejected.length === 0 ? [] : [table(rejected, rejectedColumns, "")])
  ].join("\n")

type Rejected = (typeof UploadedNumbers.Type)["rejected"][number]

const rejectedColumns = {
  ROW: ({ row }: Rejected) => row,
  NUMBER: ({ phoneNumber }: Rejected) => phoneNumber,
  REASON: ({ reason }: Rejected) => reason
}

const download = Command.make(
  "download",
  {
    organization,
    out: Flag.String("out").pipe(Flag.withDescription("The CSV file to write (default: print it)"), Flag.optional)
  },
  Effect.fn("dnc download")(function* ({ organization, out }) {
    const admin = yield* adminClient
    const params = { id: String(organization) }
    const csv = yield* admin.ask(({ dnc }) => dnc.download({ params }))
    yield* deliverCsv(csv, out)
  })
).pipe(
  Command.withDescription("Get the numbers on Do Not Contact as CSV, newest first"),
  Command.withExamples([{ command: "carillon dnc download --org 1 --out dnc.csv" }])
)

export const dnc = Command.make("dnc").pipe(
  Command.withDescription("Do Not Contact: numbers that no campaign may call"),
  Command.withSubcommands([list, add, upload, download])
)
