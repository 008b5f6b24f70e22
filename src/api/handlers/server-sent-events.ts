import { Effect, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import { Lifecycle } from "../../platform/lifecycle/Lifecycle.ts"

export interface ServerSentEvent {
  readonly id?: string
  readonly event: string
  readonly data: string
}

/** Answers with events for as long as the client stays, the server does not drain, and nothing fails. */
export const serverSentEvents = Effect.map(Lifecycle, ({ drainStarted }) =>
  Effect.fnUntraced(function* <E>(events: Stream.Stream<ServerSentEvent, E>) {
    // A client that does not read would not let the answer end.
    yield* Effect.withFiber((request) =>
      drainStarted.pipe(
        Effect.andThen(Effect.sleep("1 second")),
        Effect.andThen(Effect.sync(() => request.interruptUnsafe())),
        Effect.forkScoped
      )
    )
    const body = events.pipe(
      Stream.map((event) => Sse.encoder.write({ _tag: "Event", id: undefined, ...event })),
      Stream.catchCause((cause) => Stream.fromEffectDrain(Effect.logWarning("A stream of events has ended", cause))),
      // The first is sent at once, and the head of the answer with it.
      Stream.merge(Stream.as(Stream.tick("15 seconds"), ":\n\n"), { haltStrategy: "left" }),
      Stream.interruptWhen(drainStarted),
      Stream.encodeText
    )
    return HttpServerResponse.stream(body, {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
    })
  })
)
