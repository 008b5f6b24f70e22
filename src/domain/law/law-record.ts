import { laws } from "./all-laws.ts"
import { countryWithoutEntry } from "./common.ts"
import type { Holidays } from "./Law.ts"
import type { LawRule } from "./LawRule.ts"
import { lawRules, placesOf } from "./rules-in-words.ts"

/** The whole law in a form to be stored: the rules in words, and the places that they name. */
export interface LawRecord {
  readonly rules: ReadonlyArray<LawRule>
  readonly places: ReadonlyArray<LawPlace>
}

interface LawPlace {
  /** Such as FR or US-FL: the names of its rules begin with it. */
  readonly place: string
  readonly name: string
  /** The area codes whose numbers have these rules; null: all numbers of the country. */
  readonly areaCodes: string | null
  readonly holidays: Holidays
}

/** The law by which this release calls. */
export const lawRecord = (): LawRecord => ({
  rules: lawRules(),
  places: [...laws, countryWithoutEntry].flatMap((law) =>
    placesOf(law).map(([place, { holidays = {}, name }]) => {
      const area = law.areas?.[place.slice(law.country.length + 1)]
      return { place, name, areaCodes: area?.areaCodes ?? null, holidays }
    })
  )
})
