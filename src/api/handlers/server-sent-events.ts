import { Effect, Stream } from "effect"
import { Sse } from "effect/encoding"
import { openAnswer } from "./open-answer.ts"

export interface ServerSentEvent {
  readonly id?: string
  readonly event: string
  readonly data: string
}

/** Answers with a stream of events. If it fails, the client has to connect again. */
export const serverSentEvents = Effect.map(openAnswer, (answer) =>
  Effect.fnUntraced(function* <E>(events: Stream.Stream<ServerSentEvent, E>) {
    const body = events.pipe(
      Stream.map((event) => Sse.encoder.write({ _tag: "Event", id: undefined, ...event })),
      Stream.catchCause((cause) =>
        Stream.fromEffectDrain(
          Effect.logWarning("A stream of events has failed; its client has to connect again", cause)
        )
      ),
      Stream.encodeText
    )
    return yield* answer(body, { contentType: "text/event-stream", keepAlive: comment })
  })
)

const comment = new TextEncoder().encode(":\n\n")
