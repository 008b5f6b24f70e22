import { expect, test } from "vitest"
import { insightInWords, outlookInWords } from "../../../src/cli/commands/campaigns.ts"

const at = new Date("2030-01-01T08:00:00.000Z")

test("an outlook says what would refuse the start, and who is not called", () => {
  const text = outlookInWords({
    ready: false,
    missing: ["The audience is empty", "No minutes are left"],
    warnings: ["The server crm has no tool book any more."],
    contacts: 50_000,
    examined: 20_000,
    willBeCalled: 40_000,
    skipped: [{ reason: "Do Not Contact", count: 10_000 }],
    delayed: [],
    startsAt: at,
    firstCallAt: at,
    lastCallAt: null,
    callsPerMinute: 20,
    minutes: { estimated: 900, needed: 900, remaining: 0 },
    cost: { amount: "12.5", currency: "EUR" },
    basis: 1_000
  })
  expect(text).toMatch(
    /^The campaign cannot be started:\n- The audience is empty\n- No minutes are left\nWarning: The server crm has no tool book any more\.\n\n/
  )
  expect(text).toMatch(/^contacts +50000, estimated from 20000$/m)
  expect(text).toMatch(/^last first attempt +-$/m)
  expect(text).toMatch(/^minutes +900, 0 are left$/m)
  expect(text).toMatch(/^cost +12\.5 EUR$/m)
  expect(text).toMatch(/\nNOT CALLED +CONTACTS\nDo Not Contact +10000\n\nNone waits\.$/)
})

test("an insight begins with why no call is placed, and leaves out hours without attempts", () => {
  const label = { id: "x", name: "Interested", color: "#1f9d55", isPositive: true }
  const insight: Parameters<typeof insightInWords>[0] = {
    timezone: "Asia/Kolkata",
    funnel: { contacts: 3, called: 2, connected: 1, labelled: 1, positive: 1 },
    labelsByDay: [{ day: "2030-01-01", labels: [{ ...label, count: 4 }], undetermined: 2 }],
    retryQueue: [{ hour: at, callbacks: 1, reminders: 4, retries: 2, first: 3 }],
    answersByHour: [
      { hour: 8, attempts: 0, answered: 0, rate: null },
      { hour: 9, attempts: 4, answered: 1, rate: 0.25 }
    ],
    oldLists: [],
    idle: { status: "IN_PROGRESS", reasons: [{ gate: "window", detail: "The calling hours are closed", until: at }] }
  }
  const text = insightInWords(insight)
  expect(text).toMatch(
    /^The campaign places no call now \(IN_PROGRESS\):\nGATE .*\nwindow +The calling hours are closed +2030/
  )
  expect(text).toMatch(/^2030-01-01 +Interested 4 +2$/m)
  expect(text).toMatch(/^2030-01-01T08:00:00\.000Z +1 +4 +2 +3$/m)
  expect(text).toMatch(/^09:00 +4 +1 +25 %$/m)
  expect(text).not.toMatch(/^08:00/m)
  expect(insightInWords({ ...insight, idle: null })).toMatch(/^The campaign places calls\.\n/)
  expect(insightInWords({ ...insight, oldLists: ["the list GB_TPS is of 2029-01-02"] })).toContain(
    "Contacts wait for a newer list: the list GB_TPS is of 2029-01-02.\n"
  )
})
