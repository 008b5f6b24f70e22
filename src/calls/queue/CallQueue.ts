import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import { planForValues } from "../../contacts/contact-rows.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { doNotContact } from "../../domain/contacts/DoNotContact.ts"
import { nilUuid } from "../../domain/schema/uuid.ts"
import { Outbox } from "../../events/outbox/Outbox.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { PartSize } from "./PartSize.ts"
import { type SuppressedCall, suppressedCallColumns, suppressedEvent } from "./suppressed-calls.ts"

/** A call that waits to be dialed. */
export interface WaitingCall {
  readonly organizationId: number
  readonly campaignId: string
  readonly id: string
  readonly contactId: string
  /** 0 for a callback, 1 for a retry, 2 for a first call. */
  readonly priority: number
  readonly nextAttemptAt: Date
  /** When a reminder of a promise comes too late; null for other calls. */
  readonly reminderUntil: Date | null
}

/** A due call that follows another in the queue, with the facts that determine its calling hours. */
export interface DueCall {
  readonly id: string
  readonly phoneNumber: string
  readonly metadata: Contact["metadata"]
  /** Whether the ledger contains calls to the number in the last 168 hours. */
  readonly called: boolean
}

export interface Postponed {
  readonly id: string
  readonly until: Date
}

/** Facts about a number besides its calling hours and caps. */
export interface Obstacles {
  /** The organization has a live call to the same number. */
  readonly live: boolean
  /** The last conversation with the number is not tagged yet. */
  readonly untagged: boolean
  /** The numbers from which the person was called, the first one first; none if they were not demanded. */
  readonly seen: ReadonlyArray<string>
}

/** The waiting calls of a campaign: finds the next ones, and changes or ends calls without an attempt. */
export class CallQueue extends Context.Service<
  CallQueue,
  {
    /** The first callback, the first retry and the first new call, in this order, due or not. */
    readonly heads: (campaignId: string) => Effect.Effect<ReadonlyArray<WaitingCall>>
    /** Returns the call if it waits, without locking it. */
    readonly find: (organizationId: number, id: string) => Effect.Effect<WaitingCall | undefined>
    /**
     * Locks the row of a call that is still due, and returns its obstacles; undefined when it is no longer due. Reads
     * the numbers that the person has seen only on demand.
     */
    readonly lock: (
      call: WaitingCall,
      phoneNumber: string,
      demands: { readonly seen: boolean }
    ) => Effect.Effect<Obstacles | undefined>
    readonly postpone: (call: WaitingCall, until: Date) => Effect.Effect<void>
    /** Postpones calls to these times, and stores when they were due before, so that `reconsiderHours` can restore it. */
    readonly postponeToHours: (organizationId: number, calls: ReadonlyArray<Postponed>) => Effect.Effect<void>
    /**
     * Restores the due times of calls that `postponeToHours` has postponed, and wakes the campaigns. Call this when the
     * calling hours or the numbers to call from have changed. Restores only the first part of the calls:
     * `reconsiderPart` restores the others in the background.
     */
    readonly reconsiderHours: (organizationId: number) => Effect.Effect<void>
    /**
     * Does the same when a list of numbers of an organization, or of all organizations (null), has changed. Runs in the
     * transaction of that change too, and waits for no claim, because a claim that postpones calls for a list locks it.
     */
    readonly reconsiderLists: (scope: number | null) => Effect.Effect<void>
    /** Restores the due times of a part of the calls. Returns whether there may be more. */
    readonly reconsiderPart: (organizationId: number) => Effect.Effect<boolean>
    /** Organizations whose due times are not all restored yet. */
    readonly reconsidering: Effect.Effect<ReadonlyArray<number>>
    /**
     * Does the same for the next contacts whose time zone may have changed, which a trigger has noted. Returns whether
     * there may be more.
     */
    readonly reconsiderContacts: (organizationId: number) => Effect.Effect<boolean>
    /** Organizations with such contacts. */
    readonly reconsideringContacts: Effect.Effect<ReadonlyArray<number>>
    /** Locks and returns due calls of the same priority that follow a call. */
    readonly lockBehind: (call: WaitingCall, atMost: number) => Effect.Effect<ReadonlyArray<DueCall>>
    /** Postpones a call because of the frequency cap, and counts the deferral. */
    readonly defer: (call: WaitingCall, until: Date, reason: string) => Effect.Effect<void>
    readonly skip: (call: WaitingCall, reason: string) => Effect.Effect<void>
    /** Drops a reminder of a promise that comes too late: the call is completed, as before. */
    readonly giveUpReminder: (call: WaitingCall) => Effect.Effect<void>
    /** Suppresses a call whose number is on Do Not Contact. */
    readonly suppress: (call: Pick<WaitingCall, "organizationId" | "id">, phoneNumber: string) => Effect.Effect<void>
    /** The latest deadline of a conversation that waits for its tag; undefined when none waits. */
    readonly untaggedUntil: (campaignId: string) => Effect.Effect<Date | undefined>
    /** Skips the first part of the waiting calls. `cancelPart` skips the others in the background. */
    readonly cancel: (organizationId: number, campaignId: string) => Effect.Effect<void>
    /** Skips a part of the waiting calls of a cancelled campaign. Returns whether it skipped any. */
    readonly cancelPart: (campaignId: string) => Effect.Effect<boolean>
    /** Cancelled campaigns that may still have waiting calls. */
    readonly cancelling: Effect.Effect<ReadonlyArray<string>>
    /**
     * Ends a part of the waiting calls because the campaign is past its end: retries fail, first calls
     * are skipped. Returns their number.
     */
    readonly expirePart: (campaignId: string) => Effect.Effect<number>
  }
>()("carillon/calls/CallQueue") {
  static readonly layer = Layer.effect(
    CallQueue,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const outbox = yield* Outbox
      const signals = yield* Signals
      const partSize = yield* PartSize

      const suppressedColumns = sql.literal(suppressedCallColumns)
      const waiting = sql.literal(
        "organization_id, campaign_id, id, contact_id, priority, next_attempt_at, reminder_until"
      )

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

      const lock: CallQueue["Service"]["lock"] = Effect.fnUntraced(function* (
        { campaignId, id, organizationId },
        phoneNumber,
        demands
      ) {
        const seen = demands.seen
          ? sql`array(select a.caller_id from attempts a where a.organization_id = ${organizationId}
              and a.phone_number = ${phoneNumber} and a.caller_id is not null
              group by a.caller_id order by min(a.started_at))`
          : sql`'{}'::text[]`
        const [obstacles] = yield* sql<Obstacles>`select
            exists (select 1 from attempts where organization_id = ${organizationId} and phone_number = ${phoneNumber}
              and ended_at is null)
              or exists (select 1 from attempts where call_id = ${id} and ended_at is null) as live,
            exists (select 1 from calls where organization_id = ${organizationId} and phone_number = ${phoneNumber}
              and awaits_tag_until > clock_timestamp() and id <> ${id}) as untagged,
            ${seen} as seen
          from calls c where c.organization_id = ${organizationId} and c.id = ${id} and c.campaign_id = ${campaignId}
            and c.next_attempt_at <= clock_timestamp() for no key update of c`
        return obstacles
      }, Effect.orDie)

      const postpone = Effect.fnUntraced(function* ({ id, organizationId }: WaitingCall, until: Date) {
        yield* sql`update calls set next_attempt_at = ${until}, scheduled_at = ${until}
          where organization_id = ${organizationId} and id = ${id}`
      }, Effect.orDie)

      // Locks call rows only (`skip locked`), never phone numbers, so no claim waits for another number.
      const lockBehind = Effect.fnUntraced(function* (call: WaitingCall, atMost: number) {
        return yield* sql<DueCall>`select c.id, k.phone_number, k.metadata,
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
        yield* awaitClaims(organizationId)
        yield* reconsider(organizationId)
      }, Effect.orDie)

      // A claim that began before a change postpones calls by the old hours. Such a claim holds the lock of its
      // campaign's pace, so this waits for it.
      const awaitClaims = (organizationId: number) =>
        sql`select 1 from campaign_pace p
            join campaigns c on c.organization_id = p.organization_id and c.id = p.campaign_id
          where p.organization_id = ${organizationId} and c.status = 'IN_PROGRESS'
          order by p.campaign_id for share of p`

      const reconsider = Effect.fnUntraced(function* (organizationId: number) {
        yield* sql`insert into hours_to_reconsider (organization_id, after) values (${organizationId}, ${nilUuid})
          on conflict (organization_id) do update set after = excluded.after`
        if (yield* reconsiderPart(organizationId)) yield* signals.send("calls-to-move")
        // A campaign whose numbers were all in use waits without having moved its calls.
        const running = yield* sql<{ id: string }>`select id from campaigns
          where organization_id = ${organizationId} and status = 'IN_PROGRESS'`
        for (const { id } of running) yield* signals.send(`campaign:${id}`)
      }, Effect.orDie)

      const reconsiderLists = Effect.fn("CallQueue.reconsiderLists")(function* (scope: number | null) {
        if (scope !== null) return yield* reconsider(scope)
        const calling = yield* sql<{ organizationId: number }>`select distinct organization_id from campaigns
          where status in ('IN_PROGRESS', 'PAUSED') order by organization_id`
        for (const { organizationId } of calling) yield* reconsider(organizationId)
      }, Effect.orDie)

      const reconsiderPart = Effect.fn("CallQueue.reconsiderPart")(
        function* (organizationId: number) {
          const [place] = yield* sql<{ after: string }>`select after from hours_to_reconsider
            where organization_id = ${organizationId} for update`
          if (place === undefined) return false
          const ids = yield* restore(sql`organization_id = ${organizationId} and id > ${place.after}`, partSize)
          const isLast = ids.length < partSize
          const last = ids.toSorted().at(-1) ?? place.after
          yield* isLast
            ? sql`delete from hours_to_reconsider where organization_id = ${organizationId}`
            : sql`update hours_to_reconsider set after = ${last} where organization_id = ${organizationId}`
          return !isLast
        },
        transaction(sql),
        Effect.orDie
      )

      // Restores the due times of the first calls that meet a condition, wakes their campaigns, and returns their ids.
      const restore = Effect.fnUntraced(function* (condition: Statement.Fragment, atMost: number | null) {
        const restored = yield* sql<{ id: string; campaignId: string }>`update calls c
          set next_attempt_at = c.due_before_hours, scheduled_at = c.due_before_hours, due_before_hours = null
          from (select organization_id, id from calls where ${condition}
              and due_before_hours is not null and next_attempt_at is not null
            order by id limit ${atMost}::int for update) w
          where c.organization_id = w.organization_id and c.id = w.id returning c.id, c.campaign_id`
        for (const campaignId of new Set(restored.map(({ campaignId }) => campaignId)))
          yield* signals.send(`campaign:${campaignId}`)
        return restored.map(({ id }) => id)
      })

      const organizationsIn = (table: string) =>
        sql<{ organizationId: number }>`select distinct organization_id from ${sql.literal(table)}
          order by organization_id`.pipe(
          Effect.map((rows) => rows.map(({ organizationId }) => organizationId)),
          Effect.orDie
        )

      const reconsidering = organizationsIn("hours_to_reconsider")
      const reconsideringContacts = organizationsIn("contacts_to_reconsider")

      const reconsiderContacts = Effect.fn("CallQueue.reconsiderContacts")(
        function* (organizationId: number) {
          yield* planForValues(sql)
          const changed = yield* sql<{ contactId: string }>`delete from contacts_to_reconsider
            where organization_id = ${organizationId} and id in (select id from contacts_to_reconsider
              where organization_id = ${organizationId} order by id limit ${contactsAtOnce} for update skip locked)
            returning contact_id`
          const contactIds = [...new Set(changed.map(({ contactId }) => contactId))]
          if (contactIds.length === 0) return false
          yield* awaitClaims(organizationId)
          yield* restore(sql`organization_id = ${organizationId} and contact_id = any(${contactIds}::uuid[])`, null)
          return true
        },
        transaction(sql),
        Effect.orDie
      )

      const defer = Effect.fnUntraced(function* ({ id, organizationId }: WaitingCall, until: Date, reason: string) {
        yield* sql`update calls set next_attempt_at = ${until}, scheduled_at = ${until}, due_before_hours = null,
            deferral_reason = ${reason}, deferrals = deferrals + 1
          where organization_id = ${organizationId} and id = ${id}`
      }, Effect.orDie)

      const skip = Effect.fnUntraced(function* ({ id, organizationId }: WaitingCall, reason: string) {
        yield* sql`update calls set status = 'SKIPPED', failure_reason = ${reason}, next_attempt_at = null
          where organization_id = ${organizationId} and id = ${id} and next_attempt_at is not null`
      }, Effect.orDie)

      const giveUpReminder = Effect.fnUntraced(function* ({ id, organizationId }: WaitingCall) {
        yield* sql`update calls set status = 'COMPLETED', next_attempt_at = null, deferral_reason = null,
            reminder_for = null, reminder_until = null
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

      const cancel = Effect.fn("CallQueue.cancel")(function* (organizationId: number, campaignId: string) {
        yield* skipPart(campaignId)
        const left = yield* sql`insert into calls_to_cancel (organization_id, campaign_id)
          select ${organizationId}::int, ${campaignId}::uuid where ${hasWaiting(campaignId)}
          on conflict do nothing returning 1`
        if (left.length > 0) yield* signals.send("calls-to-move")
      }, Effect.orDie)

      const cancelPart = Effect.fn("CallQueue.cancelPart")(
        function* (campaignId: string) {
          const skipped = yield* skipPart(campaignId)
          yield* sql`delete from calls_to_cancel where campaign_id = ${campaignId} and not ${hasWaiting(campaignId)}`
          return skipped > 0
        },
        transaction(sql),
        Effect.orDie
      )

      const skipPart = (campaignId: string) =>
        endPart(campaignId, sql`status = 'SKIPPED', failure_reason = 'Campaign Cancelled'`)

      const cancelling = sql<{ campaignId: string }>`select campaign_id from calls_to_cancel order by campaign_id`.pipe(
        Effect.map((rows) => rows.map(({ campaignId }) => campaignId)),
        Effect.orDie
      )

      const expirePart = Effect.fn("CallQueue.expirePart")(
        (campaignId: string) =>
          endPart(
            campaignId,
            sql`status = case when attempts = 0 then 'SKIPPED' else 'FAILED' end,
              failure_reason = case when attempts = 0 then 'Campaign Ended' else 'Retry Expired' end`
          ),
        Effect.orDie
      )

      // In the order of the index of waiting calls, which the moved rows leave. Passes over rows that another transaction
      // has locked, because that one may lock several calls in another order; a later part moves them.
      const endPart = (campaignId: string, changes: Statement.Fragment) =>
        Effect.map(
          sql`update calls c set next_attempt_at = null, ${changes} from (
              select organization_id, id from calls where campaign_id = ${campaignId} and next_attempt_at is not null
                order by priority, next_attempt_at, id limit ${partSize} for update skip locked) w
            where c.organization_id = w.organization_id and c.id = w.id returning 1`,
          (ended) => ended.length
        )

      const hasWaiting = (campaignId: string) =>
        sql`exists (select 1 from calls where campaign_id = ${campaignId} and next_attempt_at is not null)`

      return CallQueue.of({
        heads,
        find,
        lock,
        postpone,
        lockBehind,
        postponeToHours,
        reconsiderHours,
        reconsiderLists,
        reconsiderPart,
        reconsidering,
        reconsiderContacts,
        reconsideringContacts,
        defer,
        skip,
        giveUpReminder,
        suppress,
        untaggedUntil,
        cancel,
        cancelPart,
        cancelling,
        expirePart
      })
    })
  )
}

/** Number of contacts whose calls are reconsidered at once. The claims of the organization wait meanwhile. */
const contactsAtOnce = 500
