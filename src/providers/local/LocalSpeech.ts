import { Cause, Effect, Layer, Queue, Stream } from "effect"
import { type Heard, type Listening, SpeechToText } from "../contract/SpeechToText.ts"
import type { Latencies } from "./latencies.ts"
import { makeModemEar } from "./modem-ear.ts"

/** Understands who speaks through the modem, in every language. */
export const layer = (latencies: Latencies) =>
  Layer.succeed(SpeechToText, SpeechToText.of({ listen: () => listen(latencies) }))

const listen = Effect.fn("LocalSpeech.listen")(function* (latencies: Latencies) {
  const told = yield* Queue.sliding<Heard, Cause.Done>(toldAtMost)
  const ear = makeModemEar(latencies, (heard) => Queue.offerUnsafe(told, heard))
  // What is heard from then on is told to nobody.
  yield* Effect.addFinalizer(() => Effect.sync(() => Queue.failCauseUnsafe(told, Cause.fail(Cause.Done()))))
  return { hear: ear.hear, heard: Stream.fromQueue(told) } satisfies Listening
})

const toldAtMost = 256
