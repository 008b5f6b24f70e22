import { Effect, Layer } from "effect"
import { Lifecycle } from "../../../src/platform/lifecycle/Lifecycle.ts"

/** The lifecycle of a node that is ready and never drains. */
export const neverDrains = Layer.succeed(Lifecycle, {
  unready: Effect.succeed([]),
  readyWhile: () => Effect.void,
  isDraining: Effect.succeed(false),
  drainStarted: Effect.never,
  drainAfter: () => Effect.void,
  callsLeft: Effect.succeed(0)
})
