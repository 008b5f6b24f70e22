import { assert, describe, it } from "@effect/vitest"
import { northAmericanAreaCodes } from "../../../src/domain/calendar/phone-zone-data.ts"
import { cite, lawFor, laws } from "../../../src/domain/law/all-laws.ts"
import { countryWithoutEntry } from "../../../src/domain/law/common.ts"
import { checked, everyPurpose, type LawRules, type LawSource } from "../../../src/domain/law/Law.ts"
import { lawRules } from "../../../src/domain/law/rules-in-words.ts"
import { weekOf } from "../../../src/domain/law/week.ts"

const places = [...laws, countryWithoutEntry].flatMap(
  (law): ReadonlyArray<readonly [string, LawRules]> => [
    [law.country, law],
    ...Object.entries(law.areas ?? {}).map(([area, rules]) => [`${law.country}-${area}`, rules] as const)
  ]
)
const rulesOf = ({ caps = [], hours = [], notices = [], pauses = [] }: LawRules) => [
  ...hours,
  ...caps,
  ...pauses,
  ...notices
]

describe("the entries", () => {
  it("cover the countries that the page promises", () => {
    const promised =
      "IN US CA GB IE FR DE ES IT PT NL BE AT CH PL SE DK NO FI AU NZ SG MY PH ID AE SA ZA NG KE BR MX".split(" ")
    assert.sameMembers(
      laws.map(({ country }) => country),
      promised
    )
  })

  it("have a source, a day of the check and a name of their own each", () => {
    for (const [place, rules] of places) {
      const all = rulesOf(rules)
      assert.isNotEmpty(all, place)
      assert.strictEqual(new Set(all.map(({ id }) => id)).size, all.length, place)
      for (const rule of all) {
        const source: LawSource = rule
        assert.match(rule.id, /^[a-z0-9-]+$/, place)
        assert.isAtLeast(source.text.length, 8, `${place}.${rule.id}`)
        assert.match(source.checked, /^\d{4}-\d\d-\d\d$/)
        assert.isAtMost(Date.parse(source.checked), Date.parse(checked))
        assert.isNotEmpty(rule.purposes)
      }
    }
  })

  it("have hours that can be read, with an open time on a working day", () => {
    for (const [place, { hours = [] }] of places) {
      for (const rule of hours) {
        const week = weekOf(rule.hours)
        assert.strictEqual(week.length, 7, place)
        assert.isNotEmpty(week[0] ?? [], `${place}.${rule.id}`)
        for (const spans of week) {
          for (const [index, [start, end]] of spans.entries()) {
            assert.isTrue(start >= (spans[index - 1]?.[1] ?? 0) && end <= 86_400_000, `${place}.${rule.id}`)
          }
        }
      }
    }
  })

  it("list holidays wherever hours depend on them", () => {
    for (const [place, { holidays, hours = [] }] of places) {
      const depends = hours.some((rule) => rule.holidays !== "OPEN")
      assert.isFalse(depends && holidays === undefined, place)
    }
  })

  it("have area codes of states that exist, each in one state only", () => {
    const known = new Set(Object.values(northAmericanAreaCodes).flatMap((codes) => codes.trim().split(/\s+/)))
    const codes = laws.flatMap(({ areas = {} }) =>
      Object.values(areas).flatMap(({ areaCodes }) => areaCodes.split(" "))
    )
    assert.strictEqual(new Set(codes).size, codes.length)
    for (const code of codes) assert.isTrue(known.has(code), code)
  })
})

describe("the law for a call", () => {
  const namesOf = (phoneNumber: string, purpose: (typeof everyPurpose)[number]) => {
    const { caps, hours, pauses } = lawFor(phoneNumber, purpose)
    return [...hours, ...caps, ...pauses].map(({ name }) => name)
  }

  it("is that of the number's country and of its area, for the purpose", () => {
    assert.deepStrictEqual(namesOf("+33612345678", "MARKETING"), [
      "FR.marketing-hours",
      "FR.marketing-30-days",
      "FR.marketing-refusal"
    ])
    assert.deepStrictEqual(namesOf("+33612345678", "SERVICE"), [])
    assert.deepStrictEqual(namesOf("+13055550123", "MARKETING"), [
      "US.marketing-hours",
      "US-FL.marketing-hours",
      "US-FL.marketing-24-hours"
    ])
    assert.deepStrictEqual(namesOf("+12125550123", "DEBT"), ["US.debt-hours", "US.debt-7-days", "US.debt-conversation"])
    assert.deepStrictEqual(namesOf("+919812345678", "DEBT"), ["IN.recovery-hours"])
    // Toronto has the calling code of the United States, but not their law.
    assert.deepStrictEqual(namesOf("+14165550123", "MARKETING"), ["CA.marketing-hours"])
  })

  it("is the strictest common one for a country without an entry, and for an unknown country", () => {
    for (const phoneNumber of ["+81312345678", "+881612345678", "+15550001234"]) {
      assert.deepStrictEqual(namesOf(phoneNumber, "MARKETING"), [
        "OTHER.hours",
        "OTHER.7-days",
        "OTHER.30-days",
        "OTHER.refusal"
      ])
      assert.deepStrictEqual(namesOf(phoneNumber, "MEDICAL"), ["OTHER.service-hours"])
    }
  })

  it("has only rules whose names an admin can except", () => {
    const known = new Set(lawRules().map(({ name }) => name))
    for (const purpose of everyPurpose) {
      for (const phoneNumber of ["+33612345678", "+13055550123", "+12075550123", "+61412345678", "+81312345678"]) {
        for (const name of namesOf(phoneNumber, purpose)) assert.isTrue(known.has(name), name)
      }
    }
  })

  it("cites its sources with the day of the check", () => {
    const [rule] = lawFor("+33612345678", "MARKETING").hours
    assert.strictEqual(
      rule && cite(rule),
      `FR.marketing-hours (Code de la consommation, art. D. 223-9; checked ${checked}, confidence high)`
    )
  })
})
