import { describe, expect, test } from "vitest"
import { bandOf } from "../../../src/domain/dialing/best-time.ts"
import { type HoursRule, isOpen } from "../../../src/domain/dialing/calling-hours.ts"
import { type PromisedDay, reminderTime } from "../../../src/domain/dialing/reminder-time.ts"
import { makeRandom } from "../../support/random.ts"

const zone = "Asia/Kolkata"
const hours = (start: string, end: string, days: ReadonlyArray<number> = [1, 2, 3, 4, 5, 6, 7]): HoursRule => ({
  days,
  start,
  end,
  zones: [zone]
})
// A Tuesday, at 14:30 for the person.
const promise: PromisedDay = {
  date: "2030-01-04",
  promisedAt: new Date("2030-01-01T09:00:00Z"),
  zone,
  rules: [],
  band: null,
  endAt: null
}
const timeFor = (fields: Partial<PromisedDay>) => {
  const found = reminderTime({ ...promise, ...fields })
  return "at" in found ? found.at.toISOString() : found.none
}

describe("the reminder of a promise", () => {
  test("comes on the day before, at the time of the day at which the person promised", () => {
    expect(reminderTime(promise)).toEqual({
      at: new Date("2030-01-03T09:00:00Z"),
      until: new Date("2030-01-04T18:30:00Z")
    })
    // Not at night: at ten in the morning.
    expect(timeFor({ promisedAt: new Date("2030-01-01T16:00:00Z") })).toBe("2030-01-03T04:30:00.000Z")
  })

  test("comes at the hour at which the person mostly answers, if that is on the day before", () => {
    expect(timeFor({ band: 0 })).toBe("2030-01-03T02:30:00.000Z")
    expect(timeFor({ band: 5 })).toBe("2030-01-03T12:30:00.000Z")
    expect(timeFor({ band: 5, rules: [hours("10:00", "13:00")] })).toBe("2030-01-03T04:30:00.000Z")
  })

  test("comes at the usual time if the hour at which the person mostly answers is after the end of the campaign", () => {
    expect(timeFor({ band: 5, endAt: new Date("2030-01-03T12:30:01Z") })).toBe("2030-01-03T12:30:00.000Z")
    expect(timeFor({ band: 5, endAt: new Date("2030-01-03T12:30:00Z") })).toBe("2030-01-03T09:00:00.000Z")
    expect(timeFor({ band: 5, endAt: new Date("2030-01-03T09:00:00Z") })).toBe("the campaign ends before it is due")
  })

  test("comes within the calling hours, or on the last open day before", () => {
    expect(timeFor({ rules: [hours("16:00", "18:00")] })).toBe("2030-01-03T10:30:00.000Z")
    expect(timeFor({ rules: [hours("09:00", "11:00")] })).toBe("2030-01-03T03:30:00.000Z")
    // Closed on Thursday.
    expect(timeFor({ rules: [hours("09:00", "18:00", [1, 2, 3, 5])] })).toBe("2030-01-02T09:00:00.000Z")
    expect(timeFor({ rules: [hours("09:00", "18:00", [5])] })).toMatch(/may not be called on the days before/)
  })

  test("is not made for tomorrow or earlier, for a day far ahead, or after the end of the campaign", () => {
    for (const date of ["2030-01-02", "2030-01-01", "2029-12-24"]) {
      expect(timeFor({ date })).toBe(`the promise is for ${date}, which was not two days ahead`)
    }
    expect(timeFor({ date: "2030-01-03" })).toBe("2030-01-02T09:00:00.000Z")
    expect(timeFor({ date: "2030-03-02" })).toBe("2030-03-01T09:00:00.000Z")
    expect(timeFor({ date: "2030-03-03" })).toMatch(/more than 60 days ahead/)
    expect(timeFor({ endAt: new Date("2030-01-03T09:00:00Z") })).toBe("the campaign ends before it is due")
    expect(timeFor({ endAt: new Date("2030-01-03T09:00:01Z") })).toBe("2030-01-03T09:00:00.000Z")
  })

  test("is within the hours, after today and before the day, wherever the person lives", () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    const one = <const A>(...items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)]!
    const dayIn = (at: Date, of: string) => new Intl.DateTimeFormat("en-CA", { timeZone: of }).format(at)
    let made = 0
    for (let round = 0; round < 2_000; round++) {
      const of = one("Asia/Kolkata", "America/New_York", "Pacific/Apia", "Europe/Berlin", "Australia/Lord_Howe")
      const promisedAt = new Date(
        Date.UTC(2030, one(0, 2, 9), 1 + Math.floor(random() * 31), random() * 24, random() * 60)
      )
      const date = dayIn(new Date(promisedAt.getTime() + one(-1, 0, 1, 2, 3, 7, 30) * 86_400_000), of)
      const days = ([1, 2, 3, 4, 5, 6, 7] as const).filter(() => random() < 0.7)
      const [start, end] = one(["08:00", "19:00"], ["00:00", "24:00"], ["12:00", "13:00"] as const)
      const rules: ReadonlyArray<HoursRule> = [{ days, start, end, zones: [of] }]
      const band = one(null, 0, 1, 2, 3, 4, 5)
      const found = reminderTime({ date, promisedAt, zone: of, rules, band, endAt: null })
      if ("none" in found) continue
      made++
      const day = dayIn(found.at, of)
      const told = `${of} ${promisedAt.toISOString()} for ${date}: ${found.at.toISOString()}`
      expect(day < date && day > dayIn(promisedAt, of), told).toBe(true)
      expect(isOpen(rules, found.at), told).toBe(true)
      expect(dayIn(new Date(found.until.getTime() - 1), of), told).toBe(date)
      if (band !== null && start === "00:00") expect(bandOf(found.at, of), told).toBe(band)
      // No open day lies between the reminder and the promised day.
      for (let later = found.at.getTime() + 86_400_000; dayIn(new Date(later), of) < date; later += 86_400_000) {
        expect(
          days.includes((((new Date(`${dayIn(new Date(later), of)}T00:00Z`).getUTCDay() + 6) % 7) + 1) as 1),
          told
        ).toBe(false)
      }
    }
    expect(made).toBeGreaterThan(200)
  })
})
