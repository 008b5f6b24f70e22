import { assert, describe, it } from "@effect/vitest"
import { Effect, Redacted } from "effect"
import { twilioMedia } from "../../../src/carriers/twilio/twilio-media.ts"
import { missingSettings, unableToTransfer, unheardOptOuts, unsentKeys } from "../../../src/dialer/Readiness.ts"
import { readSettings } from "../../../src/platform/config.ts"

const twilio = {
  CARRIER: "twilio",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "secret",
  TWILIO_FROM_NUMBER: "+15005550006"
}
const reachable = { PUBLIC_URL: "https://us.example" }
const flow = {
  language: "en-IN",
  llmProvider: "HOSTED_API",
  model: null,
  ttsProvider: "CLOUD_TTS",
  voiceGender: "FEMALE",
  languages: []
} as const
const plan = { profiles: [], ownKeys: new Map() }
const missingWith = (
  settings: Record<string, string>,
  changes: Partial<Parameters<typeof missingSettings>[1]> = {},
  its: Parameters<typeof missingSettings>[2] = plan
) => Effect.map(readSettings(settings), (read) => missingSettings(read, { ...flow, ...changes }, its))
const namedWith = (settings: Record<string, string>, llmProvider: "HOSTED_API" | "PLATFORM_INFERENCE" = "HOSTED_API") =>
  Effect.map(missingWith({ GOOGLE_APPLICATION_CREDENTIALS: "/key.json", ...settings }, { llmProvider }), (sentences) =>
    sentences.map((sentence) => /the setting (\w+) is /.exec(sentence)?.[1])
  )

describe("keys that a carrier cannot send", () => {
  const mute = { ...twilioMedia, capabilities: { ...twilioMedia.capabilities, carriesTones: false } }

  it("keep a flow with keys from starting, with a message that names the carrier", () => {
    assert.deepStrictEqual(unsentKeys({ name: "twilio", media: mute }, { keys: ["1"] }), [
      "the carrier twilio cannot send the keys that the flow allows: remove the flow's keys"
    ])
    assert.deepStrictEqual(unsentKeys({ name: "twilio", media: mute }, { keys: [] }), [])
    assert.deepStrictEqual(unsentKeys({ name: "twilio", media: twilioMedia }, { keys: ["1"] }), [])
  })
})

describe("a transfer that a carrier cannot carry out", () => {
  it("keeps a flow with a transfer from starting, with a message that names the carrier", () => {
    const transfer = { kind: "WARM", targets: ["Desk"], when: null, maxMinutes: 60 } as const
    const live = {} as NonNullable<Parameters<typeof unableToTransfer>[0]["live"]>
    assert.deepStrictEqual(unableToTransfer({ name: "twilio", live: null }, { transfer }), [
      "its flow transfers calls, which the carrier twilio cannot do: remove the flow's transfer"
    ])
    assert.deepStrictEqual(unableToTransfer({ name: "twilio", live: null }, { transfer: null }), [])
    assert.deepStrictEqual(unableToTransfer({ name: "twilio", live }, { transfer }), [])
  })
})

describe("missing settings", () => {
  it.effect("no settings are missing with the simulated carrier", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* namedWith({}), [])
    })
  )

  it.effect("a real carrier needs the settings of the flow's language model", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* namedWith({ ...twilio, ...reachable }), ["OPENAI_API_KEY"])
      const own = yield* namedWith(
        { ...twilio, ...reachable, INFERENCE_BASE_URL: "http://models" },
        "PLATFORM_INFERENCE"
      )
      assert.deepStrictEqual(own, ["INFERENCE_MODEL"])
    })
  )

  it.effect("a real carrier needs a vendor that recognizes the flow's language, and one that speaks it", () =>
    Effect.gen(function* () {
      const real = { ...twilio, ...reachable, OPENAI_API_KEY: "key" }
      const vendors = { DEEPGRAM_API_KEY: "dg", ELEVENLABS_API_KEY: "el" }
      const [ear = "", voice = ""] = yield* missingWith(real)
      assert.match(
        ear,
        /^the setting GOOGLE_APPLICATION_CREDENTIALS is not set, .*recognizes en-IN: set GOOGLE_.*DEEPGRAM_API_KEY/
      )
      assert.match(
        voice,
        /^the setting GOOGLE_APPLICATION_CREDENTIALS is not set, .*speaks en-IN: set GOOGLE_.*ELEVENLABS_API_KEY/
      )
      assert.deepStrictEqual(yield* missingWith({ ...real, ...vendors }), [])
      assert.deepStrictEqual(yield* missingWith({ ...real, GOOGLE_APPLICATION_CREDENTIALS: "/key.json" }), [])
      const inPlaceOfGoogle = {
        GOOGLE_SPEECH_ENDPOINT: "http://127.0.0.1:1",
        GOOGLE_TTS_ENDPOINT: "http://127.0.0.1:2"
      }
      assert.deepStrictEqual(yield* missingWith({ ...real, ...inPlaceOfGoogle }), [])
      const unknown = yield* missingWith({ ...real, ...vendors }, { language: "my-MM" })
      assert.lengthOf(unknown, 2)
    })
  )

  it.effect("an organization's own keys and profile count", () =>
    Effect.gen(function* () {
      const real = { ...twilio, ...reachable, OPENAI_API_KEY: "key" }
      const key = Redacted.make("own")
      const ownKeys = new Map([["deepgram", key] as const, ["elevenlabs", key] as const])
      assert.deepStrictEqual(yield* missingWith(real, {}, { profiles: [], ownKeys }), [])
      const named = { ears: { my: [{ vendor: "deepgram" }] } } as const
      const [voice, ...others] = yield* missingWith(real, { language: "my-MM" }, { profiles: [named], ownKeys })
      assert.match(voice ?? "", /another key of a vendor that speaks my-MM: set GOOGLE_APPLICATION_CREDENTIALS$/)
      assert.deepStrictEqual(others, [])
    })
  )

  it.effect("no settings are missing with a real carrier and stand-ins", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* namedWith({ ...twilio, ...reachable, PROVIDERS: "local" }), [])
    })
  )

  it.effect("a PUBLIC_URL that Twilio cannot reach is named, unless a stand-in replaces Twilio", () =>
    Effect.gen(function* () {
      const local = { ...twilio, PROVIDERS: "local" }
      assert.deepStrictEqual(yield* namedWith(local), ["PUBLIC_URL"])
      assert.deepStrictEqual(yield* namedWith({ ...local, PUBLIC_URL: "http://us.example" }), ["PUBLIC_URL"])
      assert.deepStrictEqual(yield* namedWith({ ...local, TWILIO_API_BASE_URL: "http://127.0.0.1:1" }), [])
      const edge = { ...local, TWILIO_API_BASE_URL: "https://api.dublin.ie1.twilio.com" }
      assert.deepStrictEqual(yield* namedWith(edge), ["PUBLIC_URL"])
    })
  )
})

describe("a flow whose language has no opt-out phrases", () => {
  const twilioCalls = { carrier: "twilio" } as const
  const languages: ReadonlyArray<string> = []

  it("is refused with a real carrier until an admin accepts it", () => {
    const [problem = ""] = unheardOptOuts(twilioCalls, { language: "sw-KE", languages, optOutByModelOnly: false })
    assert.match(problem, /language sw-KE: an admin can set the flow's optOutByModelOnly/)
    assert.deepStrictEqual(unheardOptOuts(twilioCalls, { language: "sw-KE", languages, optOutByModelOnly: true }), [])
  })

  it("is refused for each of its languages that has none", () => {
    const problems = unheardOptOuts(twilioCalls, {
      language: "en-IN",
      languages: ["sw-KE", "hi-IN", "as-IN"],
      optOutByModelOnly: false
    })
    assert.deepStrictEqual(
      problems.map((problem) => /language (\S+):/.exec(problem)?.[1]),
      ["sw-KE", "as-IN"]
    )
  })

  it("is called by the simulated carrier, and other languages by any", () => {
    assert.deepStrictEqual(
      unheardOptOuts({ carrier: "simulated" }, { language: "sw", languages, optOutByModelOnly: false }),
      []
    )
    for (const language of ["en-US", "HI", "ta-IN", "cmn-Hans-CN"])
      assert.deepStrictEqual(unheardOptOuts(twilioCalls, { language, languages, optOutByModelOnly: false }), [])
  })
})
