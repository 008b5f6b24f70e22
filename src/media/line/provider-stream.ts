import { Cause, Effect, Stream } from "effect"
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
    Stream.transformPull(stream, (pull) =>
      Effect.sync(() => {
        let millis = patience.first
        const late = Effect.suspend(() => Effect.fail(providerFailure(provider, `nothing within ${millis} ms`)))
        return Effect.suspend(() => Effect.raceFirst(pull, Effect.andThen(pass(millis), late))).pipe(
          Effect.tap(() =>
            Effect.sync(() => {
              millis = patience.next
            })
          )
        )
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

/** Waits for this time, and for the time in which this process stood still meanwhile, but at most twice as long. */
const pass = Effect.fnUntraced(function* (millis: number) {
  const stalls = yield* CurrentStalls
  const before = stalls.millis()
  yield* Effect.sleep(millis)
  for (let added = 0; added < millis; ) {
    const more = Math.min(stalls.millis() - before, millis) - added
    if (more < 1) return
    added += more
    yield* Effect.sleep(more)
  }
})

export const providerFailure = (provider: string, reason: string): ProviderFailure =>
  new ProviderFailure({ provider, reason, retryable: true })
