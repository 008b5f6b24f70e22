import { spokenLanguages } from "../../../../../src/domain/campaigns/spoken-languages.ts"
import { languageName } from "../../../ui/words/language-name.ts"
import { offeredLanguages } from "../../../ui/words/offered-languages.ts"

/** `All languages` for `*`, `Hindi` for `hi`, `Hindi (India)` for `hi-IN`. */
export const profileLanguageName = (language: string): string =>
  language === "*" ? "All other languages" : languageName(language)

/** All languages first, then each language with its regions. */
export const everyLanguage: ReadonlyArray<string> = [
  "*",
  ...[...spokenLanguages, ...offeredLanguages].sort((one, other) =>
    languageName(one).localeCompare(languageName(other))
  )
]
