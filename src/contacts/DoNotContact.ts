import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Schema } from "effect"
import { type DoNotContactEntry, doNotContact } from "../domain/DoNotContact.ts"
import type { Listed, Page } from "../domain/page.ts"
import { isUuid } from "../domain/uuid.ts"
import { newId } from "../platform/ids.ts"
import { newestFirst } from "../platform/newest-first.ts"

export class DoNotContactNotFound extends Schema.TaggedError<DoNotContactNotFound>()("DoNotContactNotFound", {}) {}

/** What is told of a number that nobody may call any more. */
export interface NewEntry {
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
      entry: NewEntry
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
  }
>()("carillon/contacts/DoNotContact") {
  static readonly layer = Layer.effect(
    DoNotContact,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const columns = sql.literal(`id, phone_number as "phoneNumber", reason,
        source_campaign_name as "sourceCampaignName", intent_label as "intentLabel", created_at as "createdAt"`)

      const find = Effect.fnUntraced(function* (organizationId: number, phoneNumber: string) {
        const [entry] = yield* sql<DoNotContactEntry>`select ${columns} from do_not_contact
          where organization_id = ${organizationId} and phone_number = ${phoneNumber}`
        return Option.fromUndefinedOr(entry)
      }, Effect.orDie)

      const findMany = Effect.fn("DoNotContact.findMany")(function* (
        organizationId: number,
        phoneNumbers: ReadonlyArray<string>
      ) {
        const found = yield* sql<{ phoneNumber: string }>`select phone_number as "phoneNumber" from do_not_contact
          where organization_id = ${organizationId} and phone_number = any(${phoneNumbers}::text[])`
        return new Set(found.map(({ phoneNumber }) => phoneNumber))
      }, Effect.orDie)

      const add = Effect.fn("DoNotContact.add")(function* (
        organizationId: number,
        { phoneNumber, intentLabel = "", reason, sourceCampaignName = "" }: NewEntry
      ) {
        const [added] = yield* sql<DoNotContactEntry>`insert into do_not_contact ${sql.insert({
          organization_id: organizationId,
          id: newId(),
          phone_number: phoneNumber,
          reason: reason ?? (intentLabel === "" ? doNotContact : intentLabel),
          source_campaign_name: sourceCampaignName,
          intent_label: intentLabel
        })} on conflict (organization_id, phone_number) do nothing returning ${columns}`
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

      return DoNotContact.of({ add, get, remove, list, find, findMany })
    })
  )
}
