import { Effect } from "effect"

/** A place in the lane of a key, the queue of its effects. */
export interface LanePlace {
  /** Runs an effect once all places that entered the lane earlier have left it, then leaves. */
  readonly inTurn: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** Leaves the lane. Must always be called, also when no effect was run. */
  readonly leave: () => void
}

/**
 * Runs effects of one key one after another, in the order of entering, and effects of different
 * keys concurrently.
 */
export const makeLanes = () => {
  const tails = new Map<string, Promise<unknown>>()

  const enter = (key: string): LanePlace => {
    const before = tails.get(key)
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    // A place that leaves while it still waits must not let its successors overtake the places
    // before it.
    const tail = Promise.all([before, left])
    tails.set(key, tail)
    void tail.then(() => tails.get(key) === tail && tails.delete(key))
    const turn = before === undefined ? Effect.void : Effect.promise(() => before)
    return { inTurn: (effect) => Effect.ensuring(Effect.andThen(turn, effect), Effect.sync(leave)), leave }
  }
  return { enter }
}
