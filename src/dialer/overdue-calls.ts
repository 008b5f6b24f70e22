import { Effect } from "effect"
import type { Attempts, LiveAttempt } from "../calls/attempts/Attempts.ts"
import { answerMillis } from "../carriers/send-request.ts"
import { why } from "../platform/observability/why.ts"

/**
 * Maximum time between a claim and its request to the carrier, ms. A later request is not sent, however long the process
 * was held up.
 */
export const requestDeadlineMillis = 3_000

/**
 * Age after which no request for a claimed call can still reach the carrier, ms: a request that a network holds back is
 * aborted when the service stops waiting for its answer.
 */
export const claimIsDeadAfter = requestDeadlineMillis + answerMillis + 500

/** Whether the carrier should have reported more about an attempt by now. */
export const isOverdue = ({ ageMillis, callSid, leaseMillis }: LiveAttempt) =>
  leaseMillis <= 0 || ageMillis > (callSid === null ? claimIsDeadAfter : 60_000)

/**
 * Waits until no call of the accounts is live, on a node that stops and is the only one. Its actors have ended by then,
 * so it looks up the calls whose callbacks are missing itself.
 */
export const untilCallsEnd = ({
  accounts,
  attempts,
  lookUp
}: {
  /** The beginning of the carrier's accounts. */
  readonly accounts: string
  readonly attempts: Pick<Attempts["Service"], "campaignsWithLive" | "live" | "liveAt">
  readonly lookUp: (attempt: LiveAttempt) => Effect.Effect<void>
}): Effect.Effect<void> => {
  // A database that is away for a moment must not cut calls off.
  const isOver = attempts.liveAt(accounts).pipe(
    Effect.map((calls) => calls === 0),
    Effect.catchCause(() => Effect.succeed(false))
  )
  const lookUpOverdue = attempts.campaignsWithLive.pipe(
    Effect.flatMap((ids) => Effect.forEach(ids, attempts.live)),
    Effect.flatMap((live) => Effect.forEach(live.flat().filter(isOverdue), lookUp, { concurrency: 8, discard: true })),
    Effect.catchCause((cause) => Effect.logWarning(`Could not look up the live calls; retrying: ${why(cause)}`))
  )
  return Effect.raceFirst(
    Effect.asVoid(Effect.repeat(Effect.delay(isOver, "100 millis"), { until: (over) => over })),
    Effect.forever(Effect.delay(lookUpOverdue, "30 seconds"))
  )
}
