import parsePhoneNumber from "libphonenumber-js/max"
import { isSupportedCountry, parsePhoneNumberFromString } from "libphonenumber-js/min"
import { offsetSpan } from "./local-time.ts"
import { countriesWithOneZone, countriesWithSeveralZones, northAmericanAreaCodes, prefixes } from "./phone-zone-data.ts"

/** The ISO country code of a number; undefined if it belongs to no country or to several. */
export const countryOf = (phoneNumber: string): string | undefined => {
  // A claim asks several times for the country of one number, and a postponement of many calls does so for each.
  if (countries.has(phoneNumber)) return countries.get(phoneNumber)
  if (countries.size >= maximumCountries) countries.clear()
  const country = parsePhoneNumberFromString(phoneNumber)?.country ?? countryOfAreaCode(phoneNumber)
  countries.set(phoneNumber, country)
  return country
}

/** Whether numbers of a country exist, by its ISO code. */
export const hasNumbers = (country: string): boolean => isSupportedCountry(country)

/** Maximum number of numbers whose country is cached; a full cache is emptied. */
const maximumCountries = 2_000
const countries = new Map<string, string | undefined>()

/** The country of a new area code of +1 that libphonenumber does not know yet. */
const countryOfAreaCode = (phoneNumber: string) => {
  const zones = phoneNumber.startsWith("+1") ? zonesOfPrefix(phoneNumber) : undefined
  return zones && ["US", "CA"].find((country) => zones.every((zone) => zonesOfCountry.get(country)?.includes(zone)))
}

/** All time zones of a number's country; empty if unknown. */
export const zonesOfCountryOf = (phoneNumber: string): ReadonlyArray<string> =>
  zonesOfCountry.get(countryOf(phoneNumber) ?? "") ?? []

/**
 * The zones that the area code of a number names, none without one, and whether the owner of the number must be there:
 * only a fixed line stays when its owner moves.
 */
export const placedZonesOf = (
  phoneNumber: string
): { readonly zones: ReadonlyArray<string>; readonly isBound: boolean } => {
  const zones = zonesOfPrefix(phoneNumber) ?? []
  // Numbers of +1 do not show whether they are fixed lines.
  const mayBeFixed = zones.length > 0 && !phoneNumber.startsWith("+1")
  return { zones, isBound: mayBeFixed && parsePhoneNumber(phoneNumber)?.getType() === "FIXED_LINE" }
}

/** The time zones in which the owner of a number may be, by area code or else by country; empty if unknown. */
export const zonesOf = (phoneNumber: string): ReadonlyArray<string> =>
  zonesOfPrefix(phoneNumber) ?? zonesOfCountry.get(countryOf(phoneNumber) ?? "") ?? []

/**
 * Whether the country of a number has this time zone, under any of its names. A zone whose clocks always show the same
 * time as a zone of the country, such as America/Detroit and America/New_York, counts as that zone.
 */
export const countryHasZone = (phoneNumber: string, zone: string): boolean =>
  (zonesOfCountry.get(countryOf(phoneNumber) ?? "") ?? []).some((known) => keepSameTime(known, zone))

const keepSameTime = (one: string, other: string) =>
  one === other || sampledDays.every((at) => offsetSpan(one, at).offset === offsetSpan(other, at).offset)

// Two days of each month, so that countries that change their clocks on different dates differ on one of them.
const sampledDays = Array.from({ length: 24 }, (_, half) =>
  Date.UTC(2027, Math.floor(half / 2), half % 2 === 0 ? 1 : 20, 12)
)

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
