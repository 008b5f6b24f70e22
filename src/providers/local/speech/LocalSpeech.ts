import { Cause, Effect, Layer, Queue, Stream } from "effect"
import { type Heard, type Listening, SpeechToText } from "../../contract/SpeechToText.ts"
import type { Latencies } from "../latencies.ts"
import { makeModemRecognizer } from "./modem-recognizer.ts"

/** Recognizes speech that the modem encodes, in every language. */
export const layer = (latencies: Latencies) =>
  Layer.succeed(SpeechToText, SpeechToText.of({ listen: () => listen(latencies) }))

const listen = Effect.fn("LocalSpeech.listen")(function* (latencies: Latencies) {
  const results = yield* Queue.sliding<Heard, Cause.Done>(longestQueue)
  const recognizer = makeModemRecognizer(latencies, (heard) => Queue.offerUnsafe(results, heard))
  // Results of audio that arrives after the scope is closed are dropped.
  yield* Effect.addFinalizer(() => Effect.sync(() => Queue.failCauseUnsafe(results, Cause.fail(Cause.Done()))))
  return { hear: recognizer.hear, heard: Stream.fromQueue(results) } satisfies Listening
})

/** Maximum number of results that wait for a slow reader; the oldest are dropped first. */
const longestQueue = 256
