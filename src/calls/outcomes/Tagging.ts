import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Option, Record, Schema } from "effect"
import { CampaignStates, type RuledLabel } from "../../campaigns/CampaignStates.ts"
import { IntentLabelNotFound } from "../../campaigns/IntentLabels.ts"
import { Contacts } from "../../contacts/Contacts.ts"
import { DoNotContact } from "../../contacts/DoNotContact.ts"
import { PhoneLedger } from "../../contacts/PhoneLedger.ts"
import type { CallbackSlot } from "../../domain/calendar/callback-slot.ts"
import { isMasked } from "../../domain/calendar/phone-number.ts"
import type { Commitment } from "../../domain/calls/Commitment.ts"
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
  ruleReviewReason,
  type ScheduledReminder
} from "../attempts/ended-attempts.ts"
import { ToolCalls } from "../conversations/ToolCalls.ts"
import { CallQueue } from "../queue/CallQueue.ts"
import { NextAttempts, type RequestedCallback } from "../queue/NextAttempts.ts"
import { NumberSuppression } from "../queue/NumberSuppression.ts"
import { Analyses, type Details } from "./Analyses.ts"
import { AwaitedLabels } from "./AwaitedLabels.ts"

/** The label of the call cannot be corrected now. The message is for the client. */
export class NotCorrectable extends Schema.TaggedError<NotCorrectable>()("NotCorrectable", {
  message: Schema.String
}) {}

/** The label that a person gives to a call. */
export interface Correction {
  readonly labelId: string
  readonly note: string | null
  readonly actor: string
}

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
    /**
     * Sets the label that a person chose for the call of an ended attempt, and routes it like any label. Call this in a
     * transaction. A call that waits for a callback waits on, and one that is suppressed or skipped stays so.
     */
    readonly correct: (
      attempt: { readonly organizationId: number; readonly id: string },
      correction: Correction
    ) => Effect.Effect<void, NotCorrectable | IntentLabelNotFound>
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
      const toolCalls = yield* ToolCalls
      const dnc = yield* DoNotContact
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
            not exists (select 1 from talks t where t.organization_id = a.organization_id and t.attempt_id = a.id
              and not t.keeps_words) as keeps_words,
            c.intent_undetermined as undetermined, c.awaits_tag_until <= ${longAgo} as is_late,
            c.next_attempt_at is not null and c.callback_scheduled_at is not null and c.priority = 0
              as waits_for_callback, c.next_attempt_at, c.suppression,
            array(select distinct b.reminder_for::text from attempts b where b.organization_id = a.organization_id
              and b.call_id = a.call_id and b.reminder_for is not null) as reminded,
            (select l.name from intent_labels l where l.organization_id = c.organization_id
              and l.id = c.intent_label_id) as label_name, c.intent_label_id as label_id
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
        // A callback that the agent has set or taken back with the person comes before the one that the analysis finds.
        const set = yield* toolCalls.callbackOf(conversation)
        const slot = set === undefined ? finding.callback : set.slot
        const callback = yield* callbackOf(conversation, campaign, contact, slot, set?.setAt)
        const reminder = yield* reminderOf(conversation, { campaign, contact, label, commitment: finding.commitment })
        const route = routeOf({
          hasReminder: isScheduled(reminder),
          reminders: conversation.reminded.length,
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
        const change = isOpen
          ? yield* changeOf({ conversation, campaign, contact, label, callback, reminder, route })
          : undefined

        yield* analyses.store(conversation, {
          labelId: label?.labelId ?? null,
          isGivenUp,
          details: keptDetails(conversation, {
            undetermined: label === undefined ? (finding.undetermined ?? notInCampaign) : null,
            evidence: finding.evidence,
            confidence: finding.confidence,
            callbackSaid: slot?.said ?? null,
            results: finding.results,
            commitment: finding.commitment,
            noReminder: reminder !== undefined && "none" in reminder ? reminder.none : null,
            variables: {
              ...finding.variables,
              ...(callbackVariable !== null &&
                change?.callback && { [callbackVariable]: change.callback.at.toISOString() })
            }
          })
        })
        if (change !== undefined && isNew(conversation, change))
          yield* apply(conversation, campaign, change, label, { facts: finding.facts })
        else if (change === undefined && route.next === "SUPPRESS_ORG_WIDE")
          yield* suppress(conversation, campaign, label)
      })

      const correct: Tagging["Service"]["correct"] = Effect.fn("Tagging.correct")(
        function* (attempt, { actor, labelId, note }) {
          const conversation = yield* lock(attempt)
          const problem = correctionProblem(conversation)
          if (conversation === undefined || problem !== undefined) {
            return yield* new NotCorrectable({ message: problem ?? "" })
          }
          const campaign = yield* states.shareLock(conversation.campaignId)
          const label = yield* states.label(campaign.id, labelId)
          if (label === undefined) return yield* new IntentLabelNotFound()
          const { attemptNo, callId, organizationId } = conversation
          const [last] = yield* sql<{ correctionNo: number; isCurrent: boolean }>`select correction_no,
              attempt_no = ${attemptNo} as is_current
            from label_corrections where organization_id = ${organizationId} and call_id = ${callId}
            order by correction_no desc limit 1`
          if (last?.isCurrent === true && conversation.labelId === label.labelId) return
          const correctionNo = (last?.correctionNo ?? 0) + 1
          yield* sql`insert into label_corrections ${sql.insert({
            organizationId,
            callId,
            correctionNo,
            attemptNo,
            intentLabelId: label.labelId,
            fromLabel: conversation.labelName,
            correctedBy: actor,
            note
          })}`
          yield* setAside(conversation)
          yield* reroute(conversation, campaign, label, correctionNo)
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      // An analysis that arrives later must not replace the label.
      const setAside = Effect.fnUntraced(function* (conversation: EndedConversation) {
        yield* awaited.remove(conversation.organizationId, conversation.id)
        if (yield* analyses.isFinal(conversation.organizationId, conversation.id)) return
        const details = { undetermined: labelledBefore, evidence: null, confidence: null, callbackSaid: null }
        yield* analyses.store(conversation, {
          labelId: null,
          isGivenUp: false,
          details: { ...details, variables: {} }
        })
      })

      const reroute = Effect.fnUntraced(function* (
        conversation: EndedConversation,
        campaign: Campaign,
        label: RuledLabel,
        correctionNo: number
      ) {
        const { organizationId, callId, status, waitsForCallback } = conversation
        const contact = Option.getOrUndefined(
          yield* Effect.option(contacts.get(organizationId, conversation.contactId))
        )
        const analysis = (yield* analyses.of(organizationId, [callId])).get(callId)
        const commitment = analysis?.attemptNo === conversation.attemptNo ? (analysis.commitment ?? null) : null
        const reminder = yield* reminderOf(conversation, { campaign, contact, label, commitment })
        const route = routeOf({
          hasReminder: isScheduled(reminder),
          reminders: conversation.reminded.length,
          retryBehavior: label.retryBehavior,
          rule: label.rule?.action ?? null,
          callback: waitsForCallback ? "clear" : null,
          campaignStatus: campaign.status,
          maxRetries: campaign.maxRetries,
          attempts: conversation.attempts,
          extraAttempts: conversation.extraAttempts,
          callbacks: 0,
          wasCutOff: false
        })
        const isStronger = route.next === "SUPPRESS_ORG_WIDE" && conversation.suppression !== "ORGANIZATION"
        const stays =
          status === "SUPPRESSED" ? !isStronger : !isSuppression(route) && (waitsForCallback || status === "SKIPPED")
        const routed = stays ? { ...route, next: "NOTHING" as const } : route
        const found = yield* changeOf({
          ...{ conversation, campaign, contact, label, reminder },
          callback: undefined,
          route: routed
        })
        const change: Change = { ...found, source: null, review: routed.review === "RULE" ? found.review : null }
        if (!stays) return yield* apply(conversation, campaign, change, label, { correction: correctionNo })
        yield* sql`update calls set intent_label_id = ${label.labelId}, intent_source = null,
            intent_undetermined = false, awaits_tag_until = null,
            journey_action = ${status === "SUPPRESSED" ? sql`journey_action` : change.journeyAction},
            flagged_for_review = flagged_for_review or ${change.review !== null},
            in_review_since = case when ${change.review === null} then in_review_since
              else coalesce(in_review_since, clock_timestamp()) end,
            review_reason = coalesce(${change.review}, review_reason)
          where organization_id = ${organizationId} and id = ${callId}`
        yield* outbox.add(
          eventsOfChange(
            conversation,
            { ...change, status: status as Change["status"], nextAttemptAt: conversation.nextAttemptAt },
            { correction: correctionNo }
          )
        )
      })

      const callbackOf = Effect.fnUntraced(function* (
        { answeredAt, endedAt, phoneNumber }: EndedConversation,
        campaign: Campaign,
        contact: Contact | undefined,
        slot: CallbackSlot | null,
        setAt: Date | undefined
      ) {
        if (slot === null) return undefined
        const person = contact ?? { phoneNumber, metadata: {} }
        return yield* nextAttempts.requestedCallback({ campaign, person, slot, answeredAt, endedAt, setAt })
      })

      // A promise has one reminder only.
      const reminderOf = Effect.fnUntraced(function* (
        { endedAt, reminded }: EndedConversation,
        { campaign, commitment, contact, label }: MadePromise
      ) {
        const date = commitment?.date ?? null
        if (label?.rule?.action !== "COMMITMENT_REMINDER" || date === null) return undefined
        if (contact === undefined) return { none: "the contact was deleted" }
        if (reminded.includes(date)) return { none: `the person was reminded of ${date} before` }
        const found = yield* nextAttempts.reminder({ campaign, contact, date, promisedAt: endedAt })
        return "none" in found ? found : { ...found, date }
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
          case "REMINDER":
            return isScheduled(routed.reminder)
              ? { ...tagged, status: "QUEUED", nextAttemptAt: routed.reminder.at, reminder: routed.reminder }
              : tagged
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
        label: RuledLabel | undefined,
        published: Parameters<typeof eventsOfChange>[2]
      ) {
        const { callId, organizationId, phoneNumber } = conversation
        if (change.suppression === "ORGANIZATION") {
          yield* suppression.lock(organizationId, phoneNumber)
        }
        const isCallback = change.callback !== null
        yield* sql`update calls set ${stateOf(sql, conversation, change)},
            callback_scheduled_at = ${change.callback?.at ?? null},
            callback_adjusted = ${change.callback?.isAdjusted ?? false},
            callbacks = callbacks + ${isCallback ? 1 : 0}, extra_attempts = extra_attempts + ${isCallback ? 1 : 0}
          where organization_id = ${organizationId} and id = ${callId}`
        yield* outbox.add(eventsOfChange(conversation, change, published))
        if (change.suppression === "ORGANIZATION") yield* suppress(conversation, campaign, label)
        if (change.status === "QUEUED") yield* suppressIfOnDoNotContact(conversation)
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
      const suppressIfOnDoNotContact = Effect.fnUntraced(function* ({
        callId,
        organizationId,
        phoneNumber
      }: EndedConversation) {
        const entry = yield* dnc.find(organizationId, phoneNumber)
        if (Option.isSome(entry)) yield* queue.suppress({ organizationId, id: callId }, phoneNumber)
      })

      return Tagging.of({ tag, correct, giveUp })
    })
  )
}

const callbackReviewReason = (callback: RequestedCallback | undefined) =>
  callback?.kind === "clear"
    ? `The person asked to be called at ${callback.at.toISOString()}, but the campaign had ended before the analysis`
    : `The time of the callback is not clear${callback === undefined ? "" : `: ${callback.why}`}`

const isSuppression = ({ next }: Route) => next === "SUPPRESS_ORG_WIDE" || next === "SUPPRESS_CAMPAIGN"

export const underWay = "The call is under way: correct its label when it is over"

const correctionProblem = (conversation: EndedConversation | undefined) => {
  if (conversation === undefined)
    return "The call was never placed, or its person was erased, so it has no label to correct"
  const { answeredBy, attemptNo, attempts, outcome, status } = conversation
  if (status === "IN_PROGRESS" || attemptNo !== attempts) {
    return underWay
  }
  return outcome === "CONNECTED" && !isMachine(answeredBy)
    ? undefined
    : "The last attempt had no conversation, so it has no label to correct. To end the calls to the person, put the number on Do Not Contact"
}

/** Returns the details of an analysis as they are stored: without quotes if the flow keeps no words. Values stay. */
const keptDetails = ({ keepsWords }: EndedConversation, details: Details): Details =>
  keepsWords
    ? details
    : {
        ...details,
        evidence: null,
        callbackSaid: null,
        results: Record.map(details.results ?? {}, (result) => ({ ...result, evidence: null }))
      }

const labelledBefore = "A person gave the label before the conversation was analyzed"
const tooLate = "The conversation was not analyzed within 24 hours"
const notInCampaign = "The label that was found is not one of the campaign's"

/** A finished conversation with its call. */
interface EndedConversation extends EndingAttempt {
  readonly answeredAt: Date
  readonly callbacks: number
  /** Our side had to end the conversation. */
  readonly wasCutOff: boolean
  /** Whether the flow keeps the words of its calls. */
  readonly keepsWords: boolean
  /** Whether the call is published as undetermined already. */
  readonly undetermined: boolean
  /** Whether the call has waited a day for its tag; null when it does not wait. */
  readonly isLate: boolean | null
  readonly waitsForCallback: boolean
  /** The promised days that earlier attempts have reminded the person of. */
  readonly reminded: ReadonlyArray<string>
  readonly nextAttemptAt: Date | null
  readonly suppression: "CAMPAIGN" | "ORGANIZATION" | null
  /** The label of the call. */
  readonly labelId: string | null
  readonly labelName: string | null
}

interface Routed {
  readonly conversation: EndedConversation
  readonly campaign: Campaign
  readonly contact: Contact | undefined
  readonly label: RuledLabel | undefined
  readonly callback: RequestedCallback | undefined
  readonly reminder: Reminder | undefined
  readonly route: Route
}

/** The reminder that the journey rule asks for, or why there is none. */
type Reminder = ScheduledReminder | { readonly none: string }

const isScheduled = (reminder: Reminder | undefined): reminder is ScheduledReminder =>
  reminder !== undefined && "at" in reminder

interface MadePromise {
  readonly campaign: Campaign
  readonly contact: Contact | undefined
  readonly label: RuledLabel | undefined
  readonly commitment: Commitment | null
}

// Whether the change differs from the published state: a call may already be published as undetermined.
const isNew = ({ undetermined }: EndedConversation, { review, status, undetermined: still }: Change) =>
  !(undetermined && still) || status !== "COMPLETED" || review !== null
