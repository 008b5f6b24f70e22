import { describe, expect, test } from "vitest"
import {
  afterAttempt,
  isCarrierFailure,
  type Outcome,
  type Standing,
  settledOutcome
} from "../../src/domain/after-attempt.ts"
import { CallOutcome } from "../../src/domain/Call.ts"
import { JourneyAction } from "../../src/domain/JourneyRule.ts"

const first: Standing = {
  campaignStatus: "IN_PROGRESS",
  maxRetries: 1,
  attempts: 1,
  extraAttempts: 0,
  notReachableRule: null
}
const last: Standing = { ...first, attempts: 2 }
const unanswered = ["NO_ANSWER", "BUSY", "VOICEMAIL", "UNREACHABLE"] as const
const carrierFailures = ["CARRIER_ERROR", "TIMEOUT", "DISPATCH_UNKNOWN"] as const

describe("after an attempt", () => {
  test("somebody was talked to: it is analysed if they said anything", () => {
    expect(afterAttempt("CONNECTED", true, last)).toEqual({ status: "COMPLETED", awaitsTag: true })
    expect(afterAttempt("CONNECTED", false, first)).toEqual({ status: "COMPLETED", awaitsTag: false })
  })

  test.each([...unanswered, ...carrierFailures])("%s is tried again while retries last", (outcome) => {
    expect(afterAttempt(outcome, false, first)).toMatchObject({ status: "QUEUED", byRule: false })
    expect(afterAttempt(outcome, false, last)).toMatchObject({ status: "FAILED", journeyAction: null })
    expect(afterAttempt(outcome, false, { ...last, extraAttempts: 1 }).status).toBe("QUEUED")
    expect(afterAttempt(outcome, false, { ...first, campaignStatus: "CANCELLED" }).status).toBe("FAILED")
    expect(afterAttempt(outcome, false, { ...first, campaignStatus: "COMPLETED" }).status).toBe("FAILED")
    expect(afterAttempt(outcome, false, { ...first, campaignStatus: "PAUSED" }).status).toBe("QUEUED")
  })

  test("a number that the carrier refuses is not tried again", () => {
    expect(afterAttempt("INVALID_NUMBER", false, first).status).toBe("FAILED")
  })

  test.each(unanswered)("%s: a rule on Not Reachable takes the place of the retry policy", (outcome) => {
    for (const action of JourneyAction.literals) {
      const ruled = { ...first, notReachableRule: { action } }
      expect(afterAttempt(outcome, false, ruled)).toMatchObject(
        action === "RETRY" ? { status: "QUEUED", byRule: true } : { status: "FAILED", journeyAction: action }
      )
    }
    const refused = { ...last, notReachableRule: { action: "RETRY" as const } }
    expect(afterAttempt(outcome, false, refused)).toMatchObject({ status: "FAILED", journeyAction: "MARK_COMPLETED" })
  })

  test.each([...carrierFailures, "INVALID_NUMBER"] as const)("%s is no business of that rule", (outcome) => {
    const ruled = { ...last, notReachableRule: { action: "FLAG_REVIEW" as const } }
    expect(afterAttempt(outcome, false, ruled)).toMatchObject({ status: "FAILED", journeyAction: null })
  })
})

test.each<[Outcome, number, boolean, Outcome]>([
  ["CONNECTED", 9, false, "NO_ANSWER"],
  ["CONNECTED", 9, true, "CONNECTED"],
  ["CONNECTED", 10, false, "CONNECTED"],
  ["BUSY", 0, false, "BUSY"]
])("%s of %i seconds, heard %s, is settled as %s", (outcome, durationSeconds, heard, settled) => {
  expect(settledOutcome({ outcome, durationSeconds, heard, answeredBy: null })).toBe(settled)
})

test.each(["machine", "fax"] as const)("a %s that picks up is nobody", (answeredBy) => {
  const answered = { outcome: "CONNECTED", durationSeconds: 30, heard: true } as const
  expect(settledOutcome({ ...answered, answeredBy })).toBe("VOICEMAIL")
  expect(settledOutcome({ ...answered, answeredBy: "unknown" })).toBe("CONNECTED")
  expect(settledOutcome({ ...answered, outcome: "BUSY", answeredBy })).toBe("BUSY")
})

test("the breaker counts what is the carrier's fault or ours", () => {
  expect(CallOutcome.literals.filter(isCarrierFailure).toSorted()).toEqual([...carrierFailures].toSorted())
})
