import { assert, describe, it } from "@effect/vitest"
import { nextOpening } from "../../../src/domain/dialing/calling-hours.ts"
import { type RetryInput, retryAt } from "../../../src/domain/dialing/retry-time.ts"
import { makeRandom } from "../../support/random.ts"

const seed = Number(process.env.TEST_SEED)
const minute = 60_000
const endedAt = new Date("2027-05-03T06:00:00.000Z")
const input: RetryInput = {
  endedAt,
  attempts: 1,
  retryDelaysMinutes: [],
  retryDelayMinutes: 60,
  nextOpening: undefined,
  endAt: null
}

const at = (change: Partial<RetryInput>) => {
  const retry = retryAt({ ...input, ...change })
  return retry === "Retry Expired" ? retry : retry.at.toISOString().slice(0, 16)
}
const window = { days: [1, 2, 3, 4, 5], start: "09:00", end: "18:00", zones: ["UTC"] }
const withinWindow = (from: Date) => nextOpening([window], from)

describe("a retry", () => {
  it("waits from the end of the attempt for the rule's delay, else the schedule's, else the fixed one", () => {
    assert.strictEqual(at({}), "2027-05-03T07:00")
    assert.strictEqual(at({ retryDelaysMinutes: [30, 120] }), "2027-05-03T06:30")
    assert.strictEqual(at({ retryDelaysMinutes: [30, 120], attempts: 2 }), "2027-05-03T08:00")
    assert.strictEqual(at({ retryDelaysMinutes: [30, 120], attempts: 3 }), "2027-05-03T08:00")
    assert.strictEqual(at({ retryDelaysMinutes: [30, 120], attempts: 11 }), "2027-05-03T08:00")
    assert.strictEqual(at({ retryDelaysMinutes: [30, 120], ruleDelayMinutes: 1 }), "2027-05-03T06:01")
    assert.strictEqual(at({ retryDelaysMinutes: [30], ruleDelayMinutes: null }), "2027-05-03T06:30")
    assert.strictEqual(at({ retryDelayMinutes: 4320 }), "2027-05-06T06:00")
  })

  it("waits for the calling window unless it is exempt", () => {
    assert.strictEqual(at({ nextOpening: withinWindow }), "2027-05-03T09:00")
    assert.strictEqual(at({ nextOpening: withinWindow, retryDelayMinutes: 240 }), "2027-05-03T10:00")
    assert.strictEqual(at({ nextOpening: withinWindow, retryDelayMinutes: 12 * 60 }), "2027-05-04T09:00")
    assert.strictEqual(at({ nextOpening: withinWindow, retryDelayMinutes: 4320 + 1440 }), "2027-05-07T09:00")
  })

  it("is left to the gate before the call if no opening is in sight", () => {
    assert.strictEqual(at({ nextOpening: () => undefined }), "2027-05-03T07:00")
  })

  it("is shifted from its plain time into the best time", () => {
    const asked: Array<string> = []
    const shift = (plain: Date) => {
      asked.push(plain.toISOString())
      return new Date(plain.getTime() + 90 * minute)
    }
    assert.strictEqual(at({ shift, nextOpening: withinWindow }), "2027-05-03T10:30")
    assert.deepStrictEqual(asked, ["2027-05-03T09:00:00.000Z"])
  })

  it("expires if it would be at the deadline or later", () => {
    const endAt = new Date("2027-05-03T07:00:00.000Z")
    assert.strictEqual(at({ endAt }), "Retry Expired")
    assert.strictEqual(at({ endAt: new Date(endAt.getTime() + 1) }), "2027-05-03T07:00")
    assert.strictEqual(
      at({ endAt: new Date(endAt.getTime() + 60 * minute), nextOpening: withinWindow }),
      "Retry Expired"
    )
  })

  it("uses the plain time if the best time is past the deadline", () => {
    const shift = (plain: Date) => new Date(plain.getTime() + 120 * minute)
    assert.strictEqual(at({ shift, endAt: new Date("2027-05-03T09:00:00.001Z") }), "2027-05-03T09:00")
    assert.strictEqual(at({ shift, endAt: new Date("2027-05-03T09:00:00.000Z") }), "2027-05-03T07:00")
  })

  it("is never before the delay, outside the window or past the deadline", () => {
    const random = makeRandom(seed)
    for (let run = 0; run < 2_000; run++) {
      const pick = (bound: number) => Math.floor(random() * bound)
      const schedule = Array.from({ length: pick(4) }, () => 30 + pick(4_290))
      const attempts = 1 + pick(6)
      const flat = 30 + pick(4_290)
      const delay = schedule[Math.min(attempts, schedule.length) - 1] ?? flat
      const ended = new Date(endedAt.getTime() + pick(14 * 24 * 60 * minute))
      const endAt = random() < 0.5 ? null : new Date(ended.getTime() + pick(7 * 24 * 60 * minute))
      const retry = retryAt({
        endedAt: ended,
        attempts,
        retryDelaysMinutes: schedule,
        retryDelayMinutes: flat,
        nextOpening: withinWindow,
        endAt
      })
      const what = `TEST_SEED=${seed} run ${run}`
      const plain = withinWindow(new Date(ended.getTime() + delay * minute))?.getTime() ?? Number.NaN
      if (retry === "Retry Expired") assert.isTrue(endAt !== null && plain >= endAt.getTime(), what)
      else {
        assert.strictEqual(retry.at.getTime(), plain, what)
        assert.isTrue(endAt === null || retry.at < endAt, what)
      }
    }
  })
})
