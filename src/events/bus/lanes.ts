import { Effect } from "effect"

/** A place in the lane of a key. */
export interface LanePlace {
  /** Runs an effect once all that entered the lane before have left it. */
  readonly inTurn: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E, R>
  /** To be called in any case, also when nothing was run. */
  readonly leave: () => void
}

/** Lets effects of one key run one after another, in the order of entering, and those of different keys side by side. */
export const makeLanes = () => {
  const tails = new Map<string, Promise<unknown>>()

  const enter = (key: string): LanePlace => {
    const before = tails.get(key)
    const { promise: left, resolve: leave } = Promise.withResolvers<void>()
    // One that leaves while it waits does not let its successors pass those before it.
    const tail = Promise.all([before, left])
    tails.set(key, tail)
    void tail.then(() => tails.get(key) === tail && tails.delete(key))
    const turn = before === undefined ? Effect.void : Effect.promise(() => before)
    return { inTurn: (effect) => Effect.ensuring(Effect.andThen(turn, effect), Effect.sync(leave)), leave }
  }
  return { enter }
}
