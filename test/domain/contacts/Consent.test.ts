import { describe, expect, test } from "vitest"
import {
  consentFor,
  consentState,
  consentVerdict,
  isLooser,
  policyOf,
  type RecordedConsent
} from "../../../src/domain/contacts/Consent.ts"
import type { Purpose } from "../../../src/domain/law/Law.ts"
import { makeRandom } from "../../support/random.ts"

const day = (number: number) => new Date(Date.UTC(2030, 0, number))
const given = (purpose: string, at: number, fields: Partial<RecordedConsent> = {}) => ({
  purpose,
  basis: "EXPRESS",
  at: day(at),
  expiresAt: null,
  withdrawnAt: null,
  ...fields
})
const kindOf = (recorded: ReadonlyArray<ReturnType<typeof given>>, purpose: Purpose = "MARKETING", on = 20) =>
  consentState(recorded, purpose, day(on)).kind

describe("the consent of a number", () => {
  test("is none without an entry for the purpose, and that of all purposes counts for each", () => {
    expect(kindOf([])).toBe("NONE")
    expect(kindOf([given("DEBT", 1)])).toBe("NONE")
    expect(kindOf([given("ALL", 1)])).toBe("GIVEN")
  })

  test("ends when it expires, and does not begin before its time", () => {
    expect(kindOf([given("MARKETING", 1, { expiresAt: day(20) })])).toBe("EXPIRED")
    expect(kindOf([given("MARKETING", 1, { expiresAt: day(21) })])).toBe("GIVEN")
    expect(kindOf([given("MARKETING", 21)])).toBe("EXPIRED")
  })

  test("is withdrawn by a later withdrawal of the purpose or of all, until a still later consent", () => {
    const withdrawn = given("MARKETING", 1, { withdrawnAt: day(5) })
    expect(kindOf([withdrawn])).toBe("WITHDRAWN")
    expect(kindOf([withdrawn, given("MARKETING", 3)])).toBe("WITHDRAWN")
    expect(kindOf([withdrawn, given("MARKETING", 6)])).toBe("GIVEN")
    expect(kindOf([given("MARKETING", 1), given("ALL", 2, { withdrawnAt: day(2), basis: "NONE" })])).toBe("WITHDRAWN")
    expect(kindOf([given("ALL", 1), given("DEBT", 2, { withdrawnAt: day(2), basis: "NONE" })])).toBe("GIVEN")
  })

  test("stays withdrawn until a consent that is dated in the future begins", () => {
    const recorded = [given("ALL", 1, { withdrawnAt: day(5) }), given("ALL", 21)]
    expect(kindOf(recorded)).toBe("WITHDRAWN")
    expect(kindOf(recorded, "MARKETING", 21)).toBe("GIVEN")
  })

  test("agrees with a reading of the entries in the order of time", () => {
    const random = makeRandom(Number(process.env.TEST_SEED ?? 0))
    const pick = <A>(of: ReadonlyArray<A>) => of[Math.floor(random() * of.length)] as A
    for (let round = 0; round < 3_000; round++) {
      const recorded = Array.from({ length: Math.floor(random() * 4) }, () => {
        const at = 1 + Math.floor(random() * 15)
        return given(pick(["MARKETING", "DEBT", "ALL"]), at, {
          expiresAt: random() < 0.3 ? day(at + 1 + Math.floor(random() * 15)) : null,
          withdrawnAt: random() < 0.3 ? day(at + Math.floor(random() * 10)) : null
        })
      })
      const now = day(1 + Math.floor(random() * 25))
      expect(consentState(recorded, "MARKETING", now).kind === "GIVEN").toBe(mayBeCalled(recorded, now))
    }
  })
})

/** Goes through every event in the order of time: the last withdrawal removes all that was given until then. */
const mayBeCalled = (recorded: ReadonlyArray<ReturnType<typeof given>>, now: Date) => {
  const relevant = recorded.filter(({ purpose }) => purpose !== "DEBT")
  const events = relevant.flatMap((one) => [
    ...(one.withdrawnAt === null ? [{ at: one.at, kind: 0, one }] : []),
    ...(one.withdrawnAt === null ? [] : [{ at: one.withdrawnAt, kind: 1, one }])
  ])
  events.sort((one, other) => one.at.getTime() - other.at.getTime() || one.kind - other.kind)
  let standing: Array<ReturnType<typeof given>> = []
  for (const { kind, one } of events) standing = kind === 1 ? [] : [...standing, one]
  return standing.some(({ at, expiresAt }) => at <= now && (expiresAt === null || expiresAt > now))
}

describe("the policy of a country", () => {
  const verdictOf = (policy: "OFF" | "RECORDED" | "REQUIRED", recorded: ReadonlyArray<ReturnType<typeof given>>) => {
    const verdict = consentVerdict(policy, "MARKETING", consentState(recorded, "MARKETING", day(20)))
    return verdict === undefined ? undefined : verdict.isOpen ? "open" : verdict.reason
  }
  const withdrawn = [given("ALL", 1, { withdrawnAt: day(2) })]

  test("names the time at which a consent begins, or says that it has expired", () => {
    const detailOf = (...recorded: ReadonlyArray<ReturnType<typeof given>>) =>
      consentVerdict("REQUIRED", "MARKETING", consentState(recorded, "MARKETING", day(20)))?.detail
    expect(detailOf(given("ALL", 22), given("ALL", 21))).toBe(
      "The consent for MARKETING begins at 2030-01-21T00:00:00.000Z"
    )
    expect(detailOf(given("ALL", 1, { expiresAt: day(2) }))).toBe("The consent for MARKETING has expired")
    expect(detailOf()).toBe("No consent for MARKETING is recorded")
  })

  test.each([
    ["OFF", [], undefined],
    ["OFF", withdrawn, undefined],
    ["RECORDED", [], "open"],
    ["RECORDED", [given("ALL", 1)], "open"],
    ["RECORDED", withdrawn, "Consent Withdrawn"],
    ["REQUIRED", [], "No Consent"],
    ["REQUIRED", [given("ALL", 1, { expiresAt: day(2) })], "No Consent"],
    ["REQUIRED", [given("ALL", 1)], "open"],
    ["REQUIRED", withdrawn, "Consent Withdrawn"]
  ] as const)("%s with %j answers %s", (policy, recorded, answer) => {
    expect(verdictOf(policy, recorded)).toBe(answer)
  })

  test("needs a consent for each purpose of a campaign", () => {
    const recorded = [given("MARKETING", 1)]
    expect(consentFor("REQUIRED", ["MARKETING"], recorded, day(20))).toMatchObject({ isOpen: true })
    expect(consentFor("REQUIRED", ["MARKETING", "DEBT"], recorded, day(20))).toMatchObject({
      isOpen: false,
      detail: "No consent for DEBT is recorded"
    })
  })

  test("is its own, or else that of all others", () => {
    const policies = { US: "REQUIRED", "*": "RECORDED" } as const
    expect([policyOf(policies, "US"), policyOf(policies, "GB"), policyOf(policies, undefined)]).toEqual([
      "REQUIRED",
      "RECORDED",
      "RECORDED"
    ])
    expect(policyOf({ US: "REQUIRED" }, "GB")).toBe("OFF")
    expect([isLooser("OFF", "RECORDED"), isLooser("REQUIRED", "REQUIRED")]).toEqual([true, false])
  })
})
