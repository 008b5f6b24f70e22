import { Effect } from "effect"

/** Removes a part at a time, until nothing is left to remove, so that no statement runs for long. */
export const inParts = <E>(removePart: Effect.Effect<ReadonlyArray<object>, E>) =>
  Effect.repeat(removePart, { until: (removed) => removed.length === 0 })
