import { Effect, Stream } from "effect"
import { Sse } from "effect/encoding"
import { HttpServerResponse } from "effect/http"
import { Lifecycle } from "../../platform/lifecycle/Lifecycle.ts"

export interface ServerSentEvent {
  readonly id?: string
  readonly event: string
  readonly data: string
}

/** Answers with a stream of events, until the client leaves, the server drains or the stream fails. */
export const serverSentEvents = Effect.map(Lifecycle, ({ drainStarted }) =>
  Effect.fnUntraced(function* <E>(events: Stream.Stream<ServerSentEvent, E>) {
    // Interrupts the request a second after draining started: a client that does not read would keep it open.
    yield* Effect.withFiber((request) =>
      drainStarted.pipe(
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
      Stream.interruptWhen(drainStarted),
      Stream.encodeText
    )
    return HttpServerResponse.stream(body, {
      contentType: "text/event-stream",
      headers: { "cache-control": "no-store", "x-accel-buffering": "no" }
    })
  })
)
