import { describe, expect, test } from "vitest"
import { CallOutcome } from "../../../src/domain/calls/Call.ts"
import { JourneyAction } from "../../../src/domain/campaigns/JourneyRule.ts"
import {
  afterAttempt,
  type CallFacts,
  hungUpOutcome,
  isCarrierFailure,
  type Outcome,
  settledConversation,
  settledOutcome,
  settledSeconds
} from "../../../src/domain/dialing/after-attempt.ts"

const first: CallFacts = {
  campaignStatus: "IN_PROGRESS",
  maxRetries: 1,
  attempts: 1,
  extraAttempts: 0,
  notReachableRule: null,
  onDoNotContact: false,
  isFinal: false,
  isReminder: false
}
const last: CallFacts = { ...first, attempts: 2 }
const silent = { heard: false, optedOut: false, failed: false }
const heard = { ...silent, heard: true }
const optedOut = { ...heard, optedOut: true }
const failed = { ...heard, failed: true }
const unanswered = ["NO_ANSWER", "BUSY", "VOICEMAIL", "UNREACHABLE"] as const
const carrierFailures = ["CARRIER_ERROR", "TIMEOUT", "DISPATCH_UNKNOWN"] as const

describe("after an attempt", () => {
  test("a conversation is analyzed only if the person said anything", () => {
    expect(afterAttempt("CONNECTED", heard, last)).toEqual({ status: "COMPLETED", awaitsTag: true })
    expect(afterAttempt("CONNECTED", silent, first)).toEqual({ status: "COMPLETED", awaitsTag: false })
  })

  test.each([...unanswered, ...carrierFailures])("%s is retried until the retries are used up", (outcome) => {
    expect(afterAttempt(outcome, silent, first)).toMatchObject({ status: "QUEUED", byRule: false })
    expect(afterAttempt(outcome, silent, last)).toMatchObject({ status: "FAILED", journeyAction: null })
    expect(afterAttempt(outcome, silent, { ...last, extraAttempts: 1 }).status).toBe("QUEUED")
    expect(afterAttempt(outcome, silent, { ...first, campaignStatus: "CANCELLED" }).status).toBe("FAILED")
    expect(afterAttempt(outcome, silent, { ...first, campaignStatus: "COMPLETED" }).status).toBe("FAILED")
    expect(afterAttempt(outcome, silent, { ...first, campaignStatus: "PAUSED" }).status).toBe("QUEUED")
  })

  test("a reminder to which the person says nothing is not repeated, and leaves the call as it was", () => {
    const reminder = { ...first, isReminder: true }
    const ruled = { ...reminder, notReachableRule: { action: "RETRY" as const } }
    for (const facts of [reminder, ruled, { ...reminder, campaignStatus: "CANCELLED" as const }]) {
      for (const outcome of CallOutcome.literals) {
        expect(afterAttempt(outcome, silent, facts)).toEqual({ status: "REMINDED" })
        expect(afterAttempt(outcome, optedOut, facts)).toEqual({ status: "SUPPRESSED", optedOut: true })
      }
      expect(afterAttempt("CONNECTED", heard, facts)).toEqual({ status: "COMPLETED", awaitsTag: true })
    }
    const listed = { ...reminder, onDoNotContact: true }
    expect(afterAttempt("NO_ANSWER", silent, listed)).toEqual({ status: "SUPPRESSED", optedOut: false })
  })

  test("a number that the carrier refuses is not retried", () => {
    expect(afterAttempt("INVALID_NUMBER", silent, first).status).toBe("FAILED")
  })

  test.each(CallOutcome.literals)("%s: a person who does not want to be called again is suppressed", (outcome) => {
    for (const standing of [first, last, { ...first, campaignStatus: "CANCELLED" as const }]) {
      expect(afterAttempt(outcome, optedOut, standing)).toEqual({ status: "SUPPRESSED", optedOut: true })
    }
    const ruled = { ...first, notReachableRule: { action: "RETRY" as const } }
    expect(afterAttempt(outcome, optedOut, ruled)).toEqual({ status: "SUPPRESSED", optedOut: true })
  })

  test.each([...unanswered, ...carrierFailures, "INVALID_NUMBER"] as const)(
    "%s: a number that was put on Do Not Contact is suppressed, whatever the rules say",
    (outcome) => {
      const ruled = { ...first, notReachableRule: { action: "RETRY" as const } }
      for (const facts of [first, last, ruled, { ...first, campaignStatus: "CANCELLED" as const }]) {
        const listed = { ...facts, onDoNotContact: true }
        expect(afterAttempt(outcome, silent, listed)).toEqual({ status: "SUPPRESSED", optedOut: false })
      }
    }
  )

  test("a conversation is analyzed even if its number was put on Do Not Contact", () => {
    const listed = { ...first, onDoNotContact: true }
    expect(afterAttempt("CONNECTED", heard, listed)).toEqual({ status: "COMPLETED", awaitsTag: true })
    expect(afterAttempt("CONNECTED", optedOut, listed)).toEqual({ status: "SUPPRESSED", optedOut: true })
  })

  test.each(unanswered)("%s: a journey rule on Not Reachable overrides the retry policy", (outcome) => {
    for (const action of JourneyAction.literals) {
      const ruled = { ...first, notReachableRule: { action } }
      expect(afterAttempt(outcome, silent, ruled)).toMatchObject(
        action === "RETRY" ? { status: "QUEUED", byRule: true } : { status: "FAILED", journeyAction: action }
      )
    }
    const refused = { ...last, notReachableRule: { action: "RETRY" as const } }
    expect(afterAttempt(outcome, silent, refused)).toMatchObject({ status: "FAILED", journeyAction: "MARK_COMPLETED" })
  })

  test.each([...carrierFailures, "INVALID_NUMBER"] as const)(
    "%s is not affected by a journey rule on Not Reachable",
    (outcome) => {
      const ruled = { ...last, notReachableRule: { action: "FLAG_REVIEW" as const } }
      expect(afterAttempt(outcome, silent, ruled)).toMatchObject({ status: "FAILED", journeyAction: null })
    }
  )
})

test("only the error that the carrier reports for our hang-up becomes NO_ANSWER", () => {
  for (const outcome of CallOutcome.literals) {
    expect(hungUpOutcome(outcome)).toBe(outcome === "CARRIER_ERROR" ? "NO_ANSWER" : outcome)
  }
})

test.each<[Outcome, number, boolean, Outcome]>([
  ["CONNECTED", 9, false, "NO_ANSWER"],
  ["CONNECTED", 9, true, "CONNECTED"],
  ["CONNECTED", 10, false, "CONNECTED"],
  ["BUSY", 0, false, "BUSY"]
])("%s of %i seconds, heard %s, is settled as %s", (outcome, durationSeconds, heard, settled) => {
  expect(settledOutcome({ outcome, durationSeconds, answeredBy: null }, { ...silent, heard })).toBe(settled)
})

test("the words of a person count, and an opt-out counts as a word", () => {
  for (const answeredBy of [null, "human", "unknown"] as const) {
    for (const conversation of [silent, heard, optedOut, failed])
      expect(settledConversation(answeredBy, conversation)).toEqual(conversation)
    expect(settledConversation(answeredBy, { ...silent, optedOut: true })).toEqual(optedOut)
  }
})

test.each(["machine", "fax"] as const)("the words of a %s do not count", (answeredBy) => {
  for (const conversation of [silent, heard, failed])
    expect(settledConversation(answeredBy, conversation)).toEqual(silent)
})

test.each(["machine", "fax"] as const)("an opt-out binds although a %s is reported", (answeredBy) => {
  for (const conversation of [optedOut, { ...optedOut, heard: false }, { ...optedOut, failed: true }]) {
    const settled = settledConversation(answeredBy, conversation)
    expect(settled).toEqual(optedOut)
    for (const outcome of ["CONNECTED", "VOICEMAIL"] as const) {
      const end = settledOutcome({ outcome, durationSeconds: 30, answeredBy }, settled)
      expect(end).toBe("VOICEMAIL")
      for (const isFinal of [false, true])
        expect(afterAttempt(end, settled, { ...first, isFinal })).toEqual({ status: "SUPPRESSED", optedOut: true })
    }
  }
})

test.each(["machine", "fax"] as const)("a %s that answers does not count as a person", (answeredBy) => {
  const answered = { outcome: "CONNECTED", durationSeconds: 30 } as const
  expect(settledOutcome({ ...answered, answeredBy }, heard)).toBe("VOICEMAIL")
  expect(settledOutcome({ ...answered, answeredBy: "unknown" }, heard)).toBe("CONNECTED")
  expect(settledOutcome({ ...answered, outcome: "BUSY", answeredBy }, heard)).toBe("BUSY")
})

test("a conversation that the service failed in counts as a carrier error", () => {
  for (const durationSeconds of [2, 70]) {
    const ended = { outcome: "CONNECTED", durationSeconds, answeredBy: "human" } as const
    expect(settledOutcome(ended, { ...failed, heard: false })).toBe("CARRIER_ERROR")
    // The analysis of what the person said decides about the call.
    expect(settledOutcome(ended, failed)).toBe("CONNECTED")
    // An opt-out is binding and counts as an answer.
    expect(settledOutcome(ended, { ...optedOut, failed: true })).toBe("CONNECTED")
    for (const answeredBy of ["machine", "fax"] as const) {
      expect(settledOutcome({ ...ended, answeredBy }, failed)).toBe("VOICEMAIL")
    }
    expect(settledOutcome({ ...ended, outcome: "VOICEMAIL" }, failed)).toBe("VOICEMAIL")
  }
  for (const outcome of [...carrierFailures, "NO_ANSWER"] as const) {
    expect(settledOutcome({ outcome, durationSeconds: 0, answeredBy: null }, { ...failed, heard: false })).toBe(
      "CARRIER_ERROR"
    )
  }
})

test.each(carrierFailures)("%s: a person who was heard counts as connected and is not retried", (outcome) => {
  const ended = { outcome, durationSeconds: 0, answeredBy: null }
  for (const conversation of [heard, optedOut]) expect(settledOutcome(ended, conversation)).toBe("CONNECTED")
  expect(settledOutcome(ended, silent)).toBe(outcome)
  for (const answeredBy of ["machine", "fax"] as const) {
    expect(settledOutcome({ ...ended, answeredBy }, heard)).toBe(outcome)
  }
  // The length that is known for certain.
  expect(settledSeconds(ended, "CONNECTED", 0)).toBe(1)
  expect(settledSeconds(ended, "CONNECTED", 42)).toBe(42)
  expect(settledSeconds({ ...ended, durationSeconds: 70 }, "CONNECTED", 42)).toBe(70)
  expect(settledSeconds({ ...ended, durationSeconds: 70 }, outcome, 42)).toBe(0)
})

test("the carrier's length of a conversation takes precedence", () => {
  for (const durationSeconds of [0, 70]) {
    const ended = { outcome: "CONNECTED", durationSeconds, answeredBy: null } as const
    expect(settledSeconds(ended, "CONNECTED", 42)).toBe(durationSeconds)
    expect(settledSeconds(ended, "NO_ANSWER", 42)).toBe(0)
  }
})

test("the circuit breaker counts faults of the carrier and of the service", () => {
  expect(CallOutcome.literals.filter(isCarrierFailure).toSorted()).toEqual([...carrierFailures].toSorted())
})
