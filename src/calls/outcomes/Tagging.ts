import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option } from "effect"
import { CampaignStates, type RuledLabel } from "../../campaigns/CampaignStates.ts"
import { Contacts } from "../../contacts/Contacts.ts"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import { PhoneLedger } from "../../contacts/PhoneLedger.ts"
import { isMasked } from "../../domain/calendar/phone-number.ts"
import { type Finding, undeterminedBecause } from "../../domain/calls/Finding.ts"
import { campaignLabelWaitMillis, longestLabelWaitMillis } from "../../domain/calls/label-wait.ts"
import type { Campaign } from "../../domain/campaigns/Campaign.ts"
import type { Contact } from "../../domain/contacts/Contact.ts"
import { failureReasonOf, isMachine } from "../../domain/dialing/after-attempt.ts"
import { type Route, routeOf } from "../../domain/dialing/routing.ts"
import { Outbox } from "../../events/outbox/Outbox.ts"
import { Signals } from "../../events/Signals.ts"
import { transaction } from "../../platform/sql/transaction.ts"
import { attemptColumns, stateOf } from "../attempts/attempt-rows.ts"
import {
  type Change,
  type EndingAttempt,
  eventsOfChange,
  nothing,
  ruleReviewReason
} from "../attempts/ended-attempts.ts"
import { CallQueue } from "../queue/CallQueue.ts"
import { NextAttempts, type RequestedCallback } from "../queue/NextAttempts.ts"
import { NumberSuppression } from "../queue/NumberSuppression.ts"
import { Analyses } from "./Analyses.ts"
import { AwaitedLabels } from "./AwaitedLabels.ts"

/** The finding of an analysis, and the flow variable that receives the time of a callback. */
export interface AnalysisResult {
  readonly finding: Finding
  readonly callbackVariable: string | null
}

/**
 * Tags calls after the analysis of their conversation: one transaction applies label, journey rule, callback and
 * suppression. Tagging a conversation again has no effect.
 */
export class Tagging extends Context.Service<
  Tagging,
  {
    /** Decides what happens to the call after its last attempt; an earlier attempt can only lead to Do Not Contact. */
    readonly tag: (
      attempt: { readonly organizationId: number; readonly id: string },
      result: AnalysisResult
    ) => Effect.Effect<void>
    /** Tags calls as undetermined that have waited a day for their analysis; returns their number. */
    readonly giveUp: Effect.Effect<number>
  }
>()("carillon/calls/Tagging") {
  static readonly layer = Layer.effect(
    Tagging,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const states = yield* CampaignStates
      const contacts = yield* Contacts
      const registry = yield* DoNotContact
      const ledger = yield* PhoneLedger
      const analyses = yield* Analyses
      const awaited = yield* AwaitedLabels
      const nextAttempts = yield* NextAttempts
      const queue = yield* CallQueue
      const suppression = yield* NumberSuppression
      const outbox = yield* Outbox
      const signals = yield* Signals
      const columns = sql.literal(attemptColumns)

      const tag = Effect.fn("Tagging.tag")(
        function* (attempt: { readonly organizationId: number; readonly id: string }, result: AnalysisResult) {
          const conversation = yield* lock(attempt)
          yield* awaited.remove(attempt.organizationId, attempt.id)
          if (conversation === undefined || !(yield* mayBeTagged(conversation))) return
          yield* decide(conversation, result, false)
        },
        transaction(sql),
        Effect.orDie
      )

      // `awaits_tag_until` is the time until which the campaign waits for the label.
      const moreMillis = longestLabelWaitMillis - campaignLabelWaitMillis
      const longAgo = sql`clock_timestamp() - ${moreMillis} * interval '1 millisecond'`

      const giveUp = Effect.gen(function* () {
        const late = yield* sql<{
          organizationId: number
          id: string
        }>`select a.organization_id, a.id
          from calls c join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
            and a.attempt_no = c.attempts
          where c.awaits_tag_until <= ${longAgo} order by c.awaits_tag_until limit 100`
        for (const attempt of late) yield* giveUpOn(attempt)
        return late.length
      }).pipe(Effect.orDie)

      const giveUpOn = Effect.fnUntraced(function* (attempt: { readonly organizationId: number; readonly id: string }) {
        const conversation = yield* lock(attempt)
        if (conversation === undefined || !conversation.isLate) return
        const failure = yield* awaited.lastFailure(attempt.organizationId, attempt.id)
        yield* awaited.remove(attempt.organizationId, attempt.id)
        const reason = failure === undefined ? tooLate : `${tooLate}. ${failure}`
        yield* decide(conversation, { finding: undeterminedBecause(reason), callbackVariable: null }, true)
      }, transaction(sql))

      // Locks the number first, like every transaction that decides about a number. Skips calls of erased people.
      const lock = Effect.fnUntraced(function* ({
        id,
        organizationId
      }: {
        readonly organizationId: number
        readonly id: string
      }) {
        const [number] = yield* sql<{ phoneNumber: string }>`select phone_number from attempts
          where organization_id = ${organizationId} and id = ${id}`
        if (number === undefined || isMasked(number.phoneNumber)) return undefined
        yield* ledger.lock(organizationId, number.phoneNumber)
        const [conversation] = yield* sql<EndedConversation>`select ${columns}, a.ended_at,
            coalesce(a.answered_at, a.stream_opened_at, a.started_at) as answered_at, c.callbacks,
            exists (select 1 from talks t where t.organization_id = a.organization_id and t.attempt_id = a.id
              and t.failed) as was_cut_off,
            c.intent_undetermined as undetermined, c.awaits_tag_until <= ${longAgo} as is_late
          from calls c join attempts a on a.organization_id = c.organization_id and a.call_id = c.id
          where a.organization_id = ${organizationId} and a.id = ${id} and a.ended_at is not null
          for no key update`
        return conversation
      })

      // An opt-out has already decided about the call, and a call without a conversation has nothing to analyze.
      const mayBeTagged = Effect.fnUntraced(function* ({ answeredBy, id, organizationId, outcome }: EndedConversation) {
        if (outcome !== "CONNECTED" || isMachine(answeredBy)) return false
        const [conversation] = yield* sql<{ optedOut: boolean }>`select opted_out from talks
          where organization_id = ${organizationId} and attempt_id = ${id}`
        return conversation?.optedOut !== true && !(yield* analyses.isFinal(organizationId, id))
      })

      const decide = Effect.fnUntraced(function* (
        conversation: EndedConversation,
        { callbackVariable, finding }: AnalysisResult,
        isGivenUp: boolean
      ) {
        const campaign = yield* states.shareLock(conversation.campaignId)
        const label = finding.labelId === null ? undefined : yield* states.label(campaign.id, finding.labelId)
        const contact = Option.getOrUndefined(
          yield* Effect.option(contacts.get(conversation.organizationId, conversation.contactId))
        )
        const callback = yield* callbackOf(conversation, campaign, contact, finding)
        const route = routeOf({
          retryBehavior: label?.retryBehavior ?? null,
          rule: label?.rule?.action ?? null,
          callback: callback === undefined ? null : callback.kind,
          campaignStatus: campaign.status,
          maxRetries: campaign.maxRetries,
          attempts: conversation.attempts,
          extraAttempts: conversation.extraAttempts,
          callbacks: conversation.callbacks,
          wasCutOff: conversation.wasCutOff
        })
        const isOpen =
          conversation.attemptNo === conversation.attempts &&
          conversation.status === "COMPLETED" &&
          conversation.untagged
        const change = isOpen ? yield* changeOf({ conversation, campaign, contact, label, callback, route }) : undefined

        yield* analyses.store(conversation, {
          labelId: label?.labelId ?? null,
          isGivenUp,
          details: {
            undetermined: label === undefined ? (finding.undetermined ?? notInCampaign) : null,
            evidence: finding.evidence,
            confidence: finding.confidence,
            callbackSaid: finding.callback?.said ?? null,
            variables: {
              ...finding.variables,
              ...(callbackVariable !== null &&
                change?.callback && { [callbackVariable]: change.callback.at.toISOString() })
            }
          }
        })
        if (change !== undefined && isNew(conversation, change)) yield* apply(conversation, campaign, change, label)
        else if (change === undefined && route.next === "SUPPRESS_ORG_WIDE")
          yield* suppress(conversation, campaign, label)
      })

      const callbackOf = Effect.fnUntraced(function* (
        { answeredAt, endedAt, phoneNumber }: EndedConversation,
        campaign: Campaign,
        contact: Contact | undefined,
        { callback }: Finding
      ) {
        if (callback === null) return undefined
        const person = contact ?? { phoneNumber, metadata: {} }
        return yield* nextAttempts.requestedCallback({ campaign, person, slot: callback, answeredAt, endedAt })
      })

      const changeOf = Effect.fnUntraced(function* (routed: Routed): Effect.fn.Return<Change> {
        const { callback, label, route } = routed
        const tagged = {
          ...nothing,
          status: "COMPLETED" as const,
          undetermined: label === undefined,
          journeyAction: route.journeyAction,
          ...(label !== undefined && {
            labelId: label.labelId,
            labelName: label.labelName,
            isPositive: label.isPositive,
            source: "auto" as const
          }),
          review:
            route.review === "RULE" && label !== undefined
              ? ruleReviewReason(label.labelName)
              : route.review === "CALLBACK"
                ? callbackReviewReason(callback)
                : null
        }
        switch (route.next) {
          case "NOTHING":
            return tagged
          case "FAILURE":
            return { ...tagged, status: "FAILED", failureReason: failureReasonOf("CARRIER_ERROR") }
          case "SUPPRESS_CAMPAIGN":
          case "SUPPRESS_ORG_WIDE":
            return {
              ...tagged,
              status: "SUPPRESSED",
              suppression: route.next === "SUPPRESS_CAMPAIGN" ? "CAMPAIGN" : "ORGANIZATION",
              suppressionReason: tagged.labelName
            }
          default:
            return {
              ...tagged,
              undetermined: tagged.undetermined && route.next !== "RETRY",
              ...(yield* nextOf(routed))
            }
        }
      })

      const nextOf = Effect.fnUntraced(function* ({ callback, campaign, contact, label, route, conversation }: Routed) {
        if (contact === undefined) return { status: "SKIPPED" as const, failureReason: "Contact Deleted" }
        if (route.next === "CALLBACK" && callback?.kind === "clear") {
          const next = yield* nextAttempts.callback({ campaign, contact, at: callback.at })
          return next === "Retry Expired"
            ? { status: "FAILED" as const, failureReason: next }
            : { status: "QUEUED" as const, nextAttemptAt: next.at, callback: next }
        }
        const next = yield* nextAttempts.retry({
          ...conversation,
          campaign,
          contact,
          delayMinutes: label?.rule?.delayMinutes
        })
        return next === "Retry Expired"
          ? {
              status: "FAILED" as const,
              failureReason: next,
              undetermined: label === undefined,
              journeyAction: label === undefined ? null : ("MARK_COMPLETED" as const)
            }
          : { status: "QUEUED" as const, nextAttemptAt: next.at }
      })

      const apply = Effect.fnUntraced(function* (
        conversation: EndedConversation,
        campaign: Campaign,
        change: Change,
        label: RuledLabel | undefined
      ) {
        const { callId, organizationId, phoneNumber } = conversation
        if (change.suppression === "ORGANIZATION") {
          yield* suppression.lock(organizationId, phoneNumber, campaign.id)
        }
        const isCallback = change.callback !== null
        yield* sql`update calls set ${stateOf(sql, conversation, change)},
            callback_scheduled_at = ${change.callback?.at ?? null},
            callback_adjusted = ${change.callback?.isAdjusted ?? false},
            callbacks = callbacks + ${isCallback ? 1 : 0}, extra_attempts = extra_attempts + ${isCallback ? 1 : 0}
          where organization_id = ${organizationId} and id = ${callId}`
        yield* outbox.add(eventsOfChange(conversation, change))
        if (change.suppression === "ORGANIZATION") yield* suppress(conversation, campaign, label)
        if (change.status === "QUEUED") yield* refuseIfOnRegistry(conversation)
        yield* signals.send(`campaign:${campaign.id}`)
      })

      const suppress = (
        { organizationId, phoneNumber }: EndedConversation,
        { name }: Campaign,
        label: RuledLabel | undefined
      ) =>
        suppression.enter(organizationId, {
          phoneNumber,
          sourceCampaignName: name,
          intentLabel: label?.labelName,
          intentLabelId: label?.labelId,
          actor: label?.retryBehavior === "SUPPRESS_ORG_WIDE" ? "intent-label" : "journey-rule"
        })

      // Suppresses the call if its number entered Do Not Contact in the meantime: that suppressed only waiting calls,
      // and this call was not waiting yet.
      const refuseIfOnRegistry = Effect.fnUntraced(function* ({
        callId,
        organizationId,
        phoneNumber
      }: EndedConversation) {
        const entry = yield* registry.find(organizationId, phoneNumber)
        if (Option.isSome(entry)) yield* queue.suppress({ organizationId, id: callId }, phoneNumber)
      })

      return Tagging.of({ tag, giveUp })
    })
  )
}

const callbackReviewReason = (callback: RequestedCallback | undefined) =>
  callback?.kind === "clear"
    ? `The person asked to be called at ${callback.at.toISOString()}, but the campaign had ended before the analysis`
    : `The time of the callback is not clear${callback === undefined ? "" : `: ${callback.why}`}`

const tooLate = "The conversation was not analyzed within 24 hours"
const notInCampaign = "The label that was found is not one of the campaign's"

/** A finished conversation with its call. */
interface EndedConversation extends EndingAttempt {
  readonly answeredAt: Date
  readonly callbacks: number
  /** Our side had to end the conversation. */
  readonly wasCutOff: boolean
  readonly undetermined: boolean
  /** Whether the call has waited a day for its tag; null when it does not wait. */
  readonly isLate: boolean | null
}

interface Routed {
  readonly conversation: EndedConversation
  readonly campaign: Campaign
  readonly contact: Contact | undefined
  readonly label: RuledLabel | undefined
  readonly callback: RequestedCallback | undefined
  readonly route: Route
}

// Whether the change differs from the published state: a call may already be published as undetermined.
const isNew = ({ undetermined }: EndedConversation, { review, status, undetermined: still }: Change) =>
  !(undetermined && still) || status !== "COMPLETED" || review !== null
