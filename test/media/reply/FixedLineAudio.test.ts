import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import type { Brief } from "../../../src/media/brief/Briefs.ts"
import { type FixedLine, fixedLineText } from "../../../src/media/fixed-lines/fixed-lines.ts"
import { FixedLineAudio } from "../../../src/media/reply/FixedLineAudio.ts"
import { SynthesisCache } from "../../../src/providers/SynthesisCache.ts"
import {
  brief,
  passing,
  scriptedProviders,
  sound,
  speaks,
  tooMany,
  type VoiceSteps
} from "../session/scripted-providers.ts"

/** Each voice speaks its own name. */
const named = (name: string) => (text: string) => [sound(`${name}: `), sound(text)]

const setUp = (voices: VoiceSteps) => {
  const providers = scriptedProviders({}, voices)
  const layer = FixedLineAudio.layer.pipe(Layer.provide(SynthesisCache.layer), Layer.provide(providers.layer))
  return { ...providers, layer }
}

const render = (line: FixedLine, changes: Partial<Brief> = {}) =>
  FixedLineAudio.use((it) => it.render({ ...brief, ...changes }, line)).pipe(
    Effect.map(({ audio, text }) => ({ text, audio: Buffer.from(audio).toString() }))
  )

const filler = fixedLineText("en-IN", "filler")

describe("FixedLineAudio", () => {
  it.effect("renders a line in the flow's language and voice, once", () => {
    const { layer, spoken } = setUp({ PREMIUM_TTS: speaks })
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* render("filler"), { text: filler, audio: filler })
      yield* render("filler")
      assert.deepStrictEqual(spoken, [`PREMIUM_TTS ${filler}`])
      const hindi = yield* render("filler", { language: "hi-IN" })
      assert.strictEqual(hindi.text, fixedLineText("hi-IN", "filler"))
    }).pipe(Effect.provide(layer))
  })

  it.effect("caches an opening without placeholders, and no other", () => {
    const { layer, spoken } = setUp({ PREMIUM_TTS: speaks })
    return Effect.gen(function* () {
      for (const isOpeningShared of [true, true, false, false]) {
        const { audio, text } = yield* render("opening", { isOpeningShared })
        assert.deepStrictEqual([text, audio], ["Hello Asha.", "Hello Asha."])
      }
      assert.lengthOf(spoken, 3)
    }).pipe(Effect.provide(layer))
  })

  for (const isOpeningShared of [true, false]) {
    const what = isOpeningShared ? "that is cached" : "for one call"
    const late = isOpeningShared ? 1_000 : 800
    const hangsLate = isOpeningShared ? 1_000 : 2_000
    const cases: ReadonlyArray<readonly [string, VoiceSteps, string, number]> = [
      ["is refused", { PREMIUM_TTS: () => [tooMany], CLOUD_TTS: named("cloud") }, "cloud: Hello Asha.", 0],
      ["returns no audio", { PREMIUM_TTS: () => [], CLOUD_TTS: named("cloud") }, "cloud: Hello Asha.", 0],
      ["hangs", { PREMIUM_TTS: () => ["hang"], CLOUD_TTS: named("cloud") }, "cloud: Hello Asha.", late],
      [
        "hangs in the middle",
        { PREMIUM_TTS: () => [sound("Hel"), "hang"], CLOUD_TTS: named("cloud") },
        "cloud: Hello Asha.",
        hangsLate
      ],
      [
        "fails, as does the next",
        { PREMIUM_TTS: () => [tooMany], CLOUD_TTS: () => [tooMany], GENERATIVE_TTS: named("generative") },
        "generative: Hello Asha.",
        0
      ]
    ]
    for (const [fault, voices, expected, millis] of cases) {
      it.effect(`a line ${what} is rendered by another voice when the flow's ${fault}`, () => {
        const { layer, open } = setUp(voices)
        return Effect.gen(function* () {
          const made = yield* passing(render("opening", { isOpeningShared }))
          assert.strictEqual(made.value.audio, expected)
          assert.strictEqual(made.millis, millis)
          // A cached line is rendered to its end, or until the cache times out.
          yield* TestClock.adjust("10 seconds")
          assert.strictEqual(open.count, 0)
        }).pipe(Effect.provide(layer))
      })
    }
  }

  it.effect("asks the third voice soon when two hang, before the silence is long", () => {
    const { layer } = setUp({
      PREMIUM_TTS: () => ["hang"],
      CLOUD_TTS: () => ["hang"],
      GENERATIVE_TTS: named("generative")
    })
    return Effect.gen(function* () {
      const made = yield* passing(render("filler"))
      assert.deepStrictEqual([made.value.audio, made.millis], [`generative: ${filler}`, 1_500])
    }).pipe(Effect.provide(layer))
  })

  it.effect("prefers the first voice to a slower replacement", () => {
    const { layer } = setUp({
      PREMIUM_TTS: () => [1_300, sound("own")],
      CLOUD_TTS: () => [700, sound("other")]
    })
    return Effect.gen(function* () {
      assert.strictEqual((yield* passing(render("filler"))).value.audio, "own")
    }).pipe(Effect.provide(layer))
  })

  it.effect("waits longer for an opening for one call once its audio has begun", () => {
    const { layer, spoken } = setUp({ PREMIUM_TTS: () => [700, sound("a"), 1_500, sound("b"), 1_500, sound("c")] })
    return Effect.gen(function* () {
      assert.strictEqual((yield* passing(render("opening"))).value.audio, "abc")
      assert.lengthOf(spoken, 1)
    }).pipe(Effect.provide(layer))
  })

  it.effect("fails when no voice works", () => {
    const { layer, spoken } = setUp({})
    return Effect.gen(function* () {
      assert.strictEqual((yield* Effect.flip(render("apology"))).reason, "KEY not set")
      assert.lengthOf(spoken, 3)
    }).pipe(Effect.provide(layer))
  })

  it.effect("stops rendering when the caller is interrupted", () => {
    const { layer, open } = setUp({ PREMIUM_TTS: () => ["hang"] })
    return Effect.gen(function* () {
      const waiting = yield* Effect.forkChild(render("opening"))
      yield* TestClock.adjust(100)
      assert.strictEqual(open.count, 1)
      yield* Fiber.interrupt(waiting)
      assert.strictEqual(open.count, 0)
    }).pipe(Effect.provide(layer))
  })
})
