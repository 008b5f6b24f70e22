import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, numberEnding, type Person, sumOf } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)
// A call lasts until the test ends it.
const slowServer = await startServer()
afterAll(slowServer.stop)

const org = await server.organization()
const client = campaignClient(server, org)
const inFuture = "2040-01-31T09:00:00Z"

describe("organizations", () => {
  test("organizations do not share calls, frequency caps or Do Not Contact lists", async () => {
    const [one, other] = [await slowServer.organization("One"), await slowServer.organization("Other")]
    const [otherClient, theirs] = [campaignClient(slowServer, one), campaignClient(slowServer, other)]
    const phoneNumber = numberEnding(2)
    const [mine, same] = [await otherClient.person(2, { phoneNumber }), await theirs.person(2, { phoneNumber })]
    await answered(200, one.call("PATCH", `/v1/organizations/${one.id}/frequency-cap`, { maxCallsPerDay: 1 }))
    const first = await otherClient.started([mine], { maxRetries: 0 })
    await otherClient.report(await otherClient.live(first, mine), "in-progress")
    // The first organization has a live call with the number, and the other calls it all the same.
    const second = await theirs.started([same])
    const attempt = await theirs.live(second, same)
    await otherClient.dnc(phoneNumber)
    await theirs.report(attempt, "busy")
    await theirs.untilCall(second, same, ({ status }) => status === "QUEUED")
    await theirs.makeDue(second)
    expect((await theirs.live(second, same)).attemptNo).toBe(2)
    for (const move of ["start", "pause", "resume", "cancel"] as const) {
      await answered(404, theirs.move(first, move))
    }
    expect(await otherClient.campaign(first)).toMatchObject({ status: "IN_PROGRESS" })
  })

  test("an organization without minutes does not hold up others", async () => {
    const poor = campaignClient(server, await server.organization("Poor"))
    await poor.update({ minutesQuota: 1 })
    const stands = await poor.started(await poor.people(0, 0), { maxConcurrentCalls: 1 })
    await poor.untilStatus(stands, "PAUSED")
    await client.untilStatus(await client.started(await client.people(0)), "COMPLETED")
  })
})

describe("moves of a call by its users", () => {
  const set = (id: string, person: Person, fields: Record<string, unknown>) =>
    client.query(
      (sql) => sql`update calls set ${sql.update(fields)} where campaign_id = ${id} and contact_id = ${person.id}`
    )

  test("a campaign completes when its last callback is marked as fulfilled", async () => {
    const [person] = (await client.people(2)) as [Person]
    const id = await client.started([person])
    const { id: callId, nextAttemptAt } = await client.untilCall(id, person, ({ status }) => status === "QUEUED")
    await set(id, person, { priority: 0, callback_scheduled_at: new Date(nextAttemptAt) })
    await answered(200, org.call("POST", `/v1/campaigns/${id}/callbacks/${callId}/fulfill`))
    await client.untilStatus(id, "COMPLETED")
    expect(await client.record(id, person)).toMatchObject({ status: "SKIPPED", failureReason: "Callback Fulfilled" })
  })

  test("a restored contact is dialed at least once more", async () => {
    const [person, other] = (await client.people(2, 2)) as [Person, Person]
    const id = await client.started([person, other], { maxRetries: 0, retryDelayMinutes: 30 })
    await client.untilStatus(id, "COMPLETED")
    const again = await client.started([person, other], { maxRetries: 1 })
    await eventually(async () => expect(await client.progress(again)).toMatchObject({ queued: 2 }))
    const { id: entry } = await client.dnc(person.phoneNumber)
    const { id: callId } = await client.record(again, person)
    await answered(200, org.call("DELETE", `/v1/dnc/${entry}`))
    await answered(200, org.call("POST", `/v1/campaigns/${again}/suppressed/${callId}/restore`, {}))
    await client.untilCall(again, person, ({ attempts, status }) => attempts === 2 && status === "FAILED")
    expect(await client.progress(again)).toMatchObject({ queued: 1, failed: 1, suppressed: 0 })
  })

  test("a contact restored in a paused campaign waits until it resumes", async () => {
    const [person] = (await client.people(0)) as [Person]
    const { id: entry } = await client.dnc(person.phoneNumber)
    const id = await client.started([person, ...(await client.people(0, 0))], { callsPerMinute: 1 })
    await answered(200, client.move(id, "pause"))
    await answered(200, org.call("DELETE", `/v1/dnc/${entry}`))
    const { id: callId } = await client.record(id, person)
    await answered(200, org.call("POST", `/v1/campaigns/${id}/suppressed/${callId}/restore`, {}))
    expect(await client.record(id, person)).toMatchObject({ status: "PENDING", attempts: 0 })
    await answered(200, client.move(id, "cancel"))
    expect(await client.record(id, person)).toMatchObject({ status: "SKIPPED", failureReason: "Campaign Cancelled" })
  })
})

test("many concurrent campaigns all complete", async () => {
  const otherClient = campaignClient(server, await server.organization())
  const members = await otherClient.people(0, 1, 2, 3, 4, 5)
  const ids = await Promise.all(Array.from({ length: 4 }, () => otherClient.draft(members, { maxRetries: 0 })))
  await Promise.all(ids.map((id) => otherClient.move(id, "start")))
  // Campaigns call a number one after the other, each when the outcome of the call before is known.
  const untilAllAreOver = async () => {
    for (const id of ids) {
      if ((await otherClient.campaign(id)).status === "COMPLETED") continue
      // A call that waits for another call to the same number waits no longer than needed.
      await otherClient.makeDue(id)
      throw new Error("Not yet")
    }
  }
  await eventually(untilAllAreOver, 200)
  for (const id of ids)
    expect(await otherClient.progress(id)).toMatchObject({ total: 6, completed: 2, suppressed: 1, failed: 3 })
  expect((await Promise.all(ids.map((id) => otherClient.attempts(id)))).flat()).toHaveLength(24)
  expect(await otherClient.usage()).toEqual({ used: 12, reserved: 0 })
})

describe("the scheduler", () => {
  test("campaigns that are due start together, even when one of them cannot", async () => {
    const members = await client.people(0, 0, 0, 0, 0, 0)
    // Far enough that the contact is deleted before.
    const scheduledAt = new Date(Date.now() + 5_000).toISOString()
    const ids = await Promise.all(
      members.map((person) => client.started([person], { scheduledAt, timezone: "Asia/Kolkata" }))
    )
    const [broken, cancelled, ...others] = ids as [string, string, ...Array<string>]
    await answered(200, org.call("DELETE", `/v1/contacts/${members[0]?.id}`))
    await answered(200, client.move(cancelled, "cancel"))
    for (const id of others) await client.untilStatus(id, "COMPLETED")
    await eventually(async () => expect((await client.campaign(broken)).statusReason).toMatch(/no contacts/))
    expect(await client.campaign(cancelled)).toMatchObject({ status: "CANCELLED", startedAt: null })
    expect(await client.records(cancelled)).toEqual([])
  })

  test("a scheduled campaign shows what has gone missing since it was scheduled", async () => {
    const flowId = await client.flow()
    const id = await client.started(await client.people(0, 0), {
      flowId,
      scheduledAt: new Date(Date.now() + 1_500).toISOString(),
      timezone: "UTC"
    })
    await answered(200, server.admin("PATCH", `${client.admin}/flows/${flowId}`, { initialPrompt: "{{loan_id}}" }))
    await eventually(async () =>
      expect((await client.campaign(id)).statusReason).toMatch(/2 of 2 contacts have no loan_id/)
    )
    expect(await client.campaign(id)).toMatchObject({ status: "SCHEDULED" })
    await answered(200, server.admin("PATCH", `${client.admin}/flows/${flowId}`, { initialPrompt: "Hello." }))
    await answered(200, client.move(id, "start"))
    await client.untilStatus(id, "COMPLETED")
  })
})

test("many concurrent starts with one idempotency key start a campaign once", async () => {
  const id = await client.draft(await client.people(0, 0), { callsPerMinute: 1 })
  const headers = { "idempotency-key": `once-${id}` }
  const answers = await Promise.all(Array.from({ length: 8 }, () => client.move(id, "start", headers)))
  for (const { body, status } of answers) {
    expect([200, 409]).toContain(status)
    if (status === 200) expect(body).toMatchObject({ id, status: "IN_PROGRESS" })
    else expect(body.code).toBe("IDEMPOTENCY_KEY_IN_USE")
  }
  expect(answers.some(({ status }) => status === 200)).toBe(true)
  expect(await client.events("campaign-changed.v1", id)).toHaveLength(1)
  expect(await client.records(id)).toHaveLength(2)
  await answered(200, client.move(id, "cancel"))
})

test("a draft that changes during its start is started either as it was or as it is", async () => {
  for (let round = 0; round < 6; round++) {
    const [before, after] = (await client.people(0, 0)) as [Person, Person]
    const id = await client.draft([before])
    const audienceId = await client.audience([after])
    const [start, change] = await Promise.all([
      client.move(id, "start"),
      org.call("PATCH", `/v1/campaigns/${id}`, { audienceId })
    ])
    expect(start.status).toBe(200)
    expect([200, 409]).toContain(change.status)
    await client.untilStatus(id, "COMPLETED")
    const called = await client.records(id)
    expect(called.map(({ contactId }) => contactId)).toEqual([change.status === 200 ? after.id : before.id])
    expect((await client.campaign(id)).audienceId === audienceId).toBe(change.status === 200)
  }
})

describe("a call that the carrier has no room for", () => {
  const slow = async () => campaignClient(slowServer, await slowServer.organization())
  /** Pretends that the carrier refused before it took the call, although it may still report it. */
  const noRoom = async (otherClient: Awaited<ReturnType<typeof slow>>, id: string, person: Person) => {
    const attempt = await otherClient.live(id, person)
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

  test("a first call is reset as if it had never been attempted", async () => {
    const otherClient = await slow()
    const [person] = (await otherClient.people(2)) as [Person]
    const id = await otherClient.started([person])
    await noRoom(otherClient, id, person)
    const record = await otherClient.record(id, person)
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
    expect(await otherClient.usage()).toEqual({ used: 0, reserved: 0 })
  })

  test("a retry is reset to its state after the previous attempt", async () => {
    const otherClient = await slow()
    const [person] = (await otherClient.people(2)) as [Person]
    const id = await otherClient.started([person])
    await otherClient.report(await otherClient.live(id, person), "busy")
    const before = await otherClient.untilCall(id, person, ({ status }) => status === "QUEUED")
    await otherClient.makeDue(id)
    await noRoom(otherClient, id, person)
    const { nextAttemptAt, scheduledAt, ...record } = await otherClient.record(id, person)
    const { nextAttemptAt: _, scheduledAt: __, ...expected } = before
    expect(record).toEqual(expected)
    expect(scheduledAt).toBe(nextAttemptAt)
    await otherClient.makeDue(id)
    expect((await otherClient.live(id, person)).attemptNo).toBe(2)
  })
})

describe("the views of calls", () => {
  test("the dashboard counts the attempts and people of the day", async () => {
    const own = await server.organization()
    const otherClient = campaignClient(server, own)
    const members = await otherClient.people(0, 2, 4)
    const id = await otherClient.started(members, { maxRetries: 1 })
    await eventually(async () => {
      expect(await otherClient.progress(id)).toMatchObject({ queued: 2, completed: 1 })
      expect(await otherClient.record(id, members[0] as Person)).toMatchObject({ intentSource: "auto" })
    })
    const dashboard = async () => answered(200, own.call("GET", "/v1/campaigns/dashboard"))
    const running = await dashboard()
    expect(running.summary).toMatchObject({ activeCampaigns: 1, callsToday: 3, contactsToday: 3 })
    const { nextAttemptAt } = await otherClient.record(id, members[1] as Person)
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
    await otherClient.makeDue(id)
    await otherClient.untilStatus(id, "COMPLETED")
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

  test("the history of a contact shows how each call ended", async () => {
    const members = await client.people(0, 2, 4)
    const outcomes = ["Connected", "No Answer", "Failed"]
    const id = await client.started(members, { maxRetries: 0 })
    await client.untilStatus(id, "COMPLETED")
    for (const [at, person] of members.entries()) {
      const record = await client.record(id, person)
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

  test("a best time is never before the delay, nor more than two days after it", async () => {
    const [person] = (await client.people(2)) as [Person]
    const id = await client.started([person], { bestTimeOptimization: true, retryDelayMinutes: 90 })
    const { completedAt, nextAttemptAt } = await client.untilCall(id, person, ({ status }) => status === "QUEUED")
    const delay = (Date.parse(nextAttemptAt) - Date.parse(completedAt)) / 60_000
    expect(delay).toBeGreaterThanOrEqual(90)
    expect(delay).toBeLessThanOrEqual(90 + 48 * 60)
  })
})

test("a service that restarts continues at its pace and calls no person twice", async () => {
  const database = await makeDatabase()
  const settings = { SIMULATOR_SPEED: "1000" }
  const before = await startServer({ database, settings })
  const own = await before.organization()
  const otherClient = campaignClient(before, own)
  const members = await otherClient.people(0, 1, 2, 3, 0, 1, 2, 3, 0, 1)
  const callsPerMinute = 150
  const id = await otherClient.started(members, { callsPerMinute, maxRetries: 0 })
  const scheduled = await otherClient.started(members, { scheduledAt: inFuture, timezone: "UTC" })
  await eventually(async () => expect((await otherClient.attempts(id)).length).toBeGreaterThan(3))
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

test("the service logs no unexpected problem", () => {
  const known = /pauses itself/
  expect([...server.log, ...slowServer.log].filter((line) => !known.test(line))).toEqual([])
})
