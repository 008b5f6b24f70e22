import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { costSummary } from "../../../src/domain/costs/cost-summary.ts"
import { amountOf, divided, microsOf, nanosOf } from "../../../src/domain/costs/money.ts"
import { PriceTable } from "../../../src/domain/costs/PriceTable.ts"
import { addLines, billedCall, changeOfLines, priced } from "../../../src/domain/costs/pricing.ts"
import { type BilledUsage, type CostLine, UsageKind, UsagePurpose } from "../../../src/domain/costs/Usage.ts"
import { makeUsageTally } from "../../../src/domain/costs/usage-tally.ts"
import { problemsOf, sentence } from "../../../src/domain/schema/problems.ts"
import { makeRandom } from "../../support/random.ts"

const { PROVE, TEST_SEED } = process.env
const runs = PROVE === "full" ? 5_000 : 200
const random = makeRandom(Number(TEST_SEED))
const below = (limit: number) => Math.floor(random() * limit)
const oneOf = <A>(choices: ReadonlyArray<A>): A => choices[below(choices.length)] as A
const list = <A>(longest: number, make: () => A) => Array.from({ length: below(longest + 1) }, make)

const table: PriceTable = {
  currency: "USD",
  ears: [
    { vendor: "one", perMinute: "0.0043" },
    { vendor: "one", model: "best", perMinute: "0.0077" }
  ],
  voices: [{ vendor: "one", perMillionCharacters: "30" }],
  models: [
    {
      vendor: "one",
      model: "best",
      perMillionPromptTokens: "2",
      perMillionCachedTokens: "0.5",
      perMillionCompletionTokens: "8"
    },
    { vendor: "two", perMillionPromptTokens: "0.15", perMillionCompletionTokens: "0.6" }
  ],
  carriers: [
    { vendor: "one", perMinute: "0.02" },
    { vendor: "one", prefix: "+91", perMinute: "0.05" },
    { vendor: "one", prefix: "+9198", perMinute: "0.06", billedPer: "second" },
    { vendor: "one", account: "AC1", perMinute: "0.01" }
  ]
}

const usage = (fields: Partial<BilledUsage>): BilledUsage => ({
  kind: "ear",
  purpose: "conversation",
  vendor: "one",
  model: "",
  estimated: false,
  quantity: 60_000,
  ...fields
})

const costOf = (fields: Partial<BilledUsage>) => {
  const { currency, micros } = priced(table, usage(fields))
  return currency === null ? null : amountOf(micros)
}

const someUsage = () =>
  usage({
    kind: oneOf(UsageKind.literals),
    purpose: oneOf(UsagePurpose.literals),
    vendor: oneOf(["one", "two"]),
    model: oneOf(["", "best"]),
    estimated: oneOf([true, false]),
    quantity: below(10 ** oneOf([1, 3, 6, 9]))
  })
const someLine = () => priced(oneOf([table, { ...table, currency: "EUR" }, undefined]), someUsage())

describe("an amount of money", () => {
  it("is read and written without a loss", () => {
    for (let run = 0; run < runs; run++) {
      const micros = BigInt(below(10 ** 9)) * 1_000_000n + BigInt(below(10 ** 6))
      assert.strictEqual(microsOf(amountOf(micros)), micros)
    }
    assert.strictEqual(amountOf(-1n), "-0.000001")
    assert.strictEqual(amountOf(12_345_678n), "12.345678")
    assert.strictEqual(nanosOf("0.0043"), 4_300_000n)
  })

  it("is nothing but a decimal number of at most six places", () => {
    for (const text of ["", "1.", ".5", "-1", "1e3", "1,5", "0.0000001", "1234567890", " 1", "1 ", "NaN"]) {
      assert.isUndefined(microsOf(text), text)
    }
  })

  it("is rounded to the nearest whole number, a half upwards", () => {
    assert.deepStrictEqual(
      [0n, 1n, 2n, 3n, 4n].map((dividend) => divided(dividend, 4n)),
      [0n, 0n, 1n, 1n, 1n]
    )
  })
})

describe("the cost of a usage", () => {
  it("is its quantity times the price of its model, or else of its vendor", () => {
    assert.strictEqual(costOf({}), "0.004300")
    assert.strictEqual(costOf({ model: "best" }), "0.007700")
    assert.strictEqual(costOf({ kind: "voice", quantity: 1 }), "0.000030")
    assert.strictEqual(costOf({ kind: "promptTokens", model: "best", quantity: 1_500 }), "0.003000")
    assert.strictEqual(costOf({ kind: "cachedTokens", model: "best", quantity: 3 }), "0.000002")
    assert.strictEqual(costOf({ kind: "completionTokens", vendor: "two", model: "any", quantity: 1_000 }), "0.000600")
  })

  it("is unknown without a price, and never 0", () => {
    assert.isNull(costOf({ vendor: "two" }))
    assert.isNull(costOf({ kind: "promptTokens", model: "other" }))
    assert.isNull(costOf({ kind: "cachedTokens", vendor: "two" }))
    const summary = costSummary([priced(table, usage({})), priced(table, usage({ vendor: "two" }))], "USD")
    assert.deepInclude(summary, { currency: "USD", cost: null, knownCost: "0.004300" })
    assert.deepStrictEqual(
      summary.usage.map(({ cost }) => cost),
      ["0.004300", null]
    )
    assert.deepInclude(costSummary([priced(undefined, usage({}))], undefined), { currency: null, cost: null })
  })

  it("differs from that of exact fractions by at most half a micro-unit", () => {
    for (let run = 0; run < runs; run++) {
      const quantity = below(10 ** 9)
      const { micros } = priced(table, usage({ model: "best", quantity }))
      // 0.0077 a minute is 77 / 600 micro-units a millisecond.
      const difference = 600n * micros - 77n * BigInt(quantity)
      assert.isTrue(difference <= 300n && difference >= -300n, String(quantity))
    }
  })
})

describe("the price of a call", () => {
  const bill = (seconds: number, phoneNumber = "+4930123456", account = "AC2") => {
    const { micros, model, quantity } = billedCall(table, { vendor: "one", account, phoneNumber, seconds })
    return { cost: amountOf(micros), model, quantity }
  }

  it("counts started minutes, or seconds where the price says so", () => {
    assert.deepStrictEqual(bill(1), { cost: "0.020000", model: "", quantity: 60 })
    assert.deepStrictEqual(bill(60), { cost: "0.020000", model: "", quantity: 60 })
    assert.deepStrictEqual(bill(61), { cost: "0.040000", model: "", quantity: 120 })
    assert.deepStrictEqual(bill(61, "+919812345678"), { cost: "0.061000", model: "+9198", quantity: 61 })
  })

  it("is that of the account, or else of the longest prefix", () => {
    assert.deepStrictEqual(bill(10, "+917012345678"), { cost: "0.050000", model: "+91", quantity: 60 })
    assert.deepStrictEqual(bill(10, "+917012345678", "AC1"), { cost: "0.010000", model: "", quantity: 60 })
    const unknown = billedCall(table, { vendor: "two", account: "", phoneNumber: "+4930123456", seconds: 10 })
    assert.deepInclude(unknown, { currency: null, quantity: 60 })
  })
})

/** Sums by hand: quantity and amount of each thing in each currency. */
const sums = (lines: ReadonlyArray<CostLine>) => {
  const counted: Record<string, readonly [number, bigint]> = {}
  for (const { micros, quantity, ...thing } of lines) {
    const key = JSON.stringify(Object.entries(thing).toSorted())
    const [quantityBefore, microsBefore] = counted[key] ?? [0, 0n]
    counted[key] = [quantityBefore + quantity, microsBefore + micros]
  }
  return Object.fromEntries(Object.entries(counted).filter(([, [quantity, micros]]) => quantity !== 0 || micros !== 0n))
}

describe("the sum of costs", () => {
  it("is that of a naive sum, for any lines in any order", () => {
    for (let run = 0; run < runs; run++) {
      const lines = list(12, someLine)
      assert.deepStrictEqual(sums(addLines(lines)), sums(lines))
      assert.deepStrictEqual(sums(addLines(lines.toReversed())), sums(lines))
    }
  })

  it("becomes that of the new lines by the change of the lines", () => {
    for (let run = 0; run < runs; run++) {
      const [others, before, after] = [list(6, someLine), list(6, someLine), list(6, someLine)]
      const changed = addLines([...others, ...before, ...changeOfLines(before, after)])
      assert.deepStrictEqual(sums(changed), sums([...others, ...after]))
      assert.deepStrictEqual(changeOfLines(before, before), [])
    }
  })

  it("is, for whole attempts, the sum of their totals", () => {
    for (let run = 0; run < runs; run++) {
      const attempts = list(8, () => list(5, () => priced(table, usage({ quantity: below(10 ** 6) }))))
      const total = costSummary(addLines(attempts.flat()), "USD").cost
      const totals = attempts.map((lines) => microsOf(costSummary(lines, "USD").cost ?? "") ?? 0n)
      assert.strictEqual(total, amountOf(totals.reduce((sum, micros) => sum + micros, 0n)))
    }
  })
})

describe("a tally of usage", () => {
  it("counts work that may be discarded as speculative until it is kept", () => {
    const tally = makeUsageTally()
    const [kept, discarded] = [tally.speculate(), tally.speculate()]
    for (const { meter } of [kept, discarded]) meter.add({ kind: "voice", vendor: "one", model: "", quantity: 5 })
    const voice = (purpose: BilledUsage["purpose"], quantity: number) => usage({ kind: "voice", purpose, quantity })
    assert.deepStrictEqual(tally.usage(), [voice("speculative", 10)])
    kept.keep()
    kept.meter.add({ kind: "voice", vendor: "one", model: "", quantity: 2 })
    assert.deepStrictEqual(tally.usage(), [voice("conversation", 7), voice("speculative", 5)])
  })

  it("adds up the usage of the same thing, however many parts it had", () => {
    const tally = makeUsageTally()
    const [call, analysis] = [tally.meter("conversation"), tally.meter("analysis")]
    for (let part = 0; part < 1_001; part++) call.add({ kind: "ear", vendor: "one", model: "", quantity: 0.125 })
    call.add({ kind: "ear", vendor: "one", model: "best", quantity: 20 })
    analysis.add({ kind: "promptTokens", vendor: "one", model: "", quantity: 7, estimated: true })
    analysis.add({ kind: "completionTokens", vendor: "one", model: "", quantity: 0 })
    assert.deepStrictEqual(tally.usage(), [
      usage({ quantity: 125 }),
      usage({ model: "best", quantity: 20 }),
      usage({ kind: "promptTokens", purpose: "analysis", quantity: 7, estimated: true })
    ])
  })
})

describe("a price table", () => {
  const problem = (given: object) => {
    const decoded = Schema.decodeUnknownResult(PriceTable, { onExcessProperty: "error" })({ currency: "USD", ...given })
    return decoded._tag === "Failure" ? sentence(problemsOf(decoded.failure.issue)) : undefined
  }

  it("is refused with prices that are no decimal texts, unknown fields or the same row twice", () => {
    const ear = { vendor: "one", perMinute: "0.01" }
    assert.isUndefined(problem({}))
    assert.isUndefined(problem({ ears: [ear, { ...ear, model: "best" }] }))
    assert.include(problem({ currency: "usd" }), "must be a currency such as USD")
    assert.include(problem({ ears: [{ ...ear, perMinute: 0.01 }] }), "perMinute")
    assert.include(problem({ ears: [{ ...ear, perMinute: "-1" }] }), "must be a decimal number as text")
    assert.include(problem({ ears: [{ ...ear, perHour: "1" }] }), "perHour")
    assert.include(problem({ voice: [] }), "voice")
    assert.include(problem({ ears: [ear, ear] }), "has the same keys as an earlier row")
    assert.include(problem({ carriers: [{ ...ear, prefix: "91" }] }), "must be + and the first digits")
  })
})
