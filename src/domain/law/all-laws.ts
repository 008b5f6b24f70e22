import { countryOf } from "../calendar/phone-zones.ts"
import { emirates } from "./africa-middle-east/emirates.ts"
import { kenya } from "./africa-middle-east/kenya.ts"
import { nigeria } from "./africa-middle-east/nigeria.ts"
import { saudiArabia } from "./africa-middle-east/saudi-arabia.ts"
import { southAfrica } from "./africa-middle-east/south-africa.ts"
import { brazil } from "./americas/brazil.ts"
import { canada } from "./americas/canada.ts"
import { mexico } from "./americas/mexico.ts"
import { unitedStates } from "./americas/united-states.ts"
import { australia } from "./asia-pacific/australia.ts"
import { india } from "./asia-pacific/india.ts"
import { indonesia } from "./asia-pacific/indonesia.ts"
import { malaysia } from "./asia-pacific/malaysia.ts"
import { newZealand } from "./asia-pacific/new-zealand.ts"
import { philippines } from "./asia-pacific/philippines.ts"
import { singapore } from "./asia-pacific/singapore.ts"
import { countryWithoutEntry } from "./common.ts"
import { austria } from "./europe/austria.ts"
import { belgium } from "./europe/belgium.ts"
import { denmark } from "./europe/denmark.ts"
import { finland } from "./europe/finland.ts"
import { france } from "./europe/france.ts"
import { germany } from "./europe/germany.ts"
import { ireland } from "./europe/ireland.ts"
import { italy } from "./europe/italy.ts"
import { netherlands } from "./europe/netherlands.ts"
import { norway } from "./europe/norway.ts"
import { poland } from "./europe/poland.ts"
import { portugal } from "./europe/portugal.ts"
import { spain } from "./europe/spain.ts"
import { sweden } from "./europe/sweden.ts"
import { switzerland } from "./europe/switzerland.ts"
import { unitedKingdom } from "./europe/united-kingdom.ts"
import { holidaysOf } from "./holidays.ts"
import type {
  LawOfCountry,
  LawRules,
  LawSource,
  LegalCap,
  LegalHours,
  LegalPause,
  LegalSeries,
  Purpose
} from "./Law.ts"
import { type Week, weekOf } from "./week.ts"

/** All entries, by the names of the countries. */
export const laws: ReadonlyArray<LawOfCountry> = [
  australia,
  austria,
  belgium,
  brazil,
  canada,
  denmark,
  finland,
  france,
  germany,
  india,
  indonesia,
  ireland,
  italy,
  kenya,
  malaysia,
  mexico,
  netherlands,
  newZealand,
  nigeria,
  norway,
  philippines,
  poland,
  portugal,
  saudiArabia,
  singapore,
  southAfrica,
  spain,
  sweden,
  switzerland,
  emirates,
  unitedKingdom,
  unitedStates
]

/** A rule with its name in all records, such as `FR.marketing-hours` or `US-FL.marketing-24-hours`. */
type Named<R> = R & { readonly name: string }

/** Hours, ready to be asked for each call. */
export type NamedHours = Named<LegalHours> & {
  readonly week: Week
  readonly isHoliday: (day: number) => boolean
}

export type NamedSeries = Named<LegalSeries>

/** All rules for a call. */
export interface ApplicableLaw {
  readonly hours: ReadonlyArray<NamedHours>
  readonly caps: ReadonlyArray<Named<LegalCap>>
  readonly pauses: ReadonlyArray<Named<LegalPause>>
  readonly series: ReadonlyArray<NamedSeries>
}

/** The rules for a call with this purpose: those of the number's country, and of its area if that has rules. */
export const lawFor = (phoneNumber: string, purpose: Purpose): ApplicableLaw => {
  const law = countries.get(countryOf(phoneNumber) ?? "") ?? countryWithoutEntry
  const area = areaCodes.get(phoneNumber.slice(0, 5))
  const place = law.country === "US" && area !== undefined ? `US-${area}` : law.country
  const key = `${place} ${purpose}`
  const known = compiled.get(key) ?? compile(law, place, purpose)
  compiled.set(key, known)
  return known
}

/** The rules that reserve the series of a number, in whatever country it is. */
export const seriesOf = (number: string): ReadonlyArray<LegalSeries> =>
  reserved.filter(({ prefix }) => number.startsWith(prefix))

const reserved = laws.flatMap(({ series = [] }) => series)

/** Names a rule and its source, for the people who ask why a call waits. */
export const cite = ({ checked, confidence, name, text }: Named<LawSource>): string =>
  `${name} (${text}; checked ${checked}, confidence ${confidence})`

const countries = new Map(laws.map((law) => [law.country, law]))

const areaCodes = new Map<string, string>(
  Object.entries(unitedStates.areas ?? {}).flatMap(([area, law]) =>
    law.areaCodes.split(" ").map((code) => [`+1${code}`, area] as const)
  )
)

const compiled = new Map<string, ApplicableLaw>()

const compile = (law: LawOfCountry, place: string, purpose: Purpose): ApplicableLaw => {
  const area = Object.entries(law.areas ?? {}).find(([code]) => `${law.country}-${code}` === place)
  const places: ReadonlyArray<readonly [string, LawRules]> = [
    [law.country, law],
    ...(area === undefined ? [] : [[place, area[1]] as const])
  ]
  const applicable = <R extends LegalHours | LegalCap | LegalPause | LegalSeries>(
    rulesOf: (rules: LawRules) => ReadonlyArray<R> | undefined
  ) =>
    places.flatMap(([of, rules]) =>
      (rulesOf(rules) ?? [])
        .filter(({ purposes }) => purposes.includes(purpose))
        .map((rule) => ({ ...rule, name: `${of}.${rule.id}`, holidaysOfPlace: rules.holidays }))
    )
  return {
    hours: applicable(({ hours }) => hours).map((rule) => ({
      ...rule,
      week: weekOf(rule.hours),
      isHoliday: holidaysOf(rule.holidaysOfPlace)
    })),
    caps: applicable(({ caps }) => caps),
    pauses: applicable(({ pauses }) => pauses),
    series: applicable(({ series }) => series)
  }
}
