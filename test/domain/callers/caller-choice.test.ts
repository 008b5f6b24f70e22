import { assert, describe, it } from "@effect/vitest"
import {
  type CallerInput,
  callsLeft,
  chooseCaller,
  closedPool,
  type PoolNumber
} from "../../../src/domain/callers/caller-choice.ts"
import { lawFor } from "../../../src/domain/law/all-laws.ts"
import type { Purpose } from "../../../src/domain/law/Law.ts"
import { makeRandom } from "../../support/random.ts"

const seed = Number(process.env.TEST_SEED)
const runs = 500

const now = Date.parse("2027-05-03T12:00:00Z")
const nextDay = now + 6 * 3_600_000
const resting = now + 3_600_000

const free = (number: string, fields: Partial<PoolNumber> = {}): PoolNumber => ({
  number,
  isOff: false,
  restingUntil: null,
  dailyCap: null,
  callsToday: 0,
  accountId: null,
  accountFreeAt: null,
  ...fields
})

const inputOf = (numbers: ReadonlyArray<PoolNumber>, to: string, fields: Partial<CallerInput> = {}): CallerInput => ({
  pool: null,
  numbers,
  now,
  nextDay,
  to,
  seen: [],
  series: null,
  ...fields
})

const choose = (...input: Parameters<typeof inputOf>) => chooseCaller(inputOf(...input))
const chosen = (...input: Parameters<typeof inputOf>) => {
  const choice = choose(...input)
  return choice.kind === "number" ? choice.number : undefined
}
const seriesFor = (to: string, ...purposes: ReadonlyArray<Purpose>) =>
  purposes.flatMap((purpose) => lawFor(to, purpose).series)

const [newYork, buffalo, losAngeles, london, leeds] = [
  "+12125550100",
  "+17165550100",
  "+12135550100",
  "+442079460000",
  "+441134960000"
] as const
const pool = [london, losAngeles, buffalo, newYork, leeds].map((number) => free(number))
const without = (...left: ReadonlyArray<string>) => pool.filter(({ number }) => !left.includes(number))

describe("the choice of a number", () => {
  it("prefers the person's area code, then their region, then their country, then any", () => {
    const person = "+12125550177"
    assert.strictEqual(chosen(pool, person), newYork)
    assert.strictEqual(chosen(without(newYork), person), buffalo)
    assert.strictEqual(chosen(without(newYork, buffalo), person), losAngeles)
    assert.include([london, leeds], chosen(without(newYork, buffalo, losAngeles), person))
    assert.strictEqual(chosen(pool, "+442079460123"), london)
    assert.strictEqual(chosen(pool, "+441134960123"), leeds)
    assert.include([london, leeds], chosen(pool, "+447400123456"))
  })

  it("shows a person the number that they saw first for as long as it may be used", () => {
    const person = "+12125550177"
    const seen = [london, buffalo]
    assert.strictEqual(chosen(pool, person, { seen }), london)
    const rested = pool.map((one) => (one.number === london ? { ...one, restingUntil: resting } : one))
    assert.strictEqual(chosen(rested, person, { seen }), buffalo)
    assert.strictEqual(chosen(rested, person, { seen, now: resting }), london)
    assert.strictEqual(chosen(without(london), person, { seen }), buffalo)
    assert.strictEqual(chosen(without(london, buffalo), person, { seen }), newYork)
  })

  it("shares people among equal numbers, and a new number takes over only some of them", () => {
    const numbers = Array.from({ length: 4 }, (_, index) => free(`+1212555010${index}`))
    const people = Array.from({ length: 2_000 }, (_, index) => `+1212${5_560_000 + index}`)
    const before = people.map((person) => chosen(numbers, person))
    for (const { number } of numbers) {
      const share = before.filter((one) => one === number).length / people.length
      assert.isAbove(share, 0.2, number)
      assert.isBelow(share, 0.3, number)
    }
    const added = "+12125550109"
    const after = people.map((person) => chosen([free(added), ...numbers], person))
    for (const [index, number] of after.entries()) assert.include([added, before[index]], number)
  })

  it("names why no number is free, and when the first is", () => {
    const numbers = [
      free(newYork, { dailyCap: 10, callsToday: 10 }),
      free(buffalo, { restingUntil: resting }),
      free(london, { isOff: true })
    ]
    const choice = choose(numbers, "+12125550177")
    assert.deepStrictEqual(choice, {
      kind: "none",
      detail:
        "No number of the organization is free: 1 made all calls of the day, 1 rest because few people answer, 1 are off. " +
        `The first is free at ${new Date(resting).toISOString()}`,
      until: resting
    })
    assert.strictEqual(closedPool(inputOf(numbers, ""))?.until, resting)
    const both = [free(newYork, { dailyCap: 1, callsToday: 1, restingUntil: resting })]
    assert.strictEqual(closedPool(inputOf(both, ""))?.until, nextDay)
    assert.isUndefined(closedPool(inputOf([free(newYork, { isOff: true })], ""))?.until)
    assert.match(closedPool(inputOf([], "", { pool: "Sales" }))?.detail ?? "", /^There is no number in the pool Sales/)
    assert.isUndefined(closedPool(inputOf(pool, "")))
    assert.strictEqual(callsLeft(inputOf(numbers, "")), 0)
    assert.strictEqual(callsLeft(inputOf([free(newYork, { dailyCap: 10, callsToday: 4 })], "")), 6)
  })

  it("chooses as a plain reading of its rules does", () => {
    const random = makeRandom(seed)
    const one = <A>(of: ReadonlyArray<A>) => of[Math.floor(random() * of.length)] as A
    const all = [newYork, buffalo, losAngeles, london, leeds, "+919812345678", "+911401234567", "+911600123456"]
    const people = ["+12125550177", "+17165550177", "+442079460123", "+447400123456", "+919800000001", "+4930123456"]
    for (let run = 0; run < runs; run++) {
      const numbers = all
        .filter(() => random() < 0.6)
        .map((number) =>
          free(number, {
            isOff: random() < 0.2,
            restingUntil: one([null, null, now, resting]),
            dailyCap: one([null, 3]),
            callsToday: one([0, 2, 3, 4])
          })
        )
      const to = one(people)
      const purposes = one<ReadonlyArray<Purpose>>([["MARKETING"], ["DEBT"], ["SERVICE", "MARKETING"]])
      const isLawful = random() < 0.7
      const seen = all.filter(() => random() < 0.2).toSorted(() => random() - 0.5)
      const input = inputOf(numbers, to, { seen, series: isLawful ? seriesFor(to, ...purposes) : null })
      const choice = chooseCaller(input)
      const about = `TEST_SEED=${seed} run ${run}: ${JSON.stringify(input)}`
      const allowed = numbers.filter(({ number }) => !isLawful || mayCall(number, to, purposes))
      const usable = allowed.filter(
        ({ callsToday, dailyCap, isOff, restingUntil }) =>
          !isOff && !(restingUntil !== null && restingUntil > now) && !(dailyCap !== null && callsToday >= dailyCap)
      )
      if (choice.kind === "none") {
        assert.isEmpty(usable, about)
        continue
      }
      const its = usable.find(({ number }) => number === choice.number)
      assert.isDefined(its, about)
      const rank = ({ number }: PoolNumber) => rankOf(number, to, seen, isLawful)
      assert.strictEqual(rank(its as PoolNumber), Math.min(...usable.map(rank)), about)
      assert.deepStrictEqual(chooseCaller({ ...input, numbers: numbers.toReversed() }), choice, about)
    }
  })
})

/** The series of India, read again. */
const mayCall = (number: string, to: string, purposes: ReadonlyArray<Purpose>) => {
  const isMarketing = purposes.includes("MARKETING")
  const toIndia = to.startsWith("+91")
  if (number.startsWith("+91140")) return toIndia && isMarketing
  if (number.startsWith("+911600")) return toIndia && !isMarketing
  return !(toIndia && isMarketing)
}

const rankOf = (number: string, to: string, seen: ReadonlyArray<string>, isLawful: boolean) => {
  if (seen.includes(number)) return seen.indexOf(number) - 100
  if (isLawful && to.startsWith("+91") && /^\+91(140|1600)/.test(number)) return 0
  const eastern = /^\+1(212|716)/
  if (to.startsWith("+1") && number.startsWith(to.slice(0, 5))) return 1
  if (to.startsWith("+4420") && number.startsWith("+4420")) return 1
  if (eastern.test(to) && eastern.test(number)) return 2
  return ["+1", "+44", "+91"].some((code) => to.startsWith(code) && number.startsWith(code)) ? 3 : 4
}

describe("the series of India", () => {
  const person = "+919800000001"
  const numbers = ["+919812345678", "+911401234567", "+911600123456", newYork].map((number) => free(number))
  it("give marketing the 140 series, and service the 1600 series or an ordinary number", () => {
    const by = (of: ReadonlyArray<PoolNumber>, ...purposes: ReadonlyArray<Purpose>) =>
      choose(of, person, { series: seriesFor(person, ...purposes) })
    assert.deepInclude(by(numbers, "MARKETING"), { number: "+911401234567" })
    assert.deepInclude(by(numbers, "DEBT"), { number: "+911600123456" })
    assert.deepInclude(by(numbers.slice(0, 2), "SERVICE"), { number: "+919812345678" })
    assert.deepInclude(by(numbers.slice(1, 2), "SERVICE"), { kind: "none" })
    const none = by(numbers.slice(2), "MARKETING")
    assert.match(none.kind === "none" ? none.detail : "", /IN\.promotional-series \(TRAI, TCCCPR 2018/)
    assert.deepInclude(choose(numbers.slice(1, 3), "+12125550177", { series: [] }), { kind: "none" })
  })
})
