/**
 * The languages in which the service has its fixed lines and recognizes "do not call me again" by
 * phrases, besides what the model hears.
 */
export const spokenLanguages = [
  "ar",
  "bn",
  "de",
  "en",
  "es",
  "fr",
  "gu",
  "hi",
  "id",
  "it",
  "ja",
  "kn",
  "ko",
  "ml",
  "mr",
  "nl",
  "or",
  "pa",
  "pl",
  "pt",
  "ru",
  "ta",
  "te",
  "th",
  "tr",
  "ur",
  "vi",
  "zh"
] as const
export type SpokenLanguage = (typeof spokenLanguages)[number]

/** Returns the language of a code such as `hi-IN`; undefined if it is none of `spokenLanguages`. */
export const spokenLanguage = (code: string): SpokenLanguage | undefined => {
  const short = primaryCode(code)
  return spokenLanguages.find((language) => language === short)
}

/** Returns the language of a code such as `hi-IN` or `cmn-CN` by its code of two letters, if it has one. */
export const primaryCode = (code: string): string => {
  const [primary = ""] = code.toLowerCase().split("-")
  return longCodes[primary] ?? primary
}

/** The languages that are written without spaces: there a phrase may be a part of a word. */
export const unspacedLanguages: ReadonlySet<string> = new Set(["ja", "th", "zh"])

/** The languages in which words may be written together with others: those without spaces, and Korean with its endings. */
export const attachedLanguages: ReadonlySet<string> = new Set([...unspacedLanguages, "ko"])

// Codes with three letters that recognizers and voices use for some of the languages.
const longCodes: Readonly<Record<string, string>> = { cmn: "zh", yue: "zh", hin: "hi", ory: "or", arb: "ar" }
