import { describe, expect, test } from "vitest"
import { planStarts } from "../../../src/domain/dialing/preflight.ts"
import { makeRandom } from "../../support/random.ts"

const open = (from: Date) => from
const minute = 60_000
const plan = (
  people: Parameters<typeof planStarts>[0],
  callsPerMinute = 1,
  endAt = Number.POSITIVE_INFINITY,
  share = 1
) => planStarts(people, { callsPerMinute, endAt, share })

describe("the plan of the first attempts", () => {
  test("keeps the pace from the first to the last", () => {
    const people = Array.from({ length: 61 }, () => ({ readyAt: 0, nextOpening: open }))
    const { first, last, late } = plan(people)
    expect(first).toBe(0)
    expect(late).toBe(0)
    expect((last as number) / minute).toBeCloseTo(60, 0)
    // With ten people for each of them.
    expect((plan(people, 1, Number.POSITIVE_INFINITY, 10).last as number) / minute).toBeCloseTo(600, -1)
  })

  test("waits until people may be called, and calls others meanwhile", () => {
    const opensAt = (at: number) => (from: Date) => new Date(Math.max(at, from.getTime()))
    const late = { readyAt: 0, nextOpening: opensAt(90 * minute) }
    const now = { readyAt: 0, nextOpening: open }
    expect(plan([late, now, now])).toMatchObject({ first: 0, last: 90 * minute, late: 0 })
  })

  test("leaves out those whose turn comes after the end, or never", () => {
    const never = { readyAt: 0, nextOpening: () => undefined }
    const people = Array.from({ length: 5 }, () => ({ readyAt: 0, nextOpening: open }))
    expect(plan([...people, never], 1, 2.5 * minute)).toMatchObject({ first: 0, late: 3 })
    expect(plan([never])).toEqual({ first: undefined, last: undefined, late: 1 })
  })

  const day = 1_440 * minute
  const daysOf = (calls: (day: number) => number) => ({
    nextDay: (at: number) => (Math.floor(at / day) + 1) * day,
    callsUntil: (end: number) => calls(end / day - 1)
  })

  test("spreads the calls over the days when the numbers may place only some a day", () => {
    const people = Array.from({ length: 250 }, () => ({ readyAt: 0, nextOpening: open }))
    const rules = { callsPerMinute: 60, endAt: Number.POSITIVE_INFINITY, share: 1 }
    const daily = daysOf(() => 100)
    expect(Math.floor((planStarts(people, { ...rules, daily }).last as number) / day)).toBe(2)
    expect(planStarts(people, { ...rules, daily, endAt: 2 * day })).toMatchObject({ first: 0, late: 50 })
    // With ten people for each of them.
    expect(Math.floor((planStarts(people, { ...rules, daily, share: 10 }).last as number) / day)).toBe(24)
  })

  test("places as many calls a day as a plan that goes on from call to call, whatever the caps and hours", () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    for (let run = 0; run < 50; run++) {
      const caps = Array.from({ length: 4 }, () => Math.floor(random() * 6))
      const capOf = (index: number) => caps[index] ?? 3
      const [opens, closes] = [Math.floor(random() * 600), 700 + Math.floor(random() * 700)].map(
        (at) => at * minute
      ) as [number, number]
      const nextOpening = (from: Date) => {
        const at = from.getTime()
        const midnight = Math.floor(at / day) * day
        if (at < midnight + opens) return new Date(midnight + opens)
        return at < midnight + closes ? from : new Date(midnight + day + opens)
      }
      const people = Array.from({ length: 1 + Math.floor(random() * 25) }, () => ({ readyAt: 0, nextOpening }))
      const callsPerMinute = 0.01 + random()
      const gap = 60_052 / callsPerMinute
      let at = nextOpening(new Date(0)).getTime()
      let last = at
      const placed = new Map<number, number>()
      for (const _ of people) {
        while (true) {
          const opening = nextOpening(new Date(at)).getTime()
          const today = Math.floor(Math.max(at, opening) / day)
          at = Math.max(at, opening)
          if ((placed.get(today) ?? 0) < capOf(today)) break
          at = (today + 1) * day
        }
        placed.set(Math.floor(at / day), (placed.get(Math.floor(at / day)) ?? 0) + 1)
        last = at
        at += gap
      }
      const rules = { callsPerMinute, endAt: Number.POSITIVE_INFINITY, share: 1, daily: daysOf(capOf) }
      expect(Math.abs((planStarts(people, rules).last as number) - last)).toBeLessThan(people.length)
    }
  })

  test("starts no person before the opening and no two closer than the pace, whatever the hours", () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    for (let run = 0; run < 50; run++) {
      const people = Array.from({ length: 30 }, () => {
        const opens = Math.floor(random() * 200) * minute
        return {
          readyAt: Math.floor(random() * 100) * minute,
          nextOpening: (from: Date) => new Date(Math.max(from.getTime(), opens))
        }
      })
      const earliest = people.map(({ nextOpening, readyAt }) => nextOpening(new Date(readyAt)).getTime())
      const { first, last } = plan(people)
      expect(first).toBe(Math.min(...earliest))
      // No plan is faster than one without hours, or ends before the last person may be called.
      expect(last).toBeGreaterThanOrEqual(Math.max(...earliest, (first as number) + 29 * minute))
      expect(last).toBeLessThanOrEqual(Math.max(...earliest) + 31 * minute)
    }
  })
})
