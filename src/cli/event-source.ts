import { Stream } from "effect"
// By its own path: all encodings take longer to load.
import * as Sse from "effect/encoding/Sse"

/** The data of server-sent events, which is JSON, until the connection is lost. */
export const eventsIn = <A>(body: ReadableStream<Uint8Array>): Stream.Stream<A> =>
  Stream.fromReadableStream({ evaluate: () => body, onError: (error) => error }).pipe(
    // The server sends a comment every 15 s: when nothing comes the connection is lost, though nobody has said so.
    Stream.timeout("45 seconds"),
    Stream.decodeText,
    Stream.pipeThroughChannel(Sse.decode()),
    Stream.map(({ data }) => JSON.parse(data) as A),
    Stream.catch(() => Stream.empty)
  )
