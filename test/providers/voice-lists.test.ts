import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { readSettings } from "../../src/platform/config.ts"
import { listVoices } from "../../src/providers/voice-lists.ts"
import { googleFake } from "../support/fakes/google-fake.ts"
import { cartesiaFake } from "../support/fakes/vendors/cartesia-fake.ts"
import { vendorServer } from "../support/fakes/vendors/vendor-server.ts"

const noKeys = new Map()

describe("the list of voices", () => {
  it.live("says that an account has no credit left", () =>
    Effect.gen(function* () {
      const server = yield* vendorServer({ check: () => undefined, begin: () => ({}), answer: () => ({ status: 402 }) })
      const keys = { ELEVENLABS_API_KEY: "el-test", ELEVENLABS_URL: server.url }
      const { problems } = yield* listVoices(yield* readSettings(keys), noKeys)
      assert.deepStrictEqual(problems, [{ vendor: "elevenlabs", message: "the account has no credit left (HTTP 402)" }])
    }).pipe(Effect.scoped)
  )

  it.live("has all pages of Cartesia, and its failure hides no other vendor's voices", () =>
    Effect.gen(function* () {
      const fake = yield* cartesiaFake()
      const keys = { CARTESIA_API_KEY: "ca-test", CARTESIA_URL: fake.url, DEEPGRAM_API_KEY: "dg" }
      const { data, problems } = yield* listVoices(yield* readSettings(keys), noKeys)
      assert.deepStrictEqual(problems, [])
      assert.deepStrictEqual(
        data.filter(({ vendor }) => vendor === "cartesia").map(({ gender, voiceId }) => [voiceId, gender]),
        [
          ["asha", "FEMALE"],
          ["omar", "MALE"],
          ["mira", "NEUTRAL"]
        ]
      )
      const wrong = yield* listVoices(yield* readSettings({ ...keys, CARTESIA_API_KEY: "wrong" }), noKeys)
      assert.deepStrictEqual(wrong.problems, [{ vendor: "cartesia", message: "it refuses the key (HTTP 401)" }])
      assert.isTrue(wrong.data.every(({ vendor }) => vendor === "deepgram"))
      assert.isAbove(wrong.data.length, 50)
    }).pipe(Effect.scoped)
  )

  it.live("has Google's voices where its server is used, and those of an organization's own keys", () =>
    Effect.gen(function* () {
      const google = yield* googleFake()
      const settings = yield* readSettings({ GOOGLE_TTS_ENDPOINT: google.url })
      const ownKeys = new Map([["sarvam", Redacted.make("own")] as const])
      const { data } = yield* listVoices(settings, ownKeys)
      const one = data.find(({ voiceId }) => voiceId === "en-IN-Neural2-A")
      assert.deepInclude(one, { vendor: "google", languages: ["en-IN"] })
      assert.deepInclude(
        data.find(({ voiceId }) => voiceId === "ritu"),
        { vendor: "sarvam", name: "Ritu", gender: "FEMALE" }
      )
      assert.isTrue(data.every(({ vendor }) => vendor === "google" || vendor === "sarvam"))
    }).pipe(Effect.scoped)
  )
})
