import { laws } from "./all-laws.ts"
import { countryWithoutEntry } from "./common.ts"
import type { LawOfCountry, LawRules, LawSource, LegalCap, LegalHours } from "./Law.ts"
import type { LawRule } from "./LawRule.ts"

/** All rules in words, by place. */
export const lawRules = (): ReadonlyArray<LawRule> =>
  [...laws, countryWithoutEntry].flatMap((law) => placesOf(law).flatMap(([place, rules]) => rulesOf(place, rules)))

/** A country and its areas, by the places that the names of their rules begin with. */
export const placesOf = (law: LawOfCountry): ReadonlyArray<readonly [place: string, rules: LawRules]> => [
  [law.country, law],
  ...Object.entries(law.areas ?? {}).map(([area, rules]) => [`${law.country}-${area}`, rules] as const)
]

/** The rules of a place in words. */
export const rulesOf = (place: string, rules: LawRules): ReadonlyArray<LawRule> => {
  const { caps = [], hours = [], notices = [], pauses = [], series = [] } = rules
  const rule = (
    kind: LawRule["kind"],
    says: string,
    { checked, confidence, id, note, purposes, text }: LawSource & Pick<LegalHours, "id" | "purposes">
  ): LawRule => ({
    name: `${place}.${id}`,
    place: rules.name,
    kind,
    purposes,
    says,
    note: note ?? null,
    source: text,
    checked,
    confidence
  })
  return [
    ...hours.map((one) => rule("HOURS", hoursInWords(one), one)),
    ...caps.map((one) => rule("CAP", `At most ${callsInWords(one)}`, one)),
    ...pauses.map((one) => rule("PAUSE", `No call for ${one.days} days after a ${one.after.toLowerCase()}`, one)),
    ...series.map((one) => rule("SERIES", one.says, one)),
    ...notices.map((one) => rule("DUTY", one.duty, one))
  ]
}

const hoursInWords = ({ eves, holidays, hours }: LegalHours) =>
  [hours, onHolidays[holidays], eves === undefined ? "" : "; the day before one as Saturday"].join("")

const onHolidays = { OPEN: "", CLOSED: "; closed on public holidays", AS_SUNDAY: "; public holidays as Sunday" }

const callsInWords = ({ calls, within }: LegalCap) => {
  const count = calls === 1 ? "1 call" : `${calls} calls`
  if (within === "DAY") return `${count} on a calendar day`
  const { hours } = within
  return hours % 24 === 0 && hours > 24 ? `${count} in ${hours / 24} days` : `${count} in ${hours} hours`
}
