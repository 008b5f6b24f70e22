import { parsePhoneNumberFromString } from "libphonenumber-js/min"
import { countriesWithOneZone, countriesWithSeveralZones, northAmericanAreaCodes, prefixes } from "./phone-zone-data.ts"

/** The ISO country code of a number; undefined if it belongs to no country or to several. */
export const countryOf = (phoneNumber: string): string | undefined => parsePhoneNumberFromString(phoneNumber)?.country

/** The time zones in which the owner of a number may be, by area code or else by country; empty if unknown. */
export const zonesOf = (phoneNumber: string): ReadonlyArray<string> =>
  zonesOfPrefix(phoneNumber) ?? zonesOfCountry.get(countryOf(phoneNumber) ?? "") ?? []

const words = (text: string) => text.trim().split(/\s+/)

const zonesOfCountry = new Map<string, ReadonlyArray<string>>([
  ...Object.entries(countriesWithOneZone).flatMap(([area, countries]) =>
    words(countries).map((country) => [country.slice(0, 2), [`${area}/${country.slice(3)}`]] as const)
  ),
  ...Object.entries(countriesWithSeveralZones).map(([country, zones]) => [country, words(zones)] as const)
])

const byPrefix = (table: Readonly<Record<string, string>>, countryCode: string) =>
  Object.entries(table).flatMap(([zones, list]) =>
    words(list).map((prefix) => [`+${countryCode}${prefix}`, words(zones)] as const)
  )

const zonesByPrefix = new Map<string, ReadonlyArray<string>>([
  ...byPrefix(northAmericanAreaCodes, "1"),
  ...byPrefix(prefixes, "")
])
const lengths = Array.from(zonesByPrefix.keys(), (prefix) => prefix.length)
const [shortest, longest] = [Math.min(...lengths), Math.max(...lengths)]

const zonesOfPrefix = (phoneNumber: string) => {
  for (let length = longest; length >= shortest; length--) {
    const zones = zonesByPrefix.get(phoneNumber.slice(0, length))
    if (zones !== undefined) return zones
  }
  return undefined
}
