import { assert, describe, it } from "@effect/vitest"
import { Schema } from "effect"
import { CampaignStatus } from "../../../src/domain/campaigns/Campaign.ts"
import { connectionRate, type HealthFacts, healthOf } from "../../../src/domain/campaigns/health.ts"

const now = new Date("2030-01-15T12:00:00Z")
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
const none = { connected: 0, notConnected: 0 }

/** A campaign that has been dialing for two hours, the last time half a minute ago. */
const dialing: HealthFacts = {
  now,
  status: "IN_PROGRESS",
  statusReason: null,
  resolved: { connected: 60, notConnected: 40 },
  today: { connected: 60, notConnected: 40 },
  week: none,
  waiting: 900,
  deferred: 0,
  awaitingLabel: 0,
  labelDueAt: null,
  inProgress: 3,
  maxConcurrentCalls: 5,
  callsPerMinute: 10,
  attempts: 1000,
  startedAt: ago(120),
  endAt: null,
  dueAt: ago(90),
  lastDialAt: ago(0.5),
  closed: false,
  failedWriteBack: null
}
const health = (facts: Partial<HealthFacts>) => healthOf({ ...dialing, ...facts })
const levels = (facts: ReadonlyArray<Partial<HealthFacts>>) => facts.map((one) => health(one).level)

describe("healthOf", () => {
  it("is green while a campaign runs as planned, with the current state as the reason", () => {
    assert.deepStrictEqual(health({}), { level: "green", reason: "Calls people as planned" })
    const reasons = CampaignStatus.literals.map((status) => health({ status, startedAt: null }).reason)
    assert.deepStrictEqual(reasons, [
      "Not started yet",
      "Waits for its start time",
      "Calls people as planned",
      "Paused on request",
      "Finished",
      "Cancelled"
    ])
    assert.strictEqual(health({ lastDialAt: ago(600), closed: true }).reason, "Waits for the calling hours to open")
    assert.strictEqual(
      health({ inProgress: 0, dueAt: ago(-30) }).reason,
      "The next call is due at 2030-01-15T12:30:00.000Z"
    )
    assert.strictEqual(health({ dueAt: ago(-30) }).reason, "Calls people as planned")
    assert.strictEqual(health({ waiting: 0, inProgress: 0, dueAt: null }).reason, "No call is left")
  })

  it("is red when the service paused the campaign or could not start it, with the reason", () => {
    const statusReason = "the carrier fails most calls"
    assert.deepStrictEqual(health({ status: "PAUSED", statusReason }), {
      level: "red",
      reason: "Paused itself: the carrier fails most calls"
    })
    assert.deepStrictEqual(health({ status: "SCHEDULED", statusReason: "7 minutes are missing" }), {
      level: "red",
      reason: "Could not start: 7 minutes are missing"
    })
    assert.deepStrictEqual(
      levels([
        { status: "PAUSED" },
        { status: "COMPLETED", statusReason },
        { statusReason },
        { status: "CANCELLED", statusReason }
      ]),
      ["green", "green", "green", "green"]
    )
  })

  it("is red when calls are due and none was placed for five minutes", () => {
    assert.deepStrictEqual(health({ lastDialAt: ago(5) }), {
      level: "red",
      reason: "Calls are due, but none was placed for 5 minutes"
    })
    assert.strictEqual(health({ lastDialAt: null }).level, "red")
    assert.deepStrictEqual(
      levels([
        { lastDialAt: ago(4.99) },
        { lastDialAt: ago(60), dueAt: ago(4) },
        { lastDialAt: ago(60), dueAt: ago(-10) },
        { lastDialAt: ago(60), dueAt: null },
        { lastDialAt: ago(60), closed: true },
        { lastDialAt: ago(60), inProgress: 5 },
        { lastDialAt: ago(60), status: "PAUSED" }
      ]),
      Array.from({ length: 7 }, () => "green")
    )
  })

  it("is amber when under 15 % of at least 20 resolved people are reached", () => {
    const reached = (connected: number, notConnected: number) => health({ resolved: { connected, notConnected } })
    assert.deepStrictEqual(reached(14, 86), { level: "amber", reason: "Only 14 % of the people were reached" })
    assert.deepStrictEqual(
      [reached(15, 85), reached(2, 17), reached(2, 18), reached(3, 17), reached(0, 0)].map(({ level }) => level),
      ["green", "green", "amber", "green", "green"]
    )
  })

  it("is amber when today's connection rate is under half of the week before", () => {
    const week = { connected: 600, notConnected: 400 }
    const today = (connected: number, notConnected: number) => health({ week, today: { connected, notConnected } })
    assert.deepStrictEqual(today(29, 71), {
      level: "amber",
      reason: "29 % of the people were reached today, against 60 % in the week before"
    })
    assert.deepStrictEqual(
      [today(30, 70), today(5, 14), today(5, 15), health({ today: { connected: 20, notConnected: 80 } })].map(
        ({ level }) => level
      ),
      ["green", "green", "amber", "green"]
    )
  })

  it("is amber when the frequency cap put off more than a quarter of the waiting people", () => {
    assert.deepStrictEqual(health({ waiting: 100, deferred: 26 }), {
      level: "amber",
      reason: "The frequency cap put off 26 of the 100 people who wait"
    })
    assert.deepStrictEqual(levels([{ waiting: 100, deferred: 25 }, { waiting: 0 }]), ["green", "green"])
  })

  it("is amber while a call has awaited its label for more than ten minutes", () => {
    assert.deepStrictEqual(health({ awaitingLabel: 12, labelDueAt: ago(5) }), {
      level: "amber",
      reason: "12 calls await their label: the model has given no answer for 15 minutes"
    })
    assert.deepStrictEqual(levels([{ awaitingLabel: 1, labelDueAt: ago(-5) }, {}]), ["green", "green"])
  })

  it("is amber when the campaign will not finish before its end", () => {
    // 1,000 attempts in two hours: 8 1/3 a minute, so 100 more minutes are enough for 833.
    assert.deepStrictEqual(health({ endAt: ago(-100), waiting: 834 }), {
      level: "amber",
      reason:
        "It will not finish in time: 834 people wait, and at the current pace 833 more can be called before it ends"
    })
    assert.deepStrictEqual(
      levels([
        { endAt: ago(-100), waiting: 833 },
        // In its first hour the configured pace counts: 10 a minute.
        { endAt: ago(-100), waiting: 1000, startedAt: ago(30), attempts: 1 },
        { endAt: ago(-100), waiting: 1001, startedAt: ago(30), attempts: 1 },
        { endAt: ago(1), waiting: 1 },
        { endAt: ago(1), waiting: 0, dueAt: null },
        { endAt: ago(1), status: "COMPLETED", waiting: 10 },
        { endAt: ago(-100), status: "PAUSED", waiting: 834 }
      ]),
      ["green", "green", "amber", "amber", "green", "green", "amber"]
    )
  })

  it("returns the worst level that applies", () => {
    const bad = { resolved: { connected: 1, notConnected: 99 }, waiting: 10, deferred: 10 }
    assert.strictEqual(health({ ...bad, lastDialAt: ago(9) }).level, "red")
    assert.match(health(bad).reason, /Only 1 %/)
  })

  it("is never green while webhooks fail, and adds that to any other reason", () => {
    const failedWriteBack = { failures: 3, since: ago(90), error: "HTTP 503" }
    const words = "Write-back: the target has failed 3 times since 2030-01-15T10:30:00.000Z (HTTP 503)"
    assert.deepStrictEqual(health({ failedWriteBack }), { level: "amber", reason: words })
    assert.deepStrictEqual(health({ failedWriteBack, status: "COMPLETED" }), { level: "amber", reason: words })
    assert.deepStrictEqual(health({ failedWriteBack, lastDialAt: ago(5) }), {
      level: "red",
      reason: `Calls are due, but none was placed for 5 minutes. ${words}`
    })
    assert.match(health({ failedWriteBack: { ...failedWriteBack, failures: 1 } }).reason, /has failed once since/)
  })

  const count = Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 1000 }))
  const resolved = Schema.Struct({ connected: count, notConnected: count })
  const moment = Schema.NullOr(Schema.Int.check(Schema.isBetween({ minimum: -600, maximum: 600 })))
  it.prop(
    "always has a reason, and never an invalid number in it",
    {
      status: CampaignStatus,
      held: Schema.Boolean,
      resolved,
      today: resolved,
      week: resolved,
      waiting: count,
      deferred: count,
      inProgress: count,
      attempts: count,
      times: Schema.Tuple([moment, moment, moment, moment]),
      closed: Schema.Boolean
    },
    ({ held, times, ...facts }) => {
      const statusReason = held ? "the quota is used up" : null
      const [startedAt, endAt, dueAt, lastDialAt] = times.map((minutes) =>
        minutes === null ? null : ago(minutes)
      ) as [Date | null, Date | null, Date | null, Date | null]
      const { level, reason } = health({ ...facts, statusReason, startedAt, endAt, dueAt, lastDialAt })
      assert.include(["green", "amber", "red"], level)
      assert.match(reason, /^[A-Z0-9].{5,}$/)
      assert.notMatch(reason, /NaN|Infinity|undefined|null/)
    }
  )
})

describe("connectionRate", () => {
  it("is the share of connected people, and null until any call is resolved", () => {
    assert.strictEqual(connectionRate(none), null)
    assert.strictEqual(connectionRate({ connected: 0, notConnected: 3 }), 0)
    assert.strictEqual(connectionRate({ connected: 3, notConnected: 1 }), 0.75)
  })
})
