import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Requester, type RequestOrigin } from "../../accounts/Requester.ts"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import type { ErasedPerson } from "../../domain/accounts/Erasure.ts"
import { isSameNumber } from "../../domain/calendar/phone-number.ts"
import type { NewNumberList } from "../../domain/contacts/NumberList.ts"
import { NumberUpload, NumberUploadError } from "../../domain/contacts/NumberUpload.ts"
import { type Listed, offsetOf, type Page } from "../../domain/schema/page.ts"
import { Signals } from "../../events/Signals.ts"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { sealedColumn } from "../../platform/secrets/sealed-column.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { newestFirst } from "../../platform/sql/newest-first.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import type { NumberLayout, RejectedRow, SplitFile } from "./number-file.ts"

export class NumberUploadNotFound extends Schema.TaggedError<NumberUploadNotFound>()("NumberUploadNotFound", {}) {}

/** The organization whose numbers are meant; null for a list of the installation. */
type Scope = number | null

/** An upload that is not finished, as its worker needs it. */
export interface OpenUpload {
  readonly id: string
  readonly organizationId: number | null
  /** The list that it replaces; null for Do Not Contact. */
  readonly list: NewNumberList | null
  readonly layout: NumberLayout
  readonly requester: RequestOrigin
}

/** Some rows that are still to be applied. */
export interface UploadPart {
  readonly id: string
  readonly firstIndex: number
  /** Opens the rows. */
  readonly text: Effect.Effect<string>
}

/** The result of a part. */
export interface PartResult {
  readonly done: number
  readonly added: number
  readonly rejected: ReadonlyArray<RejectedRow>
  /** The digests of a list's numbers, side by side. */
  readonly digests?: Uint8Array
}

/** Accepts, shows and cancels uploads of numbers that must not be called. `UploadWorker` applies them part by part. */
export class NumberUploads extends Context.Service<
  NumberUploads,
  {
    /** Stores a file to be applied, for Do Not Contact without a list. */
    readonly create: (scope: Scope, file: SplitFile, list?: NewNumberList) => Effect.Effect<NumberUpload>
    readonly get: (scope: Scope, id: string) => Effect.Effect<NumberUpload, NumberUploadNotFound>
    readonly list: (scope: Scope, page: Page) => Effect.Effect<Listed<NumberUpload>>
    /** The rejected rows; only the first 10,000 are kept. */
    readonly errors: (
      scope: Scope,
      id: string,
      page: Page
    ) => Effect.Effect<Listed<NumberUploadError>, NumberUploadNotFound>
    /** Drops the rows that are not applied yet. An upload that is finished stays as it is. Logged, if numbers were added. */
    readonly cancel: (scope: Scope, id: string) => Effect.Effect<NumberUpload, NumberUploadNotFound>
    /** Completes once the upload is finished. */
    readonly finished: (scope: Scope, id: string) => Effect.Effect<NumberUpload, NumberUploadNotFound>
    /** The next upload whose turn it is, and its next part; no part if all were read. Locks nothing. */
    readonly next: Effect.Effect<{ readonly upload: OpenUpload; readonly part: UploadPart | undefined } | undefined>
    /**
     * Locks an open upload until the transaction ends, if the part is still to be applied, or no part is left. Returns
     * false if another worker has locked or done it, or if it was cancelled.
     */
    readonly lock: (id: string, partId: string | undefined) => Effect.Effect<boolean>
    /** Notes in the transaction of `lock` that a part was applied. */
    readonly noteApplied: (upload: OpenUpload, part: UploadPart, result: PartResult) => Effect.Effect<void>
    /** The digests of all parts of a list. */
    readonly digests: (id: string) => Effect.Effect<ReadonlyArray<Uint8Array>>
    /** Ends an upload, in the transaction of `lock`. One of Do Not Contact is logged. */
    readonly finish: (
      upload: Pick<OpenUpload, "id" | "organizationId">,
      result: { readonly added: number; readonly listId?: string }
    ) => Effect.Effect<void>
    /** Delays an upload after a failure: by a second first, and by up to 17 minutes after repeated ones. */
    readonly backOff: (id: string) => Effect.Effect<void>
    /** The rejected rows of a person, however their numbers are written. */
    readonly rowsOf: (person: Numbers) => Effect.Effect<ReadonlyArray<RowOfPerson>>
    /** Removes the person's numbers from the rejected rows. */
    readonly erase: (person: Numbers) => Effect.Effect<number>
  }
>()("carillon/contacts/NumberUploads") {
  static readonly layer = Layer.effect(
    NumberUploads,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const signals = yield* Signals
      const log = yield* SecurityLog
      const columns =
        sql.literal(`id, kind, case when organization_id is null then 'INSTALLATION' else 'ORGANIZATION' end
          as scope, registry, name, to_char(dated, 'YYYY-MM-DD') as dated, status, total, done, added,
        case when kind = 'LIST' then 0 else done - rejected - added end as existing, rejected, list_id, created_at,
        started_at, completed_at`)

      const ofScope = (scope: Scope) =>
        scope === null ? sql`organization_id is null` : sql`organization_id = ${scope}::int`

      const create: NumberUploads["Service"]["create"] = Effect.fn("NumberUploads.create")(
        function* (scope, { layout, pieces, total }, list) {
          // Uploads are applied in the order of their ids: one that begins now must not be finished before one that is still
          // being stored.
          yield* sql`select pg_advisory_xact_lock(hashtextextended(${`number uploads ${scope}`}, 0))`
          const id = newId()
          const { actor, actorName, address, requestId } = yield* Requester
          const [created] = yield* uploadRows(
            sql`insert into number_uploads ${sql.insert({
              id,
              organizationId: scope,
              kind: list === undefined ? "DO_NOT_CONTACT" : "LIST",
              registry: list?.registry ?? null,
              name: list === undefined ? null : (list.name ?? ""),
              dated: list?.dated ?? null,
              expiresAt: list?.expiresAt ?? null,
              layout: JSON.stringify(layout),
              requester: JSON.stringify({ actor, actorName, address, requestId }),
              total
            })} returning ${columns}`
          )
          // Inserts the parts one by one, so that other requests are served in between.
          for (const { bytes, firstIndex } of pieces) {
            const partId = newId()
            const rows = secrets.seal(decoder.decode(bytes), sealedUploadRows.place(scope ?? 0, partId))
            yield* sql`insert into number_upload_parts (organization_id, id, upload_id, first_index, rows)
              values (${scope ?? 0}, ${partId}, ${id}, ${firstIndex}, ${rows})`
          }
          yield* signals.send("number-uploads")
          return created as NumberUpload
        },
        transaction(sql),
        Effect.orDie
      )

      const get = Effect.fn("NumberUploads.get")(
        function* (scope: Scope, id: string) {
          const [found] = yield* uploadRows(
            sql`select ${columns} from number_uploads where ${ofScope(scope)} and id = ${id}`
          )
          return found ?? (yield* new NumberUploadNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const list = Effect.fn("NumberUploads.list")(
        (scope: Scope, page: Page) =>
          newestFirst(sql, columns, sql`from number_uploads where ${ofScope(scope)}`, page, uploadRows),
        Effect.orDie
      )

      const errors = Effect.fn("NumberUploads.errors")(
        function* (scope: Scope, id: string, page: Page) {
          const { rejected } = yield* get(scope, id)
          const data = yield* errorRows(sql`select index + 1 as row, phone_number, reason from number_upload_errors
            where upload_id = ${id} order by index limit ${page.limit} offset ${offsetOf(page)}`)
          return { data, total: Math.min(rejected, maxErrors) }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const cancel = Effect.fn("NumberUploads.cancel")(
        function* (scope: Scope, id: string) {
          const [cancelled] = yield* sql<Cancelled>`update number_uploads
            set status = 'CANCELLED', completed_at = clock_timestamp()
            where ${ofScope(scope)} and id = ${id} and completed_at is null
            returning organization_id, kind, done - rejected as numbers, added, requester`
          if (cancelled !== undefined) {
            yield* dropParts(id)
            if (cancelled.kind === "DO_NOT_CONTACT") yield* logCancelled(id, cancelled)
          }
          yield* signals.send("number-uploads")
          return yield* get(scope, id)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      // The numbers that were added stay on Do Not Contact, so the log says who sent them.
      const logCancelled = Effect.fnUntraced(function* (id: string, cancelled: Cancelled) {
        const { added, numbers, organizationId, requester } = cancelled
        const { actor } = yield* Requester
        yield* logEntries({ id, organizationId }, { numbers, added, cancelledBy: actor }).pipe(
          Effect.provideService(Requester, requester)
        )
      })

      const logEntries = (
        { id, organizationId }: Pick<OpenUpload, "id" | "organizationId">,
        details: { readonly numbers: number; readonly added: number; readonly cancelledBy?: string }
      ) => log.append(organizationId, { action: "dnc.upload", target: id, details })

      const dropParts = (id: string) => sql`delete from number_upload_parts where upload_id = ${id}`

      const finished = Effect.fn("NumberUploads.finished")(function* (scope: Scope, id: string) {
        const changed = yield* signals.listen("number-uploads")
        while (true) {
          const upload = yield* get(scope, id)
          if (upload.completedAt !== null) return upload
          yield* Effect.timeoutOption(changed, "2 seconds")
        }
      }, Effect.scoped)

      // Organizations take turns. Within an organization, uploads are applied in order, so that the last list stays.
      const next = Effect.gen(function* () {
        const [found] = yield* sql<FoundUpload>`select u.id, u.organization_id, u.registry, u.name,
            to_char(u.dated, 'YYYY-MM-DD') as dated, u.expires_at, u.layout, u.requester
          from number_uploads u where u.completed_at is null and u.due_at <= now()
            and not exists (select 1 from number_uploads earlier where earlier.completed_at is null
              and earlier.organization_id is not distinct from u.organization_id and earlier.id < u.id)
          order by u.served_at nulls first, u.id limit 1`
        if (found === undefined) return undefined
        const { dated, expiresAt, name, registry, ...others } = found
        const list = registry === null || dated === null ? null : listOf(registry, dated, name, expiresAt)
        return { upload: { ...others, list }, part: yield* partOf(others) }
      }).pipe(Effect.orDie)

      const partOf = Effect.fnUntraced(function* ({ id, organizationId }: Pick<OpenUpload, "id" | "organizationId">) {
        const [part] = yield* sql<{ id: string; firstIndex: number; rows: string }>`select id, first_index, rows
          from number_upload_parts where upload_id = ${id} and rows is not null order by first_index limit 1`
        if (part === undefined) return undefined
        const text = Effect.orDie(secrets.open(part.rows, sealedUploadRows.place(organizationId ?? 0, part.id)))
        return { id: part.id, firstIndex: part.firstIndex, text }
      })

      const lock = Effect.fnUntraced(function* (id: string, partId: string | undefined) {
        const locked = yield* sql`select 1 from number_uploads
          where id = ${id} and completed_at is null for update skip locked`
        if (locked.length === 0) return false
        const [part] = yield* sql<{ id: string }>`select id from number_upload_parts
          where upload_id = ${id} and rows is not null order by first_index limit 1`
        return part?.id === partId
      }, Effect.orDie)

      const noteApplied: NumberUploads["Service"]["noteApplied"] = Effect.fnUntraced(function* (
        { id },
        part,
        { added, digests, done, rejected }
      ) {
        yield* digests === undefined
          ? sql`delete from number_upload_parts where id = ${part.id}`
          : sql`update number_upload_parts set rows = null, digests = ${digests} where id = ${part.id}`
        yield* insertErrors(id, rejected)
        yield* sql`update number_uploads set status = 'PROCESSING', started_at = coalesce(started_at, now()),
            done = done + ${done}, added = added + ${added}, rejected = rejected + ${rejected.length},
            failures = 0, served_at = clock_timestamp()
          where id = ${id}`
      }, Effect.orDie)

      const insertErrors = Effect.fnUntraced(function* (id: string, rejected: ReadonlyArray<RejectedRow>) {
        if (rejected.length === 0) return
        const [before] = yield* sql<{ rejected: number }>`select rejected from number_uploads where id = ${id}`
        const kept = rejected.slice(0, Math.max(0, maxErrors - (before?.rejected ?? 0)))
        yield* sql`insert into number_upload_errors (upload_id, index, phone_number, reason)
          select ${id}::uuid, index, "phoneNumber", reason
          from jsonb_to_recordset(${sql.json(kept)}::jsonb) as e (index int, "phoneNumber" text, reason text)`
      })

      const digests = Effect.fnUntraced(function* (id: string) {
        const parts = yield* sql<{ digests: Uint8Array }>`select digests from number_upload_parts
          where upload_id = ${id} order by first_index`
        return parts.map(({ digests }) => digests)
      }, Effect.orDie)

      const finish: NumberUploads["Service"]["finish"] = Effect.fnUntraced(function* (upload, { added, listId }) {
        const { id } = upload
        yield* dropParts(id)
        const [finished] = yield* sql<{ numbers: number }>`update number_uploads
          set list_id = ${listId ?? null}::uuid, added = ${added},
            status = case when rejected = 0 then 'COMPLETED' else 'COMPLETED_WITH_ERRORS' end,
            started_at = coalesce(started_at, now()), completed_at = clock_timestamp()
          where id = ${id} returning done - rejected as numbers`
        if (listId === undefined) yield* logEntries(upload, { numbers: finished?.numbers ?? 0, added })
        yield* signals.send("number-uploads")
      }, Effect.orDie)

      const backOff = Effect.fnUntraced(function* (id: string) {
        yield* sql`update number_uploads set failures = failures + 1, served_at = now(),
            due_at = now() + interval '1 second' * power(4, least(failures, 5))
          where id = ${id} and completed_at is null`
      }, Effect.orDie)

      const rowsOfPerson: NumberUploads["Service"]["rowsOf"] = Effect.fn("NumberUploads.rowsOf")(function* ({
        organizationId,
        phoneNumbers
      }) {
        const rows = yield* sql<RowOfPerson>`select e.upload_id, e.index, e.phone_number, e.reason
          from number_upload_errors e join number_uploads u on u.id = e.upload_id
          where u.organization_id = ${organizationId} and e.phone_number is not null`
        return rows.filter(({ phoneNumber }) => phoneNumbers.some((number) => isSameNumber(phoneNumber, number)))
      }, Effect.orDie)

      const erase: NumberUploads["Service"]["erase"] = Effect.fn("NumberUploads.erase")(function* (person) {
        const theirs = yield* rowsOfPerson(person)
        for (const { index, uploadId } of theirs) {
          yield* sql`update number_upload_errors set phone_number = null
            where upload_id = ${uploadId} and index = ${index}`
        }
        return theirs.length
      }, Effect.orDie)

      return NumberUploads.of({
        create,
        get,
        list,
        errors,
        cancel,
        finished,
        next,
        lock,
        noteApplied,
        digests,
        finish,
        backOff,
        rowsOf: rowsOfPerson,
        erase
      })
    })
  )
}

export const sealedUploadRows = sealedColumn("number_upload_parts", "rows", "id")

const listOf = (registry: string, dated: string, name: string | null, expiresAt: Date | null): NewNumberList => ({
  registry,
  dated,
  name: name ?? "",
  ...(expiresAt !== null && { expiresAt })
})

interface Cancelled {
  readonly organizationId: number | null
  readonly kind: "DO_NOT_CONTACT" | "LIST"
  readonly numbers: number
  readonly added: number
  readonly requester: RequestOrigin
}

type FoundUpload = Omit<OpenUpload, "list"> & {
  readonly registry: string | null
  readonly name: string | null
  readonly dated: string | null
  readonly expiresAt: Date | null
}

type Numbers = Pick<ErasedPerson, "organizationId" | "phoneNumbers">

interface RowOfPerson {
  readonly uploadId: string
  readonly index: number
  readonly phoneNumber: string
  readonly reason: string
}

const decoder = new TextDecoder()
const uploadRows = rowsOf(NumberUpload)
const errorRows = rowsOf(NumberUploadError)

/** Maximum number of rejected rows of an upload that are kept. */
const maxErrors = 10_000
