import { assert, describe, it } from "@effect/vitest"
import { nextOpening } from "../../../src/domain/dialing/calling-hours.ts"
import {
  daysNeeded,
  type FrequencyInput,
  frequencyVerdict,
  type LegalLimits
} from "../../../src/domain/dialing/frequency-cap.ts"
import { lawFor } from "../../../src/domain/law/all-laws.ts"
import { makeRandom } from "../../support/random.ts"
import { naiveWall, randomMoment, zones } from "../../support/wall-clock.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 100
const quarter = 15 * 60_000
const week = 168 * 3_600_000

const noLimits: LegalLimits = { caps: [], pauses: [], zones: [], refusedAt: null, talkedAt: null }

const verdict = (change: Partial<FrequencyInput> & { readonly times?: ReadonlyArray<string> }) => {
  const found = frequencyVerdict({
    now: new Date("2027-05-05T12:00Z"),
    maxCallsPerDay: 0,
    maxCallsPerWeek: 0,
    zone: "Asia/Kolkata",
    legal: noLimits,
    nextOpening: (from) => from,
    calls: (change.times ?? []).map((time) => new Date(time)),
    ...change
  })
  return found && [found.reason, found.until.toISOString()]
}
const nineToNine = (zone: string) => (from: Date) =>
  nextOpening([{ days: [1, 2, 3, 4, 5, 6, 7], start: "09:00", end: "21:00", zones: [zone] }], from)

describe("the frequency cap", () => {
  it("counts the calls of the person's calendar day", () => {
    // In Kolkata, May 5 begins at 18:30 UTC on May 4.
    const times = ["2027-05-04T18:29:59.999Z", "2027-05-04T18:30Z", "2027-05-05T11:00Z"]
    assert.isUndefined(verdict({ times, maxCallsPerDay: 3 }))
    assert.deepStrictEqual(verdict({ times, maxCallsPerDay: 2 }), ["Frequency Cap - Daily", "2027-05-05T18:30:00.000Z"])
    assert.isUndefined(verdict({ times, maxCallsPerDay: 2, now: new Date("2027-05-05T18:30Z") }))
    assert.isUndefined(verdict({ times, maxCallsPerDay: 2, zone: "Asia/Tokyo", now: new Date("2027-05-05T15:00Z") }))
  })

  it("defers a call over the daily cap to the next day's window", () => {
    assert.deepStrictEqual(
      verdict({ times: ["2027-05-05T11:00Z"], maxCallsPerDay: 1, nextOpening: nineToNine("Asia/Kolkata") }),
      ["Frequency Cap - Daily", "2027-05-06T03:30:00.000Z"]
    )
  })

  it("counts each call for 168 hours", () => {
    const times = ["2027-04-28T12:00Z", "2027-04-28T12:00:01Z", "2027-04-30T15:00Z", "2027-05-05T11:00Z"]
    assert.isUndefined(verdict({ times, maxCallsPerWeek: 4 }))
    const weekly = (maxCallsPerWeek: number) => verdict({ times, maxCallsPerWeek })
    assert.deepStrictEqual(weekly(3), ["Frequency Cap - Weekly", "2027-05-05T12:00:01.000Z"])
    // After the cap was lowered, more than a single call must leave the period.
    assert.deepStrictEqual(weekly(2), ["Frequency Cap - Weekly", "2027-05-07T15:00:00.000Z"])
    assert.deepStrictEqual(weekly(1), ["Frequency Cap - Weekly", "2027-05-12T11:00:00.000Z"])
  })

  it("defers to the later date when both caps are reached, and gives its reason", () => {
    const times = ["2027-04-29T12:00Z", "2027-05-05T11:00Z"]
    const caps = { maxCallsPerDay: 1, maxCallsPerWeek: 2 }
    assert.deepStrictEqual(verdict({ times, ...caps }), ["Frequency Cap - Weekly", "2027-05-06T12:00:00.000Z"])
    const soon = ["2027-04-28T13:00Z", "2027-05-05T11:00Z"]
    assert.deepStrictEqual(verdict({ times: soon, ...caps }), ["Frequency Cap - Daily", "2027-05-05T18:30:00.000Z"])
  })

  it("is off at 0, and defers to the end of the cap if no opening is in sight", () => {
    const times = Array.from({ length: 200 }, () => "2027-05-05T11:00Z")
    assert.isUndefined(verdict({ times }))
    assert.deepStrictEqual(verdict({ times, maxCallsPerDay: 1, nextOpening: () => undefined }), [
      "Frequency Cap - Daily",
      "2027-05-05T18:30:00.000Z"
    ])
  })

  it("defers to the first moment at which a count allows another call, around every clock change", () => {
    const random = makeRandom(seed)
    for (let run = 0; run < runs; run++) {
      const pick = (bound: number) => Math.floor(random() * bound)
      const zone = zones[pick(zones.length)] ?? "UTC"
      const now = Math.floor(randomMoment(random, zone) / quarter) * quarter
      const calls = Array.from({ length: pick(12) }, () => new Date(now - pick(9 * 96) * quarter))
      const [maxCallsPerDay, maxCallsPerWeek] = [pick(4), pick(7)]
      const hours = nineToNine(zones[pick(zones.length)] ?? "UTC")
      const dayOf = (at: number) => Math.floor(naiveWall(zone, at) / 86_400_000)
      const days = calls.map((call) => dayOf(call.getTime()))
      const roomOnDay = (day: number) => days.filter((other) => other === day).length < maxCallsPerDay
      const hasRoom = (at: number) =>
        (maxCallsPerDay === 0 || roomOnDay(dayOf(at))) &&
        (maxCallsPerWeek === 0 || calls.filter((call) => call.getTime() > at - week).length < maxCallsPerWeek)
      let free = now
      while (!hasRoom(free)) free += quarter
      const expected = free === now ? undefined : hours(new Date(free))?.toISOString()
      const limits = { maxCallsPerDay, maxCallsPerWeek, zone, legal: noLimits }
      const input = { calls, now: new Date(now), ...limits, nextOpening: hours }
      assert.strictEqual(frequencyVerdict(input)?.until.toISOString(), expected, `TEST_SEED=${seed} run ${run} ${zone}`)
    }
  })
})

describe("the caps and pauses of laws", () => {
  const ruled = (
    phoneNumber: string,
    purpose: "MARKETING" | "DEBT" | "MEDICAL",
    zones: ReadonlyArray<string>,
    change: Partial<Pick<LegalLimits, "refusedAt" | "talkedAt">> & { readonly times?: ReadonlyArray<string> }
  ) => {
    const { times = [], ...known } = change
    const { caps, pauses } = lawFor(phoneNumber, purpose)
    const found = frequencyVerdict({
      now: new Date("2027-05-05T16:00Z"),
      maxCallsPerDay: 0,
      maxCallsPerWeek: 0,
      zone: "UTC",
      legal: { ...noLimits, caps, pauses, zones, ...known },
      nextOpening: (from) => from,
      calls: times.map((time) => new Date(time))
    })
    return found && [found.rule?.split(" ")[0], found.reason, found.until.toISOString()]
  }

  it("count calls within hours and days, and name the rule", () => {
    const times = ["2027-04-06T09:00Z", "2027-04-20T09:00Z", "2027-05-03T09:00Z", "2027-05-04T09:00Z"]
    const paris = ["Europe/Paris"]
    assert.deepStrictEqual(ruled("+33612345678", "MARKETING", paris, { times }), [
      "FR.marketing-30-days",
      "Frequency Cap - Weekly",
      "2027-05-06T09:00:00.000Z"
    ])
    assert.isUndefined(ruled("+33612345678", "MARKETING", paris, { times: times.slice(1) }))
    const today = ["2027-05-05T13:00Z", "2027-05-05T14:00Z", "2027-05-05T15:00Z"]
    assert.deepStrictEqual(ruled("+13055550123", "MARKETING", ["America/New_York"], { times: today }), [
      "US-FL.marketing-24-hours",
      "Frequency Cap - Weekly",
      "2027-05-06T13:00:00.000Z"
    ])
  })

  it("count a calendar day in all zones in which the person may be", () => {
    const times = ["2027-05-05T05:00Z"]
    const medical = (...zones: ReadonlyArray<string>) => ruled("+12125550123", "MEDICAL", zones, { times })
    assert.deepStrictEqual(medical("America/New_York"), [
      "US.medical-day",
      "Frequency Cap - Daily",
      "2027-05-06T04:00:00.000Z"
    ])
    assert.deepStrictEqual(medical("America/New_York", "Pacific/Honolulu"), [
      "US.medical-day",
      "Frequency Cap - Daily",
      "2027-05-06T04:00:00.000Z"
    ])
    // In Honolulu the call was on the day before.
    assert.isUndefined(medical("Pacific/Honolulu"))
  })

  it("close the days after a refusal, and after a conversation about a debt", () => {
    const paris = ["Europe/Paris"]
    const refusedAt = new Date("2027-03-10T10:00Z")
    assert.deepStrictEqual(ruled("+33612345678", "MARKETING", paris, { refusedAt }), [
      "FR.marketing-refusal",
      "Frequency Cap - Weekly",
      "2027-05-09T22:00:00.000Z"
    ])
    assert.isUndefined(ruled("+33612345678", "MARKETING", paris, { refusedAt: new Date("2027-03-05T10:00Z") }))
    assert.isUndefined(ruled("+33612345678", "MARKETING", paris, { talkedAt: new Date("2027-05-05T10:00Z") }))
    // The day of the conversation is the first of seven.
    const talkedAt = new Date("2027-04-30T16:00Z")
    assert.deepStrictEqual(ruled("+12125550123", "DEBT", ["America/New_York"], { talkedAt }), [
      "US.debt-conversation",
      "Frequency Cap - Weekly",
      "2027-05-07T04:00:00.000Z"
    ])
    assert.isUndefined(ruled("+12125550123", "DEBT", ["America/New_York"], { talkedAt: new Date("2027-04-28T16:00Z") }))
  })

  it("need the history of a number only where they look back further than a week", () => {
    const needs = (phoneNumber: string, purpose: "MARKETING" | "DEBT" | "MEDICAL") =>
      daysNeeded(lawFor(phoneNumber, purpose))
    assert.strictEqual(needs("+33612345678", "MARKETING"), 62)
    assert.strictEqual(needs("+12125550123", "DEBT"), 9)
    assert.strictEqual(needs("+12125550123", "MEDICAL"), 0)
    assert.strictEqual(needs("+353861234567", "DEBT"), 31)
    assert.strictEqual(needs("+919812345678", "DEBT"), 0)
  })
})
