import { Cause, Clock, Effect } from "effect"
import { why } from "../observability/why.ts"

/**
 * Keeps something going that should never end: begins it anew a second after it did, and says why. What goes on failing
 * in the same way is said again each minute.
 */
export const keepGoing =
  (complaint: string) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<never, never, R> =>
    Effect.suspend(() => {
      const said = { reason: "", at: 0 }
      const complain = Effect.fnUntraced(function* (cause: Cause.Cause<E>) {
        if (Cause.hasInterruptsOnly(cause)) return yield* Effect.interrupt
        const reason = why(Cause.squash(cause))
        const now = yield* Clock.currentTimeMillis
        if (reason === said.reason && now - said.at < 60_000) return
        Object.assign(said, { reason, at: now })
        yield* Effect.logWarning(`${complaint}: ${reason}`)
      })
      return effect.pipe(Effect.catchCause(complain), Effect.andThen(Effect.sleep("1 second")), Effect.forever)
    })
