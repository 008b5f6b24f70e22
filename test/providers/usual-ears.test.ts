import { Effect, Redacted } from "effect"
import { describe, expect, test } from "vitest"
import { readSettings } from "../../src/platform/config.ts"
import type { Ear } from "../../src/providers/contract/SpeechToText.ts"
import { earAdapters } from "../../src/providers/Ears.ts"
import { earsForReplay, usualEars } from "../../src/providers/usual-speech.ts"

const all = {
  CARRIER: "twilio",
  TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
  TWILIO_AUTH_TOKEN: "secret",
  TWILIO_FROM_NUMBER: "+15005550006",
  PUBLIC_URL: "https://example.com",
  GOOGLE_APPLICATION_CREDENTIALS: "/key.json",
  DEEPGRAM_API_KEY: "d",
  SONIOX_API_KEY: "s",
  ASSEMBLYAI_API_KEY: "a",
  SARVAM_API_KEY: "v"
}

const earsFor = (language: string, environment: Readonly<Record<string, string>> = all) =>
  usualEars(Effect.runSync(readSettings(environment)), language).map(({ vendor }) => vendor)

describe("the ears of a call", () => {
  test.each([
    ["en-IN", ["deepgram", "soniox", "assemblyai", "sarvam", "google"]],
    ["en-US", ["deepgram", "soniox", "assemblyai", "google"]],
    ["hi-IN", ["deepgram", "soniox", "sarvam", "google"]],
    ["ta-IN", ["sarvam", "deepgram", "soniox", "google"]],
    ["ta-LK", ["deepgram", "soniox", "google"]],
    ["mai-IN", ["sarvam", "google"]],
    ["ml-IN", ["sarvam", "soniox", "google"]],
    ["fr-FR", ["deepgram", "soniox", "assemblyai", "google"]],
    ["sw-KE", ["soniox", "google"]],
    ["am-ET", ["google"]]
  ])("in %s are those that know the language, the best first", (language, vendors) => {
    expect(earsFor(language)).toEqual(vendors)
  })

  test("are those of the vendors that have a key", () => {
    const { DEEPGRAM_API_KEY: _, SARVAM_API_KEY: __, ...others } = all
    expect(earsFor("ta-IN", others)).toEqual(["soniox", "google"])
    expect(earsFor("en-IN", others)).toEqual(["soniox", "assemblyai", "google"])
  })

  test("are Google's for a language that no other vendor knows, even without its credentials", () => {
    const { GOOGLE_APPLICATION_CREDENTIALS: _, ...others } = all
    expect(earsFor("am-ET", others)).toEqual(["google"])
    expect(earsFor("en-US", others)).toEqual(["deepgram", "soniox", "assemblyai"])
  })

  test("begin with services for recorded audio where audio may come faster than it was spoken", () => {
    const ears = usualEars(Effect.runSync(readSettings(all)), "ta-IN")
    const account = { provider: "x", baseUrl: "wss://example.com", apiKey: Redacted.make("x") }
    const isPaced = ({ vendor }: Ear) =>
      vendor !== "google" && earAdapters[vendor](account, { language: "ta-IN" }).isPaced === true
    const everyVendor: ReadonlyArray<Ear> = [{ vendor: "assemblyai" }, ...ears]
    expect(earsForReplay(everyVendor)).toEqual([
      ...everyVendor.filter((ear) => !isPaced(ear)),
      ...everyVendor.filter(isPaced)
    ])
  })

  test("leave out the services of vendors on the simulated carrier, which speaks in tones", () => {
    const { ASSEMBLYAI_API_KEY, SONIOX_API_KEY } = all
    const environment = { ASSEMBLYAI_API_KEY, SONIOX_API_KEY, SONIOX_URL: "wss://example.com" }
    expect(earsFor("en-US", environment)).toEqual(["soniox"])
  })
})
