import { spokenLanguage } from "../../domain/campaigns/spoken-languages.ts"
import { primaryLanguage } from "../../domain/speech/primary-language.ts"
import { wordsOf } from "../../domain/text/words.ts"
import { consentWords } from "../recording-consent/consent-words.ts"

/**
 * Returns the language in which the person wishes to speak, such as after "can we speak Hindi?"; undefined without a wish,
 * and for languages that the call does not have. The last wish counts.
 */
export const languageWish = (text: string, languages: ReadonlyArray<string>): string | undefined => {
  if (languages.length < 2) return undefined
  const namesOf = languages.map((language) => ({ language, names: namesIn(language, languages) }))
  const spoken = new Set(["en", ...languages.flatMap((language) => spokenLanguage(language) ?? [])])
  let wish: string | undefined
  for (const clause of text.split(/[.,;:!?।॥؟،。！？，、]|(?<!\S)(?:but|aber|pero|mais|ma|mas|लेकिन|lekin)(?!\S)/iu)) {
    const words = ` ${wordsOf(clause).join(" ")} `
    const named = namesOf.filter(({ names }) => names.some((name) => has(words, name)))
    const denied = deniedAt(words, spoken)
    const wished = denied.length === 0 ? named[0] : besideDenied(words, named, denied)
    if (wished === undefined) continue
    const count = words.trim().split(" ").length
    if (count <= fewWords || (count <= manyWords && asks(words, spoken))) wish = wished.language
  }
  return wish
}

// A language without spaces may have the name anywhere, and others add endings: "தமிழில்", "영어로".
const has = (words: string, name: string) => placeOf(words, name) >= 0

const placeOf = (words: string, name: string) => {
  if (unspaced.test(name)) return words.indexOf(name)
  if (withEndings.test(name)) return words.indexOf(` ${name.replace(lastSign, "")}`)
  return words.indexOf(` ${name} `)
}

const unspaced = /[\p{sc=Han}\p{sc=Thai}\p{sc=Hiragana}]/u
const withEndings =
  /[\p{sc=Devanagari}\p{sc=Bengali}\p{sc=Tamil}\p{sc=Telugu}\p{sc=Kannada}\p{sc=Malayalam}\p{sc=Gujarati}\p{sc=Gurmukhi}\p{sc=Oriya}\p{sc=Hangul}]/u
/** The sign that ends a word and gives way to an ending: a virama or an anusvara. */
const lastSign = /[\u0bcd\u0d4d\u0c4d\u0ccd\u094d\u09cd\u0d02\u0902]$/u

interface NamedLanguage {
  readonly language: string
  readonly names: ReadonlyArray<string>
}

/** Returns the language that is wished beside one that is refused: "Hindi nahi aati, Tamil mein bolo", without a comma. */
const besideDenied = (
  words: string,
  named: ReadonlyArray<NamedLanguage>,
  [denied = 0, ...others]: ReadonlyArray<number>
) => {
  if (named.length !== 2 || others.length > 0) return undefined
  const distance = ({ names }: NamedLanguage) =>
    Math.min(...names.filter((name) => has(words, name)).map((name) => Math.abs(placeOf(words, name) - denied)))
  return named.toSorted((one, next) => distance(next) - distance(one))[0]
}

/** Returns where words of refusal stand. */
const deniedAt = (words: string, spoken: ReadonlySet<string>): ReadonlyArray<number> => [
  ...new Set(
    [...spoken]
      .flatMap(refusals)
      .map((word) => words.indexOf(unspaced.test(word) ? word : ` ${word} `))
      .filter((at) => at >= 0)
  )
]

const refusals = (code: string) =>
  (consentWords[code as keyof typeof consentWords]?.no ?? []).map((word) => wordsOf(word).join(" "))

const asks = (words: string, spoken: ReadonlySet<string>) =>
  [...spoken].some((code) => (speaking[code] ?? []).some((stem) => words.includes(stem)))

/** Number of words that are a wish if one of them is the name of a language: "Hindi, please". */
const fewWords = 3
/** Maximum number of words of a wish with a word for speaking. */
const manyWords = 14

/** Returns the names of a language in the languages of a call and in English, as recognizers write them. */
const namesIn = (language: string, languages: ReadonlyArray<string>): ReadonlyArray<string> => {
  const code = primaryLanguage(language)
  const names = ["en", code, ...languages].flatMap((locale) => nameOf(code, locale))
  return [...new Set([...names, ...(otherNames[code] ?? [])].map((name) => wordsOf(name).join(" ")))]
}

const nameOf = (code: string, locale: string) => {
  try {
    const name = new Intl.DisplayNames(locale, { type: "language", fallback: "none" }).of(code)
    return name === undefined ? [] : [name]
  } catch {
    // An invalid code has no name.
    return []
  }
}

/** Names beside those of the language tables. */
const otherNames: Readonly<Record<string, ReadonlyArray<string>>> = {
  hi: ["हिंदी", "हिन्दी", "hindi mein"],
  de: ["немецки", "niemiecku"],
  pl: ["polsku", "польски"],
  ru: ["русски", "rosyjsku"],
  nl: ["vlaams"],
  mr: ["मराठीत"],
  en: [
    "انجليزي",
    "إنجليزي",
    "بالانجليزي",
    "بالإنجليزي",
    "английски",
    "angielsku",
    "英文",
    "इंग्लिश",
    "अंग्रेजी",
    "अंग्रेज़ी",
    "angrezi",
    "ইংলিশ",
    "ఇంగ్లీష్",
    "ಇಂಗ್ಲಿಷ್",
    "இங்கிலீஷ்",
    "ഇംഗ്ലീഷ്"
  ],
  bn: ["বাংলা", "bangla"],
  pa: ["punjabi", "panjabi"],
  or: ["odia", "oriya"],
  es: ["castellano"],
  zh: ["中文", "普通话", "mandarin", "chinese"],
  ar: ["العربية", "بالعربية", "بالعربي", "عربي"],
  ja: ["日本語"]
}

/** Words for speaking, by their stems, and words that turn a name into a wish. */
const speaking: Readonly<Record<string, ReadonlyArray<string>>> = {
  ar: ["تكلم", "تحدث", "كلام", "بال"],
  bn: ["কথা", "বল"],
  de: ["sprech", "sprich", "red", " auf ", "deutsch können"],
  en: [" speak", " talk", " in ", " convers", " switch", " use ", " prefer"],
  es: ["habl", " en ", "convers"],
  fr: ["parl", " en "],
  gu: ["વાત", "બોલ", "માં"],
  hi: ["बात", "बोल", "में ", "mein", "baat", "bol"],
  id: ["bicara", "bahasa", "ngomong", "berbicara"],
  it: ["parl", " in "],
  ja: ["話", "で", "お願い"],
  kn: ["ಮಾತ", "ಮಾತಾ", "ನಲ್ಲಿ"],
  ko: ["말", "로 ", "으로", "얘기"],
  ml: ["സംസാരി", "പറയ", "ത്തിൽ"],
  mr: ["बोल", "बोला", "मध्ये", "त "],
  nl: ["spre", "praat", " in "],
  or: ["କଥା", "କୁହ", "ରେ "],
  pa: ["ਗੱਲ", "ਬੋਲ", "ਵਿੱਚ"],
  pl: ["mów", "rozmawia", " po "],
  pt: ["fal", " em ", "convers"],
  ru: ["говор", " по ", " на "],
  ta: ["பேச", "ல "],
  te: ["మాట్లాడ", "లో "],
  th: ["พูด", "คุย", "ภาษา"],
  tr: ["konuş", "türkçe mi"],
  ur: ["بات", "بول", "میں "],
  vi: ["nói", "tiếng", "bằng"],
  zh: ["说", "讲", "用", "說", "講", "可以吗"]
}
