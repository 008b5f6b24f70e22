import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import { CallerIds } from "../../accounts/callers/CallerIds.ts"
import { Usage } from "../../accounts/Usage.ts"
import { PhoneLedger } from "../../contacts/PhoneLedger.ts"
import type { AnsweredBy } from "../../domain/calls/Call.ts"
import type { CampaignStatus } from "../../domain/campaigns/Campaign.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import type { WaitingCall } from "../queue/CallQueue.ts"
import { lawVersion } from "./LawVersions.ts"

/** The data of a new attempt. */
export interface NewAttempt {
  readonly id: string
  readonly phoneNumber: string
  readonly contactName: string
  /** The carrier's account that places the call. */
  readonly account: string
  /** The number that the person sees. */
  readonly callerId: string
  /** Epoch of the campaign actor that claimed the call. */
  readonly epoch: string
  readonly reservedMinutes: number
  /** Whether this is the number's first call on the organization's calendar day. */
  readonly isFirstOfDay: boolean
  readonly startedAt: Date
  readonly leaseExpiresAt: Date
}

/** The other changes of a start, as parts of the statement that begins the attempt, because each statement costs time. */
export interface PartsOfStart {
  readonly decision: Statement.Fragment
  readonly pace: Statement.Fragment
}

/** An attempt whose end is not recorded. */
export interface LiveAttempt {
  readonly id: string
  readonly phoneNumber: string
  readonly account: string
  /** Null until the carrier has confirmed the call. */
  readonly callSid: string | null
  /** The number that the person sees; null for attempts of early releases. */
  readonly callerId: string | null
  readonly startedAt: Date
  readonly ageMillis: number
  readonly leaseMillis: number
}

/** An attempt whose media stream is open. */
export interface StreamedAttempt {
  readonly id: string
  readonly organizationId: number
  readonly campaignId: string
  readonly callId: string
  readonly account: string
  /** Null until the carrier has confirmed the call. */
  readonly callSid: string | null
  /** Whether the conversation goes on after a transfer that no target took. */
  readonly isReturn?: boolean
}

export interface AttemptedContact {
  readonly contactId: string
  readonly phoneNumber: string
  readonly reservedMinutes: number
  /** The version of the flow that the attempt uses; null: that of its campaign. */
  readonly flowVersion: number | null
  /** The promised day, such as 2026-01-31, if the attempt reminds the person of it; null if it is no reminder. */
  readonly reminderFor: string | null
  /** Whether the service had to end the conversation of the attempt before this one. */
  readonly wasCutOff: boolean
  /** Whether the person has called, instead of the service. */
  readonly isInbound: boolean
  /** Whether the person has confirmed who they are earlier in this call, before a transfer. */
  readonly isIdentified: boolean
  /** The number that the person sees; null for attempts of early releases. */
  readonly callerId: string | null
}

/** An attempt that is not answered yet. */
export interface RingingAttempt {
  readonly id: string
  readonly organizationId: number
  readonly account: string
  /** Null until the carrier has confirmed the call. */
  readonly callSid: string | null
  readonly phoneNumber: string
  /** The number that the contact has now; null when the contact was deleted. */
  readonly contactNumber: string | null
}

/** An attempt that the carrier was not asked for yet. */
export interface UnplacedAttempt {
  readonly organizationId: number
  readonly campaignId: string
  readonly callId: string
  readonly contactId: string
  readonly flowVersion: number | null
  /** Whether the flow may have a request that fetches data before the call. */
  readonly mayHaveData: boolean
  readonly phoneNumber: string
  readonly campaignStatus: CampaignStatus
}

/** Attempts from the claim until they end. Settlement ends them. */
export class Attempts extends Context.Service<
  Attempts,
  {
    /**
     * Sets a waiting call to in progress, adds its attempt and records it in the ledger. The caller has locked the number
     * and the call's row.
     */
    readonly begin: (call: WaitingCall, attempt: NewAttempt, parts: PartsOfStart) => Effect.Effect<void>
    /**
     * Records that the carrier has placed the call; false when the attempt has ended already. Must not share a transaction
     * with other changes: the commit does not wait for the disk, so a crash of the database could lose them.
     */
    readonly placed: (id: string, callSid: string) => Effect.Effect<boolean>
    /** Records a call that the carrier reports before its end. The carrier does so several times: only the first writes. */
    readonly reported: (id: string, callSid: string) => Effect.Effect<void>
    /** Records the answer and the answering party; false when the attempt has ended already. */
    readonly answered: (id: string, callSid: string, by: typeof AnsweredBy.Type | null) => Effect.Effect<boolean>
    /**
     * Returns whether the conversation of an attempt itself handles a machine that the carrier has detected, as its flow
     * wants. If so, wakes the conversation.
     */
    readonly handlesMachine: (id: string) => Effect.Effect<boolean>
    /**
     * Opens the media stream of a live attempt; undefined when the stream was opened before or the attempt has ended.
     */
    readonly openStream: (id: string) => Effect.Effect<StreamedAttempt | undefined>
    /**
     * Lets the media stream of a live attempt be opened once more, after no target took the transferred call. Returns
     * whether the attempt is live.
     */
    readonly letStreamReturn: (id: string) => Effect.Effect<boolean>
    /**
     * Reserves more minutes for a live attempt: as many as are wanted, or are left. Returns the maximum length of the
     * call, seconds; undefined when none are left or the attempt has ended.
     */
    readonly extend: (
      attempt: Pick<StreamedAttempt, "id" | "organizationId">,
      minutes: number
    ) => Effect.Effect<number | undefined>
    /** The contact that an attempt calls, and the minutes reserved for it. */
    readonly callee: (organizationId: number, id: string) => Effect.Effect<AttemptedContact | undefined>
    /** Notes that the person has confirmed who they are, or has not after all. A failure is logged: the call goes on. */
    readonly noteIdentity: (
      attempt: Pick<StreamedAttempt, "id" | "organizationId">,
      isConfirmed: boolean
    ) => Effect.Effect<void>
    /** Whether a call of the carrier belongs to another attempt at the same number. */
    readonly isAnothers: (callSid: string, attempt: Pick<LiveAttempt, "id" | "phoneNumber">) => Effect.Effect<boolean>
    /** Reads an attempt right before the carrier is asked; undefined when it has ended already. */
    readonly unplaced: (id: string) => Effect.Effect<UnplacedAttempt | undefined>
    /**
     * Deletes an attempt that was not placed, because the carrier had no capacity or the call is no longer allowed; the
     * call waits again as before the attempt.
     */
    readonly undo: (id: string, waitMillis: number) => Effect.Effect<void>
    /** The live attempts of a campaign. */
    readonly live: (campaignId: string) => Effect.Effect<ReadonlyArray<LiveAttempt>>
    /** The live attempts of campaigns that are not answered yet. */
    readonly ringing: (campaignIds: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<RingingAttempt>>
    /** The live attempts that an operator wants to end. */
    readonly toHangUp: (
      campaignIds: ReadonlyArray<string>
    ) => Effect.Effect<ReadonlyArray<Pick<RingingAttempt, "account" | "callSid">>>
    /** The carrier's account from which an attempt is placed; undefined if there is no such attempt. */
    readonly accountOf: (id: string) => Effect.Effect<string | undefined>
    /** Number of live attempts from the carrier's accounts that begin with this prefix. */
    readonly liveAt: (prefix: string) => Effect.Effect<number>
    /** When the attempts of a campaign in the last minute started, ms on the database clock, the latest first. */
    readonly recentStarts: (campaignId: string) => Effect.Effect<ReadonlyArray<number>>
    /** Ids of the campaigns that have live attempts. */
    readonly campaignsWithLive: Effect.Effect<ReadonlyArray<string>>
    /**
     * Counts the attempts that ended in the last five minutes and after `since`: all of them, and those with one of these
     * outcomes or with a conversation that the service had to end.
     */
    readonly recent: (
      campaignId: string,
      since: Date,
      outcomes: ReadonlyArray<string>
    ) => Effect.Effect<{ readonly ended: number; readonly matching: number }>
  }
>()("carillon/calls/Attempts") {
  static readonly layer = Layer.effect(
    Attempts,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const signals = yield* Signals
      const ledger = yield* PhoneLedger
      const usage = yield* Usage
      const callerIds = yield* CallerIds

      const begin: Attempts["Service"]["begin"] = Effect.fnUntraced(function* (call, attempt, { decision, pace }) {
        const { phoneNumber, startedAt } = attempt
        // Calls by the person in which they said nothing have attempt numbers as well, but were counted neither as attempts
        // nor as retries until now.
        yield* sql`with decided as (${decision}), paced as (${pace}),
          recorded as (${ledger.recordCall(call.organizationId, phoneNumber, startedAt)}),
          last as (
            select greatest(max(attempt_no), 0) as no from attempts where call_id = ${call.id}
          ), claimed as (
            update calls set status = 'IN_PROGRESS', attempts = last.no + 1, next_attempt_at = null,
                scheduled_at = ${call.nextAttemptAt}, due_before_hours = null, deferral_reason = null, started_at = ${startedAt},
                completed_at = null, call_sid = null, duration = 0, outcome = null, failure_reason = null,
                phone_number = ${phoneNumber}, contact_name = ${attempt.contactName},
                extra_attempts = extra_attempts + last.no - attempts + case when reminder_for is null then 0 else 1 end
              from last
              where organization_id = ${call.organizationId} and id = ${call.id}
              returning organization_id, campaign_id, id, attempts, phone_number, reminder_for
          )
          insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account, epoch,
              reserved_minutes, first_of_day, is_callback, started_at, lease_expires_at, reminder_for, caller_id, flow_version,
              law_version)
            select organization_id, ${attempt.id}, campaign_id, id, attempts, phone_number, ${attempt.account},
              ${attempt.epoch}::bigint, ${attempt.reservedMinutes}, ${attempt.isFirstOfDay},
              ${call.priority === 0} and reminder_for is null, ${startedAt}, ${attempt.leaseExpiresAt}, reminder_for,
              ${attempt.callerId}, (select m.flow_version from campaigns m
                where m.organization_id = claimed.organization_id and m.id = claimed.campaign_id), ${lawVersion}
            from claimed`
      }, Effect.orDie)

      // The commit does not wait for the disk: an id that is lost when the database crashes is looked up. The row of the call
      // gets the id when the attempt ends.
      const withoutWaiting = sql`returning set_config('synchronous_commit', 'off', true)`

      const placed = Effect.fnUntraced(function* (id: string, callSid: string) {
        const rows = yield* sql`update attempts set call_sid = ${callSid} where id = ${id} and ended_at is null
          ${withoutWaiting}`
        return rows.length > 0
      }, Effect.orDie)

      const reported = Effect.fnUntraced(function* (id: string, callSid: string) {
        yield* sql`update attempts set call_sid = ${callSid}
          where id = ${id} and ended_at is null and call_sid is distinct from ${callSid} ${withoutWaiting}`
      }, Effect.orDie)

      const answered = Effect.fnUntraced(function* (id: string, callSid: string, by: typeof AnsweredBy.Type | null) {
        const rows = yield* sql`update attempts set call_sid = ${callSid}, answered_by = coalesce(${by}, answered_by),
          answered_at = coalesce(answered_at, clock_timestamp()) where id = ${id} and ended_at is null returning 1`
        return rows.length > 0
      }, Effect.orDie)

      const handlesMachine = Effect.fnUntraced(function* (id: string) {
        const [found] = yield* sql<{ handles: boolean }>`select
            coalesce(jsonb_typeof(w.flow -> 'machines') = 'object', false)
              or coalesce(jsonb_array_length(w.flow -> 'keys') > 0, false) as handles
          from attempts a join campaigns m on m.organization_id = a.organization_id and m.id = a.campaign_id
            join flows f on f.organization_id = m.organization_id and f.id = m.flow_id
            left join flow_versions v on v.organization_id = f.organization_id and v.flow_id = f.id
              and v.version = coalesce(a.flow_version, m.flow_version)
            cross join lateral (select coalesce(v.flow, to_jsonb(f)) as flow) w
          where a.id = ${id} and a.ended_at is null and a.stream_opened_at is not null`
        if (found?.handles !== true) return false
        yield* signals.send(`machine:${id}`)
        return true
      }, Effect.orDie)

      const openStream = Effect.fnUntraced(function* (id: string) {
        const [attempt] = yield* sql<StreamedAttempt>`with before as (
            select organization_id, id, stream_returns from attempts
              where id = ${id} and ended_at is null and (stream_opened_at is null or stream_returns)
                and hang_up_requested_at is null
              for no key update
          )
          update attempts a set stream_opened_at = coalesce(a.stream_opened_at, clock_timestamp()), stream_returns = false,
            answered_at = case when a.kind = 'INBOUND' then coalesce(a.answered_at, clock_timestamp()) else a.answered_at end
          from before where a.organization_id = before.organization_id and a.id = before.id
          returning a.id, a.organization_id, a.campaign_id, a.call_id, a.account, a.call_sid,
            before.stream_returns as is_return`
        return attempt
      }, Effect.orDie)

      // Clears the end of the conversation, because it goes on.
      const letStreamReturn = Effect.fn("Attempts.letStreamReturn")(function* (id: string) {
        const rows = yield* sql`with live as (
            update attempts set stream_returns = true where id = ${id} and ended_at is null returning organization_id, id
          ), talk as (
            update talks t set ended_at = null from live
              where t.organization_id = live.organization_id and t.attempt_id = live.id
          )
          select 1 from live`
        return rows.length > 0
      }, Effect.orDie)

      const extend: Attempts["Service"]["extend"] = Effect.fn("Attempts.extend")(
        function* ({ id, organizationId }, minutes) {
          const [live] = yield* sql`select 1 from attempts
            where organization_id = ${organizationId} and id = ${id} and ended_at is null for no key update`
          if (live === undefined) return undefined
          const granted = yield* usage.extend(organizationId, minutes)
          if (granted === 0) return undefined
          const [row] = yield* sql<{
            minutes: number
          }>`update attempts set reserved_minutes = reserved_minutes + ${granted},
              lease_expires_at = lease_expires_at + make_interval(mins => ${granted})
            where organization_id = ${organizationId} and id = ${id} returning reserved_minutes as minutes`
          return row && row.minutes * 60
        },
        transaction(sql),
        Effect.orDie
      )

      const callee = Effect.fnUntraced(function* (organizationId: number, id: string) {
        const [found] = yield* sql<AttemptedContact>`select c.contact_id, a.phone_number, a.reserved_minutes,
            a.flow_version, a.reminder_for::text as reminder_for, a.kind = 'INBOUND' as is_inbound,
            a.identity_confirmed_at is not null as is_identified, a.caller_id,
            exists (select 1 from attempts b
              join talks t on t.organization_id = b.organization_id and t.attempt_id = b.id
              where b.organization_id = a.organization_id and b.call_id = a.call_id
                and b.attempt_no = a.attempt_no - 1 and b.outcome in ('CONNECTED', 'CARRIER_ERROR')
                and t.failed) as was_cut_off
          from attempts a join calls c on c.organization_id = a.organization_id and c.id = a.call_id
          where a.organization_id = ${organizationId} and a.id = ${id}`
        return found
      }, Effect.orDie)

      const noteIdentity: Attempts["Service"]["noteIdentity"] = Effect.fn("Attempts.noteIdentity")(
        function* ({ id, organizationId }, isConfirmed) {
          yield* isConfirmed
            ? sql`update attempts set identity_confirmed_at = clock_timestamp()
                where organization_id = ${organizationId} and id = ${id} and identity_confirmed_at is null`
            : sql`update attempts set identity_confirmed_at = null
                where organization_id = ${organizationId} and id = ${id}`
        },
        Effect.catchCause((cause) =>
          Effect.logWarning("Could not record whether the person has confirmed who they are; the call goes on", cause)
        )
      )

      const isAnothers: Attempts["Service"]["isAnothers"] = Effect.fnUntraced(function* (callSid, { id, phoneNumber }) {
        const rows = yield* sql`select 1 from attempts
          where phone_number = ${phoneNumber} and call_sid = ${callSid} and id <> ${id}`
        return rows.length > 0
      }, Effect.orDie)

      // The condition on `ended_at` has Postgres use the indexes of live and of ended attempts.
      const recentStarts = Effect.fnUntraced(function* (campaignId: string) {
        const since = sql`clock_timestamp() - interval '61 seconds'`
        const rows = yield* sql<{
          at: number
        }>`select (extract(epoch from started_at) * 1000)::float8 as at from attempts
          where campaign_id = ${campaignId} and (ended_at is null or ended_at > ${since}) and started_at > ${since}
            and kind = 'OUTBOUND'
          order by started_at desc`
        return rows.map(({ at }) => at)
      }, Effect.orDie)

      const unplaced = Effect.fnUntraced(function* (id: string) {
        const [attempt] =
          yield* sql<UnplacedAttempt>`select a.organization_id, a.campaign_id, a.call_id, c.contact_id, a.flow_version,
            a.phone_number, m.status as campaign_status,
            coalesce(f.call_data is not null or f.version <> coalesce(a.flow_version, m.flow_version), false)
              as may_have_data
          from attempts a join campaigns m on m.organization_id = a.organization_id and m.id = a.campaign_id
            join calls c on c.organization_id = a.organization_id and c.id = a.call_id
            left join flows f on f.organization_id = m.organization_id and f.id = m.flow_id
          where a.id = ${id} and a.ended_at is null`
        return attempt
      }, Effect.orDie)

      const undo = Effect.fn("Attempts.undo")(
        function* (id: string, waitMillis: number) {
          const [attempt] = yield* sql<UndoneAttempt>`delete from attempts
            where id = ${id} and ended_at is null and call_sid is null and stream_opened_at is null
            returning organization_id, campaign_id, call_id, phone_number, caller_id, reserved_minutes as minutes,
              first_of_day as is_first_of_day, started_at`
          if (attempt === undefined) return
          const { callId, callerId, campaignId, isFirstOfDay, minutes, organizationId, phoneNumber, startedAt } =
            attempt
          yield* ledger.lock(organizationId, phoneNumber)
          yield* ledger.removeCall(organizationId, phoneNumber, startedAt)
          // Share-locks the campaign: a concurrent cancel must see this call as waiting.
          yield* sql`with campaign as (
              select status = 'CANCELLED' as cancelled, clock_timestamp() + ${waitMillis} * interval '1 millisecond' as due
                from campaigns where organization_id = ${organizationId} and id = ${campaignId} for share
            ), last as (
              select attempt_no, started_at, ended_at, call_sid, outcome, duration_seconds from attempts
                where organization_id = ${organizationId} and call_id = ${callId}
                  and (kind = 'OUTBOUND' or outcome = 'CONNECTED')
                order by attempt_no desc limit 1
            )
            update calls set attempts = greatest(last.attempt_no, 0),
              extra_attempts = extra_attempts - (attempts - 1 - greatest(last.attempt_no, 0))
                - case when reminder_for is null then 0 else 1 end, started_at = last.started_at, completed_at = last.ended_at,
              call_sid = last.call_sid, outcome = last.outcome, duration = coalesce(last.duration_seconds, 0),
              status = case when cancelled then 'SKIPPED' when attempts = 1 and priority = 2 then 'PENDING'
                else 'QUEUED' end,
              failure_reason = case when cancelled then 'Campaign Cancelled' end,
              next_attempt_at = case when not cancelled then due end,
              scheduled_at = case when cancelled then scheduled_at else due end
            from campaign left join last on true where organization_id = ${organizationId} and id = ${callId}`
          if (callerId !== null) yield* callerIds.giveBack(organizationId, callerId, startedAt)
          yield* usage.undo(organizationId, { minutes, isFirstOfDay })
          yield* signals.send(`campaign:${campaignId}`)
        },
        transaction(sql),
        Effect.orDie
      )

      const live = Effect.fnUntraced(function* (campaignId: string) {
        return yield* sql<LiveAttempt>`select id, phone_number, account, call_sid, caller_id, started_at,
            (extract(epoch from clock_timestamp() - started_at) * 1000)::float8 as age_millis,
            (extract(epoch from lease_expires_at - clock_timestamp()) * 1000)::float8 as lease_millis
          from attempts where campaign_id = ${campaignId} and ended_at is null`
      }, Effect.orDie)

      const ringing = Effect.fnUntraced(function* (campaignIds: ReadonlyArray<string>) {
        return yield* sql<RingingAttempt>`select a.id, a.organization_id, a.account, a.call_sid, a.phone_number,
            k.phone_number as contact_number
          from attempts a
            join calls c on c.organization_id = a.organization_id and c.id = a.call_id
            left join contacts k on k.organization_id = c.organization_id and k.id = c.contact_id
          where a.campaign_id = any(${campaignIds}::uuid[]) and a.ended_at is null and a.answered_at is null
            and a.stream_opened_at is null`
      }, Effect.orDie)

      const toHangUp: Attempts["Service"]["toHangUp"] = Effect.fnUntraced(function* (campaignIds) {
        return yield* sql<Pick<RingingAttempt, "account" | "callSid">>`select account, call_sid from attempts
          where campaign_id = any(${campaignIds}::uuid[]) and ended_at is null and hang_up_requested_at is not null`
      }, Effect.orDie)

      const accountOf = Effect.fnUntraced(function* (id: string) {
        const [attempt] = yield* sql<{ account: string }>`select account from attempts where id = ${id}`
        return attempt?.account
      }, Effect.orDie)

      const liveAt = Effect.fnUntraced(function* (prefix: string) {
        const [row] = yield* sql<{ live: number }>`select count(*)::int as live from attempts
          where ended_at is null and starts_with(account, ${prefix})`
        return row?.live ?? 0
      }, Effect.orDie)

      const campaignsWithLive = sql<{ id: string }>`select distinct campaign_id as id from attempts
        where ended_at is null`.pipe(
        Effect.map((rows) => rows.map(({ id }) => id)),
        Effect.orDie
      )

      const recent = Effect.fnUntraced(function* (campaignId: string, since: Date, outcomes: ReadonlyArray<string>) {
        const [row] = yield* sql<{ ended: number; matching: number }>`select count(*)::int as ended,
            count(*) filter (where a.outcome = any(${outcomes}::text[])
              or (a.outcome = 'CONNECTED' and t.failed))::int as matching
          from attempts a left join talks t on t.organization_id = a.organization_id and t.attempt_id = a.id
          where a.campaign_id = ${campaignId} and a.kind = 'OUTBOUND'
            and a.ended_at > greatest(clock_timestamp() - interval '5 minutes', ${since})`
        return row ?? { ended: 0, matching: 0 }
      }, Effect.orDie)

      return Attempts.of({
        begin,
        placed,
        reported,
        answered,
        openStream,
        letStreamReturn,
        extend,
        callee,
        noteIdentity,
        isAnothers,
        handlesMachine,
        unplaced,
        undo,
        live,
        recentStarts,
        ringing,
        toHangUp,
        accountOf,
        liveAt,
        campaignsWithLive,
        recent
      })
    })
  )
}

interface UndoneAttempt {
  readonly organizationId: number
  readonly campaignId: string
  readonly callId: string
  readonly phoneNumber: string
  readonly callerId: string | null
  readonly minutes: number
  readonly isFirstOfDay: boolean
  readonly startedAt: Date
}
