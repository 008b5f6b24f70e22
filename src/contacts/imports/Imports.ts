import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Result, Schema } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import type { ErasedPerson } from "../../domain/accounts/Erasure.ts"
import { isSameNumber } from "../../domain/calendar/phone-number.ts"
import { CreatedImport, type ForeseenImport, Import, ImportError, ListedImport } from "../../domain/contacts/Import.ts"
import { type Listed, offsetOf, type Page } from "../../domain/schema/page.ts"
import { Signals } from "../../events/Signals.ts"
import { newId } from "../../platform/ids.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { newestFirst } from "../../platform/sql/newest-first.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { type AudienceNotFound, Audiences } from "../Audiences.ts"
import { type ChunkedRows, givenPhoneNumber, readRow } from "./import-rows.ts"

export class ImportNotFound extends Schema.TaggedError<ImportNotFound>()("ImportNotFound", {}) {}

export interface NewImport {
  /** The rows as sent. An invalid row becomes an error of the import. */
  readonly rows: ChunkedRows
  /** The audience to which all contacts of the import are added. */
  readonly audienceId?: string | null | undefined
  /** The URL to notify when the import has completed. The caller must have checked it. */
  readonly webhookUrl?: string | null | undefined
  readonly source: ListedImport["source"]
}

/** A completed import whose webhook must be sent. */
export interface CompletedImport
  extends Pick<Import, "status" | "total" | "created" | "updated" | "failed" | "completedAt"> {
  readonly organizationId: number
  readonly importId: string
  readonly webhookUrl: string
  /** Delivery attempts made by former releases, which sent these webhooks themselves. */
  readonly attempts: number
  readonly dueAt: Date
}

/** Accepts, shows and lists bulk imports; `ImportWorker` applies them. */
export class Imports extends Context.Service<
  Imports,
  {
    readonly create: (organizationId: number, given: NewImport) => Effect.Effect<CreatedImport, AudienceNotFound>
    readonly get: (organizationId: number, id: string) => Effect.Effect<Import, ImportNotFound>
    readonly list: (organizationId: number, page: Page) => Effect.Effect<Listed<ListedImport>>
    readonly errors: (
      organizationId: number,
      id: string,
      page: Page
    ) => Effect.Effect<Listed<ImportError>, ImportNotFound>
    /** Counts what an import of these rows would do, and returns the first rows that it would reject. Changes nothing. */
    readonly foresee: (organizationId: number, rows: ReadonlyArray<unknown>) => Effect.Effect<ForeseenImport>
    /**
     * Claims completed imports whose webhook is due, each once. Must run in the transaction that queues the webhooks.
     */
    readonly claimCompleted: (limit: number) => Effect.Effect<ReadonlyArray<CompletedImport>>
    /** The waiting rows and the errors of failed rows of a person, however their numbers are written. */
    readonly rowsOf: (
      person: Pick<ErasedPerson, "organizationId" | "phoneNumbers">
    ) => Effect.Effect<ReadonlyArray<ImportRow>>
    /** Erases the person from waiting rows and from the errors of failed rows, however their numbers are written. */
    readonly erase: (person: Pick<ErasedPerson, "organizationId" | "phoneNumbers">) => Effect.Effect<number>
  }
>()("carillon/contacts/Imports") {
  static readonly layer = Layer.effect(
    Imports,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const audiences = yield* Audiences
      const log = yield* SecurityLog
      const signals = yield* Signals
      const columns = sql.literal("id, status, total, created, updated, failed, failed as error_count, completed_at")

      const create = Effect.fn("Imports.create")(
        function* (organizationId: number, { rows, audienceId = null, webhookUrl = null, source }: NewImport) {
          if (audienceId !== null) yield* audiences.get(organizationId, audienceId)
          const id = newId()
          const [created] = yield* createdRows(
            sql`insert into imports ${sql.insert({
              organizationId,
              id,
              source,
              total: rows.total,
              audienceId,
              webhookUrl
            })} returning id as import_id, status, total`
          )
          // Inserts the chunks one by one, so that other requests are served in between.
          for (const { firstIndex, rows: chunk, tooLarge } of rows.chunks) {
            yield* sql`insert into import_chunks (organization_id, import_id, first_index, rows, too_large)
              values (${organizationId}, ${id}, ${firstIndex}, ${decoder.decode(chunk)}::json, ${tooLarge}::int[])`
          }
          yield* log.append(organizationId, {
            action: "import.create",
            target: id,
            details: { source, rows: rows.total, audienceId }
          })
          yield* signals.send("imports")
          return created as CreatedImport
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const get = Effect.fn("Imports.get")(
        function* (organizationId: number, id: string) {
          const [found] = yield* importRows(sql`select ${columns} from imports
            where organization_id = ${organizationId} and id = ${id}`)
          return found ?? (yield* new ImportNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const listedColumns = sql.literal(`id, status, total, created, updated, failed, failed as error_count,
        completed_at, audience_id, source, created_at, started_at`)
      const list = Effect.fn("Imports.list")(
        (organizationId: number, page: Page) =>
          newestFirst(
            sql,
            listedColumns,
            sql`from imports where organization_id = ${organizationId}`,
            page,
            listedRows
          ),
        Effect.orDie
      )

      const errors = Effect.fn("Imports.errors")(
        function* (organizationId: number, id: string, page: Page) {
          const { failed } = yield* get(organizationId, id)
          const data = yield* errorRows(sql`select index, phone_number, reason from import_errors
            where organization_id = ${organizationId} and import_id = ${id}
            order by index limit ${page.limit} offset ${offsetOf(page)}`)
          return { data, total: failed }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const foresee = Effect.fn("Imports.foresee")(function* (organizationId: number, rows: ReadonlyArray<unknown>) {
        const errors: Array<ImportError> = []
        const numbers: Array<string> = []
        let failed = 0
        for (const [index, row] of rows.entries()) {
          if (index % 500 === 499) yield* Effect.yieldNow
          const read = readRow(row)
          if (Result.isSuccess(read)) numbers.push(read.success.phoneNumber)
          else if (++failed <= foreseenErrors)
            errors.push({ index, phoneNumber: givenPhoneNumber(row), reason: read.failure })
        }
        const different = [...new Set(numbers)]
        const [known] = yield* sql<{ count: number }>`select count(*)::int as count from contacts
          where organization_id = ${organizationId} and phone_number = any(${different}::text[])`
        const created = different.length - (known?.count ?? 0)
        return { total: rows.length, created, updated: numbers.length - created, failed, errors }
      }, Effect.orDie)

      // Unchecked: no schema describes a claimed import.
      const claimCompleted = Effect.fn("Imports.claimCompleted")(
        (limit: number) => sql<CompletedImport>`with completed as (
            select organization_id, id, webhook_due_at from imports where webhook_due_at is not null
            order by webhook_due_at limit ${limit} for update skip locked
          )
          update imports i set webhook_due_at = null from completed c
          where i.organization_id = c.organization_id and i.id = c.id
          returning i.organization_id, i.id as import_id, status, total, created, updated, failed, completed_at,
            webhook_url, webhook_attempts as attempts, c.webhook_due_at as due_at`,
        Effect.orDie
      )

      const rowsOfPerson: Imports["Service"]["rowsOf"] = Effect.fn("Imports.rowsOf")(function* ({
        organizationId,
        phoneNumbers
      }) {
        const isTheirs = isAmong(phoneNumbers)
        const chunks = yield* sql<WaitingChunk>`select import_id, first_index, rows
          from import_chunks where organization_id = ${organizationId} order by import_id, first_index`
        const failed = yield* sql<FailedRow>`select import_id, index, phone_number, reason
          from import_errors where organization_id = ${organizationId} and phone_number is not null`
        return [
          ...chunks.flatMap(({ firstIndex, importId, rows }) =>
            rows.flatMap((row, at) =>
              isTheirs(givenPhoneNumber(row)) ? [{ importId, index: firstIndex + at, waiting: row }] : []
            )
          ),
          ...failed.filter(({ phoneNumber }) => isTheirs(phoneNumber))
        ]
      }, Effect.orDie)

      const erase = Effect.fn("Imports.erase")(function* ({
        organizationId,
        phoneNumbers
      }: Pick<ErasedPerson, "organizationId" | "phoneNumbers">) {
        const isTheirs = isAmong(phoneNumbers)
        return (yield* eraseWaiting(organizationId, isTheirs)) + (yield* eraseFailed(organizationId, isTheirs))
      }, Effect.orDie)

      // Replaces the row with null, which fails when its chunk is applied, so that the counts of the import stay
      // correct.
      const eraseWaiting = Effect.fnUntraced(function* (organizationId: number, isTheirs: IsTheirs) {
        const chunks = yield* sql<WaitingChunk>`select import_id, first_index, rows
          from import_chunks where organization_id = ${organizationId} order by import_id, first_index for update`
        let erased = 0
        for (const { firstIndex, importId, rows } of chunks) {
          const remaining = rows.map((row) => (isTheirs(givenPhoneNumber(row)) ? null : row))
          if (remaining.every((row, position) => row === rows[position])) continue
          yield* sql`update import_chunks set rows = ${JSON.stringify(remaining)}::json
            where organization_id = ${organizationId} and import_id = ${importId} and first_index = ${firstIndex}`
          erased += remaining.filter((row, position) => row !== rows[position]).length
        }
        return erased
      })

      const eraseFailed = Effect.fnUntraced(function* (organizationId: number, isTheirs: IsTheirs) {
        const failed = yield* sql<{ importId: string; index: number; phoneNumber: string }>`select
            import_id, index, phone_number
          from import_errors where organization_id = ${organizationId} and phone_number is not null`
        const theirs = failed.filter(({ phoneNumber }) => isTheirs(phoneNumber))
        for (const { importId, index } of theirs) {
          yield* sql`update import_errors set phone_number = null
            where organization_id = ${organizationId} and import_id = ${importId} and index = ${index}`
        }
        return theirs.length
      })

      return Imports.of({ create, get, list, errors, foresee, claimCompleted, rowsOf: rowsOfPerson, erase })
    })
  )
}

const decoder = new TextDecoder()
const createdRows = rowsOf(CreatedImport)
const importRows = rowsOf(Import)
const listedRows = rowsOf(ListedImport)
const errorRows = rowsOf(ImportError)

type IsTheirs = (given: string | null) => boolean

const isAmong =
  (phoneNumbers: ReadonlyArray<string>): IsTheirs =>
  (given) =>
    phoneNumbers.some((number) => isSameNumber(given, number))

/** A row of an import that waits to be applied, or that failed. */
type ImportRow = FailedRow | { readonly importId: string; readonly index: number; readonly waiting: unknown }

interface FailedRow {
  readonly importId: string
  readonly index: number
  readonly phoneNumber: string
  readonly reason: string
}

interface WaitingChunk {
  readonly importId: string
  readonly firstIndex: number
  readonly rows: ReadonlyArray<unknown>
}

/** Maximum number of rejected rows that are shown before an import. */
const foreseenErrors = 100
