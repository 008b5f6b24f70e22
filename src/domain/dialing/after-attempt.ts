import type { AnsweredBy, CallOutcome } from "../calls/Call.ts"
import type { CampaignStatus } from "../campaigns/Campaign.ts"
import type { JourneyAction } from "../campaigns/JourneyRule.ts"

export type Outcome = typeof CallOutcome.Type

/** How an attempt ended. */
export interface AttemptEnd {
  readonly outcome: Outcome
  /** Of the talk, as the person lived it. */
  readonly durationSeconds: number
  readonly answeredBy: typeof AnsweredBy.Type | null
}

/** What of a talk decides about the end of a call. */
export interface ConversationSummary {
  /** The person said a word. */
  readonly heard: boolean
  /** The person does not want to be called again. */
  readonly optedOut: boolean
  /** It broke off by a failure of ours before the person was answered anything. */
  readonly failed: boolean
}

/** What the rules ask of a call whose attempt has ended. */
export interface Standing {
  readonly campaignStatus: typeof CampaignStatus.Type
  readonly maxRetries: number
  /** This one included. */
  readonly attempts: number
  /** Of them, those that the retries do not pay for: callbacks and restores. */
  readonly extraAttempts: number
  /** The journey rule of the campaign's Not Reachable label. */
  readonly notReachableRule: { readonly action: typeof JourneyAction.Type } | null
}

export type Consequence =
  /** The person does not want to be called again: binding, however the call ended. */
  | { readonly status: "SUPPRESSED" }
  /** Somebody was talked to. Without a word of the person there is nothing to analyse. */
  | { readonly status: "COMPLETED"; readonly awaitsTag: boolean }
  /** Tried again: as the journey rule says, or the retry policy. */
  | { readonly status: "QUEUED"; readonly byRule: boolean }
  | { readonly status: "FAILED"; readonly journeyAction: typeof JourneyAction.Type | null }

/** What becomes of a call once its attempt has ended, before anything was analysed. */
export const afterAttempt = (
  outcome: Outcome,
  { heard, optedOut }: Pick<ConversationSummary, "heard" | "optedOut">,
  standing: Standing
): Consequence => {
  if (optedOut) return { status: "SUPPRESSED" }
  if (outcome === "CONNECTED") return { status: "COMPLETED", awaitsTag: heard }
  const rule = isUnanswered(outcome) ? standing.notReachableRule : null
  if (rule !== null && rule.action !== "RETRY") return { status: "FAILED", journeyAction: rule.action }
  const mayRetry =
    outcome !== "INVALID_NUMBER" &&
    standing.campaignStatus !== "CANCELLED" &&
    standing.campaignStatus !== "COMPLETED" &&
    standing.attempts - standing.extraAttempts <= standing.maxRetries
  if (mayRetry) return { status: "QUEUED", byRule: rule !== null }
  return { status: "FAILED", journeyAction: rule === null ? null : "MARK_COMPLETED" }
}

/**
 * A machine that answered is nobody, and so is who hung up at once without a word. What we failed in is no fault of the
 * person; and whoever was heard was talked to, though nobody can tell how that ended.
 */
export const settledOutcome = (
  { answeredBy, outcome, durationSeconds }: AttemptEnd,
  { failed, heard, optedOut }: ConversationSummary
): Outcome => {
  if (isMachine(answeredBy)) return outcome === "CONNECTED" ? "VOICEMAIL" : outcome
  if (failed && !optedOut && outcome !== "VOICEMAIL") return "CARRIER_ERROR"
  if (heard && isCarrierFailure(outcome)) return "CONNECTED"
  return outcome === "CONNECTED" && durationSeconds < 10 && !heard ? "NO_ANSWER" : outcome
}

/** Of the talk that it was settled as; where nobody told how it ended, as long as is known for sure. */
export const settledSeconds = ({ durationSeconds, outcome }: AttemptEnd, settled: Outcome, known: number): number => {
  if (settled !== "CONNECTED") return 0
  return outcome === "CONNECTED" || durationSeconds > 0 ? durationSeconds : Math.max(1, known)
}

/** What the words in a talk come to: those of a machine to nothing, and who does not want to be called has said so. */
export const saidBy = (
  answeredBy: AttemptEnd["answeredBy"],
  { failed, heard, optedOut }: ConversationSummary
): ConversationSummary =>
  isMachine(answeredBy)
    ? { heard: false, optedOut: false, failed: false }
    : { heard: heard || optedOut, optedOut, failed }

/** Nothing that can be talked with. */
export const isMachine = (answeredBy: AttemptEnd["answeredBy"]): boolean =>
  answeredBy === "machine" || answeredBy === "fax"

/** The person's own: they were not there. Anything else that did not connect is the carrier's or ours. */
export const isUnanswered = (outcome: Outcome): boolean =>
  outcome === "NO_ANSWER" || outcome === "BUSY" || outcome === "VOICEMAIL" || outcome === "UNREACHABLE"

/** Whether it says when a person can be reached: their phone rang, or they talked on it. */
export const hasRung = (outcome: Outcome): boolean =>
  outcome === "CONNECTED" || outcome === "NO_ANSWER" || outcome === "BUSY" || outcome === "VOICEMAIL"

/** What the breaker counts: the carrier's fault or ours, not that of a number. */
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
