import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"
import { maskPhoneNumber, phoneNumberProblem, unpunctuated } from "../domain/calendar/phone-number.ts"
import { Timestamp } from "../domain/calendar/time.ts"
import { DoNotContactEntry, doNotContact, type ExplainedDoNotContactEntry } from "../domain/contacts/DoNotContact.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { newId } from "../platform/ids.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"

export class DoNotContactNotFound extends Schema.TaggedError<DoNotContactNotFound>()("DoNotContactNotFound", {}) {}

/** A number that must not be called any longer, with the reason. */
export interface SuppressedNumber {
  readonly phoneNumber: string
  readonly reason?: string | null | undefined
  readonly sourceCampaignName?: string | undefined
  readonly intentLabel?: string | undefined
  /** When the entry stops blocking; without a time it never does. */
  readonly expiresAt?: Date | null | undefined
}

/** A number that an organization may have listed. */
interface OrganizationsNumber {
  readonly organizationId: number
  readonly phoneNumber: string
}

/** The numbers that an organization must not call. `NumberSuppression` adds to them. */
export class DoNotContact extends Context.Service<
  DoNotContact,
  {
    /** Adds a number. If it is listed already, returns its entry, which only blocks longer if the new one does. */
    readonly add: (
      organizationId: number,
      entry: SuppressedNumber,
      uploadId?: string
    ) => Effect.Effect<{ readonly entry: DoNotContactEntry; readonly isNew: boolean }>
    /** Adds different numbers as part of an upload, like `add`. Returns how many were not listed. */
    readonly addAll: (
      organizationId: number,
      uploadId: string,
      entries: ReadonlyArray<SuppressedNumber>
    ) => Effect.Effect<number>
    /** Counts the entries that an upload has added. */
    readonly countOfUpload: (organizationId: number, uploadId: string) => Effect.Effect<number>
    readonly get: (organizationId: number, id: string) => Effect.Effect<DoNotContactEntry, DoNotContactNotFound>
    readonly remove: (organizationId: number, id: string) => Effect.Effect<void, DoNotContactNotFound>
    readonly list: (organizationId: number, page: Page) => Effect.Effect<Listed<DoNotContactEntry>>
    /** Lists the entries whose numbers contain this text, and who added each. A whole number also finds its erased entry. */
    readonly search: (
      organizationId: number,
      text: string | undefined,
      page: Page
    ) => Effect.Effect<Listed<ExplainedDoNotContactEntry>>
    /** Lists the entries that are older than the one with this id, newest first; without an id, the newest of all. */
    readonly before: (
      organizationId: number,
      id: string | undefined,
      limit: number
    ) => Effect.Effect<ReadonlyArray<DoNotContactEntry>>
    readonly find: (organizationId: number, phoneNumber: string) => Effect.Effect<Option.Option<DoNotContactEntry>>
    /** Returns the numbers that their organization has listed. */
    readonly listedAmong: <A extends OrganizationsNumber>(numbers: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<A>>
    /**
     * Replaces the person's numbers with masks and keyed digests, so that they stay listed. Returns the number of
     * entries.
     */
    readonly erase: (person: ErasedPerson) => Effect.Effect<number>
    /** The keyed digest that identifies an erased number without revealing it. */
    readonly digest: (organizationId: number, phoneNumber: string) => Uint8Array
  }
>()("carillon/contacts/DoNotContact") {
  static readonly layer = Layer.effect(
    DoNotContact,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const columns = sql.literal(`id, phone_number, reason, source_campaign_name, intent_label, created_at, expires_at,
        digest is not null as is_erased`)

      const isInForce = sql.literal("(expires_at is null or expires_at > now())")

      const find = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string) {
        const listed = yield* entriesOf(organizationId, [phoneNumber])
        return Option.fromUndefinedOr(listed.find(isOf(organizationId, phoneNumber)))
      }, Effect.orDie)

      const listedAmong = Effect.fn("DoNotContact.listedAmong")(function* <A extends OrganizationsNumber>(
        numbers: ReadonlyArray<A>
      ) {
        if (numbers.length === 0) return []
        const stored = numbers.flatMap(({ organizationId, phoneNumber }) => [
          { organizationId, phoneNumber },
          { organizationId, phoneNumber: maskPhoneNumber(phoneNumber) }
        ])
        const entries = yield* sql<FoundEntry & OrganizationsNumber>`select organization_id, ${columns}, digest
          from do_not_contact join unnest(${stored.map((it) => it.organizationId)}::int[],
            ${stored.map((it) => it.phoneNumber)}::text[]) as stored (organization_id, phone_number)
            using (organization_id, phone_number)
          where ${isInForce}`
        const listed = Map.groupBy(entries, (entry) => entry.phoneNumber)
        return numbers.filter(({ organizationId, phoneNumber }) =>
          [phoneNumber, maskPhoneNumber(phoneNumber)]
            .flatMap((stored) => listed.get(stored) ?? [])
            .some((entry) => entry.organizationId === organizationId && isOf(organizationId, phoneNumber)(entry))
        )
      }, Effect.orDie)

      // Also returns entries of erased numbers with the same masks; `isOf` compares their digests.
      // Unchecked: decoding costs more than it protects, because claims of calls run this.
      const entriesOf = (organizationId: number, phoneNumbers: ReadonlyArray<string>) =>
        sql<FoundEntry>`select ${columns}, digest from do_not_contact
          where organization_id = ${organizationId} and ${isInForce}
          and phone_number = any(${phoneNumbers.flatMap((number) => [number, maskPhoneNumber(number)])}::text[])`

      const isOf =
        (organizationId: number, phoneNumber: string) =>
        ({ digest, phoneNumber: stored }: FoundEntry) =>
          digest === null
            ? stored === phoneNumber
            : secrets
                .digests("phone", digested(organizationId, phoneNumber))
                .some((one) => Buffer.compare(one, digest) === 0)

      const digest = (organizationId: number, phoneNumber: string) =>
        secrets.digest("phone", digested(organizationId, phoneNumber))

      const erase = Effect.fn("DoNotContact.erase")(function* ({ organizationId, phoneNumbers }: ErasedPerson) {
        const erased = yield* Effect.forEach(
          phoneNumbers,
          (phoneNumber) => sql`update do_not_contact set phone_number = ${maskPhoneNumber(phoneNumber)},
              digest = ${digest(organizationId, phoneNumber)}, digest_key = ${secrets.keyId}, reason = 'Erased'
            where organization_id = ${organizationId} and phone_number = ${phoneNumber} returning 1`
        )
        return erased.flat().length
      }, Effect.orDie)

      const add = Effect.fn("DoNotContact.add")(function* (
        organizationId: number,
        { expiresAt = null, phoneNumber, intentLabel = "", reason, sourceCampaignName = "" }: SuppressedNumber,
        uploadId?: string
      ) {
        yield* removeExpired(organizationId, [phoneNumber])
        const known = yield* find(organizationId, phoneNumber)
        if (Option.isSome(known))
          return { entry: yield* extended(organizationId, known.value, expiresAt), isNew: false }
        const [added] = yield* entryRows(
          sql`insert into do_not_contact ${sql.insert({
            organizationId,
            id: newId(),
            phoneNumber,
            reason: reason ?? (intentLabel === "" ? doNotContact : intentLabel),
            sourceCampaignName,
            intentLabel,
            expiresAt,
            uploadId: uploadId ?? null
          })} on conflict (organization_id, phone_number, coalesce(digest, '')) do nothing returning ${columns}`
        )
        if (added !== undefined) return { entry: added, isNew: true }
        return { entry: Option.getOrThrow(yield* find(organizationId, phoneNumber)), isNew: false }
      }, Effect.orDie)

      // Entries of erased numbers have masks, which few numbers share.
      const erasedAmong = Effect.fnUntraced(function* (
        organizationId: number,
        entries: ReadonlyArray<SuppressedNumber>
      ) {
        const masks = new Set(entries.map(({ phoneNumber }) => maskPhoneNumber(phoneNumber)))
        const stored = yield* sql<FoundEntry>`select ${columns}, digest from do_not_contact
          where organization_id = ${organizationId} and digest is not null and ${isInForce}
            and phone_number = any(${[...masks]}::text[])`
        const byMask = Map.groupBy(stored, ({ phoneNumber }) => phoneNumber)
        return new Set(
          entries.filter(({ phoneNumber }) =>
            byMask.get(maskPhoneNumber(phoneNumber))?.some(isOf(organizationId, phoneNumber))
          )
        )
      })

      // A number may be listed once, so an entry that has expired gives way to a new one.
      const removeExpired = (organizationId: number, phoneNumbers: ReadonlyArray<string>) =>
        sql`delete from do_not_contact where organization_id = ${organizationId} and not ${isInForce}
          and phone_number = any(${phoneNumbers}::text[])`

      const extended = Effect.fnUntraced(function* (
        organizationId: number,
        entry: DoNotContactEntry,
        expiresAt: Date | null
      ) {
        if (entry.expiresAt === null || (expiresAt !== null && expiresAt <= entry.expiresAt)) return entry
        yield* sql`update do_not_contact set expires_at = ${expiresAt}
          where organization_id = ${organizationId} and id = ${entry.id}`
        return { ...entry, expiresAt }
      })

      // A single statement, because a file may have a million numbers. The number of an entry in force keeps this entry, with
      // the later of both ends; an expired entry is replaced.
      const addAll: DoNotContact["Service"]["addAll"] = Effect.fn("DoNotContact.addAll")(function* (
        organizationId,
        uploadId,
        entries
      ) {
        const erased = yield* erasedAmong(organizationId, entries)
        for (const one of erased) yield* add(organizationId, one)
        const others = erased.size === 0 ? entries : entries.filter((one) => !erased.has(one))
        const [result] = yield* sql<{ added: number }>`with entered as (
            insert into do_not_contact as d
              (organization_id, id, phone_number, reason, source_campaign_name, intent_label, expires_at, upload_id)
            select ${organizationId}, e.id, e.phone_number, e.reason, '', '', nullif(e.expires_at, 'infinity'), ${uploadId}
            from unnest(${others.map(() => newId())}::uuid[], ${others.map((it) => it.phoneNumber)}::text[],
              ${others.map(({ reason }) => reason ?? doNotContact)}::text[],
              ${others.map(({ expiresAt }) => expiresAt?.toISOString() ?? "infinity")}::timestamptz[])
              as e (id, phone_number, reason, expires_at)
            on conflict (organization_id, phone_number, coalesce(digest, '')) do update set
              expires_at = excluded.expires_at,
              id = case when d.expires_at > now() then d.id else excluded.id end,
              reason = case when d.expires_at > now() then d.reason else excluded.reason end,
              source_campaign_name = case when d.expires_at > now() then d.source_campaign_name else '' end,
              intent_label = case when d.expires_at > now() then d.intent_label else '' end,
              upload_id = case when d.expires_at > now() then d.upload_id else excluded.upload_id end,
              created_at = case when d.expires_at > now() then d.created_at else excluded.created_at end
            where d.expires_at <= now() or d.expires_at < coalesce(excluded.expires_at, 'infinity')
            returning upload_id)
          select count(*)::int as added from entered where upload_id = ${uploadId}`
        return result?.added ?? 0
      }, Effect.orDie)

      const countOfUpload = Effect.fn("DoNotContact.countOfUpload")(function* (
        organizationId: number,
        uploadId: string
      ) {
        const [count] = yield* sql<{ added: number }>`select count(*)::int as added from do_not_contact
          where organization_id = ${organizationId} and upload_id = ${uploadId}`
        return count?.added ?? 0
      }, Effect.orDie)

      const get = Effect.fn("DoNotContact.get")(
        function* (organizationId: number, id: string) {
          const [entry] = yield* entryRows(sql`select ${columns} from do_not_contact
            where organization_id = ${organizationId} and id = ${id}`)
          return entry ?? (yield* new DoNotContactNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("DoNotContact.remove")(
        function* (organizationId: number, id: string) {
          const removed = yield* sql`delete from do_not_contact
            where organization_id = ${organizationId} and id = ${id} returning 1`
          if (removed.length === 0) return yield* new DoNotContactNotFound()
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const list = Effect.fn("DoNotContact.list")(
        (organizationId: number, page: Page) =>
          newestFirst(
            sql,
            columns,
            sql`from do_not_contact where organization_id = ${organizationId}`,
            page,
            entryRows
          ),
        Effect.orDie
      )

      const before = Effect.fn("DoNotContact.before")(
        (organizationId: number, id: string | undefined, limit: number) =>
          entryRows(sql`select ${columns} from do_not_contact where organization_id = ${organizationId}
            and ${id === undefined ? sql`true` : sql`id < ${id}`} order by id desc limit ${limit}`),
        Effect.orDie
      )

      const search = Effect.fn("DoNotContact.search")(function* (
        organizationId: number,
        text: string | undefined,
        page: Page
      ) {
        const written = unpunctuated(text ?? "")
        const whole = phoneNumberProblem(written) === undefined ? yield* find(organizationId, written) : Option.none()
        const digits = written.replaceAll(/[^0-9]/g, "")
        const matches = Option.match(whole, {
          onSome: ({ id }) => sql`id = ${id}`,
          onNone: () =>
            text === undefined ? sql`true` : digits === "" ? sql`false` : sql`strpos(phone_number, ${digits}) > 0`
        })
        const { data, total } = yield* newestFirst(
          sql,
          sql`${columns}, coalesce(upload_id, id)::text as addition`,
          sql`from do_not_contact where organization_id = ${organizationId} and ${matches}`,
          page,
          listedRows
        )
        // An upload has one entry in the security log.
        const ids = data.map(({ addition }) => addition)
        const added = yield* addedRows(sql`select target, actor, actor_name as name from security_log
          where target = any(${ids}::text[]) and organization_id = ${organizationId}
            and action in ('dnc.add', 'dnc.upload')`)
        const actors = new Map(added.map(({ target, ...by }) => [target, by]))
        return {
          data: data.map(({ addition, ...entry }) => ({ ...entry, addedBy: actors.get(addition) ?? null })),
          total
        }
      }, Effect.orDie)

      return DoNotContact.of({
        add,
        addAll,
        countOfUpload,
        get,
        remove,
        list,
        before,
        search,
        find,
        listedAmong,
        erase,
        digest
      })
    })
  )
}

const entryFields = {
  ...DoNotContactEntry.fields,
  reason: Schema.String,
  expiresAt: Schema.NullOr(Timestamp),
  isErased: Schema.Boolean
}
const entryRows = rowsOf(Schema.Struct(entryFields))
const listedRows = rowsOf(Schema.Struct({ ...entryFields, addition: Schema.String }))

const addedRows = rowsOf(
  Schema.Struct({ target: Schema.String, actor: Schema.String, name: Schema.NullOr(Schema.String) })
)

interface FoundEntry extends DoNotContactEntry {
  readonly digest: Uint8Array | null
}

// Includes the organization, so that digests do not reveal that two organizations have erased the same number.
const digested = (organizationId: number, phoneNumber: string) => `${organizationId} ${phoneNumber}`
