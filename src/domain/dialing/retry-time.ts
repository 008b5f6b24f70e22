export interface RetryInput {
  readonly endedAt: Date
  /** Attempts so far, the one that just ended included. */
  readonly attempts: number
  /** What the journey rule says, where one asked for the retry and names a delay. */
  readonly ruleDelayMinutes?: number | null
  readonly retryDelaysMinutes: ReadonlyArray<number>
  readonly retryDelayMinutes: number
  /** Moves the plain retry time into the person's best time. */
  readonly shift?: (earliest: Date) => Date
  /** The calling window; undefined when retries need not keep to it. */
  readonly nextOpening: ((from: Date) => Date | undefined) | undefined
  /** The campaign's deadline. */
  readonly endAt: Date | null
}

/**
 * When a person is called again: never earlier than the delay, inside the window, at the best time, before the
 * deadline. A best time past the deadline gives way to the plain one: it is to win calls, not to lose them.
 */
export const retryAt = (input: RetryInput): { readonly at: Date } | "Retry Expired" => {
  const { endedAt, shift, nextOpening, endAt } = input
  const earliest = new Date(endedAt.getTime() + delayMinutes(input) * 60_000)
  // Where no opening is in sight the gate before the dial decides.
  const plain = nextOpening?.(earliest) ?? earliest
  const at = [shift?.(plain) ?? plain, plain].find((time) => endAt === null || time < endAt)
  return at === undefined ? "Retry Expired" : { at }
}

/** The rule's delay, else the schedule's entry for this attempt or its last, else the flat delay. */
const delayMinutes = ({ ruleDelayMinutes, retryDelaysMinutes, retryDelayMinutes, attempts }: RetryInput): number =>
  ruleDelayMinutes ?? retryDelaysMinutes[attempts - 1] ?? retryDelaysMinutes.at(-1) ?? retryDelayMinutes
