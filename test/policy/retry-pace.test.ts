import { assert, describe, it } from "@effect/vitest"
import { firstPace, nextPace, type RetryPace } from "../../src/policy/retry-pace.ts"
import { makeRandom } from "../support/random.ts"

const afterFailures = (rounds: number, from: RetryPace = firstPace) =>
  Array.from({ length: rounds }).reduce<RetryPace>((pace) => nextPace(pace, { answered: 0, failures: [0] }), from)
const answers = (pace: RetryPace) => nextPace(pace, { answered: pace.width, failures: [] })

describe("the pace of retried analyses", () => {
  it("pauses twice as long after each failed round, up to a minute, with one conversation at a time", () => {
    const pauses = [1, 2, 3, 4, 5, 6, 7, 50].map((rounds) => afterFailures(rounds).pauseMillis)
    assert.deepStrictEqual(pauses, [2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000])
    assert.strictEqual(afterFailures(9).width, 1)
  })

  it("doubles the width while the provider answers, up to eight", () => {
    const widths = [firstPace]
    for (let round = 0; round < 5; round++) widths.push(answers(widths.at(-1)!))
    assert.deepStrictEqual(
      widths.map(({ width }) => width),
      [1, 2, 4, 8, 8, 8]
    )
    assert.deepStrictEqual(answers(afterFailures(9)), { width: 2, failedRounds: 0, pauseMillis: 0 })
  })

  it("waits as long as the provider asks", () => {
    const { pauseMillis } = nextPace(firstPace, { answered: 0, failures: [0, 90_000, 5_000] })
    assert.strictEqual(pauseMillis, 90_000)
  })

  it("asks a provider that is down at most once a minute, and never leaves its bounds", () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    let pace = firstPace
    for (let round = 0; round < 5_000; round++) {
      const failed = Math.floor(random() * (pace.width + 1))
      const before = pace
      pace = nextPace(pace, { answered: before.width - failed, failures: Array(failed).fill(random() * 1_000) })
      assert.isTrue(pace.width >= 1 && pace.width <= 8)
      assert.isTrue(pace.pauseMillis >= 0 && pace.pauseMillis <= 60_000)
      if (failed === 0) assert.strictEqual(pace.pauseMillis, 0)
      else assert.isTrue(pace.width === 1 && pace.pauseMillis >= 2_000)
    }
    const perHour = (pauseMillis: number) => 3_600_000 / pauseMillis
    assert.isAtMost(perHour(afterFailures(7).pauseMillis), 60)
  })
})
