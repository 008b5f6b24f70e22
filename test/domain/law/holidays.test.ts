import { assert, describe, it } from "@effect/vitest"
import { holidaysOf } from "../../../src/domain/law/holidays.ts"

const dayOf = (date: string) => Date.parse(`${date}T00:00:00Z`) / 86_400_000

/** The holidays of a year, as dates. */
const inYear = (form: string, year: number) => {
  const isHoliday = holidaysOf({ Holiday: form })
  return Array.from({ length: 366 }, (_, index) =>
    new Date(Date.UTC(year, 0, 1 + index)).toISOString().slice(0, 10)
  ).filter((date) => date.startsWith(String(year)) && isHoliday(dayOf(date)))
}

describe("public holidays", () => {
  it("are days of the year, with the day on which they are observed", () => {
    assert.deepStrictEqual(inYear("07-04", 2026), ["2026-07-04"])
    // A Saturday and a Sunday.
    assert.deepStrictEqual(inYear("07-04 near", 2026), ["2026-07-03", "2026-07-04"])
    assert.deepStrictEqual(inYear("07-04 near", 2027), ["2027-07-04", "2027-07-05"])
    assert.deepStrictEqual(inYear("03-21 next", 2027), ["2027-03-21", "2027-03-22"])
    assert.deepStrictEqual(inYear("03-21 next", 2026), ["2026-03-21"])
    // New Year of 2028 is a Saturday.
    assert.deepStrictEqual(inYear("01-01 near", 2027), ["2027-01-01", "2027-12-31"])
  })

  it("are counted weekdays of a month", () => {
    assert.deepStrictEqual(inYear("mon 3 01", 2027), ["2027-01-18"])
    assert.deepStrictEqual(inYear("mon -1 05", 2027), ["2027-05-31"])
    assert.deepStrictEqual(inYear("fri -1 04", 2027), ["2027-04-30"])
    assert.deepStrictEqual(inYear("thu 4 11", 2026), ["2026-11-26"])
    assert.deepStrictEqual(inYear("thu 4 11 +1", 2026), ["2026-11-27"])
    // The month begins on a Friday.
    assert.deepStrictEqual(inYear("thu 4 11 +1", 2030), ["2030-11-29"])
  })

  it("move with Easter Sunday", () => {
    for (const [year, easter] of [
      [2024, "2024-03-31"],
      [2025, "2025-04-20"],
      [2026, "2026-04-05"],
      [2027, "2027-03-28"],
      [2028, "2028-04-16"],
      [2038, "2038-04-25"],
      [2285, "2285-03-22"]
    ] as const) {
      assert.deepStrictEqual(inYear("easter", year), [easter])
    }
    assert.deepStrictEqual(inYear("easter-2, easter+1", 2027), ["2027-03-26", "2027-03-29"])
    assert.deepStrictEqual(inYear("easter+39", 2028), ["2028-05-25"])
  })

  it("follow the Islamic calendar, with the days beside", () => {
    assert.deepStrictEqual(inYear("hijri 10-01", 2026), ["2026-03-19", "2026-03-20", "2026-03-21"])
  })

  it("may be of one year only", () => {
    assert.deepStrictEqual(inYear("2027-03-08, 2028-03-26", 2028), ["2028-03-26"])
    assert.deepStrictEqual(inYear("2027-03-08, 2028-03-26", 2029), [])
  })

  it("are none for a country that lists none", () => {
    assert.isFalse(holidaysOf()(dayOf("2027-12-25")))
  })
})
