import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { Organizations } from "../accounts/Organizations.ts"
import { Usage } from "../accounts/Usage.ts"
import { CampaignStates, type NotReachable } from "../campaigns/CampaignStates.ts"
import { Contacts } from "../contacts/Contacts.ts"
import {
  afterAttempt,
  type Ending,
  failureReasonOf,
  isMachine,
  isUnanswered,
  type Outcome,
  settledOutcome
} from "../domain/after-attempt.ts"
import { shiftToBestTime } from "../domain/best-time.ts"
import type { CallStatus } from "../domain/Call.ts"
import type { Campaign } from "../domain/Campaign.ts"
import type { Contact } from "../domain/Contact.ts"
import { callingRules, nextOpening, personZone } from "../domain/calling-hours.ts"
import type { JourneyAction } from "../domain/JourneyRule.ts"
import { maskPhoneNumber } from "../domain/phone-number.ts"
import { retryAt } from "../domain/retry-time.ts"
import { Outbox } from "../events/Outbox.ts"
import { Signals } from "../events/Signals.ts"
import type { DomainEvent } from "../events/topics.ts"
import { AppConfig } from "../platform/config.ts"
import { transaction } from "../platform/transaction.ts"
import { BestTimes } from "./BestTimes.ts"
import { NumberSuppression } from "./NumberSuppression.ts"

/** What is told of the end of an attempt. */
export interface Told extends Ending {
  /** Null when the carrier never said it. */
  readonly callSid: string | null
}

export interface Settled {
  readonly campaignId: string
  readonly outcome: Outcome
}

/**
 * Ends attempts: what is known of the end is kept, the minutes are settled, and the call goes on from there, all in one
 * transaction. An attempt ends once, however often its end is told.
 */
export class Settlement extends Context.Service<
  Settlement,
  {
    /** Undefined when there was nothing to end. */
    readonly settle: (attemptId: string, told: Told) => Effect.Effect<Settled | undefined>
  }
>()("carillon/calls/Settlement") {
  static readonly layer = Layer.effect(
    Settlement,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const organizations = yield* Organizations
      const states = yield* CampaignStates
      const contacts = yield* Contacts
      const usage = yield* Usage
      const bestTimes = yield* BestTimes
      const suppression = yield* NumberSuppression
      const outbox = yield* Outbox
      const signals = yield* Signals
      const realCarrier = (yield* AppConfig).carrier !== "simulated"

      const settle = Effect.fn("Settlement.settle")(
        function* (attemptId: string, told: Told) {
          const attempt = yield* lock(attemptId)
          if (attempt === undefined || !mayEnd(attempt, told)) return undefined
          // Who picked up may have been made out before.
          const answeredBy = told.answeredBy ?? attempt.answeredBy
          const outcome = settledOutcome({ ...told, answeredBy })
          const ending = {
            ...told,
            answeredBy,
            outcome,
            durationSeconds: outcome === "CONNECTED" ? told.durationSeconds : 0
          }
          // A campaign that is cancelled now would not see among those who wait somebody who begins to.
          const campaign = yield* states.hold(attempt.campaignId)
          const notReachable = isUnanswered(outcome) ? yield* states.notReachable(campaign.id) : undefined
          const change = yield* changeOf(attempt, campaign, ending, notReachable)

          yield* close(attempt, ending)
          yield* apply(attempt, change, ending)
          yield* outbox.add(eventsOf(attempt, change, ending))
          if (change.journeyAction === "SUPPRESS_ORG_WIDE") yield* suppress(attempt, campaign, notReachable)
          yield* signals.send(`campaign:${campaign.id}`)
          // All campaigns of the organization need this row.
          yield* usage.settle(attempt.organizationId, {
            reserved: attempt.outcome === null ? attempt.reservedMinutes : 0,
            used: minutesOf(ending.durationSeconds) - minutesOf(attempt.durationSeconds)
          })
          return { campaignId: campaign.id, outcome }
        },
        transaction(sql),
        Effect.orDie
      )

      const lock = Effect.fnUntraced(function* (attemptId: string) {
        const [attempt] = yield* sql<EndingAttempt>`select a.id, a.organization_id as "organizationId",
            a.campaign_id as "campaignId", a.call_id as "callId", a.attempt_no as "attemptNo", a.outcome,
            a.phone_number as "phoneNumber", a.reserved_minutes as "reservedMinutes", a.call_sid as "callSid",
            a.answered_by as "answeredBy", a.duration_seconds as "durationSeconds",
            a.started_at as "startedAt", c.contact_id as "contactId", c.status, c.attempts,
            c.intent_source is distinct from 'auto' as untagged,
            c.extra_attempts as "extraAttempts", clock_timestamp() as "endedAt"
          from calls c join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
          where a.id = ${attemptId} for no key update`
        return attempt
      })

      const changeOf = Effect.fnUntraced(function* (
        attempt: EndingAttempt,
        campaign: Campaign,
        { heard, outcome }: Told,
        notReachable: NotReachable | undefined
      ): Effect.fn.Return<Change> {
        const consequence = afterAttempt(outcome, heard, {
          campaignStatus: campaign.status,
          maxRetries: campaign.maxRetries,
          attempts: attempt.attempts,
          extraAttempts: attempt.extraAttempts,
          notReachableRule: notReachable?.rule ?? null
        })
        if (consequence.status === "COMPLETED") {
          return { ...nothing, ...consequence, undetermined: !consequence.awaitsTag }
        }
        const label = notReachable === undefined ? nothing : { ...nothing, ...notReachable }
        const failed = { ...label, status: "FAILED" as const, undetermined: notReachable === undefined }
        if (consequence.status === "FAILED") {
          return { ...failed, failureReason: failureReasonOf(outcome), journeyAction: consequence.journeyAction }
        }
        const contact = yield* Effect.option(contacts.get(attempt.organizationId, attempt.contactId))
        if (contact._tag === "None") return { ...label, status: "SKIPPED", failureReason: "Contact Deleted" }
        const retry = yield* nextAttempt(
          attempt,
          campaign,
          contact.value,
          consequence.byRule ? notReachable?.rule?.delayMinutes : null
        )
        if (retry === "Retry Expired") {
          return { ...failed, failureReason: retry, journeyAction: consequence.byRule ? "MARK_COMPLETED" : null }
        }
        const journeyAction = consequence.byRule ? "RETRY" : null
        return { ...label, status: "QUEUED", nextAttemptAt: retry.at, journeyAction }
      })

      const nextAttempt = Effect.fnUntraced(function* (
        { attempts, endedAt, extraAttempts, organizationId }: EndingAttempt,
        campaign: Campaign,
        contact: Contact,
        ruleDelayMinutes: number | null | undefined
      ) {
        const organization = yield* Effect.orDie(organizations.get(organizationId))
        // Of a first call: best time never leaves the window, and retries that may are given no opening at all.
        const rules = callingRules({ organization, campaign, person: contact, isRetry: false, realCarrier })
        const best = campaign.bestTimeOptimization ? yield* bestTimes.of(organizationId, contact) : undefined
        const zone = personZone(contact, {
          campaignTimezone: campaign.timezone,
          window: organization.callingWindow,
          organizationTimezone: organization.timezone
        })
        return retryAt({
          endedAt,
          attempts: Math.max(1, attempts - extraAttempts),
          ...(typeof ruleDelayMinutes === "number" && { ruleDelayMinutes }),
          retryDelaysMinutes: campaign.retryDelaysMinutes,
          retryDelayMinutes: campaign.retryDelayMinutes,
          ...(best !== undefined && { shift: (earliest: Date) => shiftToBestTime(best.band, earliest, zone, rules) }),
          nextOpening: campaign.retryWithinWindow ? (from) => nextOpening(rules, from) : undefined,
          endAt: campaign.endAt
        })
      })

      const close = ({ endedAt, id }: EndingAttempt, { answeredBy, callSid, durationSeconds, outcome }: Told) =>
        sql`update attempts set ended_at = ${endedAt}, outcome = ${outcome}, failure_reason = ${failureReasonOf(outcome)},
          duration_seconds = ${durationSeconds}, answered_by = coalesce(${answeredBy}, answered_by),
          call_sid = coalesce(${callSid}, call_sid) where id = ${id}`

      // An attempt that was taken for a talk may turn out to have been none.
      const isConnected = ({ callId, id, outcome: before }: EndingAttempt, outcome: Outcome) =>
        before === "CONNECTED"
          ? sql`exists (select 1 from attempts where call_id = ${callId} and id <> ${id} and outcome = 'CONNECTED')`
          : sql`connected or ${outcome === "CONNECTED"}`

      const apply = (attempt: EndingAttempt, change: Change, { callSid, durationSeconds, outcome }: Told) =>
        sql`update calls set status = ${change.status}, outcome = ${outcome}, completed_at = ${attempt.endedAt},
          call_sid = coalesce(${callSid}, call_sid), duration = ${durationSeconds},
          connected = ${isConnected(attempt, outcome)}, failure_reason = ${change.failureReason},
          next_attempt_at = ${change.nextAttemptAt}, scheduled_at = coalesce(${change.nextAttemptAt}, scheduled_at),
          priority = case when ${change.nextAttemptAt !== null} then 1 else priority end,
          intent_label_id = ${change.labelId}, intent_source = ${change.labelId === null ? null : "system"},
          intent_undetermined = ${change.undetermined}, journey_action = ${change.journeyAction},
          flagged_for_review = flagged_for_review or ${change.journeyAction === "FLAG_REVIEW"},
          awaits_tag_until = ${change.awaitsTag ? new Date(attempt.endedAt.getTime() + tagMillis) : null}
          where organization_id = ${attempt.organizationId} and id = ${attempt.callId}`

      const suppress = (
        { organizationId, phoneNumber }: EndingAttempt,
        { name }: Campaign,
        label: NotReachable | undefined
      ) =>
        suppression.enter(organizationId, {
          phoneNumber,
          sourceCampaignName: name,
          intentLabel: label?.labelName ?? "",
          intentLabelId: label?.labelId,
          actor: "journey-rule"
        })

      return Settlement.of({ settle })
    })
  )
}

/** How long a talk may wait for its tag. */
const tagMillis = 10 * 60_000

interface EndingAttempt {
  readonly id: string
  readonly organizationId: number
  readonly campaignId: string
  readonly callId: string
  readonly contactId: string
  readonly attemptNo: number
  /** Null while it lives. */
  readonly outcome: Outcome | null
  readonly phoneNumber: string
  readonly reservedMinutes: number
  readonly callSid: string | null
  readonly answeredBy: Told["answeredBy"]
  /** Of its talk, as far as it was told before. */
  readonly durationSeconds: number
  readonly startedAt: Date
  readonly endedAt: Date
  readonly status: typeof CallStatus.Type
  readonly attempts: number
  readonly extraAttempts: number
  /** Nothing was made of what was said. */
  readonly untagged: boolean
}

/** What becomes of the call. */
interface Change {
  readonly status: "COMPLETED" | "QUEUED" | "FAILED" | "SKIPPED"
  readonly failureReason: string | null
  readonly nextAttemptAt: Date | null
  readonly labelId: string | null
  readonly labelName: string | null
  readonly undetermined: boolean
  readonly awaitsTag: boolean
  readonly journeyAction: typeof JourneyAction.Type | null
}

const nothing = {
  failureReason: null,
  nextAttemptAt: null,
  labelId: null,
  labelName: null,
  undetermined: false,
  awaitsTag: false,
  journeyAction: null
} as const

const eventsOf = (attempt: EndingAttempt, change: Change, ending: Told): ReadonlyArray<DomainEvent> => {
  const { labelId, labelName } = change
  const call = {
    organizationId: String(attempt.organizationId),
    campaignId: attempt.campaignId,
    callId: attempt.callId,
    contactId: attempt.contactId,
    phoneNumber: maskPhoneNumber(attempt.phoneNumber),
    attempt: attempt.attemptNo,
    status: change.status
  }
  const ended = {
    topic: "call-ended.v1" as const,
    data: {
      ...call,
      callSid: ending.callSid ?? attempt.callSid,
      outcome: ending.outcome,
      failureReason: failureReasonOf(ending.outcome),
      durationSeconds: ending.durationSeconds,
      answeredBy: ending.answeredBy,
      startedAt: attempt.startedAt,
      endedAt: attempt.endedAt
    }
  }
  if (labelId === null && !change.undetermined) return [ended]
  const tag =
    labelId === null ? { isPositive: null, intentSource: null } : { isPositive: false, intentSource: "system" as const }
  return [
    ended,
    {
      topic: "call-tagged.v1",
      data: {
        ...call,
        ...tag,
        intentLabelId: labelId,
        intentLabelName: labelName,
        intentUndetermined: change.undetermined,
        journeyAction: change.journeyAction,
        nextAttemptAt: change.nextAttemptAt
      }
    }
  ]
}

const minutesOf = (seconds: number) => Math.ceil(seconds / 60)

const mayEnd = (attempt: EndingAttempt, told: Told) =>
  attempt.outcome === null ||
  (attempt.attemptNo === attempt.attempts && (wasGivenUp(attempt, told.outcome) || wasMachine(attempt, told)))

// An attempt that we gave up may still turn out to have ended well: then the person must not be called again for it. A
// failure of the carrier is no news: it is what our own hang-up comes back as.
const wasGivenUp = ({ outcome, status }: EndingAttempt, told: Outcome) =>
  (outcome === "DISPATCH_UNKNOWN" || outcome === "TIMEOUT") &&
  told !== "DISPATCH_UNKNOWN" &&
  told !== "TIMEOUT" &&
  told !== "CARRIER_ERROR" &&
  (status === "QUEUED" || status === "FAILED")

// Who picked up may be made out after the end.
const wasMachine = ({ outcome, status, untagged }: EndingAttempt, told: Told) =>
  told.outcome === "VOICEMAIL" &&
  isMachine(told.answeredBy) &&
  ((outcome === "CONNECTED" && status === "COMPLETED" && untagged) ||
    (outcome === "NO_ANSWER" && (status === "QUEUED" || status === "FAILED")))
