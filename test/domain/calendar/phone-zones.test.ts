import { assert, describe, it } from "@effect/vitest"
import examples from "libphonenumber-js/examples.mobile.json"
import { type CountryCode, getCountryCallingCode } from "libphonenumber-js/min"
import {
  countriesWithOneZone,
  countriesWithSeveralZones,
  northAmericanAreaCodes,
  prefixes
} from "../../../src/domain/calendar/phone-zone-data.ts"
import { countryOf, zonesOf } from "../../../src/domain/calendar/phone-zones.ts"

const words = (text: string) => text.trim().split(/\s+/)

describe("the country of a number", () => {
  it("distinguishes the countries that share +1, +7 and +44", () => {
    for (const [phoneNumber, country] of [
      ["+12125550123", "US"],
      ["+14165550123", "CA"],
      ["+18765550123", "JM"],
      ["+12425550123", "BS"],
      ["+17875550123", "PR"],
      ["+919812345678", "IN"],
      ["+77012345678", "KZ"],
      ["+79161234567", "RU"],
      ["+441481256789", "GG"],
      ["+442071234567", "GB"]
    ] as const) {
      assert.strictEqual(countryOf(phoneNumber), country, phoneNumber)
    }
  })

  it("is unknown for numbers without a country", () => {
    for (const phoneNumber of ["+881612345678", "+80012345678", "+15550001234", "+9990001234", "+1", ""]) {
      assert.isUndefined(countryOf(phoneNumber), phoneNumber)
      assert.deepStrictEqual(zonesOf(phoneNumber), [], phoneNumber)
    }
  })
})

describe("the zones of a number", () => {
  it("are those of its area code if that is more specific than its country", () => {
    for (const [phoneNumber, zones] of [
      ["+919812345678", "Asia/Kolkata"],
      ["+12125550123", "America/New_York"],
      ["+18085550123", "Pacific/Honolulu"],
      ["+14805550123", "America/Phoenix"],
      ["+19285550123", "America/Denver America/Phoenix"],
      ["+12085550123", "America/Denver America/Los_Angeles"],
      ["+17095550123", "America/St_Johns America/Halifax"],
      ["+18765550123", "America/Jamaica"],
      ["+74012345678", "Europe/Kaliningrad"],
      ["+73412345678", "Europe/Samara"],
      ["+73432345678", "Asia/Yekaterinburg"],
      ["+77012345678", "Asia/Almaty"],
      ["+5511912345678", "America/Sao_Paulo"],
      ["+5592912345678", "America/Manaus"],
      ["+61212345678", "Australia/Sydney"],
      ["+61255053123", "Australia/Lord_Howe"],
      ["+61891234567", "Australia/Perth"],
      ["+61889123456", "Australia/Darwin"],
      ["+34922123456", "Atlantic/Canary"],
      ["+34915123456", "Europe/Madrid"],
      ["+628123456789", "Asia/Jakarta Asia/Makassar Asia/Jayapura"],
      ["+62361123456", "Asia/Makassar"],
      ["+6433051234", "Pacific/Chatham"],
      ["+6433071234", "Pacific/Auckland"],
      ["+447012345678", "Europe/London"]
    ] as const) {
      assert.deepStrictEqual(zonesOf(phoneNumber), zones.split(" "), phoneNumber)
    }
  })

  it("are all zones of the country for a mobile number without an area", () => {
    for (const [phoneNumber, count] of [
      ["+79161234567", 11],
      ["+61412345678", 7],
      ["+18005550123", 8],
      ["+525512345678", 6],
      ["+34612345678", 2]
    ] as const) {
      assert.lengthOf(zonesOf(phoneNumber), count, phoneNumber)
    }
  })

  it("are known in every country", () => {
    for (const [country, number] of Object.entries(examples)) {
      const phoneNumber = `+${getCountryCallingCode(country as CountryCode)}${number}`
      assert.isNotEmpty(zonesOf(phoneNumber), `${country} ${phoneNumber}`)
    }
  })

  it("exist, and each prefix is in the table once", () => {
    const single = Object.entries(countriesWithOneZone).flatMap(([area, list]) =>
      words(list).map((country) => `${area}/${country.slice(3)}`)
    )
    const several = [countriesWithSeveralZones, ...[northAmericanAreaCodes, prefixes].map(swapped)].flatMap((table) =>
      Object.values(table).flatMap(words)
    )
    for (const zone of [...single, ...several])
      assert.doesNotThrow(() => new Intl.DateTimeFormat("en", { timeZone: zone }))
    for (const table of [northAmericanAreaCodes, prefixes, countriesWithOneZone]) {
      const entries = Object.values(table).flatMap(words)
      assert.deepStrictEqual(entries.length, new Set(entries).size)
    }
  })
})

/** A table with its zones as values. */
const swapped = (table: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.keys(table).map((zones) => [zones, zones]))
