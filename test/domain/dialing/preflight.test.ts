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
