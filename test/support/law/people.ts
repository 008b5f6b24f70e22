import examples from "libphonenumber-js/examples.mobile.json"
import { type CountryCode, getCountryCallingCode } from "libphonenumber-js/min"
import { areaCodes, zonesByDigits, zonesOfCountry } from "./figures.ts"
import { distinctZones } from "./local-minute.ts"
import type { NaivePerson } from "./naive-law.ts"

/** A person of the simulated year: what their contact says, and where they really are. Without `zones` nothing is known. */
export interface YearPerson extends NaivePerson {
  /** The zone of the place where the person is, whatever their number and their contact say. */
  readonly home: string
  /** The time zone that the contact states. */
  readonly stated: string | undefined
  /** The zones in which the organization's own hours count; undefined: nothing is known but the fallback. */
  readonly windowZones: ReadonlyArray<string> | undefined
}

/** Countries that have no entry: the last is a number of no country. */
const withoutEntry = ["JP", "AR", "GR", "+881"]

/** The rest of a fixed line's number, for the area codes of countries with several zones. */
const fixedLines: Readonly<Record<string, string>> = {
  ...{ "+612": "9234567#", "+613": "9234567#", "+617": "3123456#", "+6186": "345678#" },
  ...{ "+5511": "234567##", "+5521": "234567##", "+5561": "234567##", "+5592": "234567##", "+5565": "234567##" },
  ...{ "+5568": "322456##", "+3491": "012345#", "+34922": "12345#", "+6221": "345678##", "+62411": "2345##" },
  ...{ "+643": "23456##", "+35121": "23456##", "+351292": "1234##" }
}

type Pick = <A>(items: ReadonlyArray<A>) => A

/** Makes a person of a country. Some numbers were taken along to another place of the country. */
export const personOf = (country: string, fallback: string, random: () => number, pick: Pick): YearPerson => {
  const of = country === "OTHER" ? pick(withoutEntry) : country
  const { isBound, phoneNumber } = numberIn(of, random, pick)
  const coded = zonesByDigits(phoneNumber)
  const all = distinctZones(zonesOfCountry(of))
  const home = isBound ? pick(coded) : pick(all.length > 0 ? all : [fallback])
  const mood = random()
  // People state where they are, or a zone of another country, or nonsense.
  const stated =
    mood < 0.3 && all.length > 0 ? home : mood < 0.36 ? "Asia/Tashkent" : mood < 0.4 ? "Mars/Olympus" : undefined
  return {
    phoneNumber,
    country,
    home,
    stated,
    zones: distinctZones(stated === home ? [...coded, home] : isBound ? coded : all),
    windowZones:
      stated !== undefined && stated !== "Mars/Olympus"
        ? [stated]
        : coded.length > 0
          ? coded
          : all.length > 0
            ? all
            : undefined
  }
}

const numberIn = (country: string, random: () => number, pick: Pick) => {
  const filled = (pattern: string) => pattern.replaceAll("#", () => String(Math.floor(random() * 10)))
  if (country.startsWith("+")) return { isBound: false, phoneNumber: filled(`${country}6123#####`) }
  const own = areaCodes.filter(([digits]) => digits.startsWith(`+${getCountryCallingCode(country as CountryCode)}`))
  if (country === "US" || country === "CA") {
    const isOwn = (code: readonly [string, ReadonlyArray<string>]) =>
      code[1].every((zone) => canadian.includes(zone)) === (country === "CA")
    const [digits] = pick(own.filter(isOwn))
    return { isBound: false, phoneNumber: filled(`${digits}555####`) }
  }
  if (own.length > 0 && random() < 0.4) {
    const [digits] = pick(own)
    return { isBound: true, phoneNumber: filled(`${digits}${fixedLines[digits]}`) }
  }
  const mobile = `+${getCountryCallingCode(country as CountryCode)}${examples[country as CountryCode]}`
  return { isBound: false, phoneNumber: filled(`${mobile.slice(0, -5)}#####`) }
}

const canadian = zonesOfCountry("CA")
