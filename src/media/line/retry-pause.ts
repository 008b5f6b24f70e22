import { Effect, Random } from "effect"
import type { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"

/**
 * Returns the pause before a request that failed is made again, ms: random, so that the calls of a
 * node do not all come back at once, and not before the time that the provider asks for.
 */
export const pauseBeforeRetry = ({ retryAfterMillis = 0 }: Pick<ProviderFailure, "retryAfterMillis">) =>
  Effect.map(Random.nextBetween(shortestPauseMillis, longestPauseMillis), (pause) =>
    Math.round(retryAfterMillis + pause)
  )

// Bounds of the pause, ms. Short, because a person waits on the line; while the provider's circuit
// is open a retry costs nothing.
const shortestPauseMillis = 200
const longestPauseMillis = 500
