import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import type { SpeechPreferences } from "../../src/domain/speech/SpeechProfile.ts"
import type { KeyVendor } from "../../src/domain/speech/vendors.ts"
import { readSettings } from "../../src/platform/config.ts"
import { plannedEars, plannedVoices } from "../../src/providers/planned-speech.ts"

const twilio = {
  CARRIER: "twilio",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "secret",
  TWILIO_FROM_NUMBER: "+15005550006"
}
const google = { GOOGLE_APPLICATION_CREDENTIALS: "/key.json" }
const own = Redacted.make("own")
const planOf = (profiles: ReadonlyArray<SpeechPreferences> = [], ...vendors: ReadonlyArray<KeyVendor>) => ({
  profiles,
  ownKeys: new Map(vendors.map((vendor) => [vendor, own] as const))
})
const voice = { provider: "PREMIUM_TTS", language: "en-US", gender: "FEMALE" } as const

const earsWith = (settings: Record<string, string>, plan = planOf(), language = "en-US") =>
  Effect.map(readSettings(settings), (read) => plannedEars(read, plan, language))
const vendorsOf = <E, R>(ears: Effect.Effect<ReadonlyArray<{ readonly vendor: string }>, E, R>) =>
  Effect.map(ears, (list) => list.map(({ vendor }) => vendor))

describe("the recognizers of a call", () => {
  it.effect("are those of the profile before the usual ones, each once", () =>
    Effect.gen(function* () {
      const settings = { ...twilio, ...google, DEEPGRAM_API_KEY: "dg" }
      assert.deepStrictEqual(yield* vendorsOf(earsWith(settings)), ["deepgram", "google"])
      const profile = { ears: { en: [{ vendor: "google" }, { vendor: "deepgram", model: "nova-3" }] } } as const
      assert.deepStrictEqual(yield* earsWith(settings, planOf([profile])), [
        { vendor: "google" },
        { vendor: "deepgram", model: "nova-3" },
        { vendor: "deepgram" }
      ])
    })
  )

  it.effect("leave out a vendor without a key, and one that does not know the language", () =>
    Effect.gen(function* () {
      const profile = { ears: { "*": [{ vendor: "deepgram" }] } } as const
      assert.deepStrictEqual(yield* vendorsOf(earsWith({ ...twilio, ...google }, planOf([profile]))), ["google"])
      const settings = { ...twilio, ...google, DEEPGRAM_API_KEY: "dg" }
      assert.deepStrictEqual(yield* vendorsOf(earsWith(settings, planOf([profile]), "my-MM")), ["google"])
    })
  )

  it.effect("begin with the ones that know all languages of the call, unless a profile prefers others", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings({
        ...twilio,
        ...google,
        DEEPGRAM_API_KEY: "dg",
        SONIOX_API_KEY: "so",
        ASSEMBLYAI_API_KEY: "as"
      })
      const among = (plan = planOf()) =>
        plannedEars(settings, plan, "en-US", ["sw-KE", "es-US"]).map(({ vendor }) => vendor)
      assert.deepStrictEqual(among(), ["soniox", "google", "deepgram", "assemblyai"])
      const profile = { ears: { en: [{ vendor: "assemblyai" }] } } as const
      assert.deepStrictEqual(among(planOf([profile])), ["assemblyai", "soniox", "google", "deepgram"])
    })
  )

  it.effect("are only those of a profile that permits no others, though it has none for a language", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings({ ...twilio, ...google, DEEPGRAM_API_KEY: "dg", SONIOX_API_KEY: "so" })
      const own: SpeechPreferences = {
        ears: { en: [{ vendor: "soniox" }] },
        voices: { en: { "*": [{ vendor: "deepgram" }] } },
        onlyListed: true
      }
      const usual: SpeechPreferences = { ears: { "*": [{ vendor: "deepgram" }] }, voices: {} }
      const among = (profiles: ReadonlyArray<SpeechPreferences>, language: string) => [
        plannedEars(settings, planOf(profiles), language).map(({ vendor }) => vendor),
        plannedVoices(settings, planOf(profiles), { ...voice, language }).map(({ choice }) => choice?.vendor)
      ]
      assert.deepStrictEqual(among([own, usual], "en-US"), [["soniox"], ["deepgram"]])
      assert.deepStrictEqual(among([own, usual], "hi-IN"), [[], []])
      const [ears] = among([{}, { ...usual, onlyListed: true }], "en-US")
      assert.deepStrictEqual(ears, ["deepgram"])
    })
  )

  it.effect("use an organization's own key, which alone makes a vendor usable", () =>
    Effect.gen(function* () {
      const plan = planOf([], "deepgram")
      assert.deepStrictEqual(yield* earsWith({ ...twilio, ...google }, plan), [
        { vendor: "deepgram", apiKey: own },
        { vendor: "google" }
      ])
      const shared = yield* earsWith({ ...twilio, DEEPGRAM_API_KEY: "dg" }, plan)
      assert.deepStrictEqual(shared, [{ vendor: "deepgram", apiKey: own }])
    })
  )

  it.effect("are the stand-in where simulated people call and no server replaces the vendor's", () =>
    Effect.gen(function* () {
      const profile = { ears: { "*": [{ vendor: "deepgram" }] } } as const
      const keys = { DEEPGRAM_API_KEY: "dg" }
      assert.deepStrictEqual(yield* vendorsOf(earsWith(keys, planOf([profile], "deepgram"))), ["google"])
      const replaced = { ...keys, DEEPGRAM_URL: "ws://127.0.0.1:1" }
      assert.deepStrictEqual(yield* vendorsOf(earsWith(replaced, planOf([profile]))), ["deepgram"])
    })
  )
})

describe("the voices of a call", () => {
  it.effect("are those of the profile for the flow's gender, with the organization's key, before the usual ones", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings({ ...twilio, ...google })
      const profile = {
        voices: {
          "*": {
            PREMIUM_TTS: [
              { vendor: "elevenlabs", voiceId: "his", gender: "MALE" },
              { vendor: "elevenlabs", voiceId: "hers", gender: "FEMALE" }
            ]
          }
        }
      } as const
      const plan = planOf([profile], "elevenlabs")
      const [first, second, ...others] = plannedVoices(settings, plan, voice)
      assert.deepStrictEqual(first, { ...voice, choice: { vendor: "elevenlabs", voiceId: "hers", apiKey: own } })
      assert.deepStrictEqual(second, { ...voice, choice: { vendor: "elevenlabs", apiKey: own } })
      assert.deepStrictEqual(
        others.map(({ provider }) => provider),
        ["PREMIUM_TTS", "CLOUD_TTS", "GENERATIVE_TTS"]
      )
    })
  )

  it.effect("are the flow's own tiers of Google where a profile names no voice of it", () =>
    Effect.gen(function* () {
      const settings = yield* readSettings({ ...twilio, ...google, ELEVENLABS_API_KEY: "el" })
      const plan = planOf([{ voices: { en: { "*": [{ vendor: "google" }] } } }])
      const found = plannedVoices(settings, plan, voice)
      assert.deepStrictEqual(
        found.map(({ choice, provider }) => choice?.vendor ?? provider),
        ["PREMIUM_TTS", "CLOUD_TTS", "GENERATIVE_TTS", "elevenlabs"]
      )
    })
  )
})
