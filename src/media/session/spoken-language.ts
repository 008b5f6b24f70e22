import { usualCodeOf } from "../../domain/speech/vendor-languages.ts"
import { wordsOf } from "../../domain/text/words.ts"
import type { Brief } from "../brief/Briefs.ts"
import { inLanguage } from "../brief/prompt.ts"
import { languageWish } from "./language-wish.ts"

/** Follows the languages that the person speaks, or wishes to speak, in a call that may have several. */
export const makeSpokenLanguage = (brief: Brief) => {
  const briefs = brief.spoken.map(
    ({ disclosure, ears, language, voices }): Brief => ({
      ...brief,
      language,
      disclosure,
      ears: language === brief.language ? brief.ears : ears,
      voices: language === brief.language ? brief.voices : voices,
      system: inLanguage(brief.system, language),
      identity: brief.identity && inLanguage(brief.identity, language)
    })
  )
  const languages = briefs.map(({ language }) => language)
  let current = brief
  /** The person or the model has chosen the language: words in another one do not change it at once. */
  let isChosen = false
  let before: Brief | undefined

  const choose = (language: string): Brief | undefined => {
    const chosen = briefs.find((one) => one.language === language)
    if (chosen === undefined) return undefined
    isChosen = true
    before = undefined
    current = chosen.language === current.language ? current : chosen
    return current
  }

  /** Follows the recognizer: after a choice only when two results in a row have the same other language. */
  const follow = (found: Brief) => {
    const isOther = usualCodeOf(found.language) !== usualCodeOf(current.language)
    if (isChosen && isOther && before?.language !== found.language) {
      before = found
      return
    }
    before = undefined
    current = found
  }

  return {
    /** The brief of the next reply. */
    current: () => current,
    /** Switches to a language of the call, and returns its brief; undefined if the agent cannot speak it. */
    choose,
    /**
     * Notes final words, and their language if the recognizer reports it. Returns whether the person wished another
     * language that the recognizer did not report.
     */
    hear: (text: string, language: string | undefined): boolean => {
      const spoken = (code: (one: string) => string) =>
        language === undefined ? undefined : briefs.find((one) => code(one.language) === code(language))
      const found = spoken((code) => code.toLowerCase()) ?? spoken(usualCodeOf)
      const wish = languageWish(text, languages)
      if (wish !== undefined) {
        const was = current.language
        // The recognizer may know the region, which the name of a language does not tell.
        const isHeardIn = found !== undefined && usualCodeOf(found.language) === usualCodeOf(wish)
        const chosen = choose(isHeardIn ? found.language : wish)
        return chosen !== undefined && chosen.language !== was && !isHeardIn
      }
      // A single word such as "okay" is said in every language.
      if (found !== undefined && wordsOf(text).length > 1) follow(found)
      return false
    }
  }
}
