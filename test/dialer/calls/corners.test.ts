import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, numberEnding, type Person, sumOf } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { makeDatabase } from "../../support/services/test-database.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)
// Here a call lasts until a test ends it.
const slowServer = await startServer()
afterAll(slowServer.stop)

const org = await server.organization()
const it = campaignClient(server, org)
const inFuture = "2040-01-31T09:00:00Z"

describe("organizations", () => {
  test("have nothing to do with each other's calls, caps and Do Not Contact", async () => {
    const [one, other] = [await slowServer.organization("One"), await slowServer.organization("Other")]
    const [its, theirs] = [campaignClient(slowServer, one), campaignClient(slowServer, other)]
    const phoneNumber = numberEnding(2)
    const [mine, same] = [await its.person(2, { phoneNumber }), await theirs.person(2, { phoneNumber })]
    await answered(200, one.call("PATCH", `/v1/organizations/${one.id}/frequency-cap`, { maxCallsPerDay: 1 }))
    const first = await its.started([mine], { maxRetries: 0 })
    await its.live(first, mine)
    // It talks with one of them, and the other one calls it all the same.
    const second = await theirs.started([same])
    const attempt = await theirs.live(second, same)
    await its.dnc(phoneNumber)
    await theirs.tell(attempt, "busy")
    await theirs.untilCall(second, same, ({ status }) => status === "QUEUED")
    await theirs.makeDue(second)
    expect((await theirs.live(second, same)).attemptNo).toBe(2)
    for (const move of ["start", "pause", "resume", "cancel"] as const) {
      await answered(404, theirs.move(first, move))
    }
    expect(await its.campaign(first)).toMatchObject({ status: "IN_PROGRESS" })
  })

  test("with used up minutes do not hold up others", async () => {
    const poor = campaignClient(server, await server.organization("Poor"))
    await poor.update({ minutesQuota: 1 })
    const stands = await poor.started(await poor.people(0, 0), { maxConcurrentCalls: 1 })
    await poor.untilStatus(stands, "PAUSED")
    await it.untilStatus(await it.started(await it.people(0)), "COMPLETED")
  })
})

describe("what people do to a call", () => {
  const set = (id: string, person: Person, fields: Record<string, unknown>) =>
    it.query(
      (sql) => sql`update calls set ${sql.update(fields)} where campaign_id = ${id} and contact_id = ${person.id}`
    )

  test("the campaign is over when its last callback is fulfilled", async () => {
    const [person] = (await it.people(2)) as [Person]
    const id = await it.started([person])
    const { id: callId, nextAttemptAt } = await it.untilCall(id, person, ({ status }) => status === "QUEUED")
    await set(id, person, { priority: 0, callback_scheduled_at: new Date(nextAttemptAt) })
    await answered(200, org.call("POST", `/v1/campaigns/${id}/callbacks/${callId}/fulfill`))
    await it.untilStatus(id, "COMPLETED")
    expect(await it.record(id, person)).toMatchObject({ status: "SKIPPED", failureReason: "Callback Fulfilled" })
  })

  test("who is restored is dialed, once more at least", async () => {
    const [person, other] = (await it.people(2, 2)) as [Person, Person]
    const id = await it.started([person, other], { maxRetries: 0, retryDelayMinutes: 30 })
    await it.untilStatus(id, "COMPLETED")
    const again = await it.started([person, other], { maxRetries: 1 })
    await eventually(async () => expect(await it.progress(again)).toMatchObject({ queued: 2 }))
    const { id: entry } = await it.dnc(person.phoneNumber)
    const { id: callId } = await it.record(again, person)
    await answered(200, org.call("DELETE", `/v1/dnc/${entry}`))
    await answered(200, org.call("POST", `/v1/campaigns/${again}/suppressed/${callId}/restore`, {}))
    await it.untilCall(again, person, ({ attempts, status }) => attempts === 2 && status === "FAILED")
    expect(await it.progress(again)).toMatchObject({ queued: 1, failed: 1, suppressed: 0 })
  })

  test("who is restored in a paused campaign waits for it", async () => {
    const [person] = (await it.people(0)) as [Person]
    const { id: entry } = await it.dnc(person.phoneNumber)
    const id = await it.started([person, ...(await it.people(0, 0))], { callsPerMinute: 1 })
    await answered(200, it.move(id, "pause"))
    await answered(200, org.call("DELETE", `/v1/dnc/${entry}`))
    const { id: callId } = await it.record(id, person)
    await answered(200, org.call("POST", `/v1/campaigns/${id}/suppressed/${callId}/restore`, {}))
    expect(await it.record(id, person)).toMatchObject({ status: "PENDING", attempts: 0 })
    await answered(200, it.move(id, "cancel"))
    expect(await it.record(id, person)).toMatchObject({ status: "SKIPPED", failureReason: "Campaign Cancelled" })
  })
})

test("many campaigns at once all come to their end", async () => {
  const its = campaignClient(server, await server.organization())
  const members = await its.people(0, 1, 2, 3, 4, 5)
  const ids = await Promise.all(Array.from({ length: 8 }, () => its.draft(members, { maxRetries: 0 })))
  await Promise.all(ids.map((id) => its.move(id, "start")))
  // A number is called by one campaign after another, once it is known what came of the call before.
  const untilAllAreOver = async () => {
    for (const id of ids) {
      if ((await its.campaign(id)).status === "COMPLETED") continue
      // Whoever waits for a call to the same number waits no longer than needed.
      await its.makeDue(id)
      throw new Error("Not yet")
    }
  }
  await eventually(untilAllAreOver, 200)
  for (const id of ids)
    expect(await its.progress(id)).toMatchObject({ total: 6, completed: 2, suppressed: 1, failed: 3 })
  expect((await Promise.all(ids.map((id) => its.attempts(id)))).flat()).toHaveLength(48)
  expect(await its.usage()).toEqual({ used: 24, reserved: 0 })
})

describe("the clock", () => {
  test("starts all that are due together, whatever keeps one of them", async () => {
    const scheduledAt = new Date(Date.now() + 2_000).toISOString()
    const members = await it.people(0, 0, 0, 0, 0, 0)
    const ids = await Promise.all(
      members.map((person) => it.started([person], { scheduledAt, timezone: "Asia/Kolkata" }))
    )
    const [broken, cancelled, ...others] = ids as [string, string, ...Array<string>]
    await answered(200, org.call("DELETE", `/v1/contacts/${members[0]?.id}`))
    await answered(200, it.move(cancelled, "cancel"))
    for (const id of others) await it.untilStatus(id, "COMPLETED")
    await eventually(async () => expect((await it.campaign(broken)).statusReason).toMatch(/no contacts/))
    expect(await it.campaign(cancelled)).toMatchObject({ status: "CANCELLED", startedAt: null })
    expect(await it.records(cancelled)).toEqual([])
  })

  test("says what has come to be missing since the campaign was scheduled", async () => {
    const flowId = await it.flow()
    const id = await it.started(await it.people(0, 0), {
      flowId,
      scheduledAt: new Date(Date.now() + 1_500).toISOString(),
      timezone: "UTC"
    })
    await answered(200, server.admin("PATCH", `${it.admin}/flows/${flowId}`, { initialPrompt: "{{loan_id}}" }))
    await eventually(async () =>
      expect((await it.campaign(id)).statusReason).toMatch(/2 of 2 contacts have no loan_id/)
    )
    expect(await it.campaign(id)).toMatchObject({ status: "SCHEDULED" })
    await answered(200, server.admin("PATCH", `${it.admin}/flows/${flowId}`, { initialPrompt: "Hello." }))
    await answered(200, it.move(id, "start"))
    await it.untilStatus(id, "COMPLETED")
  })
})

test("of many starts with one key, none starts it twice", async () => {
  const id = await it.draft(await it.people(0, 0), { callsPerMinute: 1 })
  const headers = { "idempotency-key": `once-${id}` }
  const answers = await Promise.all(Array.from({ length: 8 }, () => it.move(id, "start", headers)))
  for (const { body, status } of answers) {
    expect([200, 409]).toContain(status)
    if (status === 200) expect(body).toMatchObject({ id, status: "IN_PROGRESS" })
    else expect(body.code).toBe("IDEMPOTENCY_KEY_IN_USE")
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(await it.events("campaign-changed.v1", id)).toHaveLength(1)
  expect(await it.records(id)).toHaveLength(2)
  await answered(200, it.move(id, "cancel"))
})

test("a draft that is changed while it is started is started as it was, or as it is", async () => {
  for (let round = 0; round < 6; round++) {
    const [before, after] = (await it.people(0, 0)) as [Person, Person]
    const id = await it.draft([before])
    const audienceId = await it.audience([after])
    const [start, change] = await Promise.all([
      it.move(id, "start"),
      org.call("PATCH", `/v1/campaigns/${id}`, { audienceId })
    ])
    expect(start.status).toBe(200)
    expect([200, 409]).toContain(change.status)
    await it.untilStatus(id, "COMPLETED")
    const called = await it.records(id)
    expect(called.map(({ contactId }) => contactId)).toEqual([change.status === 200 ? after.id : before.id])
    expect((await it.campaign(id)).audienceId === audienceId).toBe(change.status === 200)
  }
})

describe("a call that the carrier has no room for", () => {
  const slow = async () => campaignClient(slowServer, await slowServer.organization())
  /** As though the carrier had said so before it took the call, of which it may still be telling. */
  const noRoom = async (its: Awaited<ReturnType<typeof slow>>, id: string, person: Person) => {
    const attempt = await its.live(id, person)
    await slowServer.run(
      PgClient.PgClient.use((sql) =>
        sql.withTransaction(
          Effect.andThen(
            sql`update attempts set call_sid = null where id = ${attempt.id}`,
            Attempts.use(({ undo }) => undo(attempt.id, 3_600_000))
          )
        )
      )
    )
  }

  test("for the first time is as one that was never tried", async () => {
    const its = await slow()
    const [person] = (await its.people(2)) as [Person]
    const id = await its.started([person])
    await noRoom(its, id, person)
    const record = await its.record(id, person)
    expect(record).toMatchObject({
      status: "PENDING",
      attempts: 0,
      startedAt: null,
      completedAt: null,
      callSid: null,
      outcome: null,
      scheduledAt: record.nextAttemptAt
    })
    expect(Date.parse(record.nextAttemptAt)).toBeGreaterThan(Date.now())
    expect(await its.usage()).toEqual({ used: 0, reserved: 0 })
  })

  test("for a retry is as it was after the attempt before", async () => {
    const its = await slow()
    const [person] = (await its.people(2)) as [Person]
    const id = await its.started([person])
    await its.tell(await its.live(id, person), "busy")
    const before = await its.untilCall(id, person, ({ status }) => status === "QUEUED")
    await its.makeDue(id)
    await noRoom(its, id, person)
    const { nextAttemptAt, scheduledAt, ...record } = await its.record(id, person)
    const { nextAttemptAt: _, scheduledAt: __, ...expected } = before
    expect(record).toEqual(expected)
    expect(scheduledAt).toBe(nextAttemptAt)
    await its.makeDue(id)
    expect((await its.live(id, person)).attemptNo).toBe(2)
  })
})

describe("what is shown of calls", () => {
  test("the dashboard counts attempts and people of the day", async () => {
    const own = await server.organization()
    const its = campaignClient(server, own)
    const members = await its.people(0, 2, 4)
    const id = await its.started(members, { maxRetries: 1 })
    await eventually(async () => {
      expect(await its.progress(id)).toMatchObject({ queued: 2, completed: 1 })
      expect(await its.record(id, members[0] as Person)).toMatchObject({ intentSource: "auto" })
    })
    const dashboard = async () => answered(200, own.call("GET", "/v1/campaigns/dashboard"))
    const running = await dashboard()
    expect(running.summary).toMatchObject({ activeCampaigns: 1, callsToday: 3, contactsToday: 3 })
    const { nextAttemptAt } = await its.record(id, members[1] as Person)
    expect(running.campaigns[0]).toMatchObject({
      totalContacts: 3,
      callsAttempted: 3,
      connected: 1,
      notConnected: 0,
      retryQueueDepth: 2,
      connectionRate: 1,
      completionPct: 33,
      positiveConnected: 1,
      positiveRate: 1
    })
    expect(running.campaigns[0].nextRetryAt <= nextAttemptAt).toBe(true)
    await its.makeDue(id)
    await its.untilStatus(id, "COMPLETED")
    const over = await dashboard()
    expect(over.summary).toMatchObject({ activeCampaigns: 0, callsToday: 5, contactsToday: 3 })
    expect(over.campaigns[0]).toMatchObject({
      callsAttempted: 5,
      connected: 1,
      notConnected: 2,
      retryQueueDepth: 0,
      nextRetryAt: null,
      completionPct: 100
    })
    const labels = over.campaigns[0].intentSplit.filter(({ count }: any) => count > 0)
    expect(labels).toMatchObject([
      { name: "Positive", count: 1 },
      { name: "Not Reachable", count: 1 }
    ])
  })

  test("the history of a person tells how each call went", async () => {
    const members = await it.people(0, 2, 4)
    const outcomes = ["Connected", "No Answer", "Failed"]
    const id = await it.started(members, { maxRetries: 0 })
    await it.untilStatus(id, "COMPLETED")
    for (const [at, person] of members.entries()) {
      const record = await it.record(id, person)
      const { contact, hasNegativeIntent, history, negativeLabels } = await answered(
        200,
        org.call("GET", `/v1/contacts/${person.id}/history`)
      )
      expect(contact).toMatchObject({ doNotContact: false })
      expect({ hasNegativeIntent, negativeLabels }).toEqual({ hasNegativeIntent: false, negativeLabels: [] })
      expect(history).toMatchObject([
        {
          campaignId: id,
          callId: record.id,
          outcome: outcomes[at],
          status: record.status,
          attempts: 1,
          durationSeconds: record.duration,
          callAt: record.startedAt
        }
      ])
    }
  })

  test("a best time never comes before the delay, nor two days after it", async () => {
    const [person] = (await it.people(2)) as [Person]
    const id = await it.started([person], { bestTimeOptimization: true, retryDelayMinutes: 90 })
    const { completedAt, nextAttemptAt } = await it.untilCall(id, person, ({ status }) => status === "QUEUED")
    const delay = (Date.parse(nextAttemptAt) - Date.parse(completedAt)) / 60_000
    expect(delay).toBeGreaterThanOrEqual(90)
    expect(delay).toBeLessThanOrEqual(90 + 48 * 60)
  })
})

test("a service that is stopped and started again goes on, at its pace and with nobody called twice", async () => {
  const database = await makeDatabase()
  const settings = { SIMULATOR_SPEED: "1000" }
  const before = await startServer({ database, settings })
  const own = await before.organization()
  const its = campaignClient(before, own)
  const members = await its.people(0, 1, 2, 3, 0, 1, 2, 3, 0, 1)
  const callsPerMinute = 150
  const id = await its.started(members, { callsPerMinute, maxRetries: 0 })
  const scheduled = await its.started(members, { scheduledAt: inFuture, timezone: "UTC" })
  await eventually(async () => expect((await its.attempts(id)).length).toBeGreaterThan(3))
  await before.stop()
  const after = await startServer({ database, settings })
  try {
    const again = campaignClient(after, { ...own, call: after.as(own.keys.ADMIN) })
    await again.untilStatus(id, "COMPLETED")
    const attempts = await again.attempts(id)
    expect(new Set(attempts.map(({ phoneNumber }) => phoneNumber)).size).toBe(10)
    expect(attempts).toHaveLength(10)
    for (const [at, { startedAt }] of attempts.entries()) {
      const previous = attempts[at - 1]?.startedAt.getTime() ?? 0
      expect(startedAt.getTime() - previous).toBeGreaterThanOrEqual(60_052 / callsPerMinute - 52)
    }
    expect(sumOf(await again.progress(id))).toBe(10)
    expect(await again.usage()).toMatchObject({ reserved: 0 })
    expect(await again.campaign(scheduled)).toMatchObject({ status: "SCHEDULED" })
  } finally {
    await after.stop()
    await database.remove()
  }
})

test("nothing went wrong in the service meanwhile", () => {
  const known = /pauses itself/
  expect([...server.log, ...slowServer.log].filter((line) => !known.test(line))).toEqual([])
})
