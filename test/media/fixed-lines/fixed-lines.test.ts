import { expect, test } from "vitest"
import { spokenLanguage, spokenLanguages } from "../../../src/domain/campaigns/spoken-languages.ts"
import { hasWords } from "../../../src/domain/text/words.ts"
import {
  fixedLineText,
  fixedLineTexts,
  openingText,
  openingToCaller,
  shortMessage
} from "../../../src/media/fixed-lines/fixed-lines.ts"
import { isOptOutTurn } from "../../../src/media/opt-out/opt-out.ts"
import { toSpokenText } from "../../../src/media/text/sentences.ts"

const devanagari = /[\u0900-\u097f]/

test.each(["hi-IN", "hi", "HI-in", "hi-Deva-IN"])("%s is spoken in Hindi", (language) => {
  for (const text of [...fixedLineTexts(language), openingText(language, "")]) {
    expect(text).toMatch(devanagari)
    expect(text).not.toMatch(/[a-z]/i)
  }
})

test.each(["en-IN", "en-US", "hil-PH", "sw-KE"])("%s is spoken in English", (language) => {
  for (const text of [...fixedLineTexts(language), openingText(language, "")]) expect(text).not.toMatch(devanagari)
})

// A language of another script that gets the lines of its neighbour would be seen here.
const scripts: Readonly<Record<string, RegExp>> = {
  ar: /[\u0600-\u06ff]/,
  bn: /[\u0980-\u09ff]/,
  gu: /[\u0a80-\u0aff]/,
  hi: devanagari,
  ja: /[\u3040-\u30ff]/,
  kn: /[\u0c80-\u0cff]/,
  ko: /[\uac00-\ud7a3]/,
  ml: /[\u0d00-\u0d7f]/,
  mr: devanagari,
  or: /[\u0b00-\u0b7f]/,
  pa: /[\u0a00-\u0a7f]/,
  ru: /[\u0400-\u04ff]/,
  ta: /[\u0b80-\u0bff]/,
  te: /[\u0c00-\u0c7f]/,
  th: /[\u0e00-\u0e7f]/,
  ur: /[\u0679-\u06d4]/,
  zh: /[\u4e00-\u9fff]/
}

test.each(spokenLanguages)("%s has lines of its own, in its own script", (language) => {
  const others = spokenLanguages.filter((other) => other !== language).flatMap((other) => fixedLineTexts(other))
  for (const text of fixedLineTexts(language)) {
    expect(others).not.toContain(text)
    expect(text).toMatch(scripts[language] ?? /[a-z]/)
    if (scripts[language] !== undefined) expect(text).not.toMatch(/[a-z]/i)
  }
})

test.each(spokenLanguages)("a person who calls hears lines in %s, and the key of the short message", (language) => {
  const texts = [openingToCaller(language, ""), shortMessage(language, true), shortMessage(language, false)]
  for (const text of texts) expect(text).toMatch(scripts[language] ?? /[a-z]/)
  expect(texts[1]?.startsWith(texts[2] ?? "")).toBe(true)
  expect(texts.map((text) => text.includes("9"))).toEqual([false, true, false])
  const others = spokenLanguages.filter((other) => other !== language).map((other) => shortMessage(other, true))
  expect(others).not.toContain(texts[1])
})

test.each([
  ["ta-IN", "ta"],
  ["cmn-Hans-CN", "zh"],
  ["PT-br", "pt"],
  ["tam-IN", undefined],
  ["hil-PH", undefined]
])("%s is the language %s", (code, language) => {
  expect(spokenLanguage(code)).toBe(language)
})

test("Hindi lines are polite and do not depend on the gender of speaker or listener", () => {
  const all = fixedLineTexts("hi-IN").join(" ")
  expect(all).not.toMatch(/(रहा|रही|रहे) (हूँ|हूं|हो|हैं)|पाया|पाई|करूँगा|करूँगी|सकता|सकती|सकते|चाहते|चाहती/)
  expect(all).not.toMatch(/(^| )(तू|तुम|तुम्हें|तुम्हारा)( |$)/)
})

test("each line consists of complete sentences that are spoken as written", () => {
  for (const text of spokenLanguages.flatMap(fixedLineTexts)) {
    expect(toSpokenText(text)).toBe(text)
    expect(text).toMatch(/[.?।。？؟۔\u0e00-\u0e7f]$/)
    expect(hasWords(text)).toBe(true)
  }
})

test("lines differ from each other, and none is an opt-out when it comes back as an echo", () => {
  for (const language of spokenLanguages) {
    expect(new Set(fixedLineTexts(language)).size).toBe(10)
    expect(fixedLineTexts(language).filter((text) => isOptOutTurn(text, language))).toEqual([])
    expect(fixedLineTexts(language)).toContain(fixedLineText(language, "apology"))
  }
})

test.each([
  ["en-IN", "  Hello\n Asha,  {how} {{}} are you? ", "Hello Asha, how are you?"],
  ["en-IN", " {{ }} ... ", "Hello."],
  ["en-IN", "# Hi **N6** - `x` [a](http://b.c)", "Hi N6 - x a."],
  ["en-IN", "<speak>Hi<break/>, it is\nme</speak>", "Hi, it is me"],
  ["en-IN", "<speak><break/>…</caller>", "Hello."],
  ["en-IN", "Is 5 < 6\u202e?\ud800", "Is 5 < 6?"],
  ["hi-IN", "", "नमस्ते।"],
  ["hi-IN", "नमस्ते आशा जी।", "नमस्ते आशा जी।"]
])("an opening in %s of %j is spoken as %j", (language, text, spoken) => {
  expect(openingText(language, text)).toBe(spoken)
})
