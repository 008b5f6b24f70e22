import { usualCodeOf } from "../../domain/speech/vendor-languages.ts"
import { wordsOf } from "../../domain/text/words.ts"
import type { Brief } from "../brief/Briefs.ts"
import { inLanguage } from "../brief/prompt.ts"

/** Follows the languages that the person speaks, in a call that may have several. */
export const makeSpokenLanguage = (brief: Brief) => {
  const briefs = brief.spoken.map(
    ({ language, voices }): Brief => ({
      ...brief,
      language,
      voices: language === brief.language ? brief.voices : voices,
      system: inLanguage(brief.system, language)
    })
  )
  let current = brief

  return {
    /** The brief of the next reply. */
    current: () => current,
    /** Notes final words, and their language if the recognizer reports it. */
    hear: (text: string, language: string | undefined): void => {
      // A single word such as "okay" is said in every language.
      if (language === undefined || wordsOf(text).length < 2) return
      const spoken = (code: (one: string) => string) => briefs.find((one) => code(one.language) === code(language))
      current = spoken((code) => code.toLowerCase()) ?? spoken(usualCodeOf) ?? current
    }
  }
}
