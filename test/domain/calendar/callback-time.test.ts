import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CallbackSlot } from "../../../src/domain/calendar/callback-slot.ts"
import { callbackTime } from "../../../src/domain/calendar/callback-time.ts"
import { instantOf, wallMillis } from "../../../src/domain/calendar/local-time.ts"
import { zoneOfPlace } from "../../../src/domain/calendar/place-zones.ts"
import { makeRandom } from "../../support/random.ts"
import { naiveWall, randomMoment, zones } from "../../support/wall-clock.ts"
import { situations } from "./callback-phrases.ts"

const seed = Number(process.env.TEST_SEED)
const [minute, day] = [60_000, 86_400_000]
const pick = <A>(random: () => number, from: ReadonlyArray<A>): A => from[Math.floor(random() * from.length)]!
const shown = (wall: number) => new Date(wall).toISOString().slice(0, 16).replace("T", " ")

const localTimeOf = (slot: CallbackSlot, zone: string, now: Date) => {
  const result = callbackTime(slot, { now, zone })
  return "unsure" in result ? "unsure" : shown(wallMillis(zone, result.at.getTime()))
}

describe("the time of a callback", () => {
  it("is the time that people meant", () => {
    const wrong: Array<string> = []
    for (const { now, phrases, zone } of situations) {
      const at = new Date(instantOf(zone, Date.parse(`${now.replace(" ", "T")}Z`)))
      for (const { expected, said, slot } of phrases) {
        const actual = localTimeOf(slot, zone, at)
        if (actual !== expected) wrong.push(`${now} “${said}”: ${actual}, not ${expected}`)
      }
    }
    assert.deepStrictEqual(wrong, [])
  })

  it("is computed from slots that fit the schema given to the model", () => {
    const decode = Schema.decodeUnknownSync(CallbackSlot, { onExcessProperty: "error" })
    const phrases = situations.flatMap((situation) => situation.phrases)
    assert.isAtLeast(phrases.length, 240)
    for (const { slot } of phrases) assert.deepStrictEqual(decode(JSON.parse(JSON.stringify(slot))), slot)
  })
})

const partSpans = {
  MORNING: ["05:00", "11:59"],
  NOON: ["11:00", "15:59"],
  AFTERNOON: ["12:00", "18:59"],
  EVENING: ["15:00", "21:59"],
  NIGHT: ["17:00", "23:59"]
} as const
const partsOfDay = Object.keys(partSpans) as ReadonlyArray<keyof typeof partSpans>

const randomSlot = (random: () => number): CallbackSlot => {
  const upTo = (maximum: number) => Math.floor(random() * (maximum + 1))
  const days: ReadonlyArray<CallbackSlot["day"]> = [
    null,
    { kind: "offset", days: upTo(5) },
    { kind: "offset", days: upTo(80) },
    { kind: "weekday", weekday: 1 + upTo(6), week: pick(random, [null, "this", "next"]) },
    { kind: "date", day: 1 + upTo(30), month: pick(random, [null, "this", "next"]), year: null },
    { kind: "date", day: 1 + upTo(30), month: 1 + upTo(11), year: pick(random, [null, 2024 + upTo(8)]) }
  ]
  return {
    said: "",
    afterMinutes: random() < 0.1 ? 1 + upTo(3_000) : null,
    day: pick(random, days),
    time:
      random() < 0.6
        ? { hour: upTo(24), minute: pick(random, [0, 15, 30, 59]), meridiem: pick(random, [null, "AM", "PM"]) }
        : null,
    partOfDay: random() < 0.4 ? pick(random, partsOfDay) : null,
    zone: null,
    certain: random() < 0.95
  }
}

/** Whether the person's words on the day of the call can mean a calendar day, judged by the calendar alone. */
const fitsDay = ({ day: named, partOfDay, time }: CallbackSlot, then: Date, now: Date): boolean => {
  const ahead = (Date.parse(then.toISOString().slice(0, 10)) - Date.parse(now.toISOString().slice(0, 10))) / day
  // Only a morning may be tomorrow's without being named so.
  if (named === null) {
    const isMorning = partOfDay === "MORNING" || time?.meridiem === "AM"
    return ahead === 0 || (ahead === 1 && isMorning && now.getUTCHours() >= 12 && then.getUTCHours() < 12)
  }
  if (named.kind === "offset") return ahead === named.days
  if (named.kind === "weekday") {
    const [least, most] = named.week === "next" ? [3, 7] : named.week === "this" ? [0, 6] : [1, 7]
    return (then.getUTCDay() || 7) === named.weekday && ahead >= least && ahead <= most
  }
  const months = (then.getUTCFullYear() - now.getUTCFullYear()) * 12 + then.getUTCMonth() - now.getUTCMonth()
  return (
    then.getUTCDate() === named.day &&
    (named.year === null || then.getUTCFullYear() === named.year) &&
    (typeof named.month === "number"
      ? then.getUTCMonth() + 1 === named.month
      : named.month === null
        ? months === 0 || months === 1
        : months === (named.month === "this" ? 0 : 1))
  )
}

const fitsClock = ({ partOfDay, time }: CallbackSlot, then: string): boolean => {
  const [hour = 0, minutes = 0] = then.split(":").map(Number)
  const [from, to] = partOfDay === null ? ["05:00", "23:59"] : partSpans[partOfDay]
  if (then < from || then > to) return false
  if (time === null) return true
  const isHalf = time.meridiem === null || (time.meridiem === "AM") === hour < 12
  return minutes === time.minute && (time.hour > 12 ? hour === time.hour : hour % 12 === time.hour % 12 && isHalf)
}

describe("the time of any random callback", () => {
  it("is in the future, on the named day and at the named hour in the person's local time", () => {
    const random = makeRandom(seed)
    let resolved = 0
    for (let run = 0; run < 5_000; run++) {
      const [slot, zone] = [randomSlot(random), pick(random, zones)]
      const now = Math.floor(randomMoment(random, zone) / minute) * minute + Math.floor(random() * minute)
      const result = callbackTime(slot, { now: new Date(now), zone })
      if ("unsure" in result) continue
      resolved++
      const at = result.at.getTime()
      const why = `${zone} ${shown(naiveWall(zone, now))} ${JSON.stringify(slot)} → ${shown(naiveWall(zone, at))}`
      assert.isTrue(slot.certain, why)
      assert.isAbove(at, now, why)
      assert.isAtMost(at, now + 60 * day, why)
      if (slot.afterMinutes !== null) {
        assert.strictEqual(at, now + slot.afterMinutes * minute, why)
        continue
      }
      const [wallNow, wallThen] = [new Date(naiveWall(zone, now)), new Date(naiveWall(zone, at))]
      assert.isTrue(fitsDay(slot, wallThen, wallNow), why)
      assert.isTrue(fitsClock(slot, wallThen.toISOString().slice(11, 16)), why)
    }
    assert.isAbove(resolved, 700)
  })

  it("is on the same day in both zones if another zone was named", () => {
    const random = makeRandom(seed + 1)
    let resolved = 0
    for (let run = 0; run < 2_500; run++) {
      const [named, zone] = [pick(random, zones.slice(1)), pick(random, zones)]
      const slot = { ...randomSlot(random), afterMinutes: null, zone: named }
      const now = randomMoment(random, zone)
      const result = callbackTime(slot, { now: new Date(now), zone })
      if ("unsure" in result) continue
      resolved++
      const there = naiveWall(named, result.at.getTime())
      assert.isTrue(fitsClock(slot, new Date(there).toISOString().slice(11, 16)))
      for (const at of [now, result.at.getTime()]) {
        assert.strictEqual(Math.floor(naiveWall(named, at) / day), Math.floor(naiveWall(zone, at) / day))
      }
    }
    assert.isAbove(resolved, 200)
  })

  it("is unsure on a day that the calendar skips", () => {
    // Samoa skipped December 30, 2011.
    const now = new Date(instantOf("Pacific/Apia", Date.parse("2011-12-29T12:00Z")))
    const slot = situations[0]!.phrases.find(({ said }) => said === "tomorrow afternoon please")!.slot
    assert.strictEqual(localTimeOf(slot, "Pacific/Apia", now), "unsure")
    assert.strictEqual(localTimeOf(slot, "Pacific/Auckland", now), "2011-12-31 14:00")
  })
})

describe("the zone that a person names", () => {
  it("is recognized by many names", () => {
    for (const [place, own, zone] of [
      ["IST", "America/New_York", "Asia/Kolkata"],
      ["IST", "Europe/Dublin", "Europe/Dublin"],
      ["Indian Standard Time", "Asia/Dubai", "Asia/Kolkata"],
      ["भारतीय समय", "Asia/Dubai", "Asia/Kolkata"],
      ["New York time", "Asia/Kolkata", "America/New_York"],
      ["eastern", "America/Los_Angeles", "America/New_York"],
      ["EST", "Asia/Kolkata", "America/New_York"],
      ["Pacific Time", "Asia/Kolkata", "America/Los_Angeles"],
      ["Mountain time", "America/Phoenix", "America/Phoenix"],
      ["CST", "Asia/Kolkata", "America/Chicago"],
      ["CST", "Asia/Shanghai", "Asia/Shanghai"],
      ["Dubai", "Asia/Kolkata", "Asia/Dubai"],
      ["Gulf time", "Asia/Riyadh", "Asia/Riyadh"],
      ["UK time", "Asia/Kolkata", "Europe/London"],
      ["US time", "America/Chicago", "America/Chicago"],
      ["US time", "Asia/Kolkata", undefined],
      ["Singapore", "Asia/Kolkata", "Asia/Singapore"],
      ["Los Angeles time", "Asia/Kolkata", "America/Los_Angeles"],
      ["Asia/Tokyo", "Asia/Kolkata", "Asia/Tokyo"],
      ["Mars/Olympus", "Asia/Kolkata", undefined],
      ["my local time", "Asia/Kathmandu", "Asia/Kathmandu"],
      ["your time", "Asia/Kolkata", undefined],
      ["deutscher Zeit", "Europe/Istanbul", "Europe/Berlin"],
      ["hora de España", "America/Bogota", "Europe/Madrid"],
      ["horário de Brasília", "America/Manaus", "America/Sao_Paulo"],
      ["São Paulo", "America/Manaus", "America/Sao_Paulo"],
      ["по московскому времени", "Asia/Yekaterinburg", "Europe/Moscow"],
      ["İstanbul saati", "Europe/Berlin", "Europe/Istanbul"],
      ["WIB", "Asia/Makassar", "Asia/Jakarta"],
      ["Beijing time", "America/New_York", "Asia/Shanghai"],
      ["UTC+5", "Asia/Kolkata", undefined]
    ] as const) {
      assert.strictEqual(zoneOfPlace(place, own), zone, `${place} in ${own}`)
    }
  })
})
