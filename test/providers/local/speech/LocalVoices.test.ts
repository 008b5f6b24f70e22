import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Stream } from "effect"
import { TestClock } from "effect/testing"
import { makeListener } from "../../../../src/audio/modem.ts"
import { type Spoken, TextToSpeech } from "../../../../src/providers/contract/TextToSpeech.ts"
import { instant, type Latencies, usual } from "../../../../src/providers/local/latencies.ts"
import * as LocalVoices from "../../../../src/providers/local/speech/LocalVoices.ts"

const voice = { provider: "CLOUD_TTS", language: "en-IN", gender: "NEUTRAL" } as const

const spoken = (sentences: Stream.Stream<string>, latencies: Latencies) =>
  Stream.unwrap(TextToSpeech.use(({ speak }) => Effect.succeed(speak({ voice, sentences })))).pipe(
    Stream.provide(LocalVoices.layer(latencies))
  )

const heardOf = (parts: ReadonlyArray<Spoken>, sentence: number) => {
  const listener = makeListener()
  return parts.flatMap((part) => (part.sentence === sentence ? [listener.hear(part.audio)] : [])).join("")
}

describe("LocalVoices", () => {
  it.effect("speaks each sentence in pieces under its index, and skips sentences without words", () =>
    Effect.gen(function* () {
      const parts = yield* Stream.runCollect(spoken(Stream.make("First, of all.", " … ", "आख़िरी।"), instant))
      assert.deepStrictEqual([...new Set(parts.map(({ sentence }) => sentence))], [0, 2])
      assert.strictEqual(heardOf(parts, 0), "First, of all. ")
      assert.strictEqual(heardOf(parts, 2), "आख़िरी। ")
      for (const { audio } of parts) {
        assert.isAbove(audio.length, 0)
        assert.isAtMost(audio.length, 3_200)
      }
    })
  )

  it.effect("offers every voice", () =>
    Effect.gen(function* () {
      const { offers } = yield* TextToSpeech
      assert.isTrue(yield* offers(voice))
    }).pipe(Effect.provide(LocalVoices.layer(usual)))
  )

  it.effect("delivers the first sound after its latency, and synthesizes the next sentence meanwhile", () =>
    Effect.gen(function* () {
      const got: Array<Spoken> = []
      const speaking = yield* spoken(Stream.make("One.", "Two.", "Three."), usual).pipe(
        Stream.runForEach((part) => Effect.sync(() => got.push(part))),
        Effect.forkChild
      )
      yield* TestClock.adjust(usual.firstAudioMillis - 1)
      assert.isEmpty(got)
      yield* TestClock.adjust(1)
      assert.deepStrictEqual(
        got.map(({ sentence }) => sentence),
        [0, 1]
      )
      yield* TestClock.adjust(usual.firstAudioMillis)
      assert.strictEqual(got.at(-1)?.sentence, 2)
      yield* Fiber.join(speaking)
    })
  )

  it.effect("speaks a sentence before the next one arrives, and stops when it is interrupted", () =>
    Effect.gen(function* () {
      const sentences = Stream.concat(Stream.make("One."), Stream.never)
      const parts = yield* Stream.runCollect(Stream.take(spoken(sentences, instant), 1))
      assert.lengthOf(parts, 1)
    })
  )
})
