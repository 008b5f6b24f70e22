import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Stream } from "effect"
import { silent } from "../../src/audio/frames.ts"
import { makeListener, speak as spokenByModem } from "../../src/audio/modem.ts"
import { LanguageModel, type LlmProvider } from "../../src/providers/contract/LanguageModel.ts"
import { SpeechToText } from "../../src/providers/contract/SpeechToText.ts"
import type { TextToSpeech } from "../../src/providers/contract/TextToSpeech.ts"
import { instant } from "../../src/providers/local/latencies.ts"
import * as Providers from "../../src/providers/Providers.ts"
import { SynthesisCache } from "../../src/providers/SynthesisCache.ts"
import { googleFake } from "../support/fakes/google-fake.ts"
import { finish, openAiFake, text } from "../support/fakes/openai-fake.ts"
import { settingsLayer } from "./settings.ts"

const twilio = {
  CARRIER: "twilio",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "secret",
  TWILIO_FROM_NUMBER: "+15005550006"
}
const voice = { provider: "CLOUD_TTS", language: "en-IN", gender: "FEMALE" } as const

const replyOf = (provider: LlmProvider) =>
  Effect.gen(function* () {
    const { reply } = yield* LanguageModel
    const messages = [{ role: "user", text: "<caller>Goodbye.</caller>" }] as const
    const parts = yield* Stream.runCollect(reply({ provider, system: "", messages, tools: [] }))
    return parts.flatMap((part) => (part.kind === "token" ? [part.text] : [])).join("")
  })

const lineOf = SynthesisCache.use(({ line }) => line({ voice, text: "Hello." }))

const hears = Effect.gen(function* () {
  const { listen } = yield* SpeechToText
  const { hear, heard } = yield* listen({ language: "en-IN" })
  hear(Uint8Array.from(Buffer.concat([spokenByModem("Hello."), silent(1_000)])))
  const finals = heard.pipe(
    Stream.filter((one) => one.kind === "final"),
    Stream.take(1)
  )
  return (yield* Stream.runCollect(finals)).map((one) => one.text)
}).pipe(Effect.scoped)

const localGoodbye = "Thank you for your time, goodbye."

/** Runs with these settings, and also returns the log. */
const withSettings = <A, E>(
  settings: Readonly<Record<string, string>>,
  program: Effect.Effect<A, E, SpeechToText | LanguageModel | TextToSpeech | SynthesisCache>
) =>
  Effect.gen(function* () {
    const warnings: Array<string> = []
    const logger = Logger.make(({ logLevel, message }) => {
      if (logLevel === "Warn") warnings.push(String(message))
    })
    const result = yield* program.pipe(
      Effect.provide(
        Providers.layerWith(instant).pipe(
          Layer.provide(settingsLayer(settings)),
          Layer.provideMerge(Logger.layer([logger]))
        )
      )
    )
    return { result, warnings }
  })

describe("the providers", () => {
  it.effect("are the stand-ins without settings, and log nothing", () =>
    Effect.gen(function* () {
      const { result, warnings } = yield* withSettings(
        { SIMULATOR_SPEED: "20" },
        Effect.all([hears, lineOf, replyOf("HOSTED_API"), replyOf("PLATFORM_INFERENCE")])
      )
      const [heard, line, ...replies] = result
      assert.deepStrictEqual(heard, ["Hello."])
      assert.strictEqual(makeListener().hear(line.audio), "Hello. ")
      assert.deepStrictEqual(replies, [localGoodbye, localGoodbye])
      assert.deepStrictEqual(warnings, [])
    })
  )

  it.live("are, on the simulated carrier, the configured models and stand-ins for the rest", () =>
    Effect.gen(function* () {
      const fake = yield* openAiFake(() => [text("I am real."), finish("stop"), "done"])
      const google = { GOOGLE_APPLICATION_CREDENTIALS: "/nowhere.json", GOOGLE_PROJECT: "p" }
      const both = Effect.all([replyOf("HOSTED_API"), replyOf("PLATFORM_INFERENCE"), hears])
      const hosted = yield* withSettings({ ...google, OPENAI_API_KEY: "sk-1", OPENAI_BASE_URL: fake.url }, both)
      assert.deepStrictEqual(hosted.result, ["I am real.", localGoodbye, ["Hello."]])
      const own = yield* withSettings({ INFERENCE_BASE_URL: fake.url, INFERENCE_MODEL: "qwen" }, both)
      assert.deepStrictEqual(own.result, [localGoodbye, "I am real.", ["Hello."]])
      assert.deepStrictEqual([...hosted.warnings, ...own.warnings], [])
    })
  )

  it.live("are Google's, on the simulated carrier, where another server replaces Google's", () =>
    Effect.gen(function* () {
      const google = yield* googleFake({
        heard: (recognizer) => recognizer.millis >= 500 && recognizer.final("From Google", 400)
      })
      const { result } = yield* withSettings(
        { GOOGLE_SPEECH_ENDPOINT: google.url, GOOGLE_TTS_ENDPOINT: google.url },
        Effect.all([hears, lineOf])
      )
      assert.deepStrictEqual(result[0], ["From Google"])
      assert.lengthOf(google.voices, 1)
      assert.strictEqual(google.voices[0]?.texts[0], "Hello.")
    })
  )

  it.effect("are the stand-ins, on the simulated carrier, where Google's own endpoint is set", () =>
    Effect.gen(function* () {
      const endpoint = "eu-speech.googleapis.com:443"
      const { result } = yield* withSettings(
        { GOOGLE_SPEECH_ENDPOINT: endpoint, GOOGLE_TTS_ENDPOINT: "https://texttospeech.googleapis.com" },
        Effect.all([hears, lineOf])
      )
      assert.deepStrictEqual(result[0], ["Hello."])
      assert.strictEqual(makeListener().hear(result[1].audio), "Hello. ")
    })
  )

  it.effect("fail with the missing setting, as not retryable, on a real carrier", () =>
    Effect.gen(function* () {
      const failed = <A, R>(program: Effect.Effect<A, { readonly message: string; readonly retryable: boolean }, R>) =>
        Effect.map(Effect.flip(program), ({ message, retryable }) => ({ message, retryable }))
      const { result, warnings } = yield* withSettings(
        twilio,
        Effect.all([
          failed(hears),
          failed(lineOf),
          failed(replyOf("HOSTED_API")),
          failed(replyOf("PLATFORM_INFERENCE"))
        ])
      )
      assert.deepStrictEqual(result, [
        { message: "google-speech: GOOGLE_APPLICATION_CREDENTIALS not set", retryable: false },
        { message: "google-tts: GOOGLE_APPLICATION_CREDENTIALS not set", retryable: false },
        { message: "openai: OPENAI_API_KEY not set", retryable: false },
        { message: "inference: INFERENCE_BASE_URL and INFERENCE_MODEL not set", retryable: false }
      ])
      assert.deepStrictEqual(warnings, [])
    })
  )

  it.live("are the stand-ins on a real carrier with PROVIDERS=local, with a warning", () =>
    Effect.gen(function* () {
      const settings = {
        ...twilio,
        PROVIDERS: "local",
        OPENAI_API_KEY: "sk-1",
        GOOGLE_SPEECH_ENDPOINT: "http://127.0.0.1:1"
      }
      const { result, warnings } = yield* withSettings(settings, Effect.all([hears, replyOf("HOSTED_API")]))
      assert.deepStrictEqual(result, [["Hello."], localGoodbye])
      assert.lengthOf(warnings, 1)
      assert.include(warnings[0], "PROVIDERS=local with a real carrier")
    })
  )

  it.live("warn at the start when a real model meets a simulator speed above 1", () =>
    Effect.gen(function* () {
      const settings = { OPENAI_API_KEY: "sk-1", SIMULATOR_SPEED: "20" }
      const { warnings } = yield* withSettings(settings, Effect.void)
      assert.lengthOf(warnings, 1)
      assert.include(warnings[0], "SIMULATOR_SPEED is above 1, but calls use openai")
      const real = yield* withSettings({ ...settings, ...twilio }, Effect.void)
      assert.deepStrictEqual(real.warnings, [])
    })
  )
})
