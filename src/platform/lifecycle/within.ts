import { type Duration, Effect, Fiber } from "effect"

/**
 * Fails with a TimeoutError when there is no answer in time. Does not wait until the question has noticed: a query that
 * is interrupted may take seconds to end.
 */
export const within =
  (time: Duration.Input) =>
  <A, E, R>(question: Effect.Effect<A, E, R>) =>
    Effect.flatMap(Effect.forkDetach(question), (asking) => Effect.timeout(Fiber.join(asking), time))
