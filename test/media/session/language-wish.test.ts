import { describe, expect, test } from "vitest"
import { spokenLanguages } from "../../../src/domain/campaigns/spoken-languages.ts"
import { languageWish } from "../../../src/media/session/language-wish.ts"

const languages = ["en-IN", "hi-IN", "ta-IN", "es-ES"]
const wish = (text: string, of = languages) => languageWish(text, of)

describe("the wish for another language", () => {
  test.each([
    ["Can we speak Hindi?", "hi-IN"],
    ["Hindi please", "hi-IN"],
    ["Could you talk to me in Tamil", "ta-IN"],
    ["I don't understand English. Can we speak Hindi?", "hi-IN"],
    ["Sorry, I do not speak English, do you speak Spanish?", "es-ES"],
    ["क्या हम हिंदी में बात कर सकते हैं?", "hi-IN"],
    ["हिन्दी में बोलिए", "hi-IN"],
    ["Hindi mein baat kar sakte hain kya", "hi-IN"],
    ["¿Podemos hablar en español?", "es-ES"],
    ["¿Podemos hablar en inglés?", "en-IN"],
    ["தமிழில் பேசலாமா", "ta-IN"],
    ["தமிழ்ல பேசுங்க", "ta-IN"],
    ["Hindi nahi aati tamil mein bolo", "ta-IN"],
    ["English nahi samajhta hindi mein bolo", "hi-IN"],
    ["Not Tamil, Hindi please", "hi-IN"]
  ])("is heard in %s", (text, language) => {
    expect(wish(text)).toBe(language)
  })

  test.each([
    ["తెలుగులో మాట్లాడండి", ["en-IN", "te-IN"], "te-IN"],
    ["ಕನ್ನಡದಲ್ಲಿ ಮಾತಾಡಿ", ["en-IN", "kn-IN"], "kn-IN"],
    ["മലയാളത്തിൽ സംസാരിക്കാമോ", ["en-IN", "ml-IN"], "ml-IN"],
    ["मराठीत बोला", ["en-IN", "mr-IN"], "mr-IN"],
    ["বাংলায় কথা বলুন", ["en-IN", "bn-IN"], "bn-IN"],
    ["ગુજરાતીમાં વાત કરો", ["en-IN", "gu-IN"], "gu-IN"],
    ["영어로 해주세요", ["ko-KR", "en-US"], "en-US"],
    ["Можно по-английски?", ["ru-RU", "en-US"], "en-US"],
    ["Czy możemy po angielsku?", ["pl-PL", "en-US"], "en-US"],
    ["ممكن نتكلم انجليزي", ["ar-SA", "en-US"], "en-US"]
  ])("is heard where the name has an ending: %s", (text, of, language) => {
    expect(wish(text, of)).toBe(language)
  })

  test.each([
    "Can we speak German?",
    "I don't speak Hindi",
    "Not in Hindi please",
    "मुझे हिंदी नहीं आती",
    "My daughter learned Hindi at school for three years before she moved to another city last summer",
    "The Spanish engineer came yesterday evening and looked at it",
    "Yes, I am interested.",
    ""
  ])("is not heard in %s", (text) => {
    expect(wish(text)).toBeUndefined()
  })

  test("needs a call with several languages", () => {
    expect(wish("Can we speak Hindi?", ["hi-IN"])).toBeUndefined()
    expect(wish("Can we speak Hindi?", [])).toBeUndefined()
  })

  test("names each language of the fixed lines in English and in itself", () => {
    for (const language of spokenLanguages) {
      const names = ["en", language].map((locale) => new Intl.DisplayNames(locale, { type: "language" }).of(language))
      const other = language === "en" ? "de" : "en"
      for (const name of names) expect([name, wish(`${name}!`, [other, language])]).toEqual([name, language])
    }
  })
})
