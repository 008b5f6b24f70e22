import { Schema } from "effect"
import { countryWithoutEntry } from "./common.ts"
import { type LawOfCountry, type LawRules, type LawSource, type LegalCap, type LegalHours, Purpose } from "./Law.ts"
import { laws } from "./laws.ts"

/** A rule in words. */
export const LawRule = Schema.Struct({
  name: Schema.String.annotate({ description: "Such as FR.marketing-hours" }),
  place: Schema.String.annotate({ description: "The country, or the part of it, in which it applies" }),
  kind: Schema.Literals(["HOURS", "CAP", "PAUSE", "DUTY"]).annotate({
    description: "DUTY: nothing that the dialer decides on, such as to announce a recording"
  }),
  purposes: Schema.Array(Purpose),
  says: Schema.String,
  note: Schema.NullOr(Schema.String),
  source: Schema.String.annotate({ description: "The statute, regulation or code, with its section" }),
  checked: Schema.String.annotate({ description: "The day on which it was compared with its source" }),
  confidence: Schema.Literals(["high", "medium", "low"])
}).annotate({ identifier: "LawRule" })
export type LawRule = typeof LawRule.Type

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
  const { caps = [], hours = [], notices = [], pauses = [] } = rules
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
