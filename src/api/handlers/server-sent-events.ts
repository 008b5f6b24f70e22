import { Deferred, Effect, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import { Lifecycle } from "../../platform/lifecycle/Lifecycle.ts"
import { StillAllowed } from "../middleware/StillAllowed.ts"

export interface ServerSentEvent {
  readonly id?: string
  readonly event: string
  readonly data: string
}

/**
 * Answers with a stream of events, until the client leaves or may not read it any more, the server drains or the stream
 * fails.
 */
export const serverSentEvents = Effect.map(Lifecycle, ({ drainStarted }) =>
  Effect.fnUntraced(function* <E>(events: Stream.Stream<ServerSentEvent, E>) {
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
    const body = events.pipe(
      Stream.map((event) => Sse.encoder.write({ _tag: "Event", id: undefined, ...event })),
      Stream.catchCause((cause) =>
        Stream.fromEffectDrain(
          Effect.logWarning("A stream of events has failed; its client has to connect again", cause)
        )
      ),
      // The first comment is sent at once, so that the client gets the head of the answer.
      Stream.merge(Stream.as(Stream.tick("15 seconds"), ":\n\n"), { haltStrategy: "left" }),
      Stream.interruptWhen(Deferred.await(over)),
      Stream.encodeText
    )
    return HttpServerResponse.stream(body, {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
    })
  })
)

// The check may run on another node than the sign-out, so it reads the database. While that is away, a stream goes on.
const untilForbidden = (stillAllowed: Effect.Effect<boolean>) =>
  Effect.sleep("3 seconds").pipe(
    Effect.andThen(Effect.catchCause(stillAllowed, () => Effect.succeed(true))),
    Effect.repeat({ while: (isAllowed) => isAllowed }),
    Effect.asVoid
  )
