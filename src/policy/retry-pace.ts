/** The pace of the retried analyses with one provider, on one node. */
export interface RetryPace {
  /** Number of conversations that are analyzed at the same time. */
  readonly width: number
  /** Number of rounds in a row in which the provider failed. */
  readonly failedRounds: number
  /** Pause before the next round, ms. */
  readonly pauseMillis: number
}

/** The results of one round. */
export interface Round {
  readonly answered: number
  /** Times for which the provider asked for no further request, ms; one for each failed analysis. */
  readonly failures: ReadonlyArray<number>
}

export const firstPace: RetryPace = { width: 1, failedRounds: 0, pauseMillis: 0 }

/**
 * Decides the pace of the next round. After a round with a failure only one conversation is analyzed, after a pause that
 * doubles up to a minute; after a round of answers twice as many as before.
 */
export const nextPace = ({ failedRounds, width }: RetryPace, { answered, failures }: Round): RetryPace => {
  if (failures.length === 0) return { width: Math.min(width * 2, mostAtOnce), failedRounds: 0, pauseMillis: 0 }
  // An answer in the same round shows that the provider works, and that the failure has another cause.
  const failed = answered > 0 ? 1 : failedRounds + 1
  const pauseMillis = Math.max(Math.min(firstPauseMillis * 2 ** (failed - 1), longestPauseMillis), ...failures)
  return { width: 1, failedRounds: failed, pauseMillis }
}

/** Maximum number of retried analyses at the same time, for each provider and node. */
const mostAtOnce = 8
const firstPauseMillis = 2_000
const longestPauseMillis = 60_000
