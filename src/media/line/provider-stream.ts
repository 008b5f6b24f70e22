import { Cause, Effect, Stream } from "effect"
import { ProviderFailure } from "../../providers/contract/ProviderFailure.ts"

/** Timeouts for the elements of a provider's stream, ms: for the first one, and between two. */
export interface Timeouts {
  readonly first: number
  readonly next: number
}

/** Fails the stream with `ProviderFailure` when an element is late; a defect becomes such a failure, too. */
export const withTimeouts =
  (provider: string, patience: Timeouts) =>
  <A>(stream: Stream.Stream<A, ProviderFailure>): Stream.Stream<A, ProviderFailure> =>
    Stream.transformPull(stream, (pull) =>
      Effect.sync(() => {
        let millis = patience.first
        const late = () => Effect.fail(providerFailure(provider, `nothing within ${millis} ms`))
        return Effect.suspend(() => Effect.timeoutOrElse(pull, { duration: millis, orElse: late })).pipe(
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

export const providerFailure = (provider: string, reason: string): ProviderFailure =>
  new ProviderFailure({ provider, reason, retryable: true })
