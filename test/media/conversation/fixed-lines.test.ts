import { expect, test } from "vitest"
import { hasWords } from "../../../src/domain/text/words.ts"
import { fixedLineText, fixedLineTexts, openingText } from "../../../src/media/conversation/fixed-lines.ts"
import { isOptOut } from "../../../src/media/conversation/opt-out.ts"
import { makeSentenceSplitter } from "../../../src/media/text/sentences.ts"

const devanagari = /[\u0900-\u097f]/

test.each(["hi-IN", "hi", "HI-in", "hi-Deva-IN"])("%s is spoken in Hindi", (language) => {
  for (const text of [...fixedLineTexts(language), openingText(language, "")]) {
    expect(text).toMatch(devanagari)
    expect(text).not.toMatch(/[a-z]/i)
  }
})

test.each(["en-IN", "en-US", "ta-IN", "hil-PH", "mr-IN"])("%s is spoken in English", (language) => {
  for (const text of [...fixedLineTexts(language), openingText(language, "")]) expect(text).not.toMatch(devanagari)
})

test("Hindi lines are polite and do not depend on the gender of speaker or listener", () => {
  const all = fixedLineTexts("hi-IN").join(" ")
  expect(all).not.toMatch(/(रहा|रही|रहे) (हूँ|हूं|हो|हैं)|पाया|पाई|करूँगा|करूँगी|सकता|सकती|सकते|चाहते|चाहती/)
  expect(all).not.toMatch(/(^| )(तू|तुम|तुम्हें|तुम्हारा)( |$)/)
})

test("each line consists of complete sentences that are spoken as written", () => {
  for (const text of [...fixedLineTexts("en-IN"), ...fixedLineTexts("hi-IN")]) {
    const sentences = makeSentenceSplitter()
    expect([...sentences.add(text), ...sentences.end()].join(" ")).toBe(text)
    expect(text).toMatch(/[.?।]$/)
    expect(hasWords(text)).toBe(true)
  }
})

test("lines differ from each other, and none is an opt-out when it comes back as an echo", () => {
  for (const language of ["en-IN", "hi-IN"]) {
    expect(new Set(fixedLineTexts(language)).size).toBe(9)
    expect(fixedLineTexts(language).filter((text) => isOptOut(text))).toEqual([])
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
