import { Cause, Clock, Effect } from "effect"
import { why } from "../observability/why.ts"

/**
 * Runs an effect that should never end: restarts it a second after it ended or failed, and logs each failure as
 * `complaint` with the reason. A repeated reason is logged once a minute.
 */
export const keepGoing =
  (complaint: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<never, never, R> =>
    Effect.suspend(() => {
      const logged = { reason: "", at: 0 }
      const complain = Effect.fnUntraced(function* (cause: Cause.Cause<E>) {
        if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
        const reason = why(cause)
        const now = yield* Clock.currentTimeMillis
        if (reason === logged.reason && now - logged.at < 60_000) return
        Object.assign(logged, { reason, at: now })
        yield* Effect.logWarning(`${complaint}: ${reason}`)
      })
      return effect.pipe(Effect.catchCause(complain), Effect.andThen(Effect.sleep("1 second")), Effect.forever)
    })
