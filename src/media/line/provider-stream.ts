import { type Array as Arr, Cause, Clock, Effect, Queue, Stream } from "effect"
import { CurrentStalls } from "../../platform/observability/stalls.ts"
import { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"

/** Timeouts for the elements of a provider's stream, ms: for the first one, and between two. */
export interface Timeouts {
  readonly first: number
  readonly next: number
}

/**
 * Fails the stream with `ProviderFailure` when an element is late; a defect becomes such a failure, too. Time in which this
 * process stood still does not count, up to the length of the timeout: the element may have arrived in it.
 */
export const withTimeouts =
  (provider: string, patience: Timeouts) =>
  <A>(stream: Stream.Stream<A, ProviderFailure>): Stream.Stream<A, ProviderFailure> =>
    Stream.transformPull(stream, (pull, scope) =>
      Effect.gen(function* () {
        const clock = yield* Clock.Clock
        const stalls = yield* CurrentStalls
        const arrived = yield* Queue.bounded<Arr.NonEmptyReadonlyArray<A>, ProviderFailure | Cause.Done>(1)
        let millis = patience.first
        /** When the reader began to wait for an element that has not arrived; undefined while it does not wait. */
        let waitsSince: number | undefined
        let stalledBefore = 0

        /** Returns the time until the next element is late, ms. */
        const left = () => {
          if (waitsSince === undefined) return millis
          const stalled = Math.min(stalls.millis() - stalledBefore, millis)
          return waitsSince + millis + stalled - clock.currentTimeMillisUnsafe()
        }

        // A fiber for the whole stream: a race and a timer for each element would cost several times as much.
        const watch = Effect.gen(function* () {
          for (let rest = left(); rest >= 1; rest = left()) yield* Effect.sleep(Math.min(rest, patience.next))
          yield* Queue.fail(arrived, providerFailure(provider, `nothing within ${millis} ms`))
        })
        const pass = Effect.flatMap(pull, (elements) => {
          // Not only when the reader goes on: the watch may run before it.
          waitsSince = undefined
          return Queue.offer(arrived, elements)
        }).pipe(
          Effect.forever({ disableYield: true }),
          Effect.catchCause((cause) => Queue.failCause(arrived, cause))
        )
        yield* Effect.forkIn(pass, scope)
        yield* Effect.forkIn(watch, scope)
        return Effect.suspend(() => {
          if (Queue.sizeUnsafe(arrived) === 0) waitsSince = clock.currentTimeMillisUnsafe()
          stalledBefore = stalls.millis()
          return Effect.map(Queue.take(arrived), (elements) => {
            millis = patience.next
            return elements
          })
        })
      })
    ).pipe(
      Stream.catchCause((cause) =>
        Cause.hasFails(cause)
          ? Stream.failCause(cause)
          : Stream.unwrap(
              Effect.as(
                Effect.logError("A provider has a defect", cause),
                Stream.fail(providerFailure(provider, "a defect"))
              )
            )
      )
    )

export const providerFailure = (provider: string, reason: string): ProviderFailure =>
  new ProviderFailure({ provider, reason, retryable: true })
