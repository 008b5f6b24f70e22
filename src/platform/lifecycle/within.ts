import { type Duration, Effect, Fiber } from "effect"

/**
 * Fails with a TimeoutError when the effect does not complete in time. Does not wait for the interrupted effect: a query
 * may take seconds to end.
 */
export const within =
  (time: Duration.Input) =>
  <A, E, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.forkDetach(effect), (fiber) => Effect.timeout(Fiber.join(fiber), time))
