import { assert, describe, it } from "@effect/vitest"
import { profileInWords } from "../../../src/cli/commands/settings/speech.ts"

describe("carillon speech show", () => {
  it("says what calls prefer, whether they use other vendors, and whose keys there are", () => {
    const profile = {
      ears: { hi: [{ vendor: "deepgram", model: "nova-3" }, { vendor: "google" }] },
      voices: { "*": { PREMIUM_TTS: [{ vendor: "elevenlabs", voiceId: "v1", gender: "FEMALE" }] } },
      onlyListed: true,
      keys: [{ vendor: "elevenlabs", source: "ORGANIZATION", lastFour: "wxyz" }]
    } as const
    const lines = profileInWords(profile).split("\n")
    assert.deepStrictEqual(
      lines.map((line) => line.replaceAll(/ {2,}/g, " ")),
      [
        "uses only the vendors that it lists",
        "hears hi deepgram nova-3, google",
        "speaks * PREMIUM_TTS elevenlabs v1 FEMALE",
        "key elevenlabs its own, …wxyz"
      ]
    )
    const none = profileInWords({ ears: {}, voices: {}, onlyListed: false, keys: [] })
    assert.strictEqual(none, "No profile: calls use the recognizers and voices of the settings.")
  })
})
