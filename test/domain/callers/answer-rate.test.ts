import { assert, describe, it } from "@effect/vitest"
import {
  chanceOfAtMost,
  hasFallen,
  rateInWords,
  recentCalls,
  usualCalls
} from "../../../src/domain/callers/answer-rate.ts"

const usual = { calls: 1_000, answered: 300 }
const last = (answered: number) => ({ calls: recentCalls, answered })

describe("the answer rate of a number", () => {
  it("has fallen when chance does not explain it", () => {
    // When people answer 30 % of 50 calls, at most 4 are answered in 0.02 %, at most 5 in 0.07 %, at most 6 in 0.25 % of cases.
    assert.deepStrictEqual(
      [4, 5, 6, 15].map((answered) => hasFallen(last(answered), usual)),
      [true, true, false, false]
    )
  })

  it("is not judged by few calls, or without a usual rate", () => {
    assert.isFalse(hasFallen({ calls: recentCalls - 1, answered: 0 }, usual))
    assert.isFalse(hasFallen(last(0), { calls: usualCalls - 1, answered: 90 }))
    assert.isTrue(hasFallen(last(0), { calls: usualCalls, answered: 90 }))
    assert.isFalse(hasFallen(last(0), { calls: 1_000, answered: 0 }))
  })

  it("sums the binomial distribution", () => {
    const factorial = (count: number): number => (count < 2 ? 1 : count * factorial(count - 1))
    for (const rate of [0.05, 0.3, 0.9]) {
      for (let answered = 0; answered <= 10; answered++) {
        const terms = Array.from({ length: answered + 1 }, (_, k) => {
          const ways = factorial(10) / factorial(k) / factorial(10 - k)
          return ways * rate ** k * (1 - rate) ** (10 - k)
        })
        const sum = terms.reduce((total, term) => total + term, 0)
        assert.closeTo(chanceOfAtMost(answered, 10, rate), sum, 1e-9)
      }
    }
    assert.strictEqual(chanceOfAtMost(3, 10, 0), 1)
    assert.strictEqual(chanceOfAtMost(9, 10, 1), 0)
    assert.strictEqual(chanceOfAtMost(10, 10, 1), 1)
  })

  it("is shown with its figures", () => {
    assert.strictEqual(
      rateInWords(last(2), usual),
      "4 % of the last 50 calls were answered, and 30 % of the 1000 before"
    )
  })
})
