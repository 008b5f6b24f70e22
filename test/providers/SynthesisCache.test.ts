import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { makeLineClock } from "../../src/media/line/LineClock.ts"
import { ProviderFailure } from "../../src/providers/contract/ProviderFailure.ts"
import { type Spoken, TextToSpeech, type Voice } from "../../src/providers/contract/TextToSpeech.ts"
import { makeLeastRecentlyUsed } from "../../src/providers/least-recently-used.ts"
import { SynthesisCache } from "../../src/providers/SynthesisCache.ts"

const voice: Voice = { provider: "CLOUD_TTS", language: "en-IN", gender: "FEMALE" }

const soundOf = (text: string): ReadonlyArray<Spoken> => [
  { audio: Uint8Array.from(Buffer.from(text.slice(0, 2))), sentence: 0 },
  { audio: Uint8Array.from(Buffer.from(text.slice(2))), sentence: 0 }
]

/** A cache over a provider that counts its requests, and answers as the test says. */
const setUp = (
  answer: (text: string) => Stream.Stream<Spoken, ProviderFailure> = (text) => Stream.fromIterable(soundOf(text))
) => {
  const asked: Array<string> = []
  const provider = TextToSpeech.of({
    offers: () => Effect.succeed(true),
    speak: ({ sentences, voice: { gender, language, provider } }) =>
      Stream.flatMap(sentences, (text) => {
        asked.push(`${provider} ${language} ${gender} ${text}`)
        return answer(text)
      })
  })
  return { asked, layer: SynthesisCache.layer.pipe(Layer.provide(Layer.succeed(TextToSpeech, provider))) }
}

const lineOf = (text: string, changed: Partial<Voice> = {}) =>
  SynthesisCache.use(({ line }) => line({ text, voice: { ...voice, ...changed } }))

describe("SynthesisCache", () => {
  it.effect("synthesizes a line once, whatever its line breaks and Unicode form", () => {
    const { asked, layer } = setUp()
    return Effect.gen(function* () {
      const first = yield* lineOf("Un café,  please")
      assert.strictEqual(Buffer.from(first.audio).toString(), "Un café, please")
      assert.strictEqual(yield* lineOf(" Un cafe\u0301,\nplease "), first)
      assert.deepStrictEqual(asked, ["CLOUD_TTS en-IN FEMALE Un café, please"])
    }).pipe(Effect.provide(layer))
  })

  it.effect("keeps the times of a voice that reports them, for the text without line breaks", () => {
    const times = [{ characters: 5, untilMillis: 300 }]
    const { layer } = setUp((text) =>
      Stream.fromIterable(soundOf(text).map((part, index) => (index === 1 ? { ...part, times } : part)))
    )
    return Effect.gen(function* () {
      const line = yield* lineOf("Hello\nthere")
      assert.deepStrictEqual({ text: line.text, times: line.times }, { text: "Hello there", times })
      assert.strictEqual(yield* lineOf("Hello there"), line)
    }).pipe(Effect.provide(layer))
  })

  it.effect("caches each voice separately", () => {
    const { asked, layer } = setUp()
    return Effect.gen(function* () {
      yield* lineOf("Hello")
      yield* lineOf("Hello", { gender: "MALE" })
      yield* lineOf("Hello", { language: "hi-IN" })
      yield* lineOf("Hello", { provider: "GENERATIVE_TTS" })
      assert.lengthOf(asked, 4)
    }).pipe(Effect.provide(layer))
  })

  it.effect("shares one synthesis among concurrent requests, even after the first is interrupted", () => {
    const { asked, layer } = setUp((text) => Stream.fromEffect(Effect.as(Effect.sleep("1 second"), soundOf(text)[0]!)))
    return Effect.gen(function* () {
      const first = yield* Effect.forkChild(lineOf("Hello"))
      const second = yield* Effect.forkChild(lineOf("Hello"))
      yield* Effect.yieldNow
      yield* Fiber.interrupt(first)
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(second)).audio.length, 2)
      assert.lengthOf(asked, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("does not depend on the clock of a call that has ended", () => {
    const { layer } = setUp(() => Stream.never)
    return Effect.gen(function* () {
      const gone = Effect.provideService(Effect.flip(lineOf("Hello")), Clock.Clock, makeLineClock(0))
      const waiting = yield* Effect.forkChild(gone)
      yield* TestClock.adjust("10 seconds")
      assert.match((yield* Fiber.join(waiting)).reason, /within/)
    }).pipe(Effect.provide(layer))
  })

  it.effect("caches neither failures nor silence, and times out", () => {
    const failure = new ProviderFailure({ provider: "p", reason: "no", retryable: false })
    const answers = [Stream.fail(failure), Stream.empty, Stream.never, Stream.fromIterable(soundOf("Hello"))]
    const { asked, layer } = setUp(() => answers[asked.length - 1]!)
    return Effect.gen(function* () {
      assert.strictEqual(yield* Effect.flip(lineOf("Hello")), failure)
      assert.match((yield* Effect.flip(lineOf("Hello"))).reason, /without a sound/)
      const waiting = yield* Effect.forkChild(Effect.flip(lineOf("Hello")))
      yield* TestClock.adjust("10 seconds")
      assert.match((yield* Fiber.join(waiting)).reason, /within/)
      assert.strictEqual((yield* lineOf("Hello")).audio.length, 5)
    }).pipe(Effect.provide(layer))
  })
})

describe("makeLeastRecentlyUsed", () => {
  const bytes = (length: number) => new Uint8Array(length)

  it("evicts the least recently used value when the bytes exceed the maximum", () => {
    const cache = makeLeastRecentlyUsed<Uint8Array>(10, ({ length }) => length)
    cache.set("a", bytes(4))
    cache.set("b", bytes(4))
    cache.get("a")
    cache.set("c", bytes(4))
    assert.deepStrictEqual(
      ["a", "b", "c"].map((key) => cache.get(key)?.length),
      [4, undefined, 4]
    )
  })

  it("counts a replaced value once", () => {
    const cache = makeLeastRecentlyUsed<Uint8Array>(10, ({ length }) => length)
    for (let count = 0; count < 5; count++) cache.set("a", bytes(5))
    cache.set("b", bytes(5))
    assert.deepStrictEqual(
      ["a", "b"].map((key) => cache.get(key)?.length),
      [5, 5]
    )
  })

  it("does not keep a value above the maximum, and evicts nothing for it", () => {
    const cache = makeLeastRecentlyUsed<Uint8Array>(10, ({ length }) => length)
    cache.set("a", bytes(10))
    cache.set("b", bytes(11))
    assert.deepStrictEqual(
      ["a", "b"].map((key) => cache.get(key)?.length),
      [10, undefined]
    )
  })
})
