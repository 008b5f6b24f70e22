import { assert, describe, it } from "@effect/vitest"
import { Metadata, status } from "@grpc/grpc-js"
import { type Cause, Effect, Fiber, Layer, Queue, Stream } from "effect"
import { TestClock } from "effect/testing"
import { speak as modem } from "../../../src/audio/modem.ts"
import {
  type Spoken,
  TextToSpeech,
  type TtsProvider,
  type Voice
} from "../../../src/providers/contract/TextToSpeech.ts"
import { layer } from "../../../src/providers/google/GoogleVoices.ts"
import { type FakeVoice, type GoogleFake, googleFake, type SynthesisResult } from "../../support/fakes/google-fake.ts"
import { settingsLayer } from "../settings.ts"

const voicesOf = ({ url }: GoogleFake) => layer.pipe(Layer.provide(settingsLayer({ GOOGLE_TTS_ENDPOINT: url })))

const voice = (provider: TtsProvider, language = "en-IN", gender: Voice["gender"] = "FEMALE"): Voice => ({
  provider,
  language,
  gender
})

const spoken = (voice: Voice, sentences: Stream.Stream<string>) =>
  Stream.unwrap(TextToSpeech.use(({ speak }) => Effect.succeed(speak({ voice: voice, sentences }))))

const soundOf = (parts: ReadonlyArray<Spoken>) => Buffer.concat(parts.map(({ audio }) => audio))

const modemOf = (...texts: ReadonlyArray<string>) => Buffer.concat(texts.map(modem))

const both = ["CLOUD_TTS", "GENERATIVE_TTS"] as const

const failureOf = Effect.fnUntraced(function* (provider: TtsProvider, sound: SynthesisResult) {
  const fake = yield* googleFake({ sound: () => sound })
  return yield* Effect.flip(Stream.runDrain(spoken(voice(provider), Stream.make("Hello.")))).pipe(
    Effect.provide(voicesOf(fake))
  )
})

describe("GoogleVoices", () => {
  it.live("sends one CLOUD_TTS request per sentence, and strips the WAV headers", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake()
      const sentences = ["Namaste.", " … ", "Yes."]
      const parts = yield* Stream.runCollect(spoken(voice("CLOUD_TTS", "hi-IN"), Stream.fromIterable(sentences))).pipe(
        Effect.provide(voicesOf(fake))
      )
      assert.deepStrictEqual(
        parts.map(({ sentence }) => sentence),
        [0, 2]
      )
      assert.deepStrictEqual(Buffer.from(parts[0]!.audio), modemOf("Namaste."))
      assert.deepStrictEqual(Buffer.from(parts[1]!.audio), modemOf("Yes."))
      const [{ configuration, kind }] = fake.voices as [FakeVoice]
      assert.strictEqual(kind, "unary")
      assert.deepInclude(configuration.voice, { languageCode: "hi-IN", name: "hi-IN-Neural2-A" })
      assert.deepInclude(configuration.audioConfig, { audioEncoding: "MULAW", sampleRateHertz: 8_000 })
      assert.deepStrictEqual(fake.problems, [])
    })
  )

  it.live("requests only the next sentence while one is played", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake()
      yield* Effect.gen(function* () {
        const speaking = yield* spoken(voice("CLOUD_TTS"), Stream.fromIterable("abcdefghij")).pipe(
          Stream.rechunk(1),
          Stream.runForEach(() => Effect.never),
          Effect.forkChild
        )
        yield* fake.until(() => fake.voices.length >= 2)
        yield* turnsOfTheLoop
        assert.isBelow(fake.voices.length, 5)
        yield* Fiber.interrupt(speaking)
      }).pipe(Effect.provide(voicesOf(fake)))
    })
  )

  it.live("sends a reply through one GENERATIVE_TTS stream, and half-closes it at the end", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake()
      const parts = yield* Stream.runCollect(
        spoken(voice("GENERATIVE_TTS", "hi-IN", "MALE"), Stream.make("One.", "…", "Two."))
      ).pipe(Effect.provide(voicesOf(fake)))
      assert.deepStrictEqual(soundOf(parts), modemOf("One. ", "Two. "))
      assert.isTrue(parts.every(({ sentence }) => sentence === null))
      assert.lengthOf(fake.voices, 1)
      const [{ configuration, isHalfClosed, kind }] = fake.voices as [FakeVoice]
      assert.strictEqual(kind, "streaming")
      assert.isTrue(isHalfClosed)
      assert.deepInclude(configuration.voice, { languageCode: "hi-IN", name: "hi-IN-Chirp3-HD-Charon" })
      assert.deepStrictEqual(fake.problems, [])
    })
  )

  it.live("sends PREMIUM_TTS to a Gemini model, through one stream", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake()
      const parts = yield* Stream.runCollect(spoken(voice("PREMIUM_TTS"), Stream.make("One."))).pipe(
        Effect.provide(voicesOf(fake))
      )
      assert.deepStrictEqual(soundOf(parts), modemOf("One. "))
      assert.deepInclude(fake.voices[0]!.configuration.voice, { name: "Kore", modelName: "gemini-2.5-flash-tts" })
      assert.deepStrictEqual(fake.problems, [])
    })
  )

  it.live("lets the service choose the voice for a language without a known one", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake()
      yield* Stream.runDrain(spoken(voice("CLOUD_TTS", "ta-IN", "MALE"), Stream.make("One."))).pipe(
        Effect.provide(voicesOf(fake))
      )
      assert.deepInclude(fake.voices[0]!.configuration.voice, { languageCode: "ta-IN", name: "", ssmlGender: "MALE" })
    })
  )

  it.live("sends no request for a reply without words", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake()
      for (const provider of both) {
        const parts = yield* Stream.runCollect(spoken(voice(provider), Stream.make(" ", "…"))).pipe(
          Effect.provide(voicesOf(fake))
        )
        assert.deepStrictEqual(parts, [])
      }
      assert.deepStrictEqual(fake.voices, [])
    })
  )

  it.live("delivers audio before all sentences have arrived", () =>
    Effect.gen(function* () {
      for (const provider of both) {
        const fake = yield* googleFake()
        yield* Effect.gen(function* () {
          const sentences = yield* Queue.unbounded<string>()
          yield* Queue.offer(sentences, "One.")
          const [part] = yield* spoken(voice(provider), Stream.fromQueue(sentences)).pipe(
            Stream.take(1),
            Stream.runCollect
          )
          assert.isAbove(part!.audio.length, 0)
        }).pipe(Effect.provide(voicesOf(fake)))
      }
    })
  )

  it.effect("begins another stream after a pause in the sentences, before Google aborts the first", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake()
      yield* Effect.gen(function* () {
        const sentences = yield* Queue.unbounded<string, Cause.Done>()
        const speaking = yield* Effect.forkChild(
          Stream.runCollect(spoken(voice("GENERATIVE_TTS"), Stream.fromQueue(sentences)))
        )
        yield* Queue.offer(sentences, "One.")
        yield* fake.until(() => fake.voices[0]?.texts.length === 1)
        yield* TestClock.adjust("3999 millis")
        yield* Queue.offer(sentences, "Two.")
        yield* fake.until(() => fake.voices[0]?.texts.length === 2)
        yield* TestClock.adjust("3999 millis")
        yield* turnsOfTheLoop
        assert.isFalse(fake.voices[0]!.isHalfClosed)
        yield* TestClock.adjust("1 millis")
        yield* fake.until(() => fake.voices[0]!.isHalfClosed)
        yield* Queue.offer(sentences, "Three.")
        yield* Queue.end(sentences)
        assert.deepStrictEqual(soundOf(yield* Fiber.join(speaking)), modemOf("One. ", "Two. ", "Three. "))
        assert.lengthOf(fake.voices, 2)
      }).pipe(Effect.provide(voicesOf(fake)))
    })
  )

  it.live("aborts at once when it is interrupted, before and after the first sound, and when the reader stops", () =>
    Effect.gen(function* () {
      for (const provider of both) {
        const fake = yield* googleFake({
          sound: (text) => (text.startsWith("Never") ? "hang" : new Uint8Array(100_000).fill(1))
        })
        yield* Effect.gen(function* () {
          const waiting = yield* Effect.forkChild(Stream.runDrain(spoken(voice(provider), Stream.make("Never."))))
          yield* fake.until(() => fake.voices[0]?.texts.length === 1)
          yield* Fiber.interrupt(waiting)
          yield* fake.until(() => fake.voices[0]!.isCancelled)
          yield* spoken(voice(provider), Stream.concat(Stream.make("One.", "Never."), Stream.never)).pipe(
            Stream.take(1),
            Stream.runDrain
          )
          yield* fake.until(() => fake.voices.at(-1)!.isCancelled)
        }).pipe(Effect.provide(voicesOf(fake)))
      }
    })
  )

  it.live("fails as retryable when no audio comes or the service is down", () =>
    Effect.gen(function* () {
      for (const provider of both) {
        assert.strictEqual((yield* failureOf(provider, "empty")).message, "google-tts: no sound came")
        for (const code of [status.UNAVAILABLE, status.RESOURCE_EXHAUSTED, status.INTERNAL, status.ABORTED]) {
          const failure = yield* failureOf(provider, { code })
          assert.isTrue(failure.retryable)
          assert.notInclude(failure.reason, "Hello")
        }
      }
      assert.strictEqual(
        (yield* failureOf("CLOUD_TTS", { code: status.RESOURCE_EXHAUSTED })).reason,
        "RESOURCE_EXHAUSTED"
      )
    })
  )

  it.live("fails as not retryable when Google refuses", () =>
    Effect.gen(function* () {
      for (const provider of both) {
        for (const code of [status.INVALID_ARGUMENT, status.PERMISSION_DENIED, status.UNAUTHENTICATED]) {
          assert.isFalse((yield* failureOf(provider, { code })).retryable)
        }
      }
    })
  )

  it.live("passes on for how long Google asks for no further request", () =>
    Effect.gen(function* () {
      const metadata = new Metadata()
      // A RetryInfo of 5.5 s.
      metadata.add("google.rpc.retryinfo-bin", Buffer.from("0a0808051080cab5ee01", "hex"))
      for (const provider of both) {
        const failure = yield* failureOf(provider, { code: status.RESOURCE_EXHAUSTED, metadata })
        assert.strictEqual(failure.retryAfterMillis, 5_500)
      }
    })
  )

  it.live("never retries", () =>
    Effect.gen(function* () {
      for (const provider of both) {
        const fake = yield* googleFake({ sound: () => ({ code: status.UNAVAILABLE }) })
        yield* Effect.flip(Stream.runDrain(spoken(voice(provider), Stream.make("Hello.")))).pipe(
          Effect.provide(voicesOf(fake))
        )
        assert.lengthOf(fake.voices, 1)
      }
    })
  )

  it.live("delivers the audio before a stream breaks, then fails", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake({
        sound: (_, index) => (index === 0 ? Uint8Array.of(1, 2, 3) : { code: status.UNAVAILABLE })
      })
      const parts: Array<Spoken> = []
      const heard = Promise.withResolvers<void>()
      const sentences = Stream.concat(
        Stream.make("One."),
        Stream.fromEffect(
          Effect.as(
            Effect.promise(() => heard.promise),
            "Two."
          )
        )
      )
      const failure = yield* spoken(voice("GENERATIVE_TTS"), sentences).pipe(
        Stream.runForEach((part) => Effect.sync(() => heard.resolve(void parts.push(part)))),
        Effect.flip,
        Effect.provide(voicesOf(fake))
      )
      assert.strictEqual(failure.reason, "UNAVAILABLE")
      assert.deepStrictEqual(soundOf(parts), Buffer.of(1, 2, 3))
    })
  )

  it.live("offers the voices that Google lists", () =>
    Effect.gen(function* () {
      const fake = yield* googleFake()
      const offered = yield* Effect.forEach(
        [
          voice("CLOUD_TTS", "hi-IN", "MALE"),
          voice("GENERATIVE_TTS", "en-IN"),
          voice("PREMIUM_TTS", "en-IN"),
          voice("CLOUD_TTS", "en-GB"),
          voice("GENERATIVE_TTS", "ta-IN"),
          voice("CLOUD_TTS", "ta-IN"),
          voice("PREMIUM_TTS", "ta-IN")
        ],
        (one) => TextToSpeech.use(({ offers }) => offers(one))
      ).pipe(Effect.provide(voicesOf(fake)))
      assert.deepStrictEqual(offered, [true, true, true, false, false, false, false])
    })
  )

  it.live("lists the voices once, and again after a failure", () =>
    Effect.gen(function* () {
      let asked = 0
      const fake = yield* googleFake({
        voices: () => {
          asked += 1
          return asked === 1 ? { code: status.UNAVAILABLE } : [{ name: "x", languageCodes: ["en-IN"] }]
        }
      })
      yield* Effect.gen(function* () {
        const offers = TextToSpeech.use(({ offers }) => offers(voice("PREMIUM_TTS")))
        assert.isTrue((yield* Effect.flip(offers)).retryable)
        assert.isTrue(yield* offers)
        assert.isTrue(yield* offers)
        assert.strictEqual(asked, 2)
      }).pipe(Effect.provide(voicesOf(fake)))
    })
  )

  it.effect("sends no requests after failures until the service lists its voices again", () =>
    Effect.gen(function* () {
      let isUp = false
      const fake = yield* googleFake({ sound: () => (isUp ? Uint8Array.of(1) : { code: status.UNAVAILABLE }) })
      yield* Effect.gen(function* () {
        const speaking = Stream.runDrain(spoken(voice("CLOUD_TTS"), Stream.make("Hello.")))
        for (let count = 0; count < 5; count++) yield* Effect.flip(speaking)
        assert.strictEqual((yield* Effect.flip(speaking)).reason, "circuit open after failures")
        assert.lengthOf(fake.voices, 5)
        isUp = true
        yield* TestClock.adjust("1 second")
        yield* Effect.retry(Effect.andThen(turnsOfTheLoop, speaking), {
          while: ({ reason }) => reason === "circuit open after failures"
        })
      }).pipe(Effect.provide(voicesOf(fake)))
    })
  )

  it.effect("fails with the name of the missing setting", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(Stream.runDrain(spoken(voice("CLOUD_TTS"), Stream.make("Hello."))))
      assert.strictEqual(failure.message, "google-tts: GOOGLE_APPLICATION_CREDENTIALS not set")
    }).pipe(Effect.provide(layer.pipe(Layer.provide(settingsLayer({})))))
  )
})

// Time for pending local messages to arrive.
const turnsOfTheLoop = Effect.promise(async () => {
  for (let turn = 0; turn < 20; turn++) await new Promise((turned) => setImmediate(turned))
})
