import { assert, describe, it } from "@effect/vitest"
import { status } from "@grpc/grpc-js"
import { Effect, Exit, Fiber, Layer, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { silent } from "../../../src/audio/frames.ts"
import { speak as modem } from "../../../src/audio/modem.ts"
import { silence } from "../../../src/audio/mulaw.ts"
import { type Heard, type ListenOptions, SpeechToText } from "../../../src/providers/contract/SpeechToText.ts"
import { layer } from "../../../src/providers/google/GoogleSpeech.ts"
import { type FakeRecognizer, type GoogleScript, googleFake, modemRecognizer } from "../../support/fakes/google-fake.ts"
import { makeUntil } from "../../support/until.ts"
import { settingsLayer } from "../settings.ts"

const speechOf = (
  { url }: { readonly url: string },
  environment: Readonly<Record<string, string>> = { GOOGLE_PROJECT: "p" }
) => layer.pipe(Layer.provide(settingsLayer({ GOOGLE_SPEECH_ENDPOINT: url, ...environment })))

/** The recognition of one call at a fake of Google, and all its events. */
const setUp = Effect.fnUntraced(function* (
  script: GoogleScript,
  {
    what = { language: "en-IN" },
    environment
  }: { what?: ListenOptions; environment?: Readonly<Record<string, string>> } = {}
) {
  const fake = yield* googleFake(script)
  // A separate scope, since the call ends before the fake.
  const scope = yield* Scope.make()
  const service = yield* Layer.build(speechOf(fake, environment))
  const { hear, heard } = yield* SpeechToText.use(({ listen }) => listen(what)).pipe(
    Effect.provide(service),
    Scope.provide(scope)
  )
  const events: Array<Heard> = []
  const watched = makeUntil(undefined)
  const reader = yield* heard.pipe(
    Stream.runForEach((one) =>
      Effect.sync(() => {
        events.push(one)
        watched.wake()
      })
    ),
    Effect.forkChild
  )
  return {
    fake,
    events,
    reader,
    hear,
    /** Sends audio, and waits until a stream of the fake has received it. */
    give: (millis: number, { index = 0, byte = silence, total = millis } = {}) =>
      Effect.gen(function* () {
        // Sends a second at a time, as a line delivers it.
        for (let left = millis; left > 0; left -= 1_000) hear(silent(Math.min(left, 1_000)).fill(byte))
        yield* fake.until(() => (fake.recognizers[index]?.millis ?? 0) >= total)
      }),
    until: (condition: () => boolean) => watched.until(condition),
    hangUp: Scope.close(scope, Exit.void)
  }
})

const loudByte = 0x10

const finals = (events: ReadonlyArray<Heard>) =>
  events.flatMap((one) => (one.kind === "final" ? [[one.text, one.untilMillis] as const] : []))

describe("GoogleSpeech", () => {
  it.live("sends version 2 a valid request, and reports its events", () =>
    Effect.gen(function* () {
      const call = yield* setUp(
        {
          heard: (recognizer) => {
            if (recognizer.millis !== 200) return
            recognizer.event("SPEECH_ACTIVITY_BEGIN", 20)
            recognizer.send({
              results: [
                { alternatives: [{ transcript: "I want" }], stability: 0.9, resultEndOffset: { nanos: 100_000_000 } },
                { alternatives: [{ transcript: " to" }], stability: 0.1, resultEndOffset: { nanos: 150_000_000 } }
              ]
            })
            recognizer.event("SPEECH_ACTIVITY_END", 160)
            recognizer.final("I want to pay", 180)
          }
        },
        {
          what: { language: "hi-IN" },
          environment: { GOOGLE_PROJECT: "p", GOOGLE_REGION: "asia-southeast1" }
        }
      )
      yield* call.give(200)
      yield* call.until(() => call.events.length === 4)
      assert.deepStrictEqual(
        call.events.map((one) => ("stability" in one ? { ...one, stability: one.stability.toFixed(1) } : one)),
        [
          { kind: "speechBegan", atMillis: 20 },
          { kind: "interim", text: "I want to", stability: "0.1", atMillis: 150 },
          { kind: "speechEnded", atMillis: 160 },
          { kind: "final", text: "I want to pay", untilMillis: 180, confidence: Math.fround(0.9) }
        ] as ReadonlyArray<unknown>
      )
      const [recognizer] = call.fake.recognizers as [FakeRecognizer]
      assert.strictEqual(recognizer.version, "v2")
      assert.strictEqual(recognizer.configuration.recognizer, "projects/p/locations/asia-southeast1/recognizers/_")
      assert.strictEqual(recognizer.configuration.config.model, "telephony")
      assert.deepStrictEqual(recognizer.configuration.config.languageCodes, ["hi-IN"])
      assert.deepStrictEqual(call.fake.problems, [])
      yield* call.hangUp
    })
  )

  it.live("dates an event without a time by the received audio", () =>
    Effect.gen(function* () {
      const call = yield* setUp({
        heard: (recognizer) => {
          recognizer.send({ results: [{ alternatives: [{ transcript: "Yes" }], isFinal: true }] })
        }
      })
      yield* call.give(100)
      yield* call.until(() => call.events.length === 1)
      assert.deepStrictEqual(finals(call.events), [["Yes", 100]])
      yield* call.hangUp
    })
  )

  it.effect("fails when streams keep ending without a result", () =>
    Effect.gen(function* () {
      const call = yield* setUp({ recognizer: (recognizer) => recognizer.end() })
      const failure = yield* passing(Effect.flip(Fiber.join(call.reader)))
      assert.strictEqual(failure.message, "google-speech: every stream ended without a result")
      yield* call.hangUp
    })
  )

  it.live("sends version 1 an equal request when no project is set", () =>
    Effect.gen(function* () {
      const call = yield* setUp(
        {
          heard: (recognizer) => {
            recognizer.event("SPEECH_ACTIVITY_BEGIN", 20)
            recognizer.final("Haan", 90, 0)
          }
        },
        { environment: {}, what: { language: "hi-IN" } }
      )
      yield* call.give(100)
      yield* call.until(() => call.events.length === 2)
      assert.deepStrictEqual(call.events, [
        { kind: "speechBegan", atMillis: 20 },
        { kind: "final", text: "Haan", untilMillis: 90, confidence: null }
      ])
      const [recognizer] = call.fake.recognizers as [FakeRecognizer]
      assert.strictEqual(recognizer.version, "v1")
      assert.deepStrictEqual(call.fake.problems, [])
      yield* call.hangUp
    })
  )

  it.live("sends the audio unchanged, in messages of 100 ms", () =>
    Effect.gen(function* () {
      const pieces: Array<number> = []
      const call = yield* setUp({ heard: (_, piece) => pieces.push(piece.length) })
      const audio = Uint8Array.from({ length: 1_600 }, (_, index) => index % 251)
      for (let at = 0; at < audio.length; at += 160) call.hear(audio.subarray(at, at + 160))
      yield* call.fake.until(() => call.fake.recognizers[0]?.millis === 200)
      assert.deepStrictEqual(Buffer.from(call.fake.recognizers[0]!.audio), Buffer.from(audio))
      assert.deepStrictEqual(pieces, [800, 800])
      // A longer piece is cut to the size that the service accepts.
      yield* call.give(9_000, { total: 9_200 })
      assert.deepStrictEqual(call.fake.problems, [])
      yield* call.hangUp
    })
  )

  it.effect("sends silence while no audio arrives, without counting it as audio", () =>
    Effect.gen(function* () {
      const call = yield* setUp({})
      yield* call.give(340, { byte: loudByte, total: 300 })
      // The first second had audio: its rest is sent.
      yield* TestClock.adjust("1 second")
      yield* call.fake.until(() => call.fake.recognizers[0]!.millis === 340)
      yield* TestClock.adjust("1 second")
      yield* call.fake.until(() => call.fake.recognizers[0]!.millis === 1_340)
      assert.isTrue(call.fake.recognizers[0]!.audio.subarray(340 * 8).every((byte) => byte === silence))
      yield* call.give(100, { total: 1_440 })
      call.fake.recognizers[0]!.final("Hello", 1_400)
      yield* call.until(() => call.events.length === 1)
      assert.deepStrictEqual(finals(call.events), [["Hello", 400]])
      yield* call.hangUp
    })
  )

  it.live("continues on a new stream when Google ends one after an utterance", () =>
    Effect.gen(function* () {
      for (const environment of [{ GOOGLE_PROJECT: "p" }, {}] as ReadonlyArray<Record<string, string>>) {
        const call = yield* setUp(
          {
            recognizer: (recognizer, index) => {
              if (index === 1) recognizer.final("and me", 300)
            },
            heard: (recognizer) => {
              if (recognizer.millis !== 1_000 || call.fake.recognizers.length > 1) return
              recognizer.final("Hear me", 900)
              if (recognizer.version === "v1") recognizer.event("SPEECH_ACTIVITY_TIMEOUT", 1_000)
              else recognizer.end()
            }
          },
          { environment }
        )
        yield* call.give(1_000)
        yield* call.until(() => call.events.length === 2)
        assert.deepStrictEqual(finals(call.events), [
          ["Hear me", 900],
          ["and me", 1_200]
        ])
        // The new stream has the audio since the final result.
        yield* call.give(500, { index: 1, total: 600 })
        assert.strictEqual(call.fake.recognizers[1]!.millis, 600)
        assert.deepStrictEqual(call.fake.problems, [])
        yield* call.hangUp
      }
    })
  )

  it.live("stops writing when version 1 stops listening, and waits for the final result", () =>
    Effect.gen(function* () {
      const call = yield* setUp(
        { recognizer: (recognizer) => recognizer.event("SPEECH_ACTIVITY_TIMEOUT", 10), halfClosed: () => {} },
        { environment: {} }
      )
      yield* call.fake.until(() => call.fake.recognizers[0]?.isHalfClosed === true)
      call.hear(silent(1_000))
      yield* turnsOfTheLoop
      call.fake.recognizers[0]!.final("Late", 300)
      yield* call.until(() => call.events.length === 1)
      assert.lengthOf(call.fake.recognizers, 1)
      yield* call.hangUp
    })
  )

  it.live("hears every letter of consecutive utterances", () =>
    Effect.gen(function* () {
      const call = yield* setUp({ ...modemRecognizer(), limitMillis: 4_000 })
      const utterances = ["I want to pay tomorrow", "नमस्ते", "no, on Friday"]
      for (const [index, text] of utterances.entries()) {
        // Sends a frame per turn of the event loop, since streams are opened and closed meanwhile.
        for (const part of [modem(text), silent(700)]) {
          for (let at = 0; at < part.length; at += 160) {
            call.hear(part.subarray(at, at + 160))
            yield* aTurnOfTheLoop
          }
        }
        yield* call.until(() => finals(call.events).length === index + 1)
      }
      assert.deepStrictEqual(
        finals(call.events).map(([text]) => text),
        utterances
      )
      assert.deepStrictEqual(call.fake.problems, [])
      yield* call.hangUp
    })
  )

  it.live("neither loses nor repeats a word at the time limit of a stream", () =>
    Effect.gen(function* () {
      for (const environment of [{ GOOGLE_PROJECT: "p" }, {}] as ReadonlyArray<Record<string, string>>) {
        const call = yield* setUp({ limitMillis: 3_000 }, { environment })
        yield* call.give(2_500)
        call.fake.recognizers[0]!.final("I can", 2_000)
        call.fake.recognizers[0]!.interim("wait no", 2_500)
        yield* call.until(() => call.events.length === 2)
        yield* call.give(600, { index: 1, total: 1_100 })
        assert.strictEqual(call.fake.recognizers[1]!.millis, 1_100)
        call.fake.recognizers[1]!.final("wait no longer", 1_000)
        yield* call.until(() => call.events.length === 3)
        assert.deepStrictEqual(finals(call.events), [
          ["I can", 2_000],
          ["wait no longer", 3_000]
        ])
        yield* call.hangUp
      }
    })
  )

  it.live("changes streams before the limit, with an overlap", () =>
    Effect.gen(function* () {
      const call = yield* setUp({})
      for (let given = 0; given < 201_000; given += 3_000) yield* call.give(3_000, { total: given + 3_000 })
      yield* call.fake.until(() => call.fake.recognizers.length === 2)
      const [old, young] = call.fake.recognizers as [FakeRecognizer, FakeRecognizer]
      // The stream was opened at 200 s, with the last ten seconds.
      yield* call.give(1_000, { index: 1, total: 12_000, byte: loudByte })
      yield* call.fake.until(() => old.millis === 202_000)
      assert.strictEqual(young.millis, 12_000)
      young.final("Here", 11_500)
      yield* call.until(() => call.events.length === 1)
      assert.deepStrictEqual(finals(call.events), [["Here", 201_500]])
      yield* call.fake.until(() => old.isCancelled)
      yield* call.hangUp
    })
  )

  it.live("replaces a stream that does not respond to speech", () =>
    Effect.gen(function* () {
      const call = yield* setUp({})
      yield* call.fake.until(() => call.fake.recognizers.length === 1)
      yield* call.give(3_000, { byte: loudByte, index: 1 })
      yield* call.fake.until(() => call.fake.recognizers[0]!.isCancelled)
      // The noise of a room does not count as speech.
      for (let second = 0; second < 9; second++)
        yield* call.give(1_000, { byte: 0x70, index: 1, total: 4_000 + second * 1_000 })
      assert.lengthOf(call.fake.recognizers, 2)
      call.fake.recognizers[1]!.final("Can you hear me", 2_900)
      yield* call.until(() => call.events.length === 1)
      yield* call.hangUp
    })
  )

  it.effect("opens another stream when one breaks, and fails when they keep breaking", () =>
    Effect.gen(function* () {
      const call = yield* setUp({
        recognizer: (recognizer, index) => {
          if (index < 1) recognizer.fail(status.UNAVAILABLE)
        }
      })
      yield* passing(call.fake.until(() => call.fake.recognizers.length === 2))
      yield* call.give(200, { index: 1, total: 100 })
      call.fake.recognizers[1]!.final("Hello", 90)
      yield* call.until(() => call.events.length === 1)
      yield* call.hangUp

      const lost = yield* setUp({
        recognizer: (recognizer) => recognizer.fail(status.RESOURCE_EXHAUSTED, "what a person said")
      })
      const failure = yield* passing(Effect.flip(Fiber.join(lost.reader)))
      assert.lengthOf(lost.fake.recognizers, 2)
      assert.strictEqual(failure.message, "google-speech: RESOURCE_EXHAUSTED")
      assert.isTrue(failure.retryable)
      lost.hear(silent(100))
      yield* TestClock.adjust("10 minutes")
      yield* turnsOfTheLoop
      assert.lengthOf(lost.fake.recognizers, 2)
      yield* lost.hangUp
    })
  )

  it.live("fails at once when Google refuses", () =>
    Effect.gen(function* () {
      for (const code of [
        status.UNAUTHENTICATED,
        status.PERMISSION_DENIED,
        status.INVALID_ARGUMENT,
        status.NOT_FOUND
      ]) {
        const call = yield* setUp({ recognizer: (recognizer) => recognizer.fail(code) })
        const failure = yield* Effect.flip(Fiber.join(call.reader))
        assert.isFalse(failure.retryable)
        assert.lengthOf(call.fake.recognizers, 1)
        yield* call.hangUp
      }
    })
  )

  it.live("treats an error inside a message of version 1 as an error of the stream", () =>
    Effect.gen(function* () {
      const call = yield* setUp(
        { recognizer: (recognizer) => recognizer.send({ error: { code: status.INVALID_ARGUMENT, message: "no" } }) },
        { environment: {} }
      )
      const failure = yield* Effect.flip(Fiber.join(call.reader))
      assert.strictEqual(failure.reason, "INVALID_ARGUMENT")
      yield* call.fake.until(() => call.fake.recognizers[0]!.isCancelled)
      yield* call.hangUp
    })
  )

  it.live("ends stream and events with its scope, and ignores later audio", () =>
    Effect.gen(function* () {
      const call = yield* setUp({})
      yield* call.give(1_000)
      yield* call.hangUp
      yield* Fiber.join(call.reader)
      yield* call.fake.until(() => call.fake.recognizers[0]!.isCancelled)
      call.hear(silent(5_000))
      assert.lengthOf(call.fake.recognizers, 1)
    })
  )

  it.live("ends while the connection is still being made", () =>
    Effect.gen(function* () {
      const call = yield* setUp({})
      yield* call.hangUp
      yield* Fiber.join(call.reader)
    })
  )

  it.effect("does not count a silent person as a failure of Google", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake()
      const service = yield* Layer.build(speechOf(fake))
      const silentCall = Effect.gen(function* () {
        const { heard } = yield* SpeechToText.use(({ listen }) => listen({ language: "en-IN" }))
        const reader = yield* Effect.forkChild(Stream.runDrain(heard))
        yield* TestClock.adjust("30 seconds")
        yield* Fiber.interrupt(reader)
      }).pipe(Effect.scoped, Effect.provide(service))
      for (let count = 0; count < 9; count++) yield* silentCall
    })
  )

  it.live("drops the oldest events of a reader that does not read", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake({
        recognizer: (recognizer, index) => {
          if (index > 0) return
          for (let count = 1; count <= 1_000; count++) recognizer.interim(`word ${count}`, count)
          recognizer.end()
        }
      })
      yield* Effect.gen(function* () {
        const { hear, heard } = yield* SpeechToText.use(({ listen }) => listen({ language: "en-IN" }))
        hear(silent(1_000))
        // The next stream is opened when the first has been read completely.
        yield* fake.until(() => fake.recognizers.length === 2)
        const [oldest] = yield* heard.pipe(Stream.take(1), Stream.runCollect)
        assert.strictEqual(oldest?.kind === "interim" && oldest.text, "word 745")
      }).pipe(Effect.scoped, Effect.provide(speechOf(fake)))
    })
  )

  it.live("spreads 120 concurrent calls over several connections", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake()
      yield* Effect.gen(function* () {
        const recognizers = yield* Effect.forEach(
          Array.from({ length: 120 }),
          () => SpeechToText.use(({ listen }) => listen({ language: "en-IN" })),
          { concurrency: "unbounded" }
        )
        for (const { hear } of recognizers) hear(silent(100))
        yield* fake.until(
          () => fake.recognizers.length === 120 && fake.recognizers.every(({ millis }) => millis === 100)
        )
      }).pipe(Effect.scoped, Effect.provide(speechOf(fake)))
      yield* fake.until(() => fake.recognizers.every(({ isCancelled }) => isCancelled))
    })
  )

  it.effect("sends Google no requests after lost calls until a probe succeeds", () =>
    Effect.gen(function* () {
      let isUp = false
      const fake = yield* googleFake({
        recognizer: (recognizer) => {
          if (!isUp) recognizer.fail(status.UNAVAILABLE)
        }
      })
      const service = yield* Layer.build(speechOf(fake))
      const lose = SpeechToText.use(({ listen }) => listen({ language: "en-IN" })).pipe(
        Effect.flatMap(({ heard }) => Effect.flip(Stream.runDrain(heard))),
        Effect.scoped,
        Effect.provide(service)
      )
      for (let count = 0; count < 5; count++) assert.strictEqual((yield* passing(lose)).reason, "UNAVAILABLE")
      const refused = SpeechToText.use(({ listen }) => listen({ language: "en-IN" })).pipe(
        Effect.scoped,
        Effect.provide(service)
      )
      assert.strictEqual((yield* Effect.flip(refused)).reason, "circuit open after failures")
      isUp = true
      const before = fake.recognizers.length
      yield* passing(fake.until(() => fake.recognizers.length > before && fake.recognizers.at(-1)!.isHalfClosed))
      assert.strictEqual(fake.recognizers.at(-1)!.millis, 100)
      yield* fake.until(() => fake.recognizers.at(-1)!.isOver)
    })
  )

  it.effect("fails with the name of the missing setting", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(SpeechToText.use(({ listen }) => listen({ language: "en-IN" })))
      assert.strictEqual(failure.message, "google-speech: GOOGLE_APPLICATION_CREDENTIALS not set")
      assert.isFalse(failure.retryable)
    }).pipe(Effect.scoped, Effect.provide(layer.pipe(Layer.provide(settingsLayer({ GOOGLE_PROJECT: "p" })))))
  )
})

const aTurnOfTheLoop = Effect.promise(() => new Promise((turned) => setImmediate(turned)))

// Time for pending local messages to arrive.
const turnsOfTheLoop = Effect.repeat(aTurnOfTheLoop, { times: 20 })

// Advances the clock by a second per turn of the event loop until the effect ends: it waits for clock and network.
const passing = <A, E, R>(done: Effect.Effect<A, E, R>) =>
  Effect.raceFirst(
    done,
    Effect.forever(
      Effect.andThen(
        TestClock.adjust("1 second"),
        Effect.promise(() => new Promise((turned) => setImmediate(turned)))
      )
    )
  )
