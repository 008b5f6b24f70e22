export interface RetryInput {
  readonly endedAt: Date
  /** Number of attempts, including the one that has just ended. */
  readonly attempts: number
  /** The delay of the journey rule that causes the retry, if it has one. */
  readonly ruleDelayMinutes?: number | null
  readonly retryDelaysMinutes: ReadonlyArray<number>
  readonly retryDelayMinutes: number
  /** Moves a retry time into the person's best time. */
  readonly shift?: (earliest: Date) => Date
  /** The next opening of the calling hours; undefined if retries are exempt from them. */
  readonly nextOpening: ((from: Date) => Date | undefined) | undefined
  /** The campaign's deadline. */
  readonly endAt: Date | null
}

/**
 * The time of a retry: never before the delay, inside the calling hours, at the best time, and before the deadline. If
 * the best time is past the deadline, the plain time is used: the best time must not cost a call.
 */
export const retryAt = (input: RetryInput): { readonly at: Date } | "Retry Expired" => {
  const { endedAt, shift, nextOpening, endAt } = input
  const earliest = new Date(endedAt.getTime() + delayMinutes(input) * 60_000)
  // Without an opening within the horizon, the calling-hours gate decides when the retry is due.
  const plain = nextOpening?.(earliest) ?? earliest
  const at = [shift?.(plain) ?? plain, plain].find((time) => endAt === null || time < endAt)
  return at === undefined ? "Retry Expired" : { at }
}

/** The rule's delay, else the schedule's entry for this attempt or its last entry, else the fixed delay. */
const delayMinutes = ({ ruleDelayMinutes, retryDelaysMinutes, retryDelayMinutes, attempts }: RetryInput): number =>
  ruleDelayMinutes ?? retryDelaysMinutes[attempts - 1] ?? retryDelaysMinutes.at(-1) ?? retryDelayMinutes
