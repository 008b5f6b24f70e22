import { readFileSync } from "node:fs"

/** A rule as a sentence of docs/law.md, such as `At most 4 calls in 30 days`. */
export interface Figure {
  /** Such as FR.marketing-hours. */
  readonly name: string
  readonly place: string
  readonly purposes: ReadonlyArray<string>
  readonly says: string
}

const lines = readFileSync(new URL("figures.txt", import.meta.url), "utf8")
  .split("\n")
  .filter((line) => line !== "" && !line.startsWith("#"))

const words = (text: string) => text.trim().split(/\s+/)

/** The lines with this keyword, by place. */
const listed = (keyword: string): ReadonlyMap<string, string> =>
  new Map(
    lines.flatMap((line) => {
      const [, place = "", rest = ""] = new RegExp(`^(\\S+) ${keyword}: (.*)$`).exec(line) ?? []
      return place === "" ? [] : [[place, rest] as const]
    })
  )

const zones = listed("zones")
const codes = listed("codes")
const holidays = listed("holidays")

export const figures: ReadonlyArray<Figure> = lines.flatMap((line) => {
  const [, place = "", id = "", purposes = "", says = ""] = /^([A-Z-]+)\.([a-z0-9-]+): ([^:]+): (.*)$/.exec(line) ?? []
  const of = purposes.toUpperCase().split(", ")
  return place === "" ? [] : [{ name: `${place}.${id}`, place, purposes: of, says }]
})

/** All countries that have rules, with OTHER for those without an entry. */
export const countries: ReadonlyArray<string> = [...new Set(figures.map(({ place }) => place.slice(0, 2)))]
  .filter((place) => place !== "OT")
  .concat("OTHER")

/** The forms of the public holidays of a place. */
export const holidaysOfPlace = (place: string): ReadonlyArray<string> => holidays.get(place)?.split(", ") ?? []

/** All time zones of a country; empty if they are not written down. */
export const zonesOfCountry = (country: string): ReadonlyArray<string> =>
  words(zones.get(country) ?? "").filter(Boolean)

/** The places whose rules hold for a number: its country, and the state of its area code. */
export const placesOf = (country: string, phoneNumber: string): ReadonlyArray<string> => [
  country,
  ...[...codes]
    .filter(([place, all]) => place.startsWith(`${country}-`) && words(all).includes(phoneNumber.slice(2, 5)))
    .map(([place]) => place)
]

/** The beginnings of numbers that say where their people live, with the zones of the place. */
export const areaCodes: ReadonlyArray<readonly [digits: string, zones: ReadonlyArray<string>]> = lines.flatMap(
  (line) => {
    const [, country = "", places = "", all = ""] = /^(\+\d+) ([^:]+): ([\d ]+)$/.exec(line) ?? []
    return country === "" ? [] : words(all).map((code) => [`${country}${code}`, words(places)] as const)
  }
)

/** The zones of a number's area code, by the longest that fits. */
export const zonesByDigits = (phoneNumber: string): ReadonlyArray<string> =>
  areaCodes
    .filter(([digits]) => phoneNumber.startsWith(digits))
    .reduce<readonly [string, ReadonlyArray<string>]>(
      (best, one) => (one[0].length > best[0].length ? one : best),
      ["", []]
    )[1]
