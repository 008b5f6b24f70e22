import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer, Option } from "effect"
import type { Statement } from "effect/sql"
import { CallerIds } from "../../accounts/callers/CallerIds.ts"
import { Usage } from "../../accounts/Usage.ts"
import { CampaignStates, type NotReachable } from "../../campaigns/CampaignStates.ts"
import { Campaigns } from "../../campaigns/Campaigns.ts"
import { flowOfCampaign } from "../../campaigns/used-by/flow-of-campaign.ts"
import { Contacts } from "../../contacts/Contacts.ts"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import { PhoneLedger } from "../../contacts/PhoneLedger.ts"
import { isUnattended, type MachineRecord } from "../../domain/calls/MachineRecord.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { BilledUsage } from "../../domain/costs/Usage.ts"
import {
  type AttemptEnd,
  afterAttempt,
  type ConversationSummary,
  failureReasonOf,
  hungUpOutcome,
  inboundOutcome,
  isMachine,
  isUnanswered,
  type Outcome,
  settledConversation,
  settledOutcome,
  settledSeconds
} from "../../domain/dialing/after-attempt.ts"
import { Outbox } from "../../events/outbox/Outbox.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { CallCosts } from "../costs/CallCosts.ts"
import { NextAttempts } from "../queue/NextAttempts.ts"
import { NumberSuppression } from "../queue/NumberSuppression.ts"
import { attemptColumns, stateOf } from "./attempt-rows.ts"
import {
  type Change,
  type Ended,
  type EndingAttempt,
  eventsOfChange,
  eventsOfEnd,
  listedChange,
  nothing,
  optOutChange,
  ruleReviewReason
} from "./ended-attempts.ts"
import { type ClosedTries, closedTries, closedTriesColumns, type TargetLeg } from "./open-tries.ts"

/** The end of an attempt as the carrier reports it. */
export interface ReportedEnd extends AttemptEnd {
  /** The carrier's id of the call; null when the carrier never reported one. */
  readonly callSid: string | null
}

export interface Settled {
  readonly campaignId: string
  readonly outcome: Outcome
  /** Whether the service had to end the conversation. */
  readonly wasCutOff: boolean
  /** Legs of transfer targets that were not connected, and may still be live. */
  readonly legs: ReadonlyArray<TargetLeg>
}

/**
 * Ends attempts. One transaction records the end, settles the minutes and decides what happens to the call next.
 * Repeated reports of the same end have no effect.
 */
export class Settlement extends Context.Service<
  Settlement,
  {
    /**
     * Ends an attempt; undefined when it had ended already or does not exist. While the conversation is still going on,
     * waits up to three seconds for its end, because the person's last words count too; and up to eleven seconds while
     * they are still being recognized.
     */
    readonly settle: (attemptId: string, reported: ReportedEnd) => Effect.Effect<Settled | undefined>
    /**
     * Records that the person does not want to be called again. Stores the opt-out at once, so that it survives a
     * crash. The settlement of a live attempt applies it; if the attempt has ended, the number is suppressed at once.
     */
    readonly optOut: (attempt: { readonly organizationId: number; readonly id: string }) => Effect.Effect<void>
  }
>()("carillon/calls/Settlement") {
  static readonly layer = Layer.effect(
    Settlement,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const campaigns = yield* Campaigns
      const states = yield* CampaignStates
      const contacts = yield* Contacts
      const usage = yield* Usage
      const callerIds = yield* CallerIds
      const nextAttempts = yield* NextAttempts
      const costs = yield* CallCosts
      const ledger = yield* PhoneLedger
      const dnc = yield* DoNotContact
      const suppression = yield* NumberSuppression
      const outbox = yield* Outbox
      const signals = yield* Signals
      const columns = sql.literal(attemptColumns)
      const flow = sql.literal(flowOfCampaign({ version: "coalesce(a.flow_version, c.flow_version)" }))

      const settle = Effect.fn("Settlement.settle")(function* (attemptId: string, reported: ReportedEnd) {
        const state = yield* Effect.scoped(awaitConversation(attemptId))
        return state && (yield* settleNow(attemptId, reported, state))
      }, Effect.orDie)

      // Holds no lock and no connection while it waits.
      const awaitConversation = Effect.fnUntraced(function* (attemptId: string) {
        const state = yield* readState(attemptId)
        if (state?.isTalking !== true) return state
        const woken = yield* signals.listen(`talk:${attemptId}`)
        const until = (yield* monotonicMillis) + maxWaitMillis
        while (true) {
          const now = yield* readState(attemptId)
          const left = until - (yield* monotonicMillis)
          if (now?.isTalking !== true || (left <= 0 && !now.isCatchingUp)) return now
          yield* Effect.timeoutOption(woken, left > 0 ? Math.min(left, pollMillis) : pollMillis)
        }
      })

      const readState = Effect.fnUntraced(function* (attemptId: string) {
        const [state] = yield* sql<UnlockedState>`select a.organization_id, a.phone_number,
            coalesce(t.opted_out, false) as opted_out,
            a.ended_at is null and a.stream_opened_at is not null and t.ended_at is null as is_talking,
            coalesce(t.catches_up_until > clock_timestamp(), false) as is_catching_up
          from attempts a left join talks t on t.organization_id = a.organization_id and t.attempt_id = a.id
          where a.id = ${attemptId}`
        return state
      })

      const settleNow = Effect.fnUntraced(function* (
        attemptId: string,
        reported: ReportedEnd,
        { optedOut, organizationId, phoneNumber }: UnlockedState
      ) {
        // Locks the number before any call row, in the order of every transaction that decides about a number.
        if (optedOut) yield* ledger.lock(organizationId, phoneNumber)
        const attempt = yield* lock(attemptId)
        if (attempt === undefined || !mayEnd(attempt, reported)) return undefined
        const stored = yield* conversationOf(attempt)
        const { account, hasTurns: _, isAnswered, knownSeconds, machine, usage: used, ...conversation } = stored
        const answeredBy = yield* answererOf(attempt, reported, stored)
        // The carrier detected a machine, but the agent has spoken with a person, or one came after the machine.
        if (reported.outcome === "VOICEMAIL" && answeredBy === "human") return undefined
        const summary = settledConversation(answeredBy, conversation)
        const settled =
          attempt.kind === "INBOUND"
            ? inboundOutcome(reported.outcome, summary)
            : settledOutcome({ ...reported, answeredBy }, summary)
        const onDoNotContact = settled !== "CONNECTED" && (yield* isListed(attempt, settled))
        const wasHungUp = (onDoNotContact || attempt.hangUpRequested) && !attempt.wasAnswered
        const outcome = wasHungUp ? hungUpOutcome(settled) : settled
        const ending = {
          ...reported,
          answeredBy,
          outcome,
          durationSeconds: settledSeconds(reported, outcome, knownSeconds)
        }
        const isLeft = leavesCall(attempt, outcome, summary)
        // The campaign may be over, and its results may be stored already.
        if (attempt.kind === "INBOUND" && !isLeft)
          yield* campaigns.outdateExport(attempt.organizationId, attempt.campaignId)
        // Share-locks the campaign: a concurrent cancel would miss a call that is just being re-queued.
        const campaign = yield* states.shareLock(attempt.campaignId)
        const change = isLeft
          ? undefined
          : yield* changeOf(attempt, campaign, outcome, summary, { onDoNotContact, isFinal: machine?.isFinal === true })

        if (change?.journeyAction === "SUPPRESS_ORG_WIDE") yield* lockNumber(attempt)
        const met = { ...ending, machine: machine?.detail ?? null }
        const minutes = usage.settle(attempt.organizationId, {
          reserved: attempt.outcome === null ? attempt.reservedMinutes : 0,
          used: minutesOf(ending.durationSeconds) - minutesOf(attempt.durationSeconds)
        })
        const { closedTries, legs } = yield* close(attempt, change, met, minutes)
        // The carrier bills an answered call even if it cannot say how that ended.
        const seconds =
          reported.durationSeconds || attempt.durationSeconds || (isAnswered ? Math.max(1, knownSeconds) : 0)
        const ended = { ...met, costs: yield* costs.settle(attempt, { ...attempt, account, usage: used, seconds }) }
        yield* outbox.add(eventsOfEnd(attempt, change ?? { ...nothing, status: attempt.status }, ended))
        if (change?.journeyAction === "SUPPRESS_ORG_WIDE") yield* suppress(attempt, campaign, change)
        yield* signals.send(`campaign:${campaign.id}`)
        if (closedTries > 0) yield* signals.send(`transfer:${attempt.id}`)
        if (attempt.ownCallerId !== null && attempt.outcome === null && saysWhetherAnswered(attempt, outcome))
          yield* callerIds.note(attempt.organizationId, attempt.ownCallerId, outcome === "CONNECTED")
        return { campaignId: campaign.id, outcome, wasCutOff: summary.failed, legs }
      }, transaction(sql))

      // The contact of a ringing call may have another number by now, which is the listed one: it is read only where the
      // carrier reports an error, as it does for our hang-up.
      const isListed = Effect.fnUntraced(function* (attempt: EndingAttempt, outcome: Outcome) {
        const { contactId, organizationId, phoneNumber, wasAnswered } = attempt
        if (Option.isSome(yield* dnc.find(organizationId, phoneNumber))) return true
        if (wasAnswered || outcome !== "CARRIER_ERROR") return false
        const contact = yield* Effect.option(contacts.get(organizationId, contactId))
        return Option.isSome(contact) && Option.isSome(yield* dnc.find(organizationId, contact.value.phoneNumber))
      })

      const lock = Effect.fnUntraced(function* (attemptId: string) {
        const [attempt] = yield* sql<EndingAttempt>`select ${columns}, clock_timestamp() as ended_at
          from calls c join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
          where a.id = ${attemptId} for no key update`
        return attempt
      })

      // Called with the attempt locked: a concurrent opt-out waits, and then finds the attempt ended.
      const conversationOf = Effect.fnUntraced(function* ({ id, organizationId }: EndingAttempt) {
        // A stream opens only after the call was answered, even if the carrier has not reported the answer yet.
        const [conversation] = yield* sql<Conversation>`select coalesce(t.heard, false) as heard,
            coalesce(t.opted_out, false) as opted_out, coalesce(t.failed, false) as failed, t.machine,
            jsonb_array_length(coalesce(t.turns, '[]')) > 0 as has_turns, t.usage, a.account,
            coalesce(a.answered_at, a.stream_opened_at) is not null as is_answered,
            coalesce(floor(extract(epoch from t.noted_at - least(a.answered_at, a.stream_opened_at))), 0)::int
              as known_seconds
          from attempts a left join talks t on t.organization_id = a.organization_id and t.attempt_id = a.id
          where a.organization_id = ${organizationId} and a.id = ${id}`
        return conversation ?? noConversation
      })

      // The machine that the conversation has met counts more than the carrier's detection, which an earlier report may
      // contain. So does a turn of the person, if the conversation recognizes machines.
      const answererOf = Effect.fnUntraced(function* (
        attempt: EndingAttempt,
        reported: ReportedEnd,
        { hasTurns, machine }: Conversation
      ) {
        if (machine !== null) return isUnattended(machine) ? ("machine" as const) : ("human" as const)
        const detected = reported.answeredBy ?? attempt.answeredBy
        const isPerson = hasTurns && isMachine(detected) && (yield* recognizesMachines(attempt))
        return isPerson ? ("human" as const) : detected
      })

      const recognizesMachines = Effect.fnUntraced(function* ({ id, organizationId }: EndingAttempt) {
        const found = yield* sql`select 1 from attempts a
            join campaigns c on c.organization_id = a.organization_id and c.id = a.campaign_id ${flow}
          where a.organization_id = ${organizationId} and a.id = ${id}
            and (f.machines is not null or jsonb_array_length(f.keys) > 0)`
        return found.length > 0
      })

      const optOut: Settlement["Service"]["optOut"] = Effect.fn("Settlement.optOut")(function* ({
        id,
        organizationId
      }) {
        // Share-locks the attempt, so that the opt-out and the settlement of the attempt run one after the other.
        const noted = yield* sql`with live as (
            select organization_id, id, call_id from attempts
              where organization_id = ${organizationId} and id = ${id} and ended_at is null for share
          )
          insert into talks as t (organization_id, attempt_id, call_id, heard, opted_out)
          select organization_id, id, call_id, true, true from live
          on conflict (organization_id, attempt_id) do update set heard = true, opted_out = true,
            noted_at = clock_timestamp() returning 1`
        if (noted.length === 0) yield* optOutLate(organizationId, id)
      }, Effect.orDie)

      const optOutLate = Effect.fnUntraced(function* (organizationId: number, attemptId: string) {
        const state = yield* readState(attemptId)
        if (state?.organizationId !== organizationId || state.optedOut) return
        yield* ledger.lock(organizationId, state.phoneNumber)
        const attempt = yield* lock(attemptId)
        if (attempt === undefined) return
        const noted = yield* sql`insert into talks as t (organization_id, attempt_id, call_id, heard, opted_out)
          values (${attempt.organizationId}, ${attempt.id}, ${attempt.callId}, true, true)
          on conflict (organization_id, attempt_id) do update set heard = true, opted_out = true
            where not t.opted_out returning 1`
        if (noted.length === 0) return
        const campaign = yield* states.shareLock(attempt.campaignId)
        const change = optOutChange(yield* states.doNotCall(campaign.id))
        yield* lockNumber(attempt)
        // If there was a later attempt, that one decides about the call; the number is suppressed in any case.
        if (attempt.attemptNo === attempt.attempts) {
          yield* setState(attempt, change)
          yield* outbox.add(eventsOfChange(attempt, change))
        }
        yield* suppress(attempt, campaign, change)
        yield* signals.send(`campaign:${campaign.id}`)
      }, transaction(sql))

      const changeOf = Effect.fnUntraced(function* (
        attempt: EndingAttempt,
        campaign: Campaign,
        outcome: Outcome,
        summary: ConversationSummary,
        { isFinal, onDoNotContact }: { readonly isFinal: boolean; readonly onDoNotContact: boolean }
      ): Effect.fn.Return<Change> {
        const notReachable =
          isUnanswered(outcome) && !summary.optedOut ? yield* states.notReachable(campaign.id) : undefined
        const consequence = afterAttempt(outcome, summary, {
          campaignStatus: campaign.status,
          maxRetries: campaign.maxRetries,
          attempts: attempt.attempts,
          extraAttempts: attempt.extraAttempts,
          notReachableRule: notReachable?.rule ?? null,
          onDoNotContact,
          isFinal,
          isReminder: attempt.reminderFor !== null
        })
        if (consequence.status === "SUPPRESSED" && consequence.optedOut) {
          return optOutChange(yield* states.doNotCall(campaign.id))
        }
        if (consequence.status === "COMPLETED") {
          const { awaitsTag } = consequence
          return { ...nothing, status: consequence.status, awaitsTag, undetermined: !awaitsTag }
        }
        if (consequence.status === "REMINDED") return { ...nothing, status: "COMPLETED", keepsLabel: true }
        const label = notReachable === undefined ? nothing : { ...nothing, ...labelOf(notReachable) }
        const undetermined = notReachable === undefined
        if (consequence.status === "SUPPRESSED") return { ...label, ...listedChange, undetermined }
        const failed = { ...label, status: "FAILED" as const, undetermined }
        if (consequence.status === "FAILED") {
          const { journeyAction } = consequence
          const review = journeyAction === "FLAG_REVIEW" ? ruleReviewReason(label.labelName) : null
          return { ...failed, failureReason: failureReasonOf(outcome), journeyAction, review }
        }
        const contact = yield* Effect.option(contacts.get(attempt.organizationId, attempt.contactId))
        if (contact._tag === "None") return { ...label, status: "SKIPPED", failureReason: "Contact Deleted" }
        const delayMinutes = consequence.byRule ? notReachable?.rule?.delayMinutes : null
        const retry = yield* nextAttempts.retry({ ...attempt, campaign, contact: contact.value, delayMinutes })
        if (retry === "Retry Expired") {
          return { ...failed, failureReason: retry, journeyAction: consequence.byRule ? "MARK_COMPLETED" : null }
        }
        const journeyAction = consequence.byRule ? "RETRY" : null
        return { ...label, status: "QUEUED", nextAttemptAt: retry.at, journeyAction }
      })

      // Ends the attempt, changes its call and settles its minutes, in one statement.
      const close = Effect.fnUntraced(function* (
        attempt: EndingAttempt,
        change: Change | undefined,
        met: MetEnd,
        minutes: Statement.Fragment
      ) {
        const { answeredBy, callSid, durationSeconds, outcome } = met
        const changed = change === undefined ? sql`` : sql`, changed as (${apply(attempt, change, met)})`
        const [closed] = yield* sql<ClosedTries>`with ${closedTries(sql, attempt.id)}${changed}, settled as (${minutes})
          update attempts set ended_at = ${attempt.endedAt}, outcome = ${outcome},
          failure_reason = ${failureReasonOf(outcome)}, duration_seconds = ${durationSeconds},
          answered_by = coalesce(${answeredBy}, answered_by), call_sid = coalesce(${callSid}, call_sid)
          where id = ${attempt.id} returning ${closedTriesColumns(sql)}`
        return closed ?? { closedTries: 0, legs: [] }
      })

      // Reconsiders an attempt that counted as a conversation: the carrier may report later that a machine answered.
      const isConnected = ({ callId, id, outcome: before }: EndingAttempt, outcome: Outcome) =>
        before === "CONNECTED"
          ? sql`exists (select 1 from attempts where call_id = ${callId} and id <> ${id} and outcome = 'CONNECTED')`
          : sql`connected or ${outcome === "CONNECTED"}`

      const apply = (attempt: EndingAttempt, change: Change, { callSid, durationSeconds, machine, outcome }: MetEnd) =>
        sql`update calls set outcome = ${outcome}, machine = ${machine}, completed_at = ${attempt.endedAt}, ${placeOf(attempt)}
          call_sid = coalesce(${callSid}, ${attempt.callSid}, call_sid), duration = ${durationSeconds},
          connected = ${isConnected(attempt, outcome)}, ${stateOf(sql, attempt, change)}
          where organization_id = ${attempt.organizationId} and id = ${attempt.callId}`

      // A call by the person becomes the last attempt only when it ends, and does not count as a retry.
      const placeOf = ({ attemptNo, kind, startedAt }: EndingAttempt) =>
        kind === "OUTBOUND"
          ? sql``
          : sql`attempts = ${attemptNo}, extra_attempts = extra_attempts + ${attemptNo} - attempts,
              started_at = ${startedAt}, due_before_hours = null, deferral_reason = null,`

      const setState = (attempt: EndingAttempt, change: Change) =>
        sql`update calls set ${stateOf(sql, attempt, change)}
          where organization_id = ${attempt.organizationId} and id = ${attempt.callId}`

      const lockNumber = ({ organizationId, phoneNumber }: EndingAttempt) =>
        suppression.lock(organizationId, phoneNumber)

      const suppress = ({ organizationId, phoneNumber }: EndingAttempt, { name }: Campaign, change: Change) =>
        suppression.enter(organizationId, {
          phoneNumber,
          sourceCampaignName: name,
          intentLabel: change.labelName ?? "",
          intentLabelId: change.labelId ?? undefined,
          actor: change.status === "SUPPRESSED" ? "opt-out" : "journey-rule"
        })

      return Settlement.of({ settle, optOut })
    })
  )
}

/** Maximum wait for the end of the conversation, ms: the recognizer may still deliver the last words. */
const maxWaitMillis = 3_000
/** Interval of polling for the end of the conversation, ms, because a signal may be lost. */
const pollMillis = 500

const monotonicMillis = Effect.map(Clock.monotonicTimeNanos, (nanos) => Number(nanos) / 1e6)

/** The stored facts of a conversation. */
interface Conversation extends ConversationSummary {
  /** Whether the agent has answered at least a turn. */
  readonly hasTurns: boolean
  readonly isAnswered: boolean
  /** Seconds from the answer to the last stored fact. */
  readonly knownSeconds: number
  readonly machine: MachineRecord | null
  /** Used by the conversation; null until it is stored. */
  readonly usage: ReadonlyArray<BilledUsage> | null
  readonly account: string
}

const noConversation: Conversation = {
  hasTurns: false,
  heard: false,
  optedOut: false,
  failed: false,
  isAnswered: false,
  knownSeconds: 0,
  machine: null,
  usage: null,
  account: ""
}

/**
 * Whether an attempt leaves the call as it is: the person has called and said nothing, or the call was suppressed during
 * their conversation. A call that was waiting then continues to wait.
 */
const leavesCall = (
  { kind, status }: EndingAttempt,
  outcome: Outcome,
  { optedOut }: Pick<ConversationSummary, "optedOut">
) => kind === "INBOUND" && !optedOut && (outcome !== "CONNECTED" || status === "SUPPRESSED")

/** The end of an attempt, with the machine that its conversation met. */
type MetEnd = ReportedEnd & Pick<Ended, "machine">

/** State of an attempt, read before its row is locked. */
interface UnlockedState {
  readonly organizationId: number
  readonly phoneNumber: string
  readonly optedOut: boolean
  /** Whether the conversation is going on: neither it nor the attempt has ended. */
  readonly isTalking: boolean
  /** Whether words of the person are still being recognized after the end of the call. */
  readonly isCatchingUp: boolean
}

const labelOf = ({ labelId, labelName }: NotReachable) => ({
  labelId,
  labelName,
  isPositive: false,
  source: "system" as const
})

/** Whether the end of an attempt says that a person answers the number that they see, or not. */
const saysWhetherAnswered = ({ kind }: EndingAttempt, outcome: Outcome) =>
  kind === "OUTBOUND" && (outcome === "CONNECTED" || isUnanswered(outcome))

const minutesOf = (seconds: number) => Math.ceil(seconds / 60)

const mayEnd = (attempt: EndingAttempt, reported: ReportedEnd) =>
  attempt.outcome === null ||
  (attempt.kind === "OUTBOUND" &&
    attempt.attemptNo === attempt.attempts &&
    (wasGivenUp(attempt, reported.outcome) || wasMachine(attempt, reported)))

// An attempt that was given up may turn out to have had another outcome, which replaces the first, so that the person
// is not called again without need. CARRIER_ERROR does not count, because the carrier reports our own hang-up that way.
const wasGivenUp = ({ outcome, reminderFor, status }: EndingAttempt, reported: Outcome) =>
  (outcome === "DISPATCH_UNKNOWN" || outcome === "TIMEOUT") &&
  reported !== "DISPATCH_UNKNOWN" &&
  reported !== "TIMEOUT" &&
  reported !== "CARRIER_ERROR" &&
  (status === "QUEUED" || status === "FAILED" || (reminderFor !== null && status === "COMPLETED"))

// The carrier may detect a machine only after the attempt has ended.
const wasMachine = ({ outcome, status, untagged }: EndingAttempt, reported: ReportedEnd) =>
  reported.outcome === "VOICEMAIL" &&
  isMachine(reported.answeredBy) &&
  ((outcome === "CONNECTED" && status === "COMPLETED" && untagged) ||
    (outcome === "NO_ANSWER" && (status === "QUEUED" || status === "FAILED")))
