import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { readSettings } from "../../src/platform/config.ts"
import { voiceOf } from "../../src/providers/google/voices.ts"
import { usualVoices } from "../../src/providers/usual-speech.ts"

const keys = {
  CARRIER: "twilio",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "secret",
  TWILIO_FROM_NUMBER: "+15005550006",
  CARTESIA_API_KEY: "ca",
  DEEPGRAM_API_KEY: "dg",
  ELEVENLABS_API_KEY: "el",
  SARVAM_API_KEY: "sa",
  GOOGLE_APPLICATION_CREDENTIALS: "/key.json"
}

const vendorsIn = (language: string, environment: Readonly<Record<string, string>> = keys) =>
  Effect.map(readSettings(environment), (settings) => [
    ...new Set(
      usualVoices(settings, { provider: "CLOUD_TTS", language, gender: "FEMALE" }).map(
        ({ choice }) => choice?.vendor ?? "google"
      )
    )
  ])

describe("the voices that calls use", () => {
  it.effect.each([
    ["en-US", ["cartesia", "elevenlabs", "deepgram", "google"]],
    ["en-IN", ["cartesia", "elevenlabs", "deepgram", "sarvam", "google"]],
    ["hi-IN", ["cartesia", "elevenlabs", "sarvam", "google"]],
    ["ta-IN", ["sarvam", "cartesia", "elevenlabs", "google"]],
    ["kn-IN", ["sarvam", "cartesia", "google"]],
    ["or-IN", ["sarvam", "google"]],
    ["de-DE", ["cartesia", "elevenlabs", "deepgram", "google"]],
    ["th-TH", ["cartesia", "google"]],
    ["fil-PH", ["cartesia", "elevenlabs", "google"]],
    ["hin-IN", ["cartesia", "elevenlabs", "sarvam", "google"]],
    ["sw-KE", ["google"]]
  ] as const)("speak the language of the call: %s", ([language, expected]) =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* vendorsIn(language), [...expected])
    })
  )

  it.effect("are Google's where no vendor with a key speaks the language", () =>
    Effect.gen(function* () {
      const { GOOGLE_APPLICATION_CREDENTIALS: _, ...others } = keys
      assert.deepStrictEqual(yield* vendorsIn("sw-KE", others), ["google"])
      assert.notInclude(yield* vendorsIn("en-US", others), "google")
    })
  )
})

describe("a voice of Google's that is chosen by its name", () => {
  const voice = { provider: "CLOUD_TTS", language: "en-IN", gender: "FEMALE" } as const
  it.each([
    [{ voiceId: "en-US-Neural2-F" }, { languageCode: "en-US", name: "en-US-Neural2-F" }],
    [{ voiceId: "cmn-CN-Chirp3-HD-Puck" }, { languageCode: "cmn-CN", name: "cmn-CN-Chirp3-HD-Puck" }],
    [{ voiceId: "Puck" }, { languageCode: "en-IN", name: "en-IN-Chirp3-HD-Puck" }],
    [
      { voiceId: "Puck", model: "gemini-2.5-pro-tts" },
      { languageCode: "en-IN", name: "Puck", modelName: "gemini-2.5-pro-tts" }
    ]
  ] as const)("is asked for as Google names it: %o", (choice, expected) => {
    assert.deepStrictEqual(voiceOf({ ...voice, choice: { vendor: "google", ...choice } }), expected)
  })
})
