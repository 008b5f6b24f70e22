import { Deferred, Effect, Stream } from "effect"
import { HttpServerResponse } from "effect/http"
import { Lifecycle } from "../../platform/lifecycle/Lifecycle.ts"
import { StillAllowed } from "../middleware/access/StillAllowed.ts"

interface OpenAnswerOptions {
  readonly contentType: string
  /** Sent at once, so that the client gets the head of the answer, and then every 15 s. */
  readonly keepAlive: Uint8Array
}

/** Answers with a stream, until it ends, the client leaves or loses the right to read it, or the server drains. */
export const openAnswer = Effect.map(Lifecycle, ({ drainStarted }) =>
  Effect.fnUntraced(function* (parts: Stream.Stream<Uint8Array>, { contentType, keepAlive }: OpenAnswerOptions) {
    const over = yield* Deferred.make<void>()
    const forbidden = untilForbidden(yield* StillAllowed)
    // Interrupts the request a second later: a client that does not read would keep it open.
    yield* Effect.withFiber((request) =>
      Effect.raceFirst(drainStarted, forbidden).pipe(
        Effect.andThen(Deferred.succeed(over, undefined)),
        Effect.andThen(Effect.sleep("1 second")),
        Effect.andThen(Effect.sync(() => request.interruptUnsafe())),
        Effect.forkScoped
      )
    )
    const body = parts.pipe(
      Stream.merge(Stream.as(Stream.tick("15 seconds"), keepAlive), { haltStrategy: "left" }),
      Stream.interruptWhen(Deferred.await(over))
    )
    return HttpServerResponse.stream(body, {
      contentType,
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
    })
  })
)

/**
 * Completes when the client has lost the right to read. The sign-out may happen on another node, so the check reads the
 * database. While the database is away, the stream goes on.
 */
export const untilForbidden = (stillAllowed: Effect.Effect<boolean>) =>
  Effect.sleep("3 seconds").pipe(
    Effect.andThen(Effect.catchCause(stillAllowed, () => Effect.succeed(true))),
    Effect.repeat({ while: (isAllowed) => isAllowed }),
    Effect.asVoid
  )
