import { PgClient } from "@effect/sql-pg"
import { Context, DateTime, Effect, Layer, Schema } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import { concerns, type ListInForce, oldLists, titleOf, tooOldSentence } from "../../domain/contacts/list-age.ts"
import { type NewNumberList, NumberList } from "../../domain/contacts/NumberList.ts"
import {
  forbids,
  numberPlans,
  type Registry,
  registries,
  registryOf,
  validUntil
} from "../../domain/contacts/registries.ts"
import type { Purpose } from "../../domain/law/Law.ts"
import { newId } from "../../platform/ids.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"
import { rowsOf } from "../../platform/sql/decode-rows.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { entryBytes, hasDigest, makeParts, type Parts, partCount, partOf } from "./number-digests.ts"
import { makeFilter } from "./number-filter.ts"
import { makeFilters } from "./recent-filters.ts"

export class NumberListNotFound extends Schema.TaggedError<NumberListNotFound>()("NumberListNotFound", {}) {}

/** The organization whose lists are meant; null for the lists of the installation. */
type Scope = number | null

interface Callees {
  readonly organizationId: number
  /** The purposes of the calls. */
  readonly purposes: ReadonlyArray<Purpose>
}

/**
 * Lists of numbers that must not be called, such as national registries. An uploaded list is stored as keyed digests, so
 * that the numbers of strangers cannot be read from the database.
 */
export class NumberLists extends Context.Service<
  NumberLists,
  {
    /** The digest of a number on a list of the organization or the installation. */
    readonly digest: (scope: Scope, phoneNumber: string) => Uint8Array
    /** Puts a list in force in place of the earlier one with the same registry and name. */
    readonly replace: (
      scope: Scope,
      given: NewNumberList,
      content: ListContent
    ) => Effect.Effect<Pick<NumberList, "id" | "numbers">>
    readonly get: (scope: Scope, id: string) => Effect.Effect<NumberList, NumberListNotFound>
    /** Returns the lists of the organization, then those of the installation, which apply to it as well. */
    readonly list: (scope: Scope) => Effect.Effect<ReadonlyArray<NumberList>>
    readonly remove: (scope: Scope, id: string) => Effect.Effect<void, NumberListNotFound>
    /** Returns the numbers on a list that forbids calls for these purposes, each with the name of the list. */
    readonly blocked: (
      callees: Callees,
      phoneNumbers: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyMap<string, string>>
    /**
     * Whether a number may be on one of these lists: false is certain. Keeps a filter for each list in memory, because
     * claims of calls ask this and few numbers are listed. While a filter is still being read, any number may be on its
     * list, so that no claim waits for it.
     */
    readonly mayHave: (
      listIds: ReadonlyArray<string>,
      organizationId: number,
      phoneNumber: string
    ) => Effect.Effect<boolean>
    /**
     * Keeps a list from being replaced or removed until the transaction ends. Returns false if that has begun already.
     */
    readonly lock: (id: string) => Effect.Effect<boolean>
    /** Returns why a campaign may not begin on the present lists, each reason in a sentence. */
    readonly tooOld: (callees: Callees, audienceId: string) => Effect.Effect<ReadonlyArray<string>>
  }
>()("carillon/contacts/NumberLists") {
  static readonly layer = Layer.effect(
    NumberLists,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const log = yield* SecurityLog
      const columns =
        sql.literal(`id, organization_id, registry, name, to_char(dated, 'YYYY-MM-DD') as dated, expires_at,
        numbers, rejected, created_at`)

      const replace: NumberLists["Service"]["replace"] = Effect.fn("NumberLists.replace")(
        function* (scope, { dated, expiresAt, name = "", registry }, { digests, rejected }) {
          const parts = yield* makeParts(digests)
          const id = newId()
          // Two uploads of a list wait for each other.
          yield* sql`select pg_advisory_xact_lock(hashtextextended(${`number list ${scope} ${registry} ${name}`}, 0))`
          yield* sql`delete from number_lists where ${ofScope(scope)} and registry = ${registry} and name = ${name}`
          yield* sql`insert into number_lists ${sql.insert({
            id,
            organizationId: scope,
            registry,
            name,
            dated,
            expiresAt: expiresAt ?? null,
            numbers: parts.count,
            rejected
          })}`
          yield* storeParts(id, parts)
          yield* log.append(scope, {
            action: "number-list.upload",
            target: id,
            details: { registry, name, dated, numbers: parts.count }
          })
          return { id, numbers: parts.count }
        },
        transaction(sql),
        Effect.orDie
      )

      const get = Effect.fn("NumberLists.get")(
        function* (scope: Scope, id: string) {
          const [stored] = yield* storedRows(
            sql`select ${columns} from number_lists where ${ofScope(scope)} and id = ${id}`
          )
          return stored === undefined ? yield* new NumberListNotFound() : shown(yield* today)(stored)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const storeParts = Effect.fnUntraced(function* (id: string, { digests, numbers, sizes }: Parts) {
        let start = 0
        for (let first = 0; first < numbers.length; first += batchSize) {
          const batch = sizes.slice(first, first + batchSize)
          const size = batch.reduce((sum, one) => sum + one, 0)
          yield* sql`insert into number_list_parts (list_id, part, digests)
            select ${id}, part, substring(${digests.subarray(start, start + size)}::bytea
              from (sum(size) over (order by part) - size + 1)::int for size)
            from unnest(${numbers.slice(first, first + batchSize)}::int[], ${batch}::int[]) as p (part, size)`
          start += size
        }
      })

      // Includes the scope, so that the lists of two organizations do not reveal that they share a number.
      const digested = (scope: Scope, phoneNumber: string) => `list ${scope ?? 0} ${phoneNumber}`
      const digest = (scope: Scope, phoneNumber: string) =>
        secrets.digest("phone", digested(scope, phoneNumber)).subarray(0, entryBytes)
      const digestsOf = (scope: Scope, phoneNumber: string) => secrets.digests("phone", digested(scope, phoneNumber))

      const ofScope = (scope: Scope) =>
        scope === null ? sql`organization_id is null` : sql`organization_id = ${scope}::int`

      const list = Effect.fn("NumberLists.list")(function* (scope: Scope) {
        const stored = yield* storedRows(sql`select ${columns} from number_lists
          where organization_id is null or organization_id = ${scope}::int
          order by organization_id nulls last, registry, name`)
        return stored.map(shown(yield* today))
      }, Effect.orDie)

      const remove = Effect.fn("NumberLists.remove")(
        function* (scope: Scope, id: string) {
          const removed = yield* sql<{ registry: string; name: string }>`delete from number_lists
            where ${ofScope(scope)} and id = ${id} returning registry, name`
          if (removed[0] === undefined) return yield* new NumberListNotFound()
          yield* log.append(scope, { action: "number-list.remove", target: id, details: { ...removed[0] } })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const blocked: NumberLists["Service"]["blocked"] = Effect.fn("NumberLists.blocked")(function* (
        { organizationId, purposes },
        phoneNumbers
      ) {
        const wanted = new Map<number, Array<Wanted>>()
        for (const [index, phoneNumber] of phoneNumbers.entries()) {
          if (index % 200 === 199) yield* Effect.yieldNow
          for (const scope of [organizationId, null]) {
            for (const digest of digestsOf(scope, phoneNumber)) {
              const others = wanted.get(partOf(digest)) ?? []
              wanted.set(partOf(digest), [...others, { digest, phoneNumber, scope }])
            }
          }
        }
        // Unchecked: decoding costs more than it protects, because claims of calls run this.
        const parts = yield* sql<FoundPart>`select l.organization_id as scope, l.registry, l.name,
            to_char(l.dated, 'YYYY-MM-DD') as dated, p.part, p.digests
          from number_lists l join number_list_parts p on p.list_id = l.id
          where (l.organization_id = ${organizationId} or l.organization_id is null)
            and l.registry = any(${blockingCodes(purposes)}::text[])
            and (l.expires_at is null or l.expires_at > now()) and p.part = any(${[...wanted.keys()]}::int[])`
        const found = new Map<string, string>()
        for (const { dated, digests, name, part, registry, scope } of parts) {
          for (const one of wanted.get(part) ?? []) {
            if (one.scope === scope && hasDigest(digests, one.digest))
              found.set(one.phoneNumber, `${titleOf({ name, registry })} of ${dated}`)
          }
        }
        return found
      }, Effect.orDie)

      const readFilter = Effect.fn("NumberLists.readFilter")(function* (id: string) {
        const [list] = yield* sql<{ numbers: number }>`select numbers from number_lists where id = ${id}`
        const filter = makeFilter(list?.numbers ?? 0)
        // Reads in pieces, so that live calls go on in between.
        for (let first = 0; first < partCount; first += filterBatch) {
          const [read] = yield* sql<{
            sizes: ReadonlyArray<number>
            parts: ReadonlyArray<number>
            digests: Uint8Array
          }>`
            select coalesce(array_agg(part order by part), '{}') as parts,
              coalesce(array_agg(length(digests) order by part), '{}') as sizes,
              coalesce(string_agg(digests, '' order by part), '') as digests
            from number_list_parts where list_id = ${id} and part >= ${first} and part < ${first + filterBatch}`
          let start = 0
          for (const [index, part] of (read?.parts ?? []).entries()) {
            const size = read?.sizes[index] ?? 0
            filter.add(part, (read?.digests ?? new Uint8Array()).subarray(start, start + size))
            start += size
          }
          yield* Effect.yieldNow
        }
        return filter
      })
      const filters = yield* makeFilters(readFilter)

      const mayHave: NumberLists["Service"]["mayHave"] = Effect.fnUntraced(function* (
        listIds,
        organizationId,
        phoneNumber
      ) {
        if (listIds.length === 0) return false
        const digests = [organizationId, null].flatMap((scope) => digestsOf(scope, phoneNumber))
        for (const id of listIds) {
          const filter = filters.of(id)
          if (filter === undefined || digests.some(filter.mayHave)) return true
        }
        return false
      }, Effect.orDie)

      const lock = Effect.fnUntraced(function* (id: string) {
        const locked = yield* sql`select from number_lists where id = ${id} for key share skip locked`
        return locked.length > 0
      }, Effect.orDie)

      const tooOld: NumberLists["Service"]["tooOld"] = Effect.fn("NumberLists.tooOld")(function* (
        { organizationId, purposes },
        audienceId
      ) {
        const inForce = yield* sql<ListInForce>`select id, organization_id, registry, name,
            to_char(dated, 'YYYY-MM-DD') as dated
          from number_lists where (organization_id = ${organizationId} or organization_id is null)
            and (expires_at is null or expires_at > now())
          order by organization_id nulls last, registry, name`
        const called = new Map<string, boolean>()
        const reasons: Array<string> = []
        for (const list of oldLists(inForce, purposes, yield* today)) {
          const { country } = registryOf(list.registry) as Registry
          if (country === null) continue
          if (!called.has(country)) called.set(country, yield* calls(organizationId, audienceId, list))
          if (called.get(country) === true)
            reasons.push(`its audience has numbers of ${country}, and ${tooOldSentence(list)}`)
        }
        return reasons
      }, Effect.orDie)

      // The country follows from the first digits of a number, so one number of the audience for each first digits is enough.
      const calls = Effect.fnUntraced(function* (organizationId: number, audienceId: string, list: ListInForce) {
        const { country } = registryOf(list.registry) as Registry
        const examples = yield* sql<{ phoneNumber: string }>`select min(c.phone_number) as phone_number
          from audience_members m join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
          where m.organization_id = ${organizationId} and m.audience_id = ${audienceId}
            and starts_with(c.phone_number, ${`+${numberPlans[country ?? ""]?.code}`})
          group by left(c.phone_number, 8)`
        return examples.some(({ phoneNumber }) => concerns(list, phoneNumber))
      }, Effect.orDie)

      return NumberLists.of({ digest, replace, get, list, remove, blocked, mayHave, lock, tooOld })
    })
  )
}

/** Number of parts that are written at a time. */
const batchSize = 2_048

/** Number of parts that are read into a filter at a time. */
const filterBatch = 512

interface ListContent {
  /** The digests of its numbers, side by side. */
  readonly digests: ReadonlyArray<Uint8Array>
  /** Number of rows without a valid number. */
  readonly rejected: number
}

interface Wanted {
  readonly scope: Scope
  readonly phoneNumber: string
  readonly digest: Uint8Array
}

interface FoundPart {
  readonly scope: Scope
  readonly registry: string
  readonly name: string
  readonly dated: string
  readonly part: number
  readonly digests: Uint8Array
}

const { isTooOld: _, scope: __, validUntil: ___, ...storedFields } = NumberList.fields
const StoredList = Schema.Struct({ ...storedFields, organizationId: Schema.NullOr(Schema.Int) })
type StoredList = typeof StoredList.Type
const storedRows = rowsOf(StoredList)

const today = Effect.map(DateTime.now, (now) => DateTime.formatIso(now).slice(0, 10))

const shown =
  (today: string) =>
  ({ organizationId, ...stored }: StoredList): NumberList => {
    const last = validUntil(registryOf(stored.registry) as Registry, stored.dated)
    return {
      ...stored,
      scope: organizationId === null ? "INSTALLATION" : "ORGANIZATION",
      validUntil: last ?? null,
      isTooOld: last !== undefined && last < today
    }
  }

const blockingCodes = (purposes: ReadonlyArray<Purpose>) =>
  registries.filter((registry) => forbids(registry, purposes)).map(({ code }) => code)
