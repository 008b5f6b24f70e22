import { Cache, Effect, type Exit } from "effect"

/**
 * Returns a function that reads like `read`, and keeps each answer for a while for all who ask. `keptMillis` decides how
 * long, by the answer and by the time that its read took, ms.
 */
export const makeKeptAnswers = Effect.fnUntraced(function* <K, A, E = never>(
  read: (key: K) => Effect.Effect<A, E>,
  keptMillis: (exit: Exit.Exit<A, E>, tookMillis: number) => number
) {
  // Forgotten by a timer: a time to live would last for hours when the clock of the node is set back by hours.
  const scope = yield* Effect.scope
  const kept: Cache.Cache<K, A, E> = yield* Cache.make({
    lookup: (key: K): Effect.Effect<A, E> =>
      Effect.suspend(() => {
        const startedAt = performance.now()
        return Effect.onExit(read(key), (exit) => {
          const millis = keptMillis(exit, performance.now() - startedAt)
          return Effect.forkIn(Effect.andThen(Effect.sleep(millis), Cache.invalidate(kept, key)), scope)
        })
      }),
    capacity: mostKept
  })
  return (key: K): Effect.Effect<A, E> => Cache.get(kept, key)
})

/** Maximum number of answers that are kept at a time. */
const mostKept = 100
