import { getCountries } from "libphonenumber-js/max"
import { describe, expect, test } from "vitest"
import { standingOf } from "../../../console/src/screens/people/contacts/consent-standing.ts"
import { countries, countryName } from "../../../console/src/ui/words/country-name.ts"
import { consentState } from "../../../src/domain/contacts/Consent.ts"
import { makeRandom } from "../../support/random.ts"

describe("the standing of a consent", () => {
  test("agrees with the gate of the dialer", () => {
    const random = makeRandom(Number(process.env.TEST_SEED ?? 0))
    const day = (from: number) => new Date(Date.UTC(2030, 0, from + Math.floor(random() * 10)))
    const maybe = (from: number) => (random() < 0.4 ? day(from) : null)
    const seen = new Set<string>()
    for (let round = 0; round < 2_000; round++) {
      const all = Array.from({ length: 3 }, () => ({
        purpose: (["MARKETING", "DEBT", "ALL"] as const)[Math.floor(random() * 3)] ?? "ALL",
        basis: "EXPRESS",
        at: day(1),
        expiresAt: maybe(5),
        withdrawnAt: maybe(1)
      }))
      const now = day(3)
      for (const entry of all) {
        const standing = standingOf(sent(entry), all.map(sent), now.toISOString())
        seen.add(standing)
        if (entry.withdrawnAt !== null) {
          expect(standing).toBe("WITHDRAWN")
          continue
        }
        // A consent for all purposes ends only with a withdrawal for all.
        const isForAll = entry.purpose === "ALL"
        const withdrawn = all.filter((one) => one.withdrawnAt !== null && (!isForAll || one.purpose === "ALL"))
        const purpose = entry.purpose === "ALL" ? "MARKETING" : entry.purpose
        // A withdrawal stands until the consent begins.
        const isWithdrawn = withdrawn.some((one) => one.purpose === "ALL" || one.purpose === purpose)
        const expected = standing === "NOT_YET" && isWithdrawn ? "WITHDRAWN" : kinds[standing]
        expect(expected).toBe(consentState([entry, ...withdrawn], purpose, now).kind)
      }
    }
    expect(seen.size).toBe(5)
  })
})

const kinds = {
  GIVEN: "GIVEN",
  WITHDRAWN: "WITHDRAWN",
  SUPERSEDED: "WITHDRAWN",
  EXPIRED: "EXPIRED",
  NOT_YET: "EXPIRED"
} as const

const sent = <A extends { readonly at: Date; readonly expiresAt: Date | null; readonly withdrawnAt: Date | null }>(
  entry: A
) => ({
  ...entry,
  at: entry.at.toISOString(),
  expiresAt: entry.expiresAt?.toISOString() ?? null,
  withdrawnAt: entry.withdrawnAt?.toISOString() ?? null
})

test("the offered countries are those of phone numbers, each with its name", () => {
  expect(countries.map(({ value }) => value).sort()).toEqual(getCountries().sort())
  expect(countries.filter(({ label, value }) => label === value)).toEqual([])
  expect([countryName("*"), countryName("not a country")]).toEqual(["All others", "not a country"])
})
