import type { CallStatus } from "../domain/calls/Call.ts"

/** The state of a call that decides whether there is something to deliver. */
export interface CallState {
  readonly status: typeof CallStatus.Type
  readonly attempts: number
  readonly failureReason: string | null
  /** Whether the last conversation is not analyzed yet, and ended less than ten minutes ago. */
  readonly mayWaitForLabel: boolean
  /** Whether the call waits for the time that the person asked for. */
  readonly waitsForCallback: boolean
  readonly callbackAt: Date | null
  /** Whether the call waits for the reminder of a promise. */
  readonly waitsForReminder: boolean
  /** Whether the last delivery of its last attempt announced a callback. */
  readonly announcedCallback: boolean
}

/** A tag as its event published it; the call may have continued since. */
export interface TagState {
  readonly attempt: number
  readonly status: typeof CallStatus.Type
  readonly intentSource: string | null
  readonly journeyAction: string | null
  readonly nextAttemptAt: Date | null
  /** The promised day, if the next attempt reminds the person of it; null or absent if it is no reminder. */
  readonly reminderFor?: string | null
  /** Number of the correction by a person; 0 or absent for a label of the service. */
  readonly correction?: number
}

/** Identifies a delivery: the outcome of an attempt, or the end of a call without another attempt. */
export interface DueDelivery {
  readonly attempt: number
  readonly isEnd: boolean
  /** The time of the callback that the person asked for. */
  readonly callbackAt: Date | null
}

const isOver = (status: typeof CallStatus.Type) =>
  status === "COMPLETED" || status === "FAILED" || status === "SUPPRESSED"

/**
 * Returns the delivery that is due for a call in its current state. A call that waits for a retry
 * has no outcome yet; one that waits for a callback or a reminder has. The outcome waits ten minutes for its label;
 * a later label is a delivery of its own.
 */
export const deliveryDueForCall = (call: CallState): DueDelivery | undefined => {
  const { announcedCallback, attempts: attempt, status } = call
  if (status === "SKIPPED" && call.failureReason === "Callback Fulfilled") {
    return { attempt, isEnd: true, callbackAt: null }
  }
  if (attempt === 0 || call.mayWaitForLabel) return undefined
  if (status === "QUEUED" && call.waitsForCallback) return { attempt, isEnd: false, callbackAt: call.callbackAt }
  if (status === "QUEUED" && call.waitsForReminder) return { attempt, isEnd: false, callbackAt: null }
  return isOver(status) ? { attempt, isEnd: announcedCallback, callbackAt: null } : undefined
}

/**
 * Returns the delivery that is due for a tagged attempt. None when a retry follows, after an
 * unanswered attempt or by a journey rule.
 */
export const deliveryDueForTag = ({
  attempt,
  correction,
  intentSource,
  journeyAction,
  nextAttemptAt,
  reminderFor,
  status
}: TagState): DueDelivery | undefined => {
  if (attempt === 0) return undefined
  const isCorrectedEnd = (correction ?? 0) > 0 && status === "SKIPPED"
  if (isOver(status) || isCorrectedEnd) return { attempt, isEnd: false, callbackAt: null }
  if (status === "QUEUED" && reminderFor != null) return { attempt, isEnd: false, callbackAt: null }
  const isCallback = status === "QUEUED" && intentSource !== "system" && journeyAction !== "RETRY"
  return isCallback && nextAttemptAt !== null ? { attempt, isEnd: false, callbackAt: nextAttemptAt } : undefined
}
