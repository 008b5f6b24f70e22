import { Cause, Effect, Layer, Queue, Stream } from "effect"
import { bytesPerMilli } from "../../../audio/frames.ts"
import { CurrentUsageMeter } from "../../contract/CurrentUsageMeter.ts"
import { type Heard, type Listening, SpeechToText } from "../../contract/SpeechToText.ts"
import type { Latencies } from "../latencies.ts"
import { makeModemRecognizer } from "./modem-recognizer.ts"

/** Recognizes speech that the modem encodes, in every language. */
export const layer = (latencies: Latencies) =>
  Layer.succeed(SpeechToText, SpeechToText.of({ listen: () => listen(latencies) }))

const listen = Effect.fn("LocalSpeech.listen")(function* (latencies: Latencies) {
  const results = yield* Queue.sliding<Heard, Cause.Done>(longestQueue)
  const meter = yield* CurrentUsageMeter
  const recognizer = makeModemRecognizer(latencies, (heard) => Queue.offerUnsafe(results, heard))
  let isOpen = true
  const hear = (audio: Uint8Array) => {
    if (!isOpen) return
    recognizer.hear(audio)
    meter.add({ kind: "ear", vendor: "local", model: "", quantity: audio.length / bytesPerMilli })
  }
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOpen = false
      Queue.failCauseUnsafe(results, Cause.fail(Cause.Done()))
    })
  )
  return { hear, heard: Stream.fromQueue(results) } satisfies Listening
})

/** Maximum number of results that wait for a slow reader; the oldest are dropped first. */
const longestQueue = 256
