import { describe, expect, test } from "vitest"
import { makeSpokenLanguage } from "../../../src/media/session/spoken-language.ts"
import { googleVoices } from "../../../src/providers/usual-speech.ts"
import { brief } from "./session-line.ts"

const speechIn = (language: string) => ({
  language,
  disclosure: `Disclosure in ${language}`,
  ears: brief.ears,
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
    spoken.hear("मुझे इसके बारे में बताइए", undefined)
    expect(spoken.current()).toBe(mixed)
    const single = makeSpokenLanguage(brief)
    single.hear("मुझे इसके बारे में बताइए", "hi")
    expect(single.current()).toBe(brief)
  })
})

describe("a language that the person or the model has chosen", () => {
  test("is the one of the next reply, its fixed lines, its voices and its recognizers", () => {
    const ears = [{ vendor: "sarvam" as const }]
    const spoken = mixed.spoken.map((one) => (one.language === "hi-IN" ? { ...one, ears } : one))
    const followed = makeSpokenLanguage({ ...mixed, spoken })
    expect(followed.hear("Can we speak Hindi?", "en-US")).toBe(true)
    expect(followed.current()).toMatchObject({ ...speechIn("hi-IN"), ears })
    expect(followed.hear("हिंदी में बोलिए", undefined)).toBe(false)
    expect(followed.choose("en-IN")).toBe(followed.current())
    expect(followed.choose("sat-IN")).toBeUndefined()
    expect(followed.choose("de-DE")).toBeUndefined()
    expect(followed.current().language).toBe("en-IN")
  })

  test("needs no other recognizer if this one has reported it", () => {
    expect(makeSpokenLanguage(mixed).hear("हिंदी में बोलिए", "hi")).toBe(false)
  })

  test("stays when one result has another language, and changes with the second", () => {
    const spoken = makeSpokenLanguage(mixed)
    spoken.choose("hi-IN")
    spoken.hear("one moment please", "en-US")
    expect(spoken.current().language).toBe("hi-IN")
    spoken.hear("मुझे बताइए", "hi")
    spoken.hear("one moment please", "en-US")
    expect(spoken.current().language).toBe("hi-IN")
    spoken.hear("let us go on", "en-US")
    expect(spoken.current().language).toBe("en-US")
  })
})
