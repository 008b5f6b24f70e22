import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { type Bucket, type Rate, takeToken } from "../../../src/platform/rate-limit/token-bucket.ts"

const between = (minimum: number, maximum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum }))

/** A rate, and the pause before each request, ms. */
const traffic = {
  perMinute: between(1, 100_000),
  burst: between(1, 200),
  pauses: Schema.Array(Schema.Union([Schema.Literal(0), between(0, 50), between(0, 200_000)]))
}

/** Repeats the pauses, so that the bucket also runs empty. */
const run = (rate: Rate, pauses: ReadonlyArray<number>, rounds = 20) => {
  let bucket: Bucket | undefined
  let now = 1_000_000
  return Array.from({ length: rounds }, () => pauses)
    .flat()
    .map((pause) => {
      now += pause
      const [next, verdict] = takeToken(bucket, rate, now)
      bucket = next
      return { now, bucket: next, ...verdict }
    })
}

describe("takeToken", () => {
  it.prop("decides like an exact count in sixty-thousandths of a token", traffic, ({ perMinute, burst, pauses }) => {
    // Exact arithmetic: a token has 60,000 units, and each millisecond adds perMinute of them.
    const full = burst * 60_000
    let units = full
    let last = 1_000_000
    for (const { now, allowed, remaining, waitMillis } of run({ perMinute, burst }, pauses)) {
      units = Math.min(full, units + (now - last) * perMinute)
      last = now
      assert.strictEqual(allowed, units >= 60_000)
      if (allowed) units -= 60_000
      assert.strictEqual(remaining, Math.floor(units / 60_000))
      // Many small refills round down by up to a millisecond.
      const exact = Math.max(0, Math.ceil((60_000 - units) / perMinute))
      assert.isAtLeast(waitMillis, exact)
      assert.isAtMost(waitMillis, exact + 1)
    }
  })

  it.prop("allows at most the burst and the rate in any span of time", traffic, ({ perMinute, burst, pauses }) => {
    const passed = run({ perMinute, burst }, pauses, 5).filter(({ allowed }) => allowed)
    for (const [first, { now: from }] of passed.entries()) {
      for (const [last, { now: to }] of passed.entries()) {
        if (last < first) continue
        assert.isAtMost(last - first + 1, burst + ((to - from) * perMinute) / 60_000 + 1e-6)
      }
    }
  })

  it.prop(
    "allows a retry after the wait that it returned, and not earlier",
    traffic,
    ({ perMinute, burst, pauses }) => {
      const rate = { perMinute, burst }
      for (const { now, bucket, waitMillis } of run(rate, pauses)) {
        assert.isTrue(takeToken(bucket, rate, now + waitMillis)[1].allowed)
        if (waitMillis > 2) assert.isFalse(takeToken(bucket, rate, now + waitMillis - 2)[1].allowed)
      }
    }
  )

  it.prop("does not starve a client that retries too early", traffic, ({ perMinute, burst }) => {
    // A request that comes too early must not delay the next token.
    const step = Math.max(1, Math.floor(60_000 / perMinute / 7))
    const asksForOne = Math.ceil(60_000 / (step * perMinute))
    let refused = 0
    for (const { allowed } of run({ perMinute, burst }, [step], burst + 200)) {
      refused = allowed ? 0 : refused + 1
      assert.isBelow(refused, asksForOne)
    }
  })

  it("starts with a full bucket", () => {
    assert.deepStrictEqual(takeToken(undefined, { perMinute: 60, burst: 10 }, 5), [
      { tokens: 9, atMillis: 5 },
      { allowed: true, remaining: 9, waitMillis: 0 }
    ])
  })

  it("treats a clock that goes back as one that stands still", () => {
    const rate = { perMinute: 60, burst: 1 }
    const [empty] = takeToken(undefined, rate, 5_000)
    const [, { allowed, waitMillis }] = takeToken(empty, rate, 0)
    assert.deepStrictEqual([allowed, waitMillis], [false, 1_000])
  })
})
