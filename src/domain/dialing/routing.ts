import type { CampaignStatus } from "../campaigns/Campaign.ts"
import type { RetryBehavior } from "../campaigns/IntentLabel.ts"
import type { JourneyAction } from "../campaigns/JourneyRule.ts"

type Action = typeof JourneyAction.Type

/** What the rules ask of a talk that was analysed. */
export interface Tagged {
  /** What its label means; null for a talk that could not be classified. */
  readonly retryBehavior: RetryBehavior | null
  /** The journey rule of its label. */
  readonly rule: Action | null
  /** Whether the person asked to be called at a time, and whether that is clear. */
  readonly callback: "clear" | "unsure" | null
  readonly campaignStatus: typeof CampaignStatus.Type
  readonly maxRetries: number
  /** This one included. */
  readonly attempts: number
  /** Of them, those that the retries do not pay for: callbacks and restores. */
  readonly extraAttempts: number
  /** How often the person was called back, or is to be, before this. */
  readonly callbacks: number
}

export interface Route {
  readonly next: "SUPPRESS_ORG_WIDE" | "SUPPRESS_CAMPAIGN" | "CALLBACK" | "RETRY" | "NOTHING"
  /** What is told as done because of the label. */
  readonly journeyAction: Action | null
  /** Why a person should look at it. */
  readonly review: "RULE" | "CALLBACK" | null
}

/** How often a person is called back in a campaign. */
const mostCallbacks = 3

/**
 * What becomes of a call once its talk was analysed: first what its label means, then the rule of that label. Who asked to
 * be called is called, whatever was made of the talk, unless they are to be left alone.
 */
export const routeOf = (tagged: Tagged): Route => {
  const { callback, callbacks, campaignStatus, retryBehavior, rule } = tagged
  const suppression = suppressionBy(retryBehavior) ?? suppressionBy(rule)
  if (suppression !== undefined) return { next: suppression, journeyAction: suppression, review: null }
  const isOver = campaignStatus === "CANCELLED" || campaignStatus === "COMPLETED"
  const isCalledBack = callback === "clear" && !isOver && callbacks < mostCallbacks
  const isRetried = rule === "RETRY" && !isCalledBack && !isOver && hasRetryLeft(tagged)
  return {
    next: isCalledBack ? "CALLBACK" : isRetried ? "RETRY" : "NOTHING",
    journeyAction:
      retryBehavior === null ? null : rule === "RETRY" && !isRetried ? "MARK_COMPLETED" : (rule ?? "MARK_COMPLETED"),
    review: rule === "FLAG_REVIEW" ? "RULE" : callback === "unsure" ? "CALLBACK" : null
  }
}

const suppressionBy = (decided: RetryBehavior | Action | null) =>
  decided === "SUPPRESS_ORG_WIDE" || decided === "SUPPRESS_CAMPAIGN" ? decided : undefined

const hasRetryLeft = ({ attempts, extraAttempts, maxRetries }: Tagged) => attempts - extraAttempts <= maxRetries
