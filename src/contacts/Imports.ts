import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"
import type { CreatedImport, Import, ImportError, ListedImport } from "../domain/contacts/Import.ts"
import { type Listed, offsetOf, type Page } from "../domain/schema/page.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { Signals } from "../events/Signals.ts"
import { newId } from "../platform/ids.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { type AudienceNotFound, Audiences } from "./Audiences.ts"
import { chunksOf, givenPhoneNumber } from "./import-rows.ts"

export class ImportNotFound extends Schema.TaggedError<ImportNotFound>()("ImportNotFound", {}) {}

export interface NewImport {
  /** As given: what is wrong with one becomes an error of the import. */
  readonly rows: ReadonlyArray<unknown>
  /** Gets all contacts of the import. */
  readonly audienceId?: string | null | undefined
  /** Checked before. */
  readonly webhookUrl?: string | null | undefined
  readonly source: ListedImport["source"]
}

/** What its client is told, and where. */
export interface CompletedImport
  extends Pick<Import, "status" | "total" | "created" | "updated" | "failed" | "completedAt"> {
  readonly organizationId: number
  readonly importId: string
  readonly webhookUrl: string
  /** To tell them, by a version that did so itself. */
  readonly attempts: number
  readonly dueAt: Date
}

/** Bulk imports as their clients see them; `ImportWorker` does the work. */
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
    /** Those that are complete and whose clients want to be told, each once: for who tells them, in a transaction of theirs. */
    readonly takeCompleted: (most: number) => Effect.Effect<ReadonlyArray<CompletedImport>>
    /** Rows that wait for their turn, and what is told of those that failed, however their number was written. */
    readonly erase: (person: Pick<ErasedPerson, "organizationId" | "phoneNumbers">) => Effect.Effect<number>
  }
>()("carillon/contacts/Imports") {
  static readonly layer = Layer.effect(
    Imports,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const audiences = yield* Audiences
      const signals = yield* Signals
      const columns = sql.literal(`id, status, total, created, updated, failed, failed as "errorCount",
        completed_at as "completedAt"`)

      const create = Effect.fn("Imports.create")(
        function* (organizationId: number, { rows, audienceId = null, webhookUrl = null, source }: NewImport) {
          if (audienceId !== null) yield* audiences.get(organizationId, audienceId)
          const id = newId()
          const [created] = yield* sql<CreatedImport>`insert into imports ${sql.insert({
            organization_id: organizationId,
            id,
            source,
            total: rows.length,
            audience_id: audienceId,
            webhook_url: webhookUrl
          })} returning id as "importId", status, total`
          // One after another: other requests have their turn between two chunks.
          for (const { firstIndex, rows: chunk, tooLarge } of chunksOf(rows)) {
            yield* sql`insert into import_chunks (organization_id, import_id, first_index, rows, too_large)
              values (${organizationId}, ${id}, ${firstIndex}, ${chunk}::json, ${tooLarge}::int[])`
          }
          yield* signals.send("imports")
          return created as CreatedImport
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const get = Effect.fn("Imports.get")(
        function* (organizationId: number, id: string) {
          if (!isUuid(id)) return yield* new ImportNotFound()
          const [found] = yield* sql<Import>`select ${columns} from imports
          where organization_id = ${organizationId} and id = ${id}`
          return found ?? (yield* new ImportNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const listedColumns = sql.literal(`id, status, total, created, updated, failed, failed as "errorCount",
        completed_at as "completedAt", audience_id as "audienceId", source, created_at as "createdAt",
        started_at as "startedAt"`)
      const list = Effect.fn("Imports.list")(
        (organizationId: number, page: Page) =>
          newestFirst<ListedImport>(
            sql,
            listedColumns,
            sql`from imports where organization_id = ${organizationId}`,
            page
          ),
        Effect.orDie
      )

      const errors = Effect.fn("Imports.errors")(
        function* (organizationId: number, id: string, page: Page) {
          const { failed } = yield* get(organizationId, id)
          const data = yield* sql<ImportError>`select index, phone_number as "phoneNumber", reason from import_errors
          where organization_id = ${organizationId} and import_id = ${id}
          order by index limit ${page.limit} offset ${offsetOf(page)}`
          return { data, total: failed }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const takeCompleted = Effect.fn("Imports.takeCompleted")(
        (most: number) => sql<CompletedImport>`with completed as (
            select organization_id, id, webhook_due_at from imports where webhook_due_at is not null
            order by webhook_due_at limit ${most} for update skip locked
          )
          update imports i set webhook_due_at = null from completed c
          where i.organization_id = c.organization_id and i.id = c.id
          returning i.organization_id as "organizationId", i.id as "importId", status, total, created, updated, failed,
            completed_at as "completedAt", webhook_url as "webhookUrl", webhook_attempts as attempts,
            c.webhook_due_at as "dueAt"`,
        Effect.orDie
      )

      const erase = Effect.fn("Imports.erase")(function* ({
        organizationId,
        phoneNumbers
      }: Pick<ErasedPerson, "organizationId" | "phoneNumbers">) {
        const isTheirs = (given: string | null) => phoneNumbers.some((number) => isSameNumber(given, number))
        return (yield* eraseWaiting(organizationId, isTheirs)) + (yield* eraseFailed(organizationId, isTheirs))
      }, Effect.orDie)

      // A row becomes none, which fails in its turn: the counts of its import stay true.
      const eraseWaiting = Effect.fnUntraced(function* (organizationId: number, isTheirs: IsTheirs) {
        const chunks = yield* sql<WaitingChunk>`select import_id as "importId", first_index as "firstIndex", rows
          from import_chunks where organization_id = ${organizationId} order by import_id, first_index for update`
        let erased = 0
        for (const { firstIndex, importId, rows } of chunks) {
          const kept = rows.map((row) => (isTheirs(givenPhoneNumber(row)) ? null : row))
          if (kept.every((row, position) => row === rows[position])) continue
          yield* sql`update import_chunks set rows = ${JSON.stringify(kept)}::json
            where organization_id = ${organizationId} and import_id = ${importId} and first_index = ${firstIndex}`
          erased += kept.filter((row, position) => row !== rows[position]).length
        }
        return erased
      })

      const eraseFailed = Effect.fnUntraced(function* (organizationId: number, isTheirs: IsTheirs) {
        const failed = yield* sql<{ importId: string; index: number; phoneNumber: string }>`select
            import_id as "importId", index, phone_number as "phoneNumber"
          from import_errors where organization_id = ${organizationId} and phone_number is not null`
        const theirs = failed.filter(({ phoneNumber }) => isTheirs(phoneNumber))
        for (const { importId, index } of theirs) {
          yield* sql`update import_errors set phone_number = null
            where organization_id = ${organizationId} and import_id = ${importId} and index = ${index}`
        }
        return theirs.length
      })

      return Imports.of({ create, get, list, errors, takeCompleted, erase })
    })
  )
}

type IsTheirs = (given: string | null) => boolean

interface WaitingChunk {
  readonly importId: string
  readonly firstIndex: number
  readonly rows: ReadonlyArray<unknown>
}

// As people write numbers: with spaces, or without the code of the country.
const isSameNumber = (given: string | null, phoneNumber: string): boolean => {
  const digits = given?.replaceAll(/\D/g, "").replace(/^0+/, "") ?? ""
  return digits.length >= 7 && phoneNumber.endsWith(digits)
}
