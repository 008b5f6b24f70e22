import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue, Stream } from "effect"
import { silent } from "../../src/audio/frames.ts"
import { tone } from "../../src/audio/tone.ts"
import type { Heard } from "../../src/providers/contract/SpeechToText.ts"
import type { Spoken } from "../../src/providers/contract/TextToSpeech.ts"
import { measuredListening, measuredSpeaking } from "../../src/providers/measured-speech.ts"

const interim: Heard = { kind: "interim", text: "Yes", stability: 0, atMillis: 0 }
const final: Heard = { kind: "final", text: "Yes.", untilMillis: 0, confidence: null }
const voice = tone(440, 20)

/** A recognizer whose events and clock the test controls. */
const setUp = Effect.gen(function* () {
  const events = yield* Queue.unbounded<Heard>()
  const noted: Array<number> = []
  let now = 0
  const { hear, heard } = measuredListening(
    { hear: () => undefined, heard: Stream.fromQueue(events) },
    (millis) => noted.push(millis),
    () => now
  )
  yield* Effect.forkScoped(Stream.runDrain(heard))
  const at = (millis: number, audio: Uint8Array, isReplayed = false) => {
    now = millis
    hear(audio, isReplayed)
  }
  const answer = (millis: number, event: Heard) => {
    now = millis
    Queue.offerUnsafe(events, event)
    return Effect.forEach(Array.from({ length: 10 }), () => Effect.yieldNow, { discard: true })
  }
  return { answer, at, noted }
})

describe("the measure of a recognizer", () => {
  it.effect("is the time from the beginning of a voice to its first words, once for each utterance", () =>
    Effect.gen(function* () {
      const { answer, at, noted } = yield* setUp
      at(0, silent(20))
      for (let millis = 1_000; millis < 1_400; millis += 20) at(millis, voice)
      yield* answer(1_400, { kind: "speechBegan", atMillis: 0 })
      yield* answer(1_500, interim)
      yield* answer(1_600, interim)
      yield* answer(1_700, final)
      assert.deepStrictEqual(noted, [500])
      at(3_000, voice)
      yield* answer(3_200, final)
      assert.deepStrictEqual(noted, [500, 200])
    }).pipe(Effect.scoped)
  )

  it.effect("leaves out replayed audio, and words that come long after a noise", () =>
    Effect.gen(function* () {
      const { answer, at, noted } = yield* setUp
      at(0, voice, true)
      yield* answer(100, final)
      for (let millis = 1_000; millis <= 8_000; millis += 500) at(millis, voice)
      yield* answer(8_000, final)
      assert.deepStrictEqual(noted, [])
    }).pipe(Effect.scoped)
  )
})

describe("the measure of a voice", () => {
  const spoken = (bytes: number): Spoken => ({ audio: new Uint8Array(bytes), sentence: 0 })

  it.effect("is the time from the first sentence to the first audio", () =>
    Effect.gen(function* () {
      const noted: Array<number> = []
      let now = 0
      const speak = (sentences: Stream.Stream<string>) =>
        Stream.flatMap(sentences, () =>
          Stream.fromArray([spoken(0), spoken(1), spoken(1)]).pipe(Stream.tap(() => Effect.sync(() => (now += 100))))
        )
      yield* Stream.runDrain(
        measuredSpeaking(
          speak,
          Stream.make("One.", "Two."),
          (millis) => noted.push(millis),
          () => now
        )
      )
      assert.deepStrictEqual(noted, [200])
    })
  )

  it.effect("is too long when the caller gives up, and none when a person interrupts soon", () =>
    Effect.gen(function* () {
      for (const [millis, expected] of [
        [800, [Number.POSITIVE_INFINITY]],
        [300, []]
      ] as const) {
        const noted: Array<number> = []
        let now = 0
        const speak = (sentences: Stream.Stream<string>) => Stream.flatMap(sentences, () => Stream.never)
        const speaking = yield* Effect.forkChild(
          Stream.runDrain(
            measuredSpeaking(
              speak,
              Stream.make("One."),
              (measured) => noted.push(measured),
              () => now
            )
          )
        )
        yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })
        now = millis
        speaking.interruptUnsafe()
        yield* Effect.forEach(Array.from({ length: 20 }), () => Effect.yieldNow, { discard: true })
        assert.deepStrictEqual(noted, [...expected])
      }
    })
  )
})
