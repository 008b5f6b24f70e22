import { assert, describe, it } from "@effect/vitest"
import { respaced, takeSlot } from "../../../src/domain/dialing/pacing.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const seed = Number(TEST_SEED)
const runs = PROVE === "full" ? 5_000 : 200
const begin = Date.parse("2027-05-03T00:00Z")

/** Start times of a dialer that asks at moments chosen by `wait`, which may ignore the suggested delay. */
const startsOf = (callsPerMinute: number, asks: number, wait: (suggested: number) => number) => {
  const starts: Array<number> = []
  let nextStartAt: number | undefined
  let now = begin
  for (let ask = 0; ask < asks; ask++) {
    const verdict = takeSlot(nextStartAt, now, callsPerMinute)
    if (verdict.admitted) {
      starts.push(now)
      nextStartAt = verdict.nextStartAt
    }
    now += wait(verdict.admitted ? 0 : verdict.waitMillis)
  }
  return starts
}

/** Asserts that a start and the `callsPerMinute`th after it never lie within 60 seconds, both ends included. */
const assertPaced = (starts: ReadonlyArray<number>, callsPerMinute: number, what: string) => {
  const later = starts.slice(callsPerMinute)
  const spans = later.map((start, index) => start - (starts[index] ?? Number.NaN))
  assert.isTrue(
    spans.every((span) => span > 60_000),
    what
  )
}

describe("pacing", () => {
  it("never allows more starts than the pace in any closed 60 seconds", () => {
    const random = makeRandom(seed)
    for (let run = 0; run < runs; run++) {
      const callsPerMinute = 1 + Math.floor(random() ** 3 * 1_000)
      const lateness = random() < 0.5 ? 20 : 60_000 / callsPerMinute
      const starts = startsOf(callsPerMinute, 4_000, (suggested) => {
        const kind = random()
        if (kind < 0.001) return random() * 10 * 3_600_000
        if (kind < 0.1) return random() * lateness
        return suggested + (random() < 0.5 ? 0 : random() * lateness)
      })
      const what = `TEST_SEED=${seed} run ${run}, ${callsPerMinute} a minute`
      assertPaced(starts, callsPerMinute, what)
      assertPaced(starts.map(Math.floor), callsPerMinute, `${what}, in whole milliseconds`)
    }
  })

  it("keeps the pace of a dialer that wakes up at most 20 ms late", () => {
    const random = makeRandom(seed + 1)
    for (const callsPerMinute of [1, 2, 7, 10, 60, 100, 333, 600, 999, 1_000]) {
      for (const lateness of [0, 1, 20]) {
        const starts = startsOf(
          callsPerMinute,
          callsPerMinute * 20,
          (suggested) => suggested && suggested + random() * lateness
        )
        const minutes = ((starts.at(-1) ?? Number.NaN) - begin) / 60_000
        assert.isAtLeast((starts.length - 1) / minutes, callsPerMinute * 0.99, `${callsPerMinute}, ${lateness} ms late`)
        assertPaced(starts, callsPerMinute, `${callsPerMinute}, ${lateness} ms late`)
      }
    }
  })

  it("starts a single call after an idle night, without catching up", () => {
    const verdict = takeSlot(begin - 9 * 3_600_000, begin, 10)
    assert.isTrue(verdict.admitted)
    const next = verdict.admitted ? verdict.nextStartAt : Number.NaN
    assert.strictEqual(takeSlot(next, begin, 10).admitted, false)
    assert.isAbove(next, begin + 5_900)
  })

  it("admits a call that returns after the suggested delay, and not before", () => {
    const random = makeRandom(seed + 2)
    for (let run = 0; run < 1_000; run++) {
      const next = begin + random() * 100_000
      const now = begin + Math.floor(random() * 100_000)
      const verdict = takeSlot(next, now, 1 + Math.floor(random() * 1_000))
      assert.strictEqual(verdict.admitted, now >= next)
      if (verdict.admitted) continue
      assert.isTrue(takeSlot(next, now + verdict.waitMillis, 10).admitted)
      assert.isFalse(takeSlot(next, now + verdict.waitMillis - 1, 10).admitted)
    }
  })

  it("allows no more than the present pace in any closed 60 seconds that end after a change of the pace", () => {
    const random = makeRandom(seed + 3)
    for (let run = 0; run < runs / 10; run++) {
      const pace = () => 1 + Math.floor(random() ** 3 * 1_000)
      let callsPerMinute = pace()
      let nextStartAt: number | undefined
      let now = begin
      const starts: Array<{ readonly at: number; readonly callsPerMinute: number }> = []
      for (let ask = 0; ask < 3_000; ask++) {
        if (random() < 0.003) {
          callsPerMinute = pace()
          // As the database has them: of the last minute, the latest first.
          const recent = starts.slice(-1_000).filter(({ at }) => at > now - 61_000)
          nextStartAt = respaced(recent.map(({ at }) => at).reverse(), callsPerMinute)
        }
        const verdict = takeSlot(nextStartAt, now, callsPerMinute)
        if (verdict.admitted) {
          starts.push({ at: Math.floor(now), callsPerMinute })
          nextStartAt = verdict.nextStartAt
        }
        const wait = verdict.admitted ? 0 : verdict.waitMillis
        now += random() < 0.01 ? random() * 90_000 : wait + (random() < 0.5 ? 0 : random() * 40)
      }
      const early = starts.findIndex(
        ({ at, callsPerMinute }, index) =>
          at - (starts[index - callsPerMinute]?.at ?? Number.NEGATIVE_INFINITY) <= 60_000
      )
      assert.strictEqual(early, -1, `TEST_SEED=${seed} run ${run}`)
    }
  })

  it("waits no longer than needed after a change of the pace", () => {
    const everySecond = Array.from({ length: 60 }, (_, index) => begin - index * 1_000)
    // The tenth start before the change leaves the last minute.
    assert.approximately(respaced(everySecond, 10) ?? 0, begin - 9_000 + 60_000, 100)
    assert.approximately(respaced(everySecond, 120) ?? 0, begin + 500, 100)
    assert.approximately(respaced([begin - 30_000], 60) ?? 0, begin - 29_000, 100)
    assert.strictEqual(respaced([], 60), undefined)
  })

  it("starts the first call at once", () => {
    assert.isTrue(takeSlot(undefined, begin, 1).admitted)
  })
})
