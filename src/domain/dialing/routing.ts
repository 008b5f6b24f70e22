import type { CampaignStatus } from "../campaigns/Campaign.ts"
import type { RetryBehavior } from "../campaigns/IntentLabel.ts"
import type { JourneyAction } from "../campaigns/JourneyRule.ts"

type Action = typeof JourneyAction.Type

/** The facts about an analyzed conversation that the routing rules need. */
export interface Tagged {
  /** The retry behavior of its label; null for a conversation that could not be classified. */
  readonly retryBehavior: RetryBehavior | null
  /** The action of the label's journey rule. */
  readonly rule: Action | null
  /** Whether the person asked for a callback, and whether its time is clear. */
  readonly callback: "clear" | "unsure" | null
  readonly campaignStatus: typeof CampaignStatus.Type
  readonly maxRetries: number
  /** Number of attempts, including this one. */
  readonly attempts: number
  /** Attempts that do not count as retries: callbacks and restores. */
  readonly extraAttempts: number
  /** Callbacks before this one, made or scheduled. */
  readonly callbacks: number
  /** Whether the person promised a day for which a reminder is possible, and was not made yet. */
  readonly hasReminder: boolean
  /** Reminders before this one. */
  readonly reminders: number
  /** Whether the service had to end the conversation. */
  readonly wasCutOff: boolean
}

export interface Route {
  readonly next: "SUPPRESS_ORG_WIDE" | "SUPPRESS_CAMPAIGN" | "CALLBACK" | "RETRY" | "REMINDER" | "FAILURE" | "NOTHING"
  /** The action that is published and shown as taken because of the label. */
  readonly journeyAction: Action | null
  /** Why a person should review the call. */
  readonly review: "RULE" | "CALLBACK" | null
}

/** Maximum number of callbacks to a person in a campaign. */
const maxCallbacks = 3

/** Maximum number of reminders of promises to a person in a campaign. */
const maxReminders = 3

/**
 * Decides what happens after the analysis of a conversation, by the label's retry behavior first and its journey rule
 * second. A person who asked for a callback is called back, whatever the label, unless they are suppressed. A
 * conversation that the service had to end, and that shows nothing of this, is retried like other failures of the
 * service.
 */
export const routeOf = (tagged: Tagged): Route => {
  const { callback, callbacks, campaignStatus, retryBehavior, rule } = tagged
  const suppression = suppressionBy(retryBehavior) ?? suppressionBy(rule)
  if (suppression !== undefined) return { next: suppression, journeyAction: suppression, review: null }
  const isOver = campaignStatus === "CANCELLED" || campaignStatus === "COMPLETED"
  if (tagged.wasCutOff && retryBehavior === null && callback === null) {
    return { next: !isOver && hasRetryLeft(tagged) ? "RETRY" : "FAILURE", journeyAction: null, review: null }
  }
  const mayBeCalledBack = callback === "clear" && callbacks < maxCallbacks
  // The label came so late that the campaign did not wait for it. A person must see the request.
  const isMissed = mayBeCalledBack && campaignStatus === "COMPLETED"
  const isCalledBack = mayBeCalledBack && !isOver
  const isRetried = rule === "RETRY" && !isCalledBack && !isOver && hasRetryLeft(tagged)
  const isReminded =
    rule === "COMMITMENT_REMINDER" && tagged.hasReminder && tagged.reminders < maxReminders && !isCalledBack && !isOver
  return {
    next: isCalledBack ? "CALLBACK" : isReminded ? "REMINDER" : isRetried ? "RETRY" : "NOTHING",
    journeyAction:
      retryBehavior === null ? null : rule === "RETRY" && !isRetried ? "MARK_COMPLETED" : (rule ?? "MARK_COMPLETED"),
    review: rule === "FLAG_REVIEW" ? "RULE" : callback === "unsure" || isMissed ? "CALLBACK" : null
  }
}

const suppressionBy = (decided: RetryBehavior | Action | null) =>
  decided === "SUPPRESS_ORG_WIDE" || decided === "SUPPRESS_CAMPAIGN" ? decided : undefined

const hasRetryLeft = ({ attempts, extraAttempts, maxRetries }: Tagged) => attempts - extraAttempts <= maxRetries
