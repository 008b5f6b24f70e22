import { describe, expect, test } from "vitest"
import { type Route, routeOf, type Tagged } from "../../../src/domain/dialing/routing.ts"
import { makeRandom } from "../../support/random.ts"

const plain: Tagged = {
  retryBehavior: "RETRYABLE",
  rule: null,
  callback: null,
  campaignStatus: "IN_PROGRESS",
  maxRetries: 3,
  attempts: 1,
  extraAttempts: 0,
  callbacks: 0,
  hasReminder: false,
  reminders: 0,
  wasCutOff: false
}
const route = (fields: Partial<Tagged>) => routeOf({ ...plain, ...fields })

describe("the route of a conversation that the service had to end", () => {
  const cut = { wasCutOff: true, retryBehavior: null } as const
  const failure = { next: "FAILURE", journeyAction: null, review: null }

  test("is a retry while retries are left, when nothing is clear", () => {
    expect(route({ ...cut, attempts: 3 })).toEqual({ next: "RETRY", journeyAction: null, review: null })
    expect(route({ ...cut, attempts: 4 })).toEqual(failure)
    expect(route({ ...cut, attempts: 4, extraAttempts: 1 })).toMatchObject({ next: "RETRY" })
    for (const campaignStatus of ["CANCELLED", "COMPLETED"] as const)
      expect(route({ ...cut, campaignStatus })).toEqual(failure)
  })

  test("is that of any other conversation when a label or a callback is clear", () => {
    for (const fields of [
      { retryBehavior: "RETRYABLE", rule: "RETRY" },
      { retryBehavior: "SUPPRESS_ORG_WIDE" },
      { retryBehavior: "RETRYABLE", rule: "FLAG_REVIEW" },
      { retryBehavior: null, callback: "clear" },
      { retryBehavior: null, callback: "unsure" }
    ] as const)
      expect(route({ ...fields, wasCutOff: true })).toEqual(route(fields))
  })
})

describe("the route of a call after its analysis", () => {
  test("does nothing more without a rule", () => {
    expect(route({})).toEqual({ next: "NOTHING", journeyAction: "MARK_COMPLETED", review: null })
  })

  test.each(["SUPPRESS_ORG_WIDE", "SUPPRESS_CAMPAIGN"] as const)("applies %s by label or by rule", (suppression) => {
    const suppressed = { next: suppression, journeyAction: suppression, review: null }
    expect(route({ retryBehavior: suppression })).toEqual(suppressed)
    expect(route({ rule: suppression })).toEqual(suppressed)
  })

  test("applies the label's retry behavior before its rule, and both before a callback", () => {
    expect(route({ retryBehavior: "SUPPRESS_ORG_WIDE", rule: "SUPPRESS_CAMPAIGN" }).next).toBe("SUPPRESS_ORG_WIDE")
    expect(route({ retryBehavior: "SUPPRESS_CAMPAIGN", rule: "SUPPRESS_ORG_WIDE" }).next).toBe("SUPPRESS_CAMPAIGN")
    expect(route({ retryBehavior: "SUPPRESS_CAMPAIGN", rule: "RETRY", callback: "clear" }).next).toBe(
      "SUPPRESS_CAMPAIGN"
    )
    expect(route({ rule: "SUPPRESS_CAMPAIGN", callback: "unsure" })).toMatchObject({ review: null })
  })

  test("retries until the retries are used up", () => {
    expect(route({ rule: "RETRY", attempts: 3 })).toMatchObject({ next: "RETRY", journeyAction: "RETRY" })
    expect(route({ rule: "RETRY", attempts: 4 })).toMatchObject({ next: "NOTHING", journeyAction: "MARK_COMPLETED" })
    expect(route({ rule: "RETRY", attempts: 4, extraAttempts: 1 })).toMatchObject({ next: "RETRY" })
  })

  test("schedules at most three callbacks, regardless of the number of attempts", () => {
    expect(route({ callback: "clear", attempts: 9 })).toMatchObject({
      next: "CALLBACK",
      journeyAction: "MARK_COMPLETED"
    })
    expect(route({ callback: "clear", rule: "RETRY" })).toMatchObject({
      next: "CALLBACK",
      journeyAction: "MARK_COMPLETED"
    })
    expect(route({ callback: "clear", callbacks: 2 }).next).toBe("CALLBACK")
    expect(route({ callback: "clear", callbacks: 3 }).next).toBe("NOTHING")
    expect(route({ callback: "clear", callbacks: 3, rule: "RETRY" })).toMatchObject({ next: "RETRY" })
  })

  test("flags a call for review by rule or for an unclear callback time, and still schedules a clear callback", () => {
    expect(route({ rule: "FLAG_REVIEW" })).toEqual({ next: "NOTHING", journeyAction: "FLAG_REVIEW", review: "RULE" })
    expect(route({ rule: "FLAG_REVIEW", callback: "clear" })).toMatchObject({ next: "CALLBACK", review: "RULE" })
    expect(route({ callback: "unsure" })).toMatchObject({ next: "NOTHING", review: "CALLBACK" })
    expect(route({ rule: "COMMITMENT_REMINDER", callback: "clear" })).toMatchObject({
      next: "CALLBACK",
      journeyAction: "COMMITMENT_REMINDER"
    })
  })

  test.each(["CANCELLED", "COMPLETED"] as const)("never calls again in a campaign that is %s", (campaignStatus) => {
    expect(route({ campaignStatus, rule: "RETRY" })).toMatchObject({
      next: "NOTHING",
      journeyAction: "MARK_COMPLETED"
    })
    expect(route({ campaignStatus, callback: "clear" })).toMatchObject({ next: "NOTHING" })
    expect(route({ campaignStatus, retryBehavior: "SUPPRESS_ORG_WIDE" })).toMatchObject({ next: "SUPPRESS_ORG_WIDE" })
    expect(route({ campaignStatus, rule: "FLAG_REVIEW" })).toMatchObject({ review: "RULE" })
  })

  test("decides in a paused campaign as in a running one", () => {
    expect(route({ campaignStatus: "PAUSED", rule: "RETRY" }).next).toBe("RETRY")
    expect(route({ campaignStatus: "PAUSED", callback: "clear" }).next).toBe("CALLBACK")
  })

  test("does not retry a person who was not understood, but calls them back on request", () => {
    const unclear = { retryBehavior: null } as const
    expect(route(unclear)).toEqual({ next: "NOTHING", journeyAction: null, review: null })
    expect(route({ ...unclear, callback: "clear" })).toEqual({ next: "CALLBACK", journeyAction: null, review: null })
    expect(route({ ...unclear, callback: "unsure" })).toEqual({
      next: "NOTHING",
      journeyAction: null,
      review: "CALLBACK"
    })
  })
})

/** The rules in the order of the written decisions, as an independent model. */
const naive = (tagged: Tagged): Route => {
  const { attempts, callback, callbacks, campaignStatus, extraAttempts, maxRetries, retryBehavior, rule } = tagged
  const dials = !["CANCELLED", "COMPLETED"].includes(campaignStatus)
  const hasRetry = dials && attempts - extraAttempts < maxRetries + 1
  const failed = tagged.wasCutOff && retryBehavior === null && callback === null
  const steps: ReadonlyArray<readonly [boolean, Route["next"]]> = [
    [retryBehavior === "SUPPRESS_ORG_WIDE", "SUPPRESS_ORG_WIDE"],
    [retryBehavior === "SUPPRESS_CAMPAIGN", "SUPPRESS_CAMPAIGN"],
    [rule === "SUPPRESS_ORG_WIDE", "SUPPRESS_ORG_WIDE"],
    [rule === "SUPPRESS_CAMPAIGN", "SUPPRESS_CAMPAIGN"],
    [failed && hasRetry, "RETRY"],
    [failed, "FAILURE"],
    [dials && callback === "clear" && callbacks <= 2, "CALLBACK"],
    [dials && rule === "COMMITMENT_REMINDER" && tagged.hasReminder && tagged.reminders <= 2, "REMINDER"],
    [hasRetry && rule === "RETRY", "RETRY"],
    [true, "NOTHING"]
  ]
  const next = steps.find(([holds]) => holds)![1]
  if (next === "SUPPRESS_ORG_WIDE" || next === "SUPPRESS_CAMPAIGN") return { next, journeyAction: next, review: null }
  const applied = rule === null || (rule === "RETRY" && next !== "RETRY") ? "MARK_COMPLETED" : rule
  const reasons = [
    ...(rule === "FLAG_REVIEW" ? ["RULE" as const] : []),
    ...(callback === "unsure" ? ["CALLBACK" as const] : []),
    ...(callback === "clear" && callbacks <= 2 && campaignStatus === "COMPLETED" ? ["CALLBACK" as const] : [])
  ]
  return { next, journeyAction: retryBehavior === null ? null : applied, review: reasons[0] ?? null }
}

test("the route equals that of the model for every combination", () => {
  const random = makeRandom(Number(process.env.TEST_SEED))
  const one = <const A>(...items: ReadonlyArray<A>): A => items[Math.floor(random() * items.length)]!
  for (let round = 0; round < 20_000; round++) {
    const retryBehavior = one(null, "RETRYABLE", "RETRYABLE", "SUPPRESS_CAMPAIGN", "SUPPRESS_ORG_WIDE")
    const tagged: Tagged = {
      retryBehavior,
      rule:
        retryBehavior === null
          ? null
          : one(
              null,
              "RETRY",
              "RETRY",
              "SUPPRESS_CAMPAIGN",
              "SUPPRESS_ORG_WIDE",
              "FLAG_REVIEW",
              "COMMITMENT_REMINDER",
              "MARK_COMPLETED"
            ),
      callback: one(null, "clear", "unsure"),
      campaignStatus: one("IN_PROGRESS", "IN_PROGRESS", "PAUSED", "COMPLETED", "CANCELLED"),
      maxRetries: one(0, 1, 2, 3),
      attempts: one(1, 2, 3, 4, 5),
      extraAttempts: one(0, 0, 1, 2),
      callbacks: one(0, 1, 2, 3),
      hasReminder: one(false, true),
      reminders: one(0, 1, 2, 3),
      wasCutOff: one(false, false, true)
    }
    expect(routeOf(tagged), JSON.stringify(tagged)).toEqual(naive(tagged))
  }
})
