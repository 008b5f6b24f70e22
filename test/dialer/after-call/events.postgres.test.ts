import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { openViewer } from "../../support/api/event-viewer.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)
const org = await server.organization()
const client = campaignClient(server, org)

const masked = (phoneNumber: string) =>
  `${phoneNumber.slice(0, 5)}${"*".repeat(phoneNumber.length - 7)}${phoneNumber.slice(-2)}`
const eventOf = (id: string, record: any) => ({
  organizationId: String(org.id),
  campaignId: id,
  callId: record.id,
  contactId: record.contactId,
  phoneNumber: masked(record.phoneNumber)
})

describe("campaign-changed", () => {
  test("each change of status is published in order, and nothing else", async () => {
    const id = await client.draft(await client.people(0, 0), {
      scheduledAt: "2040-01-01T00:00:00Z",
      timezone: "UTC",
      callsPerMinute: 1
    })
    for (const move of ["start", "start", "pause", "pause", "resume", "resume", "pause", "cancel", "cancel"] as const) {
      await answered(200, client.move(id, move))
    }
    const events = await client.events("campaign-changed.v1", id)
    expect(events.map(({ from, to }) => `${from} ${to}`)).toEqual([
      "DRAFT SCHEDULED",
      "SCHEDULED IN_PROGRESS",
      "IN_PROGRESS PAUSED",
      "PAUSED IN_PROGRESS",
      "IN_PROGRESS PAUSED",
      "PAUSED CANCELLED"
    ])
    for (const event of events) {
      expect(Object.keys(event).sort()).toEqual(["at", "campaignId", "from", "organizationId", "reason", "to"])
      expect(event).toMatchObject({ organizationId: String(org.id), reason: null })
    }
    expect(events.map(({ at }) => at)).toEqual(events.map(({ at }) => at).toSorted())
  })

  test("a refused move publishes nothing", async () => {
    const id = await client.draft([])
    for (const move of ["start", "pause", "resume"] as const) await client.move(id, move)
    expect(await client.events("campaign-changed.v1", id)).toEqual([])
  })
})

describe("call-ended and call-tagged", () => {
  test("a conversation without a word publishes its end and an undetermined tag", async () => {
    const [person] = (await client.people(9)) as [Person]
    const id = await client.started([person])
    await client.untilStatus(id, "COMPLETED")
    const record = await client.record(id, person)
    expect(await client.events("call-ended.v1", id)).toMatchObject([
      {
        ...eventOf(id, record),
        attempt: 1,
        status: "COMPLETED",
        callSid: record.callSid,
        outcome: "CONNECTED",
        failureReason: null,
        durationSeconds: record.duration,
        answeredBy: "human",
        startedAt: record.startedAt,
        endedAt: record.completedAt
      }
    ])
    expect(await client.events("call-tagged.v1", id)).toEqual([
      {
        ...eventOf(id, record),
        attempt: 1,
        status: "COMPLETED",
        intentLabelId: null,
        intentLabelName: null,
        isPositive: null,
        intentSource: null,
        intentUndetermined: true,
        journeyAction: null,
        nextAttemptAt: null,
        reminderFor: null
      }
    ])
  })

  test("each unanswered attempt publishes its end and its tag", async () => {
    const [person] = (await client.people(3)) as [Person]
    const id = await client.started([person], { maxRetries: 1 })
    const queued = await client.untilCall(id, person, ({ status }) => status === "QUEUED")
    await client.makeDue(id)
    await client.untilStatus(id, "COMPLETED")
    const failed = await client.record(id, person)
    const ended = { ...eventOf(id, failed), outcome: "BUSY", failureReason: "Busy", durationSeconds: 0 }
    expect(await client.events("call-ended.v1", id)).toMatchObject([
      { ...ended, attempt: 1, status: "QUEUED", callSid: queued.callSid, endedAt: queued.completedAt },
      { ...ended, attempt: 2, status: "FAILED", callSid: failed.callSid, endedAt: failed.completedAt }
    ])
    const tagged = {
      ...eventOf(id, failed),
      intentLabelId: failed.intentLabel.id,
      intentLabelName: "Not Reachable",
      isPositive: false,
      intentSource: "system",
      intentUndetermined: false
    }
    expect(await client.events("call-tagged.v1", id)).toMatchObject([
      { ...tagged, attempt: 1, status: "QUEUED", nextAttemptAt: queued.nextAttemptAt },
      { ...tagged, attempt: 2, status: "FAILED", nextAttemptAt: null }
    ])
  })

  test("a call that fails at the carrier publishes one tag at the end, without a label", async () => {
    const [person] = (await client.people(4)) as [Person]
    const id = await client.started([person], { maxRetries: 1 })
    await client.untilCall(id, person, ({ status }) => status === "QUEUED")
    expect(await client.events("call-tagged.v1", id)).toEqual([])
    await client.makeDue(id)
    await client.untilStatus(id, "COMPLETED")
    expect(await client.events("call-ended.v1", id)).toHaveLength(2)
    expect(await client.events("call-tagged.v1", id)).toMatchObject([
      { attempt: 2, status: "FAILED", intentLabelId: null, intentUndetermined: true, journeyAction: null }
    ])
  })

  test("a large campaign publishes one of each event per person", async () => {
    const members = await client.people(0, 1, 2, 3, 5, 6, 7, 8, 9, 2, 3, 0)
    const id = await client.started(members, { maxRetries: 0 })
    await client.untilStatus(id, "COMPLETED")
    for (const topic of ["call-ended.v1", "call-tagged.v1"] as const) {
      const contactIds = (await client.events(topic, id)).map(({ contactId }) => contactId)
      expect(contactIds.sort()).toEqual(members.map((member) => member.id).sort())
    }
  })
})

describe("call-suppressed", () => {
  const reasons = async (id: string) =>
    (await client.events("call-suppressed.v1", id)).map(({ attempt, contactId, reason, scope }) => ({
      attempt,
      contactId,
      reason,
      scope
    }))
  const byRegistry = { scope: "ORGANIZATION", reason: "Do Not Contact" }

  test("a suppressed call is published once, whether at the start, at the claim or when a number is listed", async () => {
    const [atStart, atClaim, entering] = (await client.people(0, 2, 2)) as [Person, Person, Person]
    await client.dnc(atStart.phoneNumber)
    const id = await client.started([atStart, atClaim, entering])
    expect(await reasons(id)).toEqual([{ ...byRegistry, attempt: 0, contactId: atStart.id }])
    await eventually(async () => expect(await client.progress(id)).toMatchObject({ queued: 2 }))
    await client.dnc(entering.phoneNumber)
    await answered(200, server.admin("POST", `${client.admin}/dnc`, { phoneNumber: entering.phoneNumber }))
    const changed = `${atClaim.phoneNumber.slice(0, -1)}6`
    await client.dnc(changed)
    await answered(200, org.call("PATCH", `/v1/contacts/${atClaim.id}`, { phoneNumber: changed }))
    await client.makeDue(id)
    await client.untilStatus(id, "COMPLETED")
    expect(await reasons(id)).toEqual([
      { ...byRegistry, attempt: 0, contactId: atStart.id },
      { ...byRegistry, attempt: 1, contactId: entering.id },
      { ...byRegistry, attempt: 1, contactId: atClaim.id }
    ])
  })

  test("a Not Reachable rule publishes the suppression of calls that wait elsewhere, with its label", async () => {
    const [person] = (await client.people(3)) as [Person]
    const elsewhere = await client.started([person])
    await client.untilCall(elsewhere, person, ({ status }) => status === "QUEUED")
    const id = await client.draft([person])
    const labels = await answered(200, org.call("GET", `/v1/campaigns/${id}/intent-labels`))
    const label = labels.find((one: any) => one.name === "Not Reachable")
    await answered(
      200,
      org.call("PUT", `/v1/campaigns/${id}/journey-rules/${label.id}`, { action: "SUPPRESS_ORG_WIDE" })
    )
    await answered(200, client.move(id, "start"))
    await client.untilStatus(id, "COMPLETED")
    expect(await client.events("call-suppressed.v1", elsewhere)).toMatchObject([
      { contactId: person.id, attempt: 1, scope: "ORGANIZATION", reason: "Not Reachable", intentLabelId: label.id }
    ])
    await client.untilStatus(elsewhere, "COMPLETED")
  })
})

test("a client of the event stream sees a campaign from start to end", async () => {
  const [person] = (await client.people(2)) as [Person]
  const id = await client.draft([person], { maxRetries: 0 })
  const viewer = await openViewer(server)
  await answered(200, client.move(id, "start"))
  const events = await viewer.untilEvents(4)
  await viewer.leave()
  const seen = events.map(({ data }) => JSON.parse(data ?? "")).filter(({ data }) => data.campaignId === id)
  expect(seen.map(({ type, data }) => `${type} ${data.to ?? data.status}`)).toEqual([
    "campaign-changed.v1 IN_PROGRESS",
    "call-ended.v1 FAILED",
    "call-tagged.v1 FAILED",
    "campaign-changed.v1 COMPLETED"
  ])
})
