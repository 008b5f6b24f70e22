import { describe, expect, test } from "vitest"
import { makeSpokenLanguage } from "../../../src/media/session/spoken-language.ts"
import { googleVoices } from "../../../src/providers/usual-speech.ts"
import { brief } from "./session-line.ts"

const speechIn = (language: string) => ({
  language,
  voices: googleVoices({ provider: "CLOUD_TTS", language, gender: "FEMALE" })
})
const mixed = {
  ...brief,
  languages: ["en-US", "hi-IN", "en-IN", "sat-IN"],
  spoken: ["en-US", "hi-IN", "en-IN"].map(speechIn)
}

describe("the language of the next reply", () => {
  test("is the one of the person's last words that the agent can speak, with its voices", () => {
    const spoken = makeSpokenLanguage(mixed)
    expect(spoken.current()).toBe(mixed)
    spoken.hear("मुझे हिंदी में बताइए", "hi")
    expect(spoken.current()).toMatchObject(speechIn("hi-IN"))
    expect(spoken.current().system).toBe(
      `${brief.system}\n\nThe person speaks Hindi (India) (hi-IN) now: answer in it.`
    )
    spoken.hear("ᱚᱞ ᱪᱤᱠᱤ ᱠᱟᱱᱟ", "sat-IN")
    expect(spoken.current()).toMatchObject({ language: "hi-IN" })
    spoken.hear("let us go on in English", "EN-in")
    expect(spoken.current()).toMatchObject(speechIn("en-IN"))
    spoken.hear("and so on", "en")
    expect(spoken.current()).toMatchObject({ language: "en-US", voices: brief.voices })
  })

  test("stays with a single word, with words of no known language, and in a call with one language", () => {
    const spoken = makeSpokenLanguage(mixed)
    spoken.hear("okay", "hi")
    spoken.hear("मुझे हिंदी में बताइए", undefined)
    expect(spoken.current()).toBe(mixed)
    const single = makeSpokenLanguage(brief)
    single.hear("मुझे हिंदी में बताइए", "hi")
    expect(single.current()).toBe(brief)
  })
})
