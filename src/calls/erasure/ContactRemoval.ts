import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { SecurityLog } from "../../accounts/SecurityLog.ts"
import { type ContactNotFound, Contacts } from "../../contacts/Contacts.ts"
import { planForValues } from "../../contacts/contact-rows.ts"
import { isUuid } from "../../domain/schema/uuid.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"

/**
 * Deletes contacts, skips their waiting calls and hangs up those that ring: without the contact there is nothing to say to
 * a person who answers. An answered call continues, and call records stay.
 */
export class ContactRemoval extends Context.Service<
  ContactRemoval,
  {
    readonly remove: (organizationId: number, id: string) => Effect.Effect<void, ContactNotFound>
    /** Returns the number of deleted contacts; unknown ids are ignored. */
    readonly removeMany: (organizationId: number, ids: ReadonlyArray<string>) => Effect.Effect<number>
  }
>()("carillon/calls/ContactRemoval") {
  static readonly layer = Layer.effect(
    ContactRemoval,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const contacts = yield* Contacts
      const signals = yield* Signals
      const log = yield* SecurityLog

      const remove = Effect.fn("ContactRemoval.remove")(
        function* (organizationId: number, id: string) {
          yield* contacts.remove(organizationId, id)
          yield* endCalls(organizationId, [id])
          yield* log.append(organizationId, { action: "contact.delete", target: id.toLowerCase() })
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const removeMany = Effect.fn("ContactRemoval.removeMany")(
        function* (organizationId: number, ids: ReadonlyArray<string>) {
          const removed = yield* contacts.removeMany(organizationId, ids)
          yield* endCalls(organizationId, ids)
          yield* log.appendAll(organizationId, "contact.delete", removed)
          return removed.length
        },
        transaction(sql),
        Effect.orDie
      )

      // Live attempts first, as in every transaction that changes an attempt and waiting calls.
      const endCalls = Effect.fnUntraced(function* (organizationId: number, ids: ReadonlyArray<string>) {
        yield* planForValues(sql)
        const contactIds = ids.filter(isUuid)
        yield* endRinging(organizationId, contactIds)
        yield* skipWaiting(organizationId, contactIds)
      })

      const endRinging = Effect.fnUntraced(function* (organizationId: number, contactIds: ReadonlyArray<string>) {
        const ended = yield* sql<{ campaignId: string }>`with ringing as (
            select a.id from attempts a
              join calls c on c.organization_id = a.organization_id and c.id = a.call_id
            where a.organization_id = ${organizationId} and c.contact_id = any(${contactIds}::uuid[])
              and a.ended_at is null and a.answered_at is null and a.stream_opened_at is null
            order by a.id for no key update of a
          )
          update attempts a set hang_up_requested_at = coalesce(a.hang_up_requested_at, clock_timestamp())
          from ringing r where a.organization_id = ${organizationId} and a.id = r.id
          returning a.campaign_id`
        for (const id of new Set(ended.map(({ campaignId }) => campaignId))) yield* signals.send(`refused:${id}`)
      })

      const skipWaiting = Effect.fnUntraced(function* (organizationId: number, contactIds: ReadonlyArray<string>) {
        const skipped = yield* sql<{ campaignId: string }>`with waiting as (
            select id from calls where organization_id = ${organizationId} and next_attempt_at is not null
              and contact_id = any(${contactIds}::uuid[])
            order by id for update
          )
          update calls c set status = 'SKIPPED', failure_reason = 'Contact Deleted', next_attempt_at = null
          from waiting w where c.organization_id = ${organizationId} and c.id = w.id
          returning c.campaign_id`
        for (const id of new Set(skipped.map(({ campaignId }) => campaignId))) yield* signals.send(`campaign:${id}`)
      })

      return ContactRemoval.of({ remove, removeMany })
    })
  )
}
