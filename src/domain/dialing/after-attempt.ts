import type { AnsweredBy, CallOutcome } from "../calls/Call.ts"
import type { CampaignStatus } from "../campaigns/Campaign.ts"
import type { JourneyAction } from "../campaigns/JourneyRule.ts"

export type Outcome = typeof CallOutcome.Type

/** How an attempt ended. */
export interface AttemptEnd {
  readonly outcome: Outcome
  /** Length of the conversation, as the carrier reports it. */
  readonly durationSeconds: number
  readonly answeredBy: typeof AnsweredBy.Type | null
}

/** The facts about a conversation that decide how a call ends. */
export interface ConversationSummary {
  /** Whether the person said at least a word. */
  readonly heard: boolean
  /** Whether the person asked not to be called again. */
  readonly optedOut: boolean
  /** Whether a failure of the service ended it. */
  readonly failed: boolean
}

/** The facts about a call and its campaign after an attempt that the rules need. */
export interface CallFacts {
  readonly campaignStatus: typeof CampaignStatus.Type
  readonly maxRetries: number
  /** Number of attempts, including this one. */
  readonly attempts: number
  /** Attempts that do not count as retries: callbacks and restores. */
  readonly extraAttempts: number
  /** The journey rule of the campaign's Not Reachable label, if it has one. */
  readonly notReachableRule: { readonly action: typeof JourneyAction.Type } | null
  /** Whether the number is on Do Not Contact. */
  readonly onDoNotContact: boolean
  /** Whether the flow wants no other attempt after the machine that answered. */
  readonly isFinal: boolean
  /** Whether the attempt was to remind the person of a promise. */
  readonly isReminder: boolean
}

export type Consequence =
  /** The person asked not to be called again. This is binding, however the call ended. */
  | { readonly status: "SUPPRESSED"; readonly optedOut: true }
  /** The number was put on Do Not Contact before there was a conversation. */
  | { readonly status: "SUPPRESSED"; readonly optedOut: false }
  /** There was a conversation. It is analyzed only if the person said a word. */
  | { readonly status: "COMPLETED"; readonly awaitsTag: boolean }
  /** A reminder to which the person said nothing: the promise stands, and they are reminded once only. */
  | { readonly status: "REMINDED" }
  /** The call is retried, by the journey rule or by the retry policy. */
  | { readonly status: "QUEUED"; readonly byRule: boolean }
  | { readonly status: "FAILED"; readonly journeyAction: typeof JourneyAction.Type | null }

/** Decides what happens to a call after an attempt has ended, before any analysis. */
export const afterAttempt = (
  outcome: Outcome,
  { heard, optedOut }: Pick<ConversationSummary, "heard" | "optedOut">,
  facts: CallFacts
): Consequence => {
  if (optedOut) return { status: "SUPPRESSED", optedOut }
  if (outcome === "CONNECTED" && (heard || !facts.isReminder)) return { status: "COMPLETED", awaitsTag: heard }
  if (outcome !== "CONNECTED" && facts.onDoNotContact) return { status: "SUPPRESSED", optedOut }
  if (facts.isReminder) return { status: "REMINDED" }
  const rule = isUnanswered(outcome) ? facts.notReachableRule : null
  if (rule !== null && rule.action !== "RETRY") return { status: "FAILED", journeyAction: rule.action }
  const mayRetry =
    !facts.isFinal &&
    outcome !== "INVALID_NUMBER" &&
    facts.campaignStatus !== "CANCELLED" &&
    facts.campaignStatus !== "COMPLETED" &&
    facts.attempts - facts.extraAttempts <= facts.maxRetries
  if (mayRetry) return { status: "QUEUED", byRule: rule !== null }
  return { status: "FAILED", journeyAction: rule === null ? null : "MARK_COMPLETED" }
}

/**
 * Corrects the carrier's outcome with the facts about the conversation. A machine, or a person who hung up at once
 * without a word, does not count as connected. A failure of the service counts as a carrier error, not against the
 * person. A call in which the person spoke counts as connected even if the carrier cannot say how it ended, or if the
 * service failed in it: the analysis of what they said decides.
 */
export const settledOutcome = (
  { answeredBy, outcome, durationSeconds }: AttemptEnd,
  { failed, heard, optedOut }: ConversationSummary
): Outcome => {
  if (isMachine(answeredBy)) return outcome === "CONNECTED" ? "VOICEMAIL" : outcome
  if (failed && !optedOut && outcome !== "VOICEMAIL") return heard ? "CONNECTED" : "CARRIER_ERROR"
  if (heard && isCarrierFailure(outcome)) return "CONNECTED"
  return outcome === "CONNECTED" && durationSeconds < 10 && !heard ? "NO_ANSWER" : outcome
}

/**
 * The outcome of an attempt in which the person has called. Only their words make it a conversation; without any it
 * decides nothing, however it ended.
 */
export const inboundOutcome = (outcome: Outcome, { failed, heard }: ConversationSummary): Outcome => {
  if (heard) return "CONNECTED"
  return failed ? "CARRIER_ERROR" : outcome === "CONNECTED" ? "NO_ANSWER" : outcome
}

/**
 * A call that stops ringing because its number was put on Do Not Contact, its contact was deleted or its consent was
 * withdrawn has no fault: the carrier reports our hang-up as an error.
 */
export const hungUpOutcome = (outcome: Outcome): Outcome => (outcome === "CARRIER_ERROR" ? "NO_ANSWER" : outcome)

/**
 * Length of the conversation in seconds. If the carrier did not report how it ended, the length known for certain.
 */
export const settledSeconds = ({ durationSeconds, outcome }: AttemptEnd, settled: Outcome, known: number): number => {
  if (settled !== "CONNECTED") return 0
  return outcome === "CONNECTED" || durationSeconds > 0 ? durationSeconds : Math.max(1, known)
}

/**
 * Ignores the words of a machine, and counts an opt-out as a word of the person. An opt-out binds even if a machine is
 * reported: the agent has confirmed it, and the report may be wrong.
 */
export const settledConversation = (
  answeredBy: AttemptEnd["answeredBy"],
  { failed, heard, optedOut }: ConversationSummary
): ConversationSummary =>
  isMachine(answeredBy) ? { heard: optedOut, optedOut, failed: false } : { heard: heard || optedOut, optedOut, failed }

/** Whether a machine answered, with which no conversation is possible. */
export const isMachine = (answeredBy: AttemptEnd["answeredBy"]): boolean =>
  answeredBy === "machine" || answeredBy === "fax"

/**
 * Whether the person did not answer. Other outcomes without a conversation are faults of the number, the carrier or the
 * service.
 */
export const isUnanswered = (outcome: Outcome): boolean =>
  outcome === "NO_ANSWER" || outcome === "BUSY" || outcome === "VOICEMAIL" || outcome === "UNREACHABLE"

/** Whether the phone rang, so that the outcome shows when the person can be reached. */
export const hasRung = (outcome: Outcome): boolean =>
  outcome === "CONNECTED" || outcome === "NO_ANSWER" || outcome === "BUSY" || outcome === "VOICEMAIL"

/** Whether the circuit breaker counts the outcome as a fault of the carrier or of the service, not of the number. */
export const isCarrierFailure = (outcome: Outcome): boolean =>
  outcome === "CARRIER_ERROR" || outcome === "TIMEOUT" || outcome === "DISPATCH_UNKNOWN"

export const failureReasonOf = (outcome: Outcome): string | null => failureReasons[outcome]

const failureReasons: Readonly<Record<Outcome, string | null>> = {
  CONNECTED: null,
  NO_ANSWER: "No Answer",
  BUSY: "Busy",
  VOICEMAIL: "Voicemail",
  UNREACHABLE: "Unreachable",
  INVALID_NUMBER: "Invalid Number",
  TIMEOUT: "Timeout",
  CARRIER_ERROR: "Carrier Error",
  DISPATCH_UNKNOWN: "Dispatch Unknown"
}
