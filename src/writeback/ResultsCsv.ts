import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Stream } from "effect"
import { Organizations } from "../accounts/Organizations.ts"
import { type CampaignNotFound, Campaigns } from "../campaigns/Campaigns.ts"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"
import type { CallRecord } from "../domain/calls/Call.ts"
import type { Campaign } from "../domain/campaigns/Campaign.ts"
import type { Metadata } from "../domain/contacts/Contact.ts"
import { identifierOf } from "../domain/contacts/contact-identifier.ts"
import { BlobStore } from "../platform/files/BlobStore.ts"

/** What came of a campaign as a table, one row a person. */
export class ResultsCsv extends Context.Service<
  ResultsCsv,
  {
    /** As it is now, or was when it was kept. */
    readonly read: (
      organizationId: number,
      campaignId: string
    ) => Effect.Effect<Stream.Stream<Uint8Array>, CampaignNotFound>
    /** Keeps it as it is now. */
    readonly store: (organizationId: number, campaignId: string) => Effect.Effect<void>
    /** What was kept with a person in it is kept no more: it is read as it is now. */
    readonly erase: (person: Pick<ErasedPerson, "organizationId" | "callIds">) => Effect.Effect<void>
  }
>()("carillon/writeback/ResultsCsv") {
  static readonly layer = Layer.effect(
    ResultsCsv,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const organizations = yield* Organizations
      const campaigns = yield* Campaigns
      const blobs = yield* BlobStore

      const read = Effect.fn("ResultsCsv.read")(function* (organizationId: number, campaignId: string) {
        const campaign = yield* campaigns.get(organizationId, campaignId)
        const stored = campaign.resultsExportedAt === null ? undefined : yield* storedOf(campaign)
        return stored ?? currentRows(organizationId, campaign.id)
      })

      // Another node may have kept it, in a folder of its own.
      const storedOf = ({ id, organizationId }: Campaign) =>
        blobs.get(blobKey(Number(organizationId), id)).pipe(
          Effect.map(({ content }) => Stream.orDie(content)),
          Effect.catchTag("BlobMissing", () => Effect.undefined),
          Effect.orDie
        )

      const store = Effect.fn("ResultsCsv.store")(function* (organizationId: number, campaignId: string) {
        yield* blobs.put(blobKey(organizationId, campaignId), currentRows(organizationId, campaignId))
        yield* campaigns.recordExport(organizationId, campaignId)
      }, Effect.orDie)

      // Page after page, so that neither all rows are in memory nor a connection waits for a client that reads slowly.
      const currentRows = (organizationId: number, campaignId: string): Stream.Stream<Uint8Array> =>
        Stream.unwrap(
          Effect.map(Effect.orDie(organizations.get(organizationId)), ({ identifierKey }) =>
            Stream.unfold<string | undefined, Uint8Array, never, never>(beforeAll, (after) =>
              after === undefined
                ? Effect.undefined
                : Effect.map(pageAfter(organizationId, campaignId, identifierKey, after), (rows) => {
                    const lines = rows.map((row) => csvRow(cellsOf(row, identifierKey)))
                    const text = (after === beforeAll ? header : "") + lines.join("")
                    return [Buffer.from(text), rows.length < pageSize ? undefined : rows.at(-1)?.id]
                  })
            )
          )
        )

      const pageAfter = (organizationId: number, campaignId: string, key: string | null, after: string) =>
        sql<Row>`select c.id, c.contact_name as name, c.phone_number as "phoneNumber",
            jsonb_build_object(coalesce(${key}::text, ''), k.metadata -> ${key}::text) as metadata,
            l.name as label, c.intent_source as "intentSource", c.status, c.started_at as "startedAt", c.attempts
          from (select * from calls where organization_id = ${organizationId} and campaign_id = ${campaignId}
              and id > ${after} order by id limit ${pageSize}) c
            left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
            left join intent_labels l on l.organization_id = c.organization_id and l.campaign_id = c.campaign_id
              and l.id = c.intent_label_id
          order by c.id`.pipe(Effect.orDie)

      const erase: ResultsCsv["Service"]["erase"] = Effect.fn("ResultsCsv.erase")(function* ({
        callIds,
        organizationId
      }) {
        const found = yield* sql<{ id: string }>`select distinct campaign_id as id from calls
          where organization_id = ${organizationId} and id = any(${callIds}::uuid[])`
        yield* Effect.forEach(found, ({ id }) => blobs.remove(blobKey(organizationId, id)), { discard: true })
      }, Effect.orDie)

      return ResultsCsv.of({ read, store, erase })
    })
  )
}

/** A row of a CSV file as RFC 4180 has it, with the end of its line. */
export const csvRow = (cells: ReadonlyArray<string>): string => `${cells.map(csvCell).join(",")}\r\n`

/** A value that a spreadsheet shows and never runs: what it would take for a formula begins with an apostrophe. */
const csvCell = (value: string): string => {
  const isFormula = formula.test(value) && !phoneNumber.test(value)
  const safe = isFormula ? `'${value}` : value
  return isFormula || /[",\r\n]/.test(value) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// The wide forms are formulas to spreadsheets in languages that write them.
const formula = /^[=+\-@\t\r\n＝＋－＠]/
const phoneNumber = /^\+[1-9][0-9]{6,14}$/

const pageSize = 1000
const beforeAll = "00000000-0000-0000-0000-000000000000"

const header = csvRow([
  "identifier",
  "name",
  "intent_label",
  "intent_source",
  "call_status",
  "call_timestamp",
  "attempts",
  "commitment_data"
])

interface Row {
  readonly id: string
  readonly name: string
  readonly phoneNumber: string
  readonly metadata: Metadata
  readonly label: string | null
  readonly intentSource: string | null
  readonly status: CallRecord["status"]
  readonly startedAt: Date | null
  readonly attempts: number
}

// What is committed to in a talk is not captured yet: the last column is there for those who read by position.
const cellsOf = (row: Row, identifierKey: string | null): ReadonlyArray<string> => [
  identifierOf(identifierKey, row).identifier,
  row.name,
  row.label ?? "",
  row.intentSource ?? "",
  row.status,
  row.startedAt?.toISOString() ?? "",
  String(row.attempts),
  ""
]

const blobKey = (organizationId: number, campaignId: string) => `results-${organizationId}-${campaignId.toLowerCase()}`
