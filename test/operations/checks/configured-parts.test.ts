import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { configuredParts, placeOf } from "../../../src/operations/checks/configured-parts.ts"
import { readSettings } from "../../../src/platform/config.ts"

const statusesWith = (settings: Record<string, string>) =>
  Effect.map(readSettings(settings), (read) =>
    Object.fromEntries(configuredParts(read).map(({ part, status, missing }) => [part, [status, ...missing].join(" ")]))
  )

const twilio = {
  CARRIER: "twilio",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "secret",
  TWILIO_FROM_NUMBER: "+15005550006"
}

describe("configuredParts", () => {
  it.effect("without any setting every part is built in", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* statusesWith({}), {
        "language-model": "BUILT_IN OPENAI_API_KEY",
        inference: "BUILT_IN INFERENCE_BASE_URL INFERENCE_MODEL",
        embeddings: "BUILT_IN EMBEDDING_API_KEY",
        "speech-to-text": "BUILT_IN GOOGLE_APPLICATION_CREDENTIALS",
        "text-to-speech": "BUILT_IN GOOGLE_APPLICATION_CREDENTIALS",
        telemetry: "OFF OTEL_EXPORTER_OTLP_ENDPOINT"
      })
    })
  )

  it.effect("a real carrier allows no stand-in for a part that is not configured", () =>
    Effect.gen(function* () {
      const statuses = yield* statusesWith({
        ...twilio,
        OPENAI_API_KEY: "key",
        EMBEDDING_BASE_URL: "http://localhost:1"
      })
      assert.strictEqual(statuses["language-model"], "UNCHECKED")
      assert.strictEqual(statuses.embeddings, "UNCHECKED")
      assert.strictEqual(statuses.inference, "OFF INFERENCE_BASE_URL INFERENCE_MODEL")
      assert.strictEqual(statuses["speech-to-text"], "OFF GOOGLE_APPLICATION_CREDENTIALS")
    })
  )

  it.effect("without embeddings campaigns still start, and no other part mentions it", () =>
    Effect.gen(function* () {
      const parts = configuredParts(yield* readSettings(twilio))
      const affects = (name: string) => parts.find(({ part }) => part === name)?.affects
      assert.include(affects("embeddings"), "without it no document becomes READY")
      assert.include(affects("language-model"), "without it no such campaign starts")
    })
  )

  it.effect("the simulated carrier uses the configured language model, and never real speech", () =>
    Effect.gen(function* () {
      const statuses = yield* statusesWith({ OPENAI_API_KEY: "key", GOOGLE_APPLICATION_CREDENTIALS: "/key.json" })
      assert.strictEqual(statuses["language-model"], "UNCHECKED")
      assert.strictEqual(statuses["speech-to-text"], "BUILT_IN")
    })
  )

  it.effect("a local replacement of Google is used with the simulated carrier too, and needs no credentials", () =>
    Effect.gen(function* () {
      const parts = configuredParts(
        yield* readSettings({
          GOOGLE_SPEECH_ENDPOINT: "http://127.0.0.1:9",
          GOOGLE_TTS_ENDPOINT: "https://eu-texttospeech.googleapis.com"
        })
      )
      const part = (name: string) => parts.find((one) => one.part === name)
      assert.deepInclude(part("speech-to-text"), { status: "UNCHECKED", uses: "Google at 127.0.0.1", missing: [] })
      assert.deepInclude(part("text-to-speech"), { status: "BUILT_IN", uses: "the local stand-in" })
    })
  )

  it.effect("a real carrier uses the Google endpoint of the configured region", () =>
    Effect.gen(function* () {
      const google = { GOOGLE_APPLICATION_CREDENTIALS: "/key.json", GOOGLE_PROJECT: "p", GOOGLE_REGION: "eu" }
      const parts = configuredParts(yield* readSettings({ ...twilio, ...google }))
      const uses = parts.filter(({ status }) => status === "UNCHECKED").map((part) => part.uses)
      assert.deepStrictEqual(uses, ["Google at eu-speech.googleapis.com", "Google at eu-texttospeech.googleapis.com"])
    })
  )

  it.effect("vendors of speech are parts where they have a key, and calls can do without Google then", () =>
    Effect.gen(function* () {
      const keys = { DEEPGRAM_API_KEY: "dg", ELEVENLABS_API_KEY: "el" }
      const real = configuredParts(yield* readSettings({ ...twilio, ...keys }))
      const part = (name: string, parts = real) => parts.find((one) => one.part === name)
      assert.deepInclude(part("deepgram-ear"), {
        status: "UNCHECKED",
        uses: "deepgram at api.deepgram.com",
        affects: "Calls use it"
      })
      assert.deepInclude(part("elevenlabs-voice"), { uses: "elevenlabs at api.elevenlabs.io" })
      assert.isUndefined(part("elevenlabs-ear"))
      assert.deepInclude(part("speech-to-text"), {
        status: "OFF",
        affects: "Calls need it: without it they use deepgram only"
      })
      const simulated = configuredParts(yield* readSettings(keys))
      assert.include(part("deepgram-ear", simulated)?.affects, "unless DEEPGRAM_URL names a server that does")
      const local = configuredParts(yield* readSettings({ ...twilio, ...keys, PROVIDERS: "local" }))
      assert.isUndefined(part("deepgram-ear", local))
    })
  )

  it.effect("PROVIDERS=local always uses the stand-ins", () =>
    Effect.gen(function* () {
      const statuses = yield* statusesWith({ ...twilio, PROVIDERS: "local", OPENAI_API_KEY: "key" })
      assert.strictEqual(statuses["language-model"], "BUILT_IN")
      assert.strictEqual(statuses["text-to-speech"], "BUILT_IN GOOGLE_APPLICATION_CREDENTIALS")
    })
  )

  it("a place contains neither user, password nor query", () => {
    assert.strictEqual(placeOf("postgres://me:secret@db:5432/carillon?password=secret"), "db:5432/carillon")
    assert.strictEqual(placeOf("https://api.example.com/"), "api.example.com")
  })
})
