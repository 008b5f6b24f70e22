import { Cause, Effect, Layer, Queue, Stream } from "effect"
import { type Heard, type Listening, SpeechToText } from "../SpeechToText.ts"
import type { Latencies } from "./latencies.ts"
import { makeModemEar } from "./modem-ear.ts"

/** Understands who speaks through the modem, in every language. */
export const layer = (latencies: Latencies) =>
  Layer.succeed(SpeechToText, SpeechToText.of({ listen: () => listen(latencies) }))

const listen = Effect.fn("LocalSpeech.listen")(function* (latencies: Latencies) {
  const told = yield* Queue.sliding<Heard, Cause.Done>(toldAtMost)
  let isOpen = true
  const ear = makeModemEar(latencies, (heard) => Queue.offerUnsafe(told, heard))
  yield* Effect.addFinalizer(() =>
    Effect.sync(() => {
      isOpen = false
      Queue.failCauseUnsafe(told, Cause.fail(Cause.Done()))
    })
  )
  const hear = (audio: Uint8Array) => {
    if (isOpen) ear.hear(audio)
  }
  return { hear, heard: Stream.fromQueue(told) } satisfies Listening
})

const toldAtMost = 256
