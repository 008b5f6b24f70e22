import { Effect } from "effect"

/** Removes rows in batches until none is left, so that no statement runs for long. */
export const deleteInBatches = <E>(deleteBatch: Effect.Effect<ReadonlyArray<object>, E>) =>
  Effect.repeat(deleteBatch, { until: (removed) => removed.length === 0 })
