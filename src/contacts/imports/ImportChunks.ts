import { PgClient } from "@effect/sql-pg"
import { Cause, Context, Effect, Layer, Result } from "effect"
import type { SqlError } from "effect/sql"
import type { LimitReached } from "../../accounts/OrganizationLimits.ts"
import type { NewContact } from "../../domain/contacts/Contact.ts"
import { type ImportError, importStatus } from "../../domain/contacts/Import.ts"
import { Signals } from "../../events/Signals.ts"
import { databaseErrorKind, databaseErrorsAsFailures } from "../../platform/sql/database-errors.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { Audiences } from "../Audiences.ts"
import { Contacts } from "../Contacts.ts"
import { encodeContacts } from "../encoded-contacts.ts"
import { givenPhoneNumber, readRow, tooLargeReason } from "./import-rows.ts"

/** The result of `applyNext`: no chunk was due, a chunk was applied, or the last chunk of an import was applied. */
export type ChunkResult = "idle" | "worked" | "completed"

/**
 * Applies imports chunk by chunk. Organizations take turns, however many rows each has waiting; within an organization,
 * imports and their chunks are applied in order. A chunk and its counters are written in one transaction, so a crash
 * neither loses nor repeats a chunk.
 */
export class ImportChunks extends Context.Service<
  ImportChunks,
  {
    /** Applies the next chunk that is due. Several processes may run this concurrently. */
    readonly applyNext: Effect.Effect<ChunkResult>
  }
>()("carillon/contacts/ImportChunks") {
  static readonly layer = Layer.effect(
    ImportChunks,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const contacts = yield* Contacts
      const audiences = yield* Audiences
      const signals = yield* Signals

      // Locks the import until the transaction ends. Meanwhile the organization's later imports wait.
      const claim = sql<Claimed>`select i.organization_id, i.id, i.audience_id, i.total, i.created, i.updated, i.failed
        from imports i
        where i.completed_at is null and i.due_at <= now() and not exists (select 1 from imports earlier
          where earlier.organization_id = i.organization_id and earlier.id < i.id
            and earlier.completed_at is null and earlier.due_at <= now())
        order by (select max(served_at) from imports s where s.organization_id = i.organization_id) nulls first, i.id
        limit 1 for update of i skip locked`

      const removeChunk = ({ organizationId, id }: Claimed) =>
        sql<Chunk>`delete from import_chunks where organization_id = ${organizationId} and import_id = ${id}
            and first_index = (select min(first_index) from import_chunks
              where organization_id = ${organizationId} and import_id = ${id})
          returning first_index, rows, too_large`

      const apply = Effect.fnUntraced(function* (claimed: Claimed) {
        const [chunk] = yield* removeChunk(claimed)
        if (chunk === undefined && claimed.total > 0) {
          return yield* Effect.die(new Error("An import has no chunk left and is not complete"))
        }
        const { valid, errors } = chunk === undefined ? { valid: [], errors: [] } : yield* readChunk(chunk)
        const stored = yield* store(claimed.organizationId, valid)
        yield* addToAudience(claimed, stored.contactIds)
        yield* insertErrors(claimed, [...errors, ...stored.errors])
        return yield* count(claimed, {
          created: stored.created,
          updated: stored.updated,
          failed: errors.length + stored.errors.length
        })
      })

      const store = (organizationId: number, rows: ReadonlyArray<ValidRow>) =>
        contacts.upsert(organizationId, encodeContacts(rows.map(({ contact }) => contact))).pipe(
          Effect.map((upserted) => ({ ...upserted, errors: [] as ReadonlyArray<ImportError> })),
          databaseErrorsAsFailures,
          Effect.catchTag("LimitReached", () => storeEach(organizationId, rows)),
          Effect.catchIf(isRefusal, () => storeEach(organizationId, rows))
        )

      // Stores rows one by one after some were refused, by the database or by the limit of contacts, so that only these
      // fail.
      const storeEach = Effect.fnUntraced(function* (organizationId: number, rows: ReadonlyArray<ValidRow>) {
        const total = { created: 0, updated: 0, contactIds: [] as Array<string>, errors: [] as Array<ImportError> }
        for (const { index, contact } of rows) {
          const stored = yield* Effect.result(
            databaseErrorsAsFailures(contacts.upsert(organizationId, encodeContacts([contact])))
          )
          if (Result.isSuccess(stored)) {
            total.created += stored.success.created
            total.updated += stored.success.updated
            total.contactIds.push(...stored.success.contactIds)
          } else if (stored.failure._tag === "LimitReached" || isRefusal(stored.failure)) {
            total.errors.push({ index, phoneNumber: contact.phoneNumber, reason: reasonOf(stored.failure) })
          } else {
            return yield* stored.failure
          }
        }
        return total
      })

      // Does not fail if the audience was deleted after the import was created.
      const addToAudience = ({ organizationId, audienceId }: Claimed, contactIds: ReadonlyArray<string>) =>
        audienceId === null || contactIds.length === 0
          ? Effect.void
          : Effect.ignore(audiences.addContacts(organizationId, audienceId, contactIds))

      const insertErrors = ({ organizationId, id }: Claimed, errors: ReadonlyArray<ImportError>) =>
        errors.length === 0
          ? Effect.void
          : sql`insert into import_errors (organization_id, import_id, index, phone_number, reason)
              select ${organizationId}::int, ${id}::uuid, index, "phoneNumber", reason
              from jsonb_to_recordset(${sql.json(errors)}::jsonb) as e (index int, "phoneNumber" text, reason text)`

      const count = Effect.fnUntraced(function* (claimed: Claimed, add: Counts) {
        const created = claimed.created + add.created
        const updated = claimed.updated + add.updated
        const failed = claimed.failed + add.failed
        const done = created + updated + failed
        const completed = done === claimed.total
        yield* sql`update imports set status = ${importStatus(claimed.total, done, failed)},
            created = ${created}, updated = ${updated}, failed = ${failed}, failures = 0, served_at = now(),
            started_at = coalesce(started_at, now()),
            completed_at = case when ${completed} then clock_timestamp() end,
            webhook_due_at = case when ${completed} and webhook_url is not null then now() end
          where organization_id = ${claimed.organizationId} and id = ${claimed.id}`
        if (completed) yield* signals.send("write-back")
        return completed ? "completed" : "worked"
      })

      // Delays the import: by a second after the first failure, by up to 17 minutes after repeated failures.
      const backOff = ({ organizationId, id }: Claimed, cause: Cause.Cause<unknown>) =>
        Effect.logError("Could not apply a chunk of an import; retrying later", cause).pipe(
          Effect.annotateLogs({ organizationId, importId: id }),
          Effect.andThen(sql`update imports set failures = failures + 1, served_at = now(),
              due_at = now() + interval '1 second' * power(4, least(failures, 5))
            where organization_id = ${organizationId} and id = ${id}`)
        )

      const applyNext = Effect.fn("ImportChunks.applyNext")(function* () {
        let claimed: Claimed | undefined
        const claimAndApply: Effect.Effect<ChunkResult, SqlError.SqlError> = Effect.gen(function* () {
          ;[claimed] = yield* claim
          return claimed === undefined ? "idle" : yield* apply(claimed)
        })
        return yield* claimAndApply.pipe(
          databaseErrorsAsFailures,
          transaction(sql),
          Effect.catchCauseIf(
            (cause) => claimed !== undefined && !Cause.hasInterrupts(cause),
            (cause) => Effect.as(backOff(claimed as Claimed, cause), "worked" as const)
          )
        )
      }, Effect.orDie)

      return ImportChunks.of({ applyNext: applyNext() })
    })
  )
}

interface Counts {
  readonly created: number
  readonly updated: number
  readonly failed: number
}

interface Claimed extends Counts {
  readonly organizationId: number
  readonly id: string
  readonly audienceId: string | null
  readonly total: number
}

interface Chunk {
  readonly firstIndex: number
  readonly rows: ReadonlyArray<unknown>
  readonly tooLarge: ReadonlyArray<number>
}

interface ValidRow {
  readonly index: number
  readonly contact: NewContact
}

// Serves others after some rows: a live call needs the event loop every 20 ms.
const readChunk = Effect.fnUntraced(function* ({ firstIndex, rows, tooLarge }: Chunk) {
  const valid: Array<ValidRow> = []
  const errors: Array<ImportError> = []
  for (const [position, row] of rows.entries()) {
    const index = firstIndex + position
    const read = tooLarge.includes(position) ? Result.fail(tooLargeReason) : readRow(row)
    if (Result.isSuccess(read)) valid.push({ index, contact: read.success })
    else errors.push({ index, phoneNumber: givenPhoneNumber(row), reason: read.failure })
    if (position % 100 === 99) yield* Effect.yieldNow
  }
  return { valid, errors }
})

const isRefusal = (error: SqlError.SqlError) => databaseErrorKind(error) === "refused"

const reasonOf = (error: SqlError.SqlError | LimitReached) =>
  error._tag === "LimitReached" ? error.message : "could not be stored"
