import { Effect } from "effect"

/** Removes rows in batches until none is left, so that no statement runs for long. */
export const inParts = <E>(removePart: Effect.Effect<ReadonlyArray<object>, E>) =>
  Effect.repeat(removePart, { until: (removed) => removed.length === 0 })
