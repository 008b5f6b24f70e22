import type { CallStatus } from "../domain/calls/Call.ts"

/** What of a call decides whether there is something to tell. */
export interface CallState {
  readonly status: typeof CallStatus.Type
  readonly attempts: number
  readonly failureReason: string | null
  /** Of a call that waits: for the time that the person asked for. */
  readonly waitsForCallback: boolean
  readonly callbackAt: Date | null
  /** What of its last attempt was said last told of a callback. */
  readonly announcedCallback: boolean
}

/** As the event of its tag tells it; the call may have gone on since. */
export interface TagState {
  readonly attempt: number
  readonly status: typeof CallStatus.Type
  readonly intentSource: string | null
  readonly journeyAction: string | null
  readonly nextAttemptAt: Date | null
}

/** What is to be told of: an attempt, or the end of a call without another one. */
export interface DueDelivery {
  readonly attempt: number
  readonly isEnd: boolean
  /** When the person is called again as they asked. */
  readonly callbackAt: Date | null
}

const isOver = (status: typeof CallStatus.Type) =>
  status === "COMPLETED" || status === "FAILED" || status === "SUPPRESSED"

/** Of a call as it stands. One that is to be tried again has not come to anything yet; a callback is another matter. */
export const deliveryDueForCall = (call: CallState): DueDelivery | undefined => {
  const { announcedCallback, attempts: attempt, status } = call
  if (status === "SKIPPED" && call.failureReason === "Callback Fulfilled") {
    return { attempt, isEnd: true, callbackAt: null }
  }
  if (attempt === 0) return undefined
  if (status === "QUEUED" && call.waitsForCallback) return { attempt, isEnd: false, callbackAt: call.callbackAt }
  return isOver(status) ? { attempt, isEnd: announcedCallback, callbackAt: null } : undefined
}

/** Of an attempt that was tagged. What nobody answered waits for a retry, and so does what a rule tries again. */
export const deliveryDueForTag = ({
  attempt,
  intentSource,
  journeyAction,
  nextAttemptAt,
  status
}: TagState): DueDelivery | undefined => {
  if (attempt === 0) return undefined
  if (isOver(status)) return { attempt, isEnd: false, callbackAt: null }
  const isCallback = status === "QUEUED" && intentSource !== "system" && journeyAction !== "RETRY"
  return isCallback && nextAttemptAt !== null ? { attempt, isEnd: false, callbackAt: nextAttemptAt } : undefined
}
