import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Schema } from "effect"
import type { ErasedPerson } from "../domain/accounts/Erasure.ts"
import { maskPhoneNumber } from "../domain/calendar/phone-number.ts"
import { type DoNotContactEntry, doNotContact } from "../domain/contacts/DoNotContact.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { newId } from "../platform/ids.ts"
import { Secrets } from "../platform/secrets/Secrets.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"

export class DoNotContactNotFound extends Schema.TaggedError<DoNotContactNotFound>()("DoNotContactNotFound", {}) {}

/** What is told of a number that nobody may call any more. */
export interface SuppressedNumber {
  readonly phoneNumber: string
  readonly reason?: string | null | undefined
  readonly sourceCampaignName?: string | undefined
  readonly intentLabel?: string | undefined
}

/** The registry of the numbers that an organization does not call. Numbers enter it by NumberSuppression. */
export class DoNotContact extends Context.Service<
  DoNotContact,
  {
    /** A number that is there already keeps its entry. */
    readonly add: (
      organizationId: number,
      entry: SuppressedNumber
    ) => Effect.Effect<{ readonly entry: DoNotContactEntry; readonly isNew: boolean }>
    readonly get: (organizationId: number, id: string) => Effect.Effect<DoNotContactEntry, DoNotContactNotFound>
    readonly remove: (organizationId: number, id: string) => Effect.Effect<void, DoNotContactNotFound>
    readonly list: (organizationId: number, page: Page) => Effect.Effect<Listed<DoNotContactEntry>>
    readonly find: (organizationId: number, phoneNumber: string) => Effect.Effect<Option.Option<DoNotContactEntry>>
    /** Those of the numbers that are on the registry. */
    readonly findMany: (
      organizationId: number,
      phoneNumbers: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlySet<string>>
    /** Entries keep a mask and a keyed digest, by which it is still found. */
    readonly erase: (person: ErasedPerson) => Effect.Effect<number>
    /** By which an erased number is known, and which tells it to nobody. */
    readonly digest: (organizationId: number, phoneNumber: string) => Uint8Array
  }
>()("carillon/contacts/DoNotContact") {
  static readonly layer = Layer.effect(
    DoNotContact,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const secrets = yield* Secrets
      const columns = sql.literal(`id, phone_number as "phoneNumber", reason,
        source_campaign_name as "sourceCampaignName", intent_label as "intentLabel", created_at as "createdAt", digest is not null as "isErased"`)

      const find = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string) {
        const listed = yield* entriesOf(organizationId, [phoneNumber])
        return Option.fromUndefinedOr(listed.find(isOf(organizationId, phoneNumber)))
      }, Effect.orDie)

      const findMany = Effect.fn("DoNotContact.findMany")(function* (
        organizationId: number,
        phoneNumbers: ReadonlyArray<string>
      ) {
        const listed = Map.groupBy(yield* entriesOf(organizationId, phoneNumbers), (entry) => entry.phoneNumber)
        const isListed = (phoneNumber: string) =>
          [phoneNumber, maskPhoneNumber(phoneNumber)].some((kept) =>
            listed.get(kept)?.some(isOf(organizationId, phoneNumber))
          )
        return new Set(phoneNumbers.filter(isListed))
      }, Effect.orDie)

      // Those of the numbers, and erased ones that might be.
      const entriesOf = (organizationId: number, phoneNumbers: ReadonlyArray<string>) =>
        sql<FoundEntry>`select ${columns}, digest from do_not_contact where organization_id = ${organizationId}
          and phone_number = any(${phoneNumbers.flatMap((number) => [number, maskPhoneNumber(number)])}::text[])`

      const isOf =
        (organizationId: number, phoneNumber: string) =>
        ({ digest, phoneNumber: kept }: FoundEntry) =>
          digest === null
            ? kept === phoneNumber
            : secrets
                .digests("phone", digested(organizationId, phoneNumber))
                .some((one) => Buffer.compare(one, digest) === 0)

      const digest = (organizationId: number, phoneNumber: string) =>
        secrets.digest("phone", digested(organizationId, phoneNumber))

      const erase = Effect.fn("DoNotContact.erase")(function* ({ organizationId, phoneNumbers }: ErasedPerson) {
        const erased = yield* Effect.forEach(
          phoneNumbers,
          (phoneNumber) => sql`update do_not_contact set phone_number = ${maskPhoneNumber(phoneNumber)},
              digest = ${digest(organizationId, phoneNumber)}, reason = 'Erased'
            where organization_id = ${organizationId} and phone_number = ${phoneNumber} returning 1`
        )
        return erased.flat().length
      }, Effect.orDie)

      const add = Effect.fn("DoNotContact.add")(function* (
        organizationId: number,
        { phoneNumber, intentLabel = "", reason, sourceCampaignName = "" }: SuppressedNumber
      ) {
        const known = yield* find(organizationId, phoneNumber)
        if (Option.isSome(known)) return { entry: known.value, isNew: false }
        const [added] = yield* sql<DoNotContactEntry>`insert into do_not_contact ${sql.insert({
          organization_id: organizationId,
          id: newId(),
          phone_number: phoneNumber,
          reason: reason ?? (intentLabel === "" ? doNotContact : intentLabel),
          source_campaign_name: sourceCampaignName,
          intent_label: intentLabel
        })} on conflict (organization_id, phone_number, coalesce(digest, '')) do nothing returning ${columns}`
        if (added !== undefined) return { entry: added, isNew: true }
        return { entry: Option.getOrThrow(yield* find(organizationId, phoneNumber)), isNew: false }
      }, Effect.orDie)

      const get = Effect.fn("DoNotContact.get")(
        function* (organizationId: number, id: string) {
          if (!isUuid(id)) return yield* new DoNotContactNotFound()
          const [entry] = yield* sql<DoNotContactEntry>`select ${columns} from do_not_contact
            where organization_id = ${organizationId} and id = ${id}`
          return entry ?? (yield* new DoNotContactNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("DoNotContact.remove")(
        function* (organizationId: number, id: string) {
          if (!isUuid(id)) return yield* new DoNotContactNotFound()
          const removed = yield* sql`delete from do_not_contact
            where organization_id = ${organizationId} and id = ${id} returning 1`
          if (removed.length === 0) return yield* new DoNotContactNotFound()
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const list = Effect.fn("DoNotContact.list")(
        (organizationId: number, page: Page) =>
          newestFirst<DoNotContactEntry>(
            sql,
            columns,
            sql`from do_not_contact where organization_id = ${organizationId}`,
            page
          ),
        Effect.orDie
      )

      return DoNotContact.of({ add, get, remove, list, find, findMany, erase, digest })
    })
  )
}

interface FoundEntry extends DoNotContactEntry {
  readonly digest: Uint8Array | null
}

// Of each organization a digest of its own: nobody sees that two have erased the same number.
const digested = (organizationId: number, phoneNumber: string) => `${organizationId} ${phoneNumber}`
