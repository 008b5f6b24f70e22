import { Stream } from "effect"
// Imported by its own path: the index of all encodings takes longer to load.
import * as Sse from "effect/encoding/Sse"

/** The JSON data of server-sent events; ends when the connection is lost. The events are not checked. */
export const eventsIn = <A, E>(body: Stream.Stream<Uint8Array, E>): Stream.Stream<A> =>
  body.pipe(
    // The server sends a comment every 15 s. A longer silence means that the connection is lost.
    Stream.timeout("45 seconds"),
    Stream.decodeText,
    Stream.pipeThroughChannel(Sse.decode()),
    Stream.map(({ data }) => JSON.parse(data) as A),
    Stream.catch(() => Stream.empty)
  )
