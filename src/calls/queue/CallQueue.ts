import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { doNotContact } from "../../domain/contacts/DoNotContact.ts"
import { Outbox } from "../../events/outbox/Outbox.ts"
import { Signals } from "../../events/Signals.ts"
import { maskedNumber } from "./call-rows.ts"
import { lockFilling } from "./filling-lock.ts"
import { type SuppressedCall, suppressedCallColumns, suppressedEvent } from "./suppressed-calls.ts"

/** A call that waits for its turn. */
export interface WaitingCall {
  readonly organizationId: number
  readonly campaignId: string
  readonly id: string
  readonly contactId: string
  /** 0 a callback, 1 a retry, 2 a first call. */
  readonly priority: number
  readonly nextAttemptAt: Date
}

/** A call whose turn has not come, with what its hours hang on. */
export interface DueCall {
  readonly id: string
  readonly phoneNumber: string
  readonly metadata: Contact["metadata"]
  /** Whether the number was called in the last 168 hours. */
  readonly called: boolean
}

export interface Postponed {
  readonly id: string
  readonly until: Date
}

/** What stands in the way of a call besides the rules of time. */
export interface Obstacles {
  /** Another call to the number is under way in the organization. */
  readonly live: boolean
  /** The last connected call of the number is not tagged yet. */
  readonly untagged: boolean
}

/** The calls of a campaign that wait: who is next, and what else may become of them. */
export class CallQueue extends Context.Service<
  CallQueue,
  {
    /** Makes a call of each contact of the audience. Those on Do Not Contact are suppressed at once. */
    readonly fill: (campaign: Campaign) => Effect.Effect<void>
    /** The first of the callbacks, of the retries and of the first calls, due or not, in this order. */
    readonly heads: (campaignId: string) => Effect.Effect<ReadonlyArray<WaitingCall>>
    /** The call, if it waits. */
    readonly find: (organizationId: number, id: string) => Effect.Effect<WaitingCall | undefined>
    /** What stands in its way, if it still waits; its row is locked then. */
    readonly lock: (call: WaitingCall, phoneNumber: string) => Effect.Effect<Obstacles | undefined>
    readonly postpone: (call: WaitingCall, until: Date) => Effect.Effect<void>
    /** To when the person's hours begin. */
    readonly postponeToHours: (organizationId: number, calls: ReadonlyArray<Postponed>) => Effect.Effect<void>
    /** The hours have changed: those whom the former ones put off are asked again, once they are due by themselves. */
    readonly reconsiderHours: (organizationId: number) => Effect.Effect<void>
    /** Some who are due and stand behind a call, of its kind; their rows are locked. */
    readonly lockBehind: (call: WaitingCall, atMost: number) => Effect.Effect<ReadonlyArray<DueCall>>
    /** To another day, because the person was called often enough. */
    readonly defer: (call: WaitingCall, until: Date, reason: string) => Effect.Effect<void>
    readonly skip: (call: WaitingCall, reason: string) => Effect.Effect<void>
    /** Its number is on Do Not Contact. */
    readonly suppress: (call: Pick<WaitingCall, "organizationId" | "id">, phoneNumber: string) => Effect.Effect<void>
    /** Until when the campaign waits for tags of its talks; undefined when for none. */
    readonly untaggedUntil: (campaignId: string) => Effect.Effect<Date | undefined>
    /** Nobody who waits is called any more. */
    readonly cancel: (campaignId: string) => Effect.Effect<void>
    /** The same because the campaign's time is over: a retry fails, a first call is skipped. */
    readonly expire: (campaignId: string) => Effect.Effect<void>
  }
>()("carillon/calls/CallQueue") {
  static readonly layer = Layer.effect(
    CallQueue,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const registry = yield* DoNotContact
      const outbox = yield* Outbox
      const signals = yield* Signals

      const suppressedColumns = sql.literal(suppressedCallColumns)
      const waiting = sql.literal(`organization_id as "organizationId", campaign_id as "campaignId", id,
        contact_id as "contactId", priority, next_attempt_at as "nextAttemptAt"`)

      // Reads the tables of the contacts: a million rows are made where they lie.
      const fill = Effect.fn("CallQueue.fill")(function* ({ audienceId, id, organizationId }: Campaign) {
        // Who is erased meanwhile waits until this is done, so that nothing of them comes after.
        yield* lockFilling(sql, Number(organizationId))
        yield* sql`insert into campaign_figures (organization_id, campaign_id) values (${Number(organizationId)}, ${id})`
        yield* sql`insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, status,
              next_attempt_at, scheduled_at, suppression, suppression_reason)
          select c.organization_id, ${id}, c.id, c.name, c.phone_number,
              case when d.id is null then 'PENDING' else 'SUPPRESSED' end,
              case when d.id is null then now() end, case when d.id is null then now() end,
              case when d.id is not null then 'ORGANIZATION' end, case when d.id is not null then ${doNotContact} end
            from audience_members m
              join contacts c on c.organization_id = m.organization_id and c.id = m.contact_id
              left join do_not_contact d on d.organization_id = c.organization_id and d.phone_number = c.phone_number
            where m.organization_id = ${Number(organizationId)} and m.audience_id = ${audienceId}
            order by c.id`
        yield* suppressErased(Number(organizationId), id)
        const suppressed = yield* sql<SuppressedCall>`select ${suppressedColumns} from calls c
          where c.campaign_id = ${id} and c.status = 'SUPPRESSED'`
        yield* outbox.add(suppressed.map((call) => suppressedEvent(call)))
      }, Effect.orDie)

      // Of those that the registry may know by a digest: it alone can tell.
      const suppressErased = Effect.fnUntraced(function* (organizationId: number, campaignId: string) {
        const maybe = yield* sql<{ id: string; phoneNumber: string }>`select c.id, c.phone_number as "phoneNumber"
          from calls c where c.campaign_id = ${campaignId} and c.status = 'PENDING' and exists (
            select 1 from do_not_contact d where d.organization_id = ${organizationId} and d.digest is not null
              and d.phone_number = ${sql.literal(maskedNumber.replaceAll("phone_number", "c.phone_number"))})`
        const erased = yield* registry.findMany(
          organizationId,
          maybe.map(({ phoneNumber }) => phoneNumber)
        )
        const ids = maybe.filter(({ phoneNumber }) => erased.has(phoneNumber)).map(({ id }) => id)
        yield* sql`update calls set status = 'SUPPRESSED', next_attempt_at = null, scheduled_at = null,
            suppression = 'ORGANIZATION', suppression_reason = ${doNotContact}
          where organization_id = ${organizationId} and id = any(${ids}::uuid[])`
      })

      const heads = Effect.fnUntraced(function* (campaignId: string) {
        return yield* sql<WaitingCall>`select c.* from (values (0::smallint), (1::smallint), (2::smallint)) p (priority)
          cross join lateral (
            select ${waiting} from calls where campaign_id = ${campaignId} and priority = p.priority and next_attempt_at is not null
              order by next_attempt_at, id limit 1) c
          order by p.priority`
      }, Effect.orDie)

      const find = Effect.fnUntraced(function* (organizationId: number, id: string) {
        const [call] = yield* sql<WaitingCall>`select ${waiting} from calls
          where organization_id = ${organizationId} and id = ${id} and next_attempt_at is not null`
        return call
      }, Effect.orDie)

      const lock = Effect.fnUntraced(function* ({ campaignId, id, organizationId }: WaitingCall, phoneNumber: string) {
        const [obstacles] = yield* sql<Obstacles>`select
            exists (select 1 from attempts where organization_id = ${organizationId} and phone_number = ${phoneNumber}
              and ended_at is null) as live,
            exists (select 1 from calls where organization_id = ${organizationId} and phone_number = ${phoneNumber}
              and awaits_tag_until > clock_timestamp() and id <> ${id}) as untagged
          from calls c where c.organization_id = ${organizationId} and c.id = ${id} and c.campaign_id = ${campaignId}
            and c.next_attempt_at <= clock_timestamp() for no key update of c`
        return obstacles
      }, Effect.orDie)

      const postpone = Effect.fnUntraced(function* ({ id, organizationId }: WaitingCall, until: Date) {
        yield* sql`update calls set next_attempt_at = ${until}, scheduled_at = ${until}
          where organization_id = ${organizationId} and id = ${id}`
      }, Effect.orDie)

      // Nobody who decides about one of these numbers waits for another: their rows alone are locked, and none that is taken.
      const lockBehind = Effect.fnUntraced(function* (call: WaitingCall, atMost: number) {
        return yield* sql<DueCall>`select c.id, k.phone_number as "phoneNumber", k.metadata,
            coalesce(cardinality(l.calls), 0) > 0 as called
          from calls c
            join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
            left join phone_ledger l on l.organization_id = k.organization_id and l.phone_number = k.phone_number
          where c.campaign_id = ${call.campaignId} and c.priority = ${call.priority}
            and c.next_attempt_at <= now() and c.id <> ${call.id}
          order by c.next_attempt_at, c.id limit ${atMost} for no key update of c skip locked`
      }, Effect.orDie)

      const postponeToHours = Effect.fnUntraced(function* (
        organizationId: number,
        postponed: ReadonlyArray<Postponed>
      ) {
        yield* sql`update calls c set next_attempt_at = p.until, scheduled_at = p.until,
            due_before_hours = coalesce(due_before_hours, next_attempt_at)
          from unnest(${postponed.map(({ id }) => id)}::uuid[], ${postponed.map(({ until }) => until)}::timestamptz[])
            as p (id, until)
          where c.organization_id = ${organizationId} and c.id = p.id`
      }, Effect.orDie)

      const reconsiderHours = Effect.fn("CallQueue.reconsiderHours")(function* (organizationId: number) {
        const changed = yield* sql<{ campaignId: string }>`with due as (
            update calls set next_attempt_at = due_before_hours, scheduled_at = due_before_hours, due_before_hours = null
              where organization_id = ${organizationId} and due_before_hours is not null and next_attempt_at is not null
              returning campaign_id
          ) select distinct campaign_id as "campaignId" from due`
        for (const { campaignId } of changed) yield* signals.send(`campaign:${campaignId}`)
      }, Effect.orDie)

      const defer = Effect.fnUntraced(function* ({ id, organizationId }: WaitingCall, until: Date, reason: string) {
        yield* sql`update calls set next_attempt_at = ${until}, scheduled_at = ${until}, due_before_hours = null,
            deferral_reason = ${reason},
          deferrals = deferrals + 1 where organization_id = ${organizationId} and id = ${id}`
      }, Effect.orDie)

      const skip = Effect.fnUntraced(function* ({ id, organizationId }: WaitingCall, reason: string) {
        yield* sql`update calls set status = 'SKIPPED', failure_reason = ${reason}, next_attempt_at = null
          where organization_id = ${organizationId} and id = ${id} and next_attempt_at is not null`
      }, Effect.orDie)

      const suppress: CallQueue["Service"]["suppress"] = Effect.fnUntraced(function* (
        { id, organizationId },
        phoneNumber
      ) {
        const suppressed = yield* sql<SuppressedCall>`update calls c set status = 'SUPPRESSED', next_attempt_at = null,
            phone_number = ${phoneNumber}, suppression = 'ORGANIZATION', suppression_reason = ${doNotContact}
          where c.organization_id = ${organizationId} and c.id = ${id} returning ${suppressedColumns}`
        yield* outbox.add(suppressed.map((call) => suppressedEvent(call)))
      }, Effect.orDie)

      const untaggedUntil = Effect.fnUntraced(function* (campaignId: string) {
        const [row] = yield* sql<{ until: Date | null }>`select max(awaits_tag_until) as until from calls
          where campaign_id = ${campaignId} and awaits_tag_until > clock_timestamp()`
        return row?.until ?? undefined
      }, Effect.orDie)

      const cancel = Effect.fn("CallQueue.cancel")(function* (campaignId: string) {
        yield* sql`update calls set status = 'SKIPPED', failure_reason = 'Campaign Cancelled', next_attempt_at = null
          where campaign_id = ${campaignId} and next_attempt_at is not null`
      }, Effect.orDie)

      const expire = Effect.fn("CallQueue.expire")(function* (campaignId: string) {
        yield* sql`update calls set next_attempt_at = null,
            status = case when attempts = 0 then 'SKIPPED' else 'FAILED' end,
            failure_reason = case when attempts = 0 then 'Campaign Ended' else 'Retry Expired' end
          where campaign_id = ${campaignId} and next_attempt_at is not null`
      }, Effect.orDie)

      return CallQueue.of({
        fill,
        heads,
        find,
        lock,
        postpone,
        lockBehind,
        postponeToHours,
        reconsiderHours,
        defer,
        skip,
        suppress,
        untaggedUntil,
        cancel,
        expire
      })
    })
  )
}
