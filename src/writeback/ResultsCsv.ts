import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Stream } from "effect"
import { Organizations } from "../accounts/Organizations.ts"
import { Analyses, type RecordedAnalysis } from "../calls/outcomes/Analyses.ts"
import { type CampaignNotFound, Campaigns } from "../campaigns/Campaigns.ts"
import { Flows } from "../campaigns/Flows.ts"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"
import { isE164 } from "../domain/calendar/phone-number.ts"
import type { CallRecord } from "../domain/calls/Call.ts"
import { resultText } from "../domain/calls/CallResult.ts"
import type { Campaign } from "../domain/campaigns/Campaign.ts"
import type { Metadata } from "../domain/contacts/Contact.ts"
import { identifierOf } from "../domain/contacts/contact-identifier.ts"
import { resultVariables } from "../domain/flows/FlowVariable.ts"
import { nilUuid } from "../domain/schema/uuid.ts"
import { BlobStore } from "../platform/files/BlobStore.ts"
import { transaction } from "../platform/sql/transaction.ts"

/** The results of a campaign as a CSV table, one row per person. */
export class ResultsCsv extends Context.Service<
  ResultsCsv,
  {
    /** Returns the stored table, or the current one when none is stored. */
    readonly read: (
      organizationId: number,
      campaignId: string
    ) => Effect.Effect<Stream.Stream<Uint8Array>, CampaignNotFound>
    /** Stores the current table. */
    readonly store: (organizationId: number, campaignId: string) => Effect.Effect<void>
    /** Removes the stored table of a campaign; from then on the current table is read. */
    readonly remove: (organizationId: number, campaignId: string) => Effect.Effect<void>
    /** Removes stored tables that contain a person; from then on the current table is read. */
    readonly erase: (person: Pick<ErasedPerson, "organizationId" | "callIds">) => Effect.Effect<void>
  }
>()("carillon/writeback/ResultsCsv") {
  static readonly layer = Layer.effect(
    ResultsCsv,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const organizations = yield* Organizations
      const campaigns = yield* Campaigns
      const flows = yield* Flows
      const analyses = yield* Analyses
      const blobs = yield* BlobStore

      const read = Effect.fn("ResultsCsv.read")(function* (organizationId: number, campaignId: string) {
        const campaign = yield* campaigns.get(organizationId, campaignId)
        const exportedAt = campaign.resultsExportedAt
        const stored = exportedAt === null ? undefined : yield* storedOf(campaign, exportedAt)
        return stored ?? currentRows(campaign)
      })

      // Another node may have stored the file in a folder of its own. A file older than the last export lacks a label that
      // came late.
      const storedOf = ({ id, organizationId }: Campaign, exportedAt: Date) =>
        blobs.get(blobKey(organizationId, id)).pipe(
          Effect.map(({ content, storedAt }) =>
            storedAt.getTime() < exportedAt.getTime() - longestExportMillis ? undefined : Stream.orDie(content)
          ),
          Effect.catchTag("BlobMissing", () => Effect.undefined),
          Effect.catchTag("BlobError", (error) =>
            Effect.as(
              Effect.logWarning(`Could not read the stored results of campaign ${id}; making them anew`, error),
              undefined
            )
          )
        )

      const store = Effect.fn("ResultsCsv.store")(function* (organizationId: number, campaignId: string) {
        const campaign = yield* campaigns.get(organizationId, campaignId)
        // A person may be erased while the file is written, and then be in the part that was written before.
        for (let erased = yield* erasedIn(organizationId, campaignId); ; ) {
          yield* blobs.put(blobKey(organizationId, campaignId), currentRows(campaign))
          const erasedNow = yield* afterErasures(organizationId, erasedIn(organizationId, campaignId))
          if (erasedNow === erased) break
          erased = erasedNow
        }
        yield* record(organizationId, campaignId)
      }, Effect.orDie)

      // An operator may have had a call analyzed again while the file was written.
      const record = Effect.fnUntraced(function* (organizationId: number, campaignId: string) {
        yield* campaigns.lock(organizationId, campaignId)
        const awaited = yield* sql`select 1 from awaited_labels w
            join calls c on c.organization_id = w.organization_id and c.id = w.call_id
          where c.organization_id = ${organizationId} and c.campaign_id = ${campaignId} limit 1`
        if (awaited.length === 0) yield* campaigns.recordExport(organizationId, campaignId)
      }, transaction(sql))

      const erasedIn = (organizationId: number, campaignId: string) =>
        Effect.map(
          sql<{ calls: number }>`select count(*)::int as calls from calls
            where organization_id = ${organizationId} and campaign_id = ${campaignId} and phone_number like '%*%'`,
          ([row]) => row?.calls ?? 0
        )

      // An erasure takes this lock before it removes the files. A later erasure finds the file, and an earlier one has
      // been committed.
      const afterErasures = <A, E>(organizationId: number, read: Effect.Effect<A, E>) =>
        Effect.andThen(lockFiles(organizationId), read).pipe(transaction(sql))

      const lockFiles = (organizationId: number) =>
        sql`select pg_advisory_xact_lock(${resultsLock}::int, ${organizationId}::int)`

      // Reads page by page: never all rows in memory, and no connection that waits for a slow client.
      const currentRows = (campaign: Campaign): Stream.Stream<Uint8Array> =>
        Stream.unwrap(
          Effect.gen(function* () {
            const { id, organizationId } = campaign
            const { identifierKey } = yield* Effect.orDie(organizations.get(organizationId))
            const extra = yield* extraColumnsOf(campaign)
            return Stream.unfold<string | undefined, Uint8Array, never, never>(nilUuid, (after) =>
              after === undefined
                ? Effect.undefined
                : Effect.map(analyzedPage(organizationId, id, identifierKey, after), (rows) => {
                    const lines = rows.map((row) => csvRow(cellsOf(row, identifierKey, extra)))
                    const text = (after === nilUuid ? csvRow(headerOf(extra)) : "") + lines.join("")
                    return [Buffer.from(text), rows.length < pageSize ? undefined : rows.at(-1)?.id]
                  })
            )
          })
        )

      // Calls that were placed in another version of the flow have the results of that version.
      const extraColumnsOf = Effect.fnUntraced(
        function* ({ flowId, flowVersion, id, organizationId }: Campaign) {
          const others = yield* sql<{ flowVersion: number }>`select distinct flow_version from attempts
            where organization_id = ${organizationId} and campaign_id = ${id} and ended_at is not null
              and flow_version <> ${flowVersion} order by flow_version desc`.pipe(Effect.orDie)
          const used = yield* Effect.forEach([{ flowVersion }, ...others], (version) =>
            flows.used(organizationId, { flowId, ...version })
          )
          const names = used.flatMap(({ variables }) => resultVariables(variables).map(({ name }) => name))
          return {
            hasMachine: used.some(({ keys, machines }) => machines !== null || keys.length > 0),
            variables: [...new Set(names)]
          }
        },
        Effect.catchTag("FlowNotFound", () => Effect.succeed<ExtraColumns>({ hasMachine: false, variables: [] }))
      )

      const analyzedPage = Effect.fnUntraced(function* (...page: Parameters<typeof pageAfter>) {
        const [organizationId] = page
        const rows = yield* pageAfter(...page)
        const called = rows.filter(({ attempts }) => attempts > 0).map(({ id }) => id)
        const found = called.length === 0 ? undefined : yield* analyses.of(organizationId, called)
        return rows.map((row): AnalyzedRow => ({ ...row, analysis: found?.get(row.id) }))
      })

      const pageAfter = (organizationId: number, campaignId: string, key: string | null, after: string) =>
        sql<Row>`select c.id, c.contact_name as name, c.phone_number,
            jsonb_build_object(coalesce(${key}::text, ''), k.metadata -> ${key}::text) as metadata,
            l.name as label, c.intent_source, c.status, c.started_at, c.attempts, c.machine
          from (select * from calls where organization_id = ${organizationId} and campaign_id = ${campaignId}
              and id > ${after} order by id limit ${pageSize}) c
            left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
            left join intent_labels l on l.organization_id = c.organization_id and l.campaign_id = c.campaign_id
              and l.id = c.intent_label_id
          order by c.id`.pipe(Effect.orDie)

      const remove = Effect.fn("ResultsCsv.remove")(
        function* (organizationId: number, campaignId: string) {
          yield* lockFiles(organizationId)
          yield* blobs.remove(blobKey(organizationId, campaignId))
        },
        transaction(sql),
        Effect.orDie
      )

      const erase: ResultsCsv["Service"]["erase"] = Effect.fn("ResultsCsv.erase")(function* ({
        callIds,
        organizationId
      }) {
        const found = yield* sql<{ id: string }>`select distinct campaign_id as id from calls
          where organization_id = ${organizationId} and id = any(${callIds}::uuid[])`
        yield* lockFiles(organizationId)
        // Several at a time, because the database ends a transaction that waits for long.
        yield* Effect.forEach(found, ({ id }) => blobs.remove(blobKey(organizationId, id)), {
          concurrency: removedAtOnce,
          discard: true
        })
      }, Effect.orDie)

      return ResultsCsv.of({ read, store, remove, erase })
    })
  )
}

/** Returns a row of a CSV file as defined by RFC 4180, with its line ending. */
export const csvRow = (cells: ReadonlyArray<string>): string => `${cells.map(csvCell).join(",")}\r\n`

/**
 * Escapes a value so that a spreadsheet shows it and never runs it: a value that looks like a
 * formula gets an apostrophe in front. So does a part of it after a semicolon, tab or line break,
 * because some spreadsheets divide cells there, whatever the quotes.
 */
const csvCell = (value: string): string => {
  const isFormula = formula.test(value) && !isE164(value)
  const inner = value.replace(laterFormula, "$1'$2")
  const safe = isFormula ? `'${inner}` : inner
  return safe !== value || /[",\r\n]/.test(value) ? `"${safe.replaceAll('"', '""')}"` : safe
}

// Full-width characters begin formulas in spreadsheets of East Asian languages.
const formula = /^[=+\-@\t\r\n＝＋－＠]/
const laterFormula = /([;\t\r\n][\s"]*)([=+\-@＝＋－＠])/g

// First key of the advisory lock: the letters "rslt" in ASCII.
const resultsLock = 0x72736c74

/** Maximum time from the end of writing a file until its export is recorded, plus the difference of two clocks, ms. */
const longestExportMillis = 60_000

/** Number of files that are removed at the same time. */
const removedAtOnce = 16

/** Number of rows that one query reads. */
const pageSize = 1000

const fixedColumns = [
  "identifier",
  "name",
  "intent_label",
  "intent_source",
  "call_status",
  "call_timestamp",
  "attempts",
  "commitment_data"
]

/** The columns after the fixed ones, which only some flows have. */
interface ExtraColumns {
  /** Whether the flow says what to do with machines. */
  readonly hasMachine: boolean
  readonly variables: ReadonlyArray<string>
}

/** A variable with the name of another column gets a prefix, so that each column has a name of its own. */
const headerOf = ({ hasMachine, variables }: ExtraColumns) => {
  const columns = hasMachine ? [...fixedColumns, "machine"] : fixedColumns
  const names = new Set([...columns, ...variables])
  const prefixed = (name: string): string => (names.has(name) ? prefixed(`result_${name}`) : name)
  return [...columns, ...variables.map((name) => (columns.includes(name) ? prefixed(name) : name))]
}

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
  readonly machine: string | null
}

type AnalyzedRow = Row & { readonly analysis: RecordedAnalysis | undefined }

const cellsOf = (
  row: AnalyzedRow,
  identifierKey: string | null,
  { hasMachine, variables }: ExtraColumns
): ReadonlyArray<string> => [
  identifierOf(identifierKey, row).identifier,
  row.name,
  row.label ?? "",
  row.intentSource ?? "",
  row.status,
  row.startedAt?.toISOString() ?? "",
  String(row.attempts),
  row.analysis?.commitment == null ? "" : JSON.stringify(row.analysis.commitment),
  ...(hasMachine ? [row.machine ?? ""] : []),
  ...variables.map((name) => resultText(row.analysis?.results?.[name]?.value ?? null))
]

const blobKey = (organizationId: number, campaignId: string) => `results-${organizationId}-${campaignId.toLowerCase()}`
