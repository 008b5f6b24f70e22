import { assert, describe, it } from "@effect/vitest"
import {
  instantOf,
  isKnownZone,
  offsetSpan,
  startOfNextDay,
  wallMillis,
  wallTime,
  wallTimeOf
} from "../../../src/domain/calendar/local-time.ts"
import { makeRandom } from "../../support/random.ts"
import { naiveWall, randomMoment, zones } from "../../support/wall-clock.ts"

const seed = Number(process.env.TEST_SEED)
const utc = (at: number) => new Date(at).toISOString()

describe("wall time", () => {
  it("equals the result of Intl, at random moments and around every clock change", () => {
    const random = makeRandom(seed)
    for (const zone of zones) {
      for (let index = 0; index < 400; index++) {
        const at = randomMoment(random, zone)
        assert.strictEqual(utc(wallMillis(zone, at)), utc(naiveWall(zone, at)), `${zone} ${utc(at)}`)
      }
    }
  })

  it("has the right weekday, also around leap days", () => {
    for (const [at, weekday, day] of [
      ["1970-01-01T00:00Z", 4, "1970-01-01"],
      ["1969-12-28T23:59Z", 7, "1969-12-28"],
      ["2028-02-28T20:00Z", 2, "2028-02-29"],
      ["2028-02-29T18:29Z", 2, "2028-02-29"],
      ["2028-02-29T18:30Z", 3, "2028-03-01"]
    ] as const) {
      const zone = at < "2000" ? "UTC" : "Asia/Kolkata"
      const wall = wallTime(zone, Date.parse(at))
      assert.strictEqual(wall.weekday, weekday, at)
      assert.strictEqual(utc(wall.day * 86_400_000).slice(0, 10), day)
      assert.deepStrictEqual(wallTimeOf(wallMillis(zone, Date.parse(at))), wall)
    }
  })

  it("has a constant offset within a span, which ends at the clock change", () => {
    const random = makeRandom(seed + 1)
    for (const zone of zones) {
      for (let index = 0; index < 100; index++) {
        const at = randomMoment(random, zone)
        const { offset, end } = offsetSpan(zone, at)
        assert.isAbove(end, at)
        for (const inside of [at, end - 1, at + Math.floor(random() * (end - at))]) {
          assert.strictEqual(naiveWall(zone, inside), inside + offset)
        }
      }
    }
  })

  it("accepts only real zones", () => {
    for (const zone of zones) assert.isTrue(isKnownZone(zone), zone)
    for (const zone of ["", "Mars/Olympus", "+05:30", "GMT+5:30", "Asia/Kolkata "])
      assert.isFalse(isKnownZone(zone), zone)
  })

  it("is right in every zone, also for more zones and days than the cache holds", () => {
    const at = Date.parse("2027-07-01T12:34:56.789Z")
    for (const zone of [...Intl.supportedValuesOf("timeZone"), ...Intl.supportedValuesOf("timeZone")]) {
      assert.strictEqual(wallMillis(zone, at), naiveWall(zone, at), zone)
    }
    for (let day = 0; day < 2_500; day++) {
      const later = at + day * 86_400_000
      assert.strictEqual(wallMillis("Europe/London", later), naiveWall("Europe/London", later))
    }
  })
})

describe("the moment of a wall time", () => {
  it("is the first moment that shows it or a later time, as found by checking every minute", () => {
    const random = makeRandom(seed + 2)
    for (const zone of zones) {
      for (let index = 0; index < 15; index++) {
        const wall = Math.floor(naiveWall(zone, randomMoment(random, zone)) / 60_000) * 60_000
        let expected = wall - 16 * 3_600_000
        while (naiveWall(zone, expected) < wall) expected += 60_000
        assert.strictEqual(utc(instantOf(zone, wall)), utc(expected), `${zone} ${utc(wall)}`)
      }
    }
  })

  it("is the clock change for a skipped time, and the first occurrence of a repeated time", () => {
    for (const [zone, wall, at] of [
      ["America/New_York", "2027-03-14T02:30Z", "2027-03-14T07:00:00.000Z"],
      ["America/New_York", "2027-11-07T01:30Z", "2027-11-07T05:30:00.000Z"],
      ["Australia/Lord_Howe", "2027-10-03T02:15Z", "2027-10-02T15:30:00.000Z"],
      ["Australia/Lord_Howe", "2027-04-04T01:45Z", "2027-04-03T14:45:00.000Z"],
      // At midnight the clocks go forward to one.
      ["Asia/Beirut", "2027-03-28T00:00Z", "2027-03-27T22:00:00.000Z"],
      // Samoa skipped December 30, 2011.
      ["Pacific/Apia", "2011-12-30T12:00Z", "2011-12-30T10:00:00.000Z"]
    ] as const) {
      assert.strictEqual(utc(instantOf(zone, Date.parse(wall))), at, `${zone} ${wall}`)
    }
  })
})

describe("the next day", () => {
  it("begins at the first moment after the current day, as found by checking every minute", () => {
    const random = makeRandom(seed + 3)
    for (const zone of zones) {
      for (let index = 0; index < 15; index++) {
        const at = randomMoment(random, zone)
        const dayOf = (moment: number) => Math.floor(naiveWall(zone, moment) / 86_400_000)
        let expected = Math.ceil(at / 60_000) * 60_000
        while (dayOf(expected) <= dayOf(at)) expected += 60_000
        assert.strictEqual(utc(startOfNextDay(zone, at)), utc(expected), `${zone} ${utc(at)}`)
      }
    }
  })

  it("begins at one if midnight is skipped, and after the second occurrence of 23:00", () => {
    for (const [zone, at, next] of [
      ["Asia/Beirut", "2027-03-27T12:00Z", "2027-03-27T22:00:00.000Z"],
      ["Asia/Beirut", "2027-10-30T20:30Z", "2027-10-30T22:00:00.000Z"],
      ["Asia/Beirut", "2027-10-30T21:30Z", "2027-10-30T22:00:00.000Z"],
      ["America/Havana", "2027-03-13T12:00Z", "2027-03-14T05:00:00.000Z"],
      // A minute after midnight the clocks went back to the previous day, so the day began twice.
      ["America/St_Johns", "2010-11-07T02:45Z", "2010-11-07T03:30:00.000Z"]
    ] as const) {
      assert.strictEqual(utc(startOfNextDay(zone, Date.parse(at))), next, `${zone} ${at}`)
    }
  })
})
