import { Effect } from "effect"

/**
 * Runs effects of one key one after another, in the order in which they entered, and those of different keys side by side.
 */
export const makeLanes = () => {
  const tails = new Map<string, Promise<unknown>>()

  /** Takes a place in the lane of a key now, for an effect that is run later. */
  const enter = (key: string) => {
    const before = tails.get(key)
    const left = Promise.withResolvers<void>()
    // One that gives up while it waits does not let its successor pass those before it.
    const tail = Promise.all([before, left.promise])
    tails.set(key, tail)
    void tail.then(() => tails.get(key) === tail && tails.delete(key))
    return <A, E, R>(effect: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      (before === undefined
        ? effect
        : Effect.andThen(
            Effect.promise(() => before),
            effect
          )
      ).pipe(Effect.ensuring(Effect.sync(left.resolve)))
  }
  return { enter }
}
