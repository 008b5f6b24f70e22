import { expect, test } from "vitest"
import { inWords } from "../../../src/cli/commands/calls.ts"

const call: Parameters<typeof inWords>[0] = {
  id: "01a1ff45-430e-7001-8020-14bbb5a2c020",
  callSid: null,
  contactId: "01a1ff45-430e-7001-8020-14bbb5a2c021",
  contactName: "Asha",
  phoneNumber: "+919812345678",
  status: "PENDING",
  outcome: null,
  failureReason: null,
  duration: 0,
  attempts: 0,
  startedAt: null,
  completedAt: null,
  nextAttemptAt: new Date("2030-01-01T09:00:00.000Z"),
  scheduledAt: new Date("2030-01-01T09:00:00.000Z"),
  intentLabel: null,
  intentSource: null,
  intentCorrection: null,
  intentUndetermined: false,
  awaitsLabel: false,
  journeyAction: null,
  flaggedForReview: false,
  suppressedFromCampaign: false,
  suppressionReason: null,
  callbackScheduledAt: null,
  callbackAdjusted: false,
  deferralReason: null,
  results: {},
  reminderFor: null,
  campaignId: "01a1ff45-430e-7001-8020-14bbb5a2c022",
  campaignName: "Spring",
  inReviewSince: null,
  reviewReason: null,
  attemptLog: [],
  transcript: [],
  turns: [],
  toolCalls: [],
  transfers: [],
  chunks: [],
  analysis: null,
  variables: {},
  decisions: [],
  deliveries: []
}

const at = new Date("2030-01-01T08:00:00.000Z")
const pass = { at, gate: "campaign", verdict: "PASS", detail: null } as const

test("a call without decisions shows only the fields that have a value", () => {
  const text = inWords(call)
  expect(text).toMatch(/^phoneNumber +\+919812345678$/m)
  expect(text).not.toMatch(/callSid|flaggedForReview|attemptLog|toolCalls|transfers|results/)
  expect(text).toMatch(/\n\nNever called\.\n\nNo decision yet, or it is no longer stored\.$/)
})

test("a call shows the name of its label, and a line for each attempt", () => {
  const intentLabel = { id: "x", name: "Interested", color: "#1f9d55", isPositive: true }
  const attempt = {
    kind: "OUTBOUND",
    callSid: "CA1",
    startedAt: at,
    answeredAt: null,
    durationSeconds: 0,
    answeredBy: null,
    machine: null,
    flowVersion: 1,
    identityConfirmedAt: null,
    callerId: "+12125550100"
  } as const
  const text = inWords({
    ...call,
    intentLabel,
    attemptLog: [
      { ...attempt, attemptNo: 1, endedAt: at, outcome: "BUSY", failureReason: "Busy", identityConfirmedAt: at },
      { ...attempt, attemptNo: 2, endedAt: null, outcome: null, failureReason: null }
    ]
  })
  expect(text).toMatch(/^intentLabel +Interested$/m)
  expect(text).toMatch(/^1 +OUTBOUND +2030\S+ +2030\S+ +BUSY +0 +- +Busy +CA1 +1 +2030\S+ +\+12125550100$/m)
  expect(text).toMatch(/^2 +OUTBOUND +2030\S+ +- +under way +0 +- +- +CA1 +1 +- +\+12125550100$/m)
})

test("the latest decision is explained above the list of all decisions", () => {
  const earlier = {
    ...pass,
    at: new Date("2029-12-31T08:00:00.000Z"),
    gate: "window",
    verdict: "WAIT",
    detail: "closed"
  } as const
  const why = (...decisions: ReadonlyArray<(typeof call.decisions)[number]>) =>
    inWords({ ...call, decisions: [earlier, ...decisions] })
      .split("\n\n")
      .at(-1)
  expect(why()).toMatch(
    /^Waits, as decided at 2029-12-31T08:00:00\.000Z: window \(closed\)\.\nAT +GATE +VERDICT +DETAIL\n2029/
  )
  expect(why(pass, { ...pass, gate: "dnc", verdict: "REFUSE" })).toMatch(
    /^Is not called, as decided at 2030\S+: dnc\.\n/
  )
  expect(why(pass)).toMatch(/^Called at 2030-01-01T08:00:00\.000Z: nothing stood in the way\.\n/)
})

test("a call shows its transcript line by line, and the timings of each turn", () => {
  const agent = { role: "agent", text: "Hello Asha, this", startMs: 1_200, endMs: 61_780, interrupted: true } as const
  const person = { role: "person", text: "Stop.", startMs: 61_900, endMs: 62_300, interrupted: false } as const
  const figures = { endOfTurnMs: 360, finalMs: 320, retrievalMs: null, firstTokenMs: 400, firstAudioMs: 700 }
  const turn = {
    ...figures,
    at,
    totalMs: 1_060,
    chunkIds: [],
    llmProvider: null,
    model: null,
    language: null,
    interrupted: false,
    speculative: null,
    why: "sentence"
  }
  const text = inWords({
    ...call,
    transcript: [agent, person],
    turns: [turn, { ...turn, retrievalMs: 40, chunkIds: ["a", "b"] }]
  })
  expect(text).toMatch(/^0:01\.2 +1:01\.8 +agent +Hello Asha, this — \(interrupted\)$/m)
  expect(text).toMatch(/^1:01\.9 +1:02\.3 +person +Stop\.$/m)
  expect(text).toMatch(/^2030\S+ +360 +- +- +400 +700 +1060 +sentence$/m)
  expect(text).toMatch(/^2030\S+ +360 +40 +2 +400 +700 +1060 +sentence$/m)
})

test("a call shows each request of its webhook deliveries", () => {
  const request = { at, durationMs: 15, statusCode: 503, response: null, error: "The target answered 503" }
  const delivery = { id: "1", webhookId: "evt_1", createdAt: at, lastError: null, attempts: [request] }
  const words = inWords({
    ...call,
    deliveries: [
      { ...delivery, status: "PENDING", nextAttemptAt: new Date("2030-01-01T08:00:31.000Z") },
      { ...delivery, webhookId: "evt_2", status: "DELIVERED", nextAttemptAt: null, attempts: [] }
    ]
  })
  expect(words).toContain("Webhook evt_1: PENDING, next request at 2030-01-01T08:00:31.000Z\nSENT AT")
  expect(words).toMatch(/2030-01-01T08:00:00.000Z {2}15 {2}503 {5}The target answered 503\n/)
  expect(words).toContain("Webhook evt_2: DELIVERED\nNothing sent yet.")
})
