import type { DoNotCall } from "../../campaigns/CampaignStates.ts"
import { maskPhoneNumber } from "../../domain/calendar/phone-number.ts"
import type { AnsweredBy, AttemptKind, CallStatus, IntentSource } from "../../domain/calls/Call.ts"
import type { Finding } from "../../domain/calls/Finding.ts"
import type { MachineDetail } from "../../domain/calls/MachineRecord.ts"
import type { JourneyAction } from "../../domain/campaigns/JourneyRule.ts"
import { doNotContact } from "../../domain/contacts/DoNotContact.ts"
import type { CostSummary } from "../../domain/costs/cost-summary.ts"
import { failureReasonOf, type Outcome } from "../../domain/dialing/after-attempt.ts"
import type { DomainEvent } from "../../events/schemas/topics.ts"
import { suppressedEvent } from "../queue/suppressed-calls.ts"

/** An attempt that is ending or has ended, with fields of its call. */
export interface EndingAttempt {
  readonly id: string
  readonly kind: typeof AttemptKind.Type
  readonly organizationId: number
  readonly campaignId: string
  readonly callId: string
  readonly contactId: string
  readonly attemptNo: number
  /** Null while the attempt is live. */
  readonly outcome: Outcome | null
  readonly phoneNumber: string
  readonly reservedMinutes: number
  readonly callSid: string | null
  readonly answeredBy: typeof AnsweredBy.Type | null
  /** Whether a person or a machine has answered. */
  readonly wasAnswered: boolean
  /** Whether it was to be hung up, such as by an operator. */
  readonly hangUpRequested: boolean
  /** Length of the conversation according to an earlier report; 0 without one. */
  readonly durationSeconds: number
  readonly startedAt: Date
  readonly endedAt: Date
  readonly status: typeof CallStatus.Type
  readonly attempts: number
  readonly extraAttempts: number
  /** The promised day, such as 2026-01-31, if the attempt reminds the person of it; null if it is no reminder. */
  readonly reminderFor: string | null
  /** The number that the person sees, if it is one of the organization's own. */
  readonly ownCallerId: string | null
  /** Whether neither an analysis nor a person has given the call its label. */
  readonly untagged: boolean
}

/** The new state of a call after an attempt or its analysis. */
export interface Change {
  readonly status: "COMPLETED" | "QUEUED" | "FAILED" | "SKIPPED" | "SUPPRESSED"
  readonly failureReason: string | null
  readonly suppression: "CAMPAIGN" | "ORGANIZATION" | null
  readonly suppressionReason: string | null
  readonly nextAttemptAt: Date | null
  /** The callback that the person asked for; null when the next attempt is not a callback. */
  readonly callback: ScheduledCallback | null
  /** The reminder of a promise; null when the next attempt is none. */
  readonly reminder: ScheduledReminder | null
  /** Whether the label and what followed from it stay as they are. */
  readonly keepsLabel: boolean
  readonly labelId: string | null
  readonly labelName: string | null
  readonly isPositive: boolean | null
  readonly source: typeof IntentSource.Type | null
  readonly undetermined: boolean
  readonly awaitsTag: boolean
  readonly journeyAction: typeof JourneyAction.Type | null
  /** Why the call enters the review queue. */
  readonly review: string | null
}

/** The state of a call after an attempt, changed or not. */
type StateAfter = Omit<Change, "status"> & Pick<EndingAttempt, "status">

export interface ScheduledCallback {
  readonly at: Date
  /** Whether the time was moved into the calling hours. */
  readonly isAdjusted: boolean
}

export interface ScheduledReminder {
  readonly at: Date
  /** The promised day, such as 2026-01-31. */
  readonly date: string
  /** When the reminder comes too late. */
  readonly until: Date
}

/** The fields of a change that has no consequences. */
export const nothing = {
  failureReason: null,
  suppression: null,
  suppressionReason: null,
  nextAttemptAt: null,
  callback: null,
  reminder: null,
  keepsLabel: false,
  labelId: null,
  labelName: null,
  isPositive: null,
  source: null,
  undetermined: false,
  awaitsTag: false,
  journeyAction: null,
  review: null
} as const

/** The change for a person who does not want to be called again. */
export const optOutChange = (label: DoNotCall | undefined) => ({
  ...nothing,
  ...label,
  status: "SUPPRESSED" as const,
  suppression: "ORGANIZATION" as const,
  suppressionReason: label?.labelName ?? doNotContact,
  source: "auto" as const,
  undetermined: label === undefined,
  journeyAction: "SUPPRESS_ORG_WIDE" as const
})

/** The change for a number that was put on Do Not Contact before there was a conversation. */
export const listedChange = {
  status: "SUPPRESSED" as const,
  suppression: "ORGANIZATION" as const,
  suppressionReason: doNotContact
}

/** Returns the reason for a review that a journey rule causes, as shown in the review queue. */
export const ruleReviewReason = (label: string | null) => `The journey rule of ${label} asks for it`

export interface Ended {
  readonly callSid: string | null
  readonly outcome: Outcome
  readonly durationSeconds: number
  readonly answeredBy: typeof AnsweredBy.Type | null
  readonly costs: CostSummary
  /** How the attempt ended with a machine; null: there was none. */
  readonly machine: MachineDetail | null
}

/** Returns the events of an ended attempt: its end, then the change of the call. */
export const eventsOfEnd = (attempt: EndingAttempt, change: StateAfter, ended: Ended): ReadonlyArray<DomainEvent> => [
  {
    topic: "call-ended.v1",
    data: {
      ...callOf(attempt, change),
      kind: attempt.kind,
      callSid: ended.callSid ?? attempt.callSid,
      outcome: ended.outcome,
      failureReason: failureReasonOf(ended.outcome),
      durationSeconds: ended.durationSeconds,
      answeredBy: ended.answeredBy,
      startedAt: attempt.startedAt,
      endedAt: attempt.endedAt,
      cost: ended.costs.cost,
      costCurrency: ended.costs.currency,
      usage: ended.costs.usage,
      machine: ended.machine
    }
  },
  ...eventsOfChange(attempt, change)
]

interface Published {
  /** Number of the correction by a person. */
  readonly correction?: number | undefined
  /** The results of the analysis that are no free text. */
  readonly facts?: Finding["facts"] | undefined
}

/**
 * Returns the events of a change of the call: at the end of the attempt, after the analysis, or by the correction of a
 * person, which has a number.
 */
export const eventsOfChange = (
  attempt: EndingAttempt,
  change: StateAfter,
  { correction, facts }: Published = {}
): ReadonlyArray<DomainEvent> => {
  const isTagged = change.labelId !== null || change.undetermined
  return [...(isTagged ? [tagged(attempt, change, { correction, facts })] : []), ...suppressed(attempt, change)]
}

const tagged = (attempt: EndingAttempt, change: StateAfter, { correction, facts }: Published): DomainEvent => ({
  topic: "call-tagged.v1",
  data: {
    ...callOf(attempt, change),
    intentLabelId: change.labelId,
    intentLabelName: change.labelName,
    isPositive: change.isPositive,
    intentSource: change.source,
    intentUndetermined: change.undetermined,
    journeyAction: change.journeyAction,
    nextAttemptAt: change.nextAttemptAt,
    reminderFor: change.reminder?.date ?? null,
    ...(facts !== undefined && { results: facts }),
    ...(correction !== undefined && { corrected: true, correction })
  }
})

const suppressed = (attempt: EndingAttempt, { labelId, labelName, suppression, suppressionReason }: StateAfter) => {
  if (suppression === null || suppressionReason === null) return []
  const { attemptNo, callId, campaignId, contactId, organizationId, phoneNumber } = attempt
  const call = { campaignId, callId, contactId, phoneNumber, attempt: attemptNo }
  const label = { name: suppressionReason, id: suppressionReason === labelName ? labelId : null }
  return [suppressedEvent({ organizationId, ...call }, label, suppression)]
}

const callOf = (attempt: EndingAttempt, { status }: StateAfter) => ({
  organizationId: attempt.organizationId,
  campaignId: attempt.campaignId,
  callId: attempt.callId,
  contactId: attempt.contactId,
  phoneNumber: maskPhoneNumber(attempt.phoneNumber),
  attempt: attempt.attemptNo,
  status
})
