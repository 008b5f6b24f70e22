import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Usage } from "../../../src/accounts/Usage.ts"
import { answered, refused, timestamp } from "../../support/api/answered.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

// The dialer does not run: the rows stay as they are made.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const rows = rowsOf(server)

const dashboard = (org: TestOrganization, query = "") =>
  answered(200, org.call("GET", `/v1/campaigns/dashboard${query}`))
/** Returns the only campaign of an organization. */
const shown = async (org: TestOrganization) => {
  const { campaigns } = await dashboard(org)
  expect(campaigns).toHaveLength(1)
  return campaigns[0]
}
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000)

describe("GET /v1/campaigns/dashboard", () => {
  test("is empty at first", async () => {
    expect(await dashboard(await server.organization())).toEqual({
      summary: { activeCampaigns: 0, callsToday: 0, contactsToday: 0, generatedAt: expect.stringMatching(timestamp) },
      campaigns: []
    })
  })

  test("shows every name unchanged, whatever characters it has", async () => {
    const org = await server.organization()
    const name = `"intentSplit":[] $& \\ ${"\u2028"}`
    const id = await rows.campaign(org.id, { name })
    await rows.label(org.id, id, { name })
    expect(await shown(org)).toMatchObject({ name, intentSplit: [{ name }] })
  })

  test("shows a draft with its audience, its labels and exactly the documented fields", async () => {
    const org = await server.organization()
    const audience = (await answered(201, org.call("POST", "/v1/audiences", { name: "All" }))).id
    const contacts = [1, 2, 3].map(() => ({ name: "Asha", phoneNumber: newPhoneNumber() }))
    const { contacts: made } = await answered(200, org.call("POST", "/v1/contacts/bulk", { contacts }))
    const contactIds = made.map(({ id }: any) => id)
    await answered(200, org.call("POST", `/v1/audiences/${audience}/contacts`, { contactIds }))
    const id = await rows.campaign(org.id, { status: "DRAFT", started_at: null, audience_id: audience })
    const second = await rows.label(org.id, id, { name: "No", sort_order: 2 })
    const first = await rows.label(org.id, id, { name: "Yes", sort_order: 1, is_positive: true })
    const label = { color: "#1f9d55", count: 0 }
    expect(await shown(org)).toEqual({
      id,
      name: "Reminders",
      useCaseType: "CUSTOM",
      status: "DRAFT",
      totalContacts: 3,
      callsAttempted: 0,
      connected: 0,
      notConnected: 0,
      retryQueueDepth: 0,
      connectionRate: null,
      nextRetryAt: null,
      positiveConnected: 0,
      positiveRate: null,
      intentSplit: [
        { id: first, name: "Yes", isPositive: true, ...label },
        { id: second, name: "No", isPositive: false, ...label }
      ],
      completionPct: 0,
      health: { level: "green", reason: "Not started yet" }
    })
    // The labels of a draft may change from one request to the next.
    await answered(200, org.call("PATCH", `/v1/campaigns/${id}/intent-labels/${first}`, { name: "Sure" }))
    expect(await shown(org)).toMatchObject({ intentSplit: [{ id: first, name: "Sure" }, { id: second }] })
  })

  test("counts the calls and labels of each campaign, and shows its next retry", async () => {
    const org = await server.organization()
    const id = await rows.campaign(org.id)
    const yes = await rows.label(org.id, id, { name: "Yes", is_positive: true, sort_order: 1 })
    const sure = await rows.label(org.id, id, { name: "Sure", is_positive: true, sort_order: 2 })
    const no = await rows.label(org.id, id, { name: "No", sort_order: 3 })
    const reached = { status: "COMPLETED", connected: true, attempts: 1 }
    await rows.call(org.id, id, { ...reached, intent_label_id: yes })
    await rows.call(org.id, id, { ...reached, intent_label_id: yes })
    await rows.call(org.id, id, { ...reached, intent_label_id: sure })
    await rows.call(org.id, id, { ...reached, intent_label_id: no })
    await rows.call(org.id, id, { status: "FAILED", attempts: 4, intent_label_id: no })
    const later = { status: "QUEUED", attempts: 1 }
    const time = (hour: number) => new Date(Date.UTC(2100, 0, 1, hour))
    await rows.call(org.id, id, { ...later, priority: 1, next_attempt_at: time(12) })
    await rows.call(org.id, id, { ...later, priority: 1, next_attempt_at: time(11) })
    await rows.call(org.id, id, { ...later, priority: 0, next_attempt_at: time(13) })
    await rows.call(org.id, id)
    await rows.campaign(org.id, { status: "DRAFT", started_at: null })
    expect((await dashboard(org)).campaigns[1]).toMatchObject({
      totalContacts: 9,
      callsAttempted: 11,
      connected: 4,
      notConnected: 1,
      retryQueueDepth: 3,
      connectionRate: 0.8,
      nextRetryAt: time(11).toISOString(),
      positiveConnected: 3,
      positiveRate: 0.75,
      intentSplit: [
        { name: "Yes", count: 2 },
        { name: "Sure", count: 1 },
        { name: "No", count: 2 }
      ],
      completionPct: 55,
      health: { level: "green", reason: "Calls people as planned" }
    })
    await rows.query(
      (sql) => sql`update calls set next_attempt_at = ${time(10)} where campaign_id = ${id} and priority = 0`
    )
    expect((await dashboard(org)).campaigns[1].nextRetryAt).toBe(time(10).toISOString())
    await rows.query(
      (sql) => sql`update calls set intent_label_id = ${sure} where intent_label_id = ${no} and connected`
    )
    expect((await dashboard(org)).campaigns[1]).toMatchObject({
      positiveConnected: 4,
      intentSplit: [{ count: 2 }, { count: 2 }, { count: 1 }]
    })
  })

  test("lists campaigns newest first, and filters them by use case, status and creation date", async () => {
    const org = await server.organization()
    const other = await server.organization("Other")
    const make = (name: string, created_at: string, fields: object = {}) =>
      rows.campaign(org.id, { name, created_at: new Date(created_at), ...fields })
    await make("a", "2029-12-31T23:59:59.999Z", { use_case_type: "EDUTECH" })
    await make("b", "2030-01-01T00:00:00.000Z", { status: "PAUSED" })
    await make("c", "2030-01-01T23:59:59.999Z", { status: "PAUSED", use_case_type: "EDUTECH" })
    await make("d", "2030-01-02T00:00:00.000Z")
    await rows.campaign(other.id, { name: "foreign" })
    const names = async (query: string) => (await dashboard(org, query)).campaigns.map(({ name }: any) => name).join("")
    expect(await names("")).toBe("dcba")
    expect(await names("?status=PAUSED")).toBe("cb")
    expect(await names("?useCaseType=EDUTECH")).toBe("ca")
    expect(await names("?useCaseType=EDUTECH&status=PAUSED")).toBe("c")
    expect(await names("?status=CANCELLED")).toBe("")
    expect(await names("?startDateFrom=2030-01-01")).toBe("dcb")
    expect(await names("?startDateFrom=2030-01-01T00:00:00.001Z")).toBe("dc")
    expect(await names("?startDateTo=2030-01-01")).toBe("cba")
    expect(await names("?startDateTo=2029-12-31")).toBe("a")
    expect(await names("?startDateTo=2030-01-01T00:00:00Z")).toBe("ba")
    expect(await names("?startDateTo=2030-01-01T05:29:59.999%2B05:30")).toBe("a")
    expect(await names("?startDateFrom=2030-01-01&startDateTo=2030-01-01")).toBe("cb")
    expect(await names("?startDateFrom=2030-01-02&startDateTo=2030-01-01")).toBe("")
    expect((await dashboard(org, "?status=CANCELLED")).summary.activeCampaigns).toBe(2)
  })

  test("refuses an invalid filter", async () => {
    const org = await server.organization()
    await refused(
      org.call("GET", "/v1/campaigns/dashboard?status=RUNNING&useCaseType=&startDateFrom=2030-02-31&startDateTo=soon"),
      { status: /must be/, useCaseType: /must be/, startDateFrom: /must be a time/, startDateTo: /must be a date/ }
    )
  })

  test("sums up the day of the whole organization, whatever the filters", async () => {
    const org = await server.organization()
    for (const status of ["IN_PROGRESS", "IN_PROGRESS", "PAUSED", "COMPLETED"]) await rows.campaign(org.id, { status })
    for (const isFirstOfDay of [true, false, true]) {
      await server.run(
        Effect.flatMap(Usage, (usage) => usage.begin(org.id, { campaignId: randomUUID(), minutes: 1, isFirstOfDay }))
      )
    }
    const summary = {
      activeCampaigns: 2,
      callsToday: 3,
      contactsToday: 2,
      generatedAt: expect.stringMatching(timestamp)
    }
    for (const query of ["", "?status=PAUSED", "?startDateTo=2000-01-01"]) {
      expect((await dashboard(org, query)).summary).toEqual(summary)
    }
    expect((await dashboard(await server.organization("Other"))).summary).toMatchObject({ callsToday: 0 })
  })

  test("does not collide with the path of a campaign id", async () => {
    const org = await server.organization()
    await answered(404, org.call("GET", `/v1/campaigns/${randomUUID()}/progress`))
    await answered(404, org.call("GET", "/v1/campaigns/dashboard/progress"))
    expect(await dashboard(org)).toHaveProperty("summary")
  })
})

describe("the health on the dashboard", () => {
  const stalls = /none was placed for \d+ minutes/
  const waits = { next_attempt_at: ago(30) }
  const dialed = (organizationId: number, campaign: string, minutes: number) =>
    rows.query(
      (sql) => sql`insert into campaign_pace (organization_id, campaign_id, next_start_at, resumed_at)
        values (${organizationId}, ${campaign}, ${ago(minutes - 0.1)}, ${ago(90)})`
    )

  test("is red while a campaign is paused by the service", async () => {
    const org = await server.organization()
    await rows.campaign(org.id, { status: "PAUSED", status_reason: "the quota is used up" })
    expect((await shown(org)).health).toEqual({ level: "red", reason: "Paused itself: the quota is used up" })
  })

  test("is red when calls are due and none is placed", async () => {
    const org = await server.organization()
    const id = await rows.campaign(org.id, { started_at: ago(90) })
    await rows.call(org.id, id, waits)
    await dialed(org.id, id, 20)
    expect((await shown(org)).health).toEqual({ level: "red", reason: expect.stringMatching(stalls) })
    await rows.query((sql) => sql`update campaign_pace set next_start_at = now() where campaign_id = ${id}`)
    expect((await shown(org)).health.level).toBe("green")
    await rows.query(
      (sql) => sql`update campaign_pace set next_start_at = null, resumed_at = now() where campaign_id = ${id}`
    )
    expect((await shown(org)).health.level).toBe("green")
  })

  test("is not red at an hour at which the contact that is due may not be called", async () => {
    const org = await server.organization()
    const id = await rows.campaign(org.id, { started_at: ago(90), timezone: "UTC" })
    await rows.call(org.id, id, { ...waits, phone_number: "+917000000001" })
    await dialed(org.id, id, 20)
    // In the time zone of the number, none of these days is today or adjacent to it.
    const weekday = (new Date(Date.now() + 330 * 60_000).getUTCDay() + 6) % 7
    const days = [1, 2, 3, 4, 5, 6, 7].filter((day) => ![weekday, weekday + 1, weekday + 2].includes(day))
    const open = (callingWindow: object | null) =>
      server.admin("PATCH", `/admin/v1/organizations/${org.id}`, { callingWindow })
    await open({ days, start: "00:00", end: "24:00" })
    expect((await shown(org)).health).toEqual({
      level: "green",
      reason: "Waits for the calling hours to open"
    })
    await open({ days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" })
    expect((await shown(org)).health.level).toBe("red")
  })

  test("is amber when few contacts are reached, or fewer than in the week before", async () => {
    const org = await server.organization()
    const id = await rows.campaign(org.id)
    const resolve = (count: number, connected: boolean) =>
      rows.query(
        (sql) => sql`update calls set next_attempt_at = null, connected = ${connected},
            status = ${connected ? "COMPLETED" : "FAILED"}
          where id in (select id from calls where campaign_id = ${id} and status = 'PENDING' order by id limit ${count})`
      )
    for (let call = 0; call < 100; call++) await rows.call(org.id, id)
    await resolve(3, true)
    await resolve(17, false)
    expect((await shown(org)).health.level).toBe("green")
    await resolve(1, false)
    expect((await shown(org)).health).toEqual({ level: "amber", reason: "Only 14 % of the people were reached" })
    await resolve(20, true)
    await rows.moveDays(id, 7)
    await resolve(4, true)
    await resolve(16, false)
    expect((await shown(org)).health).toEqual({
      level: "amber",
      reason: "20 % of the people were reached today, against 56 % in the week before"
    })
    await rows.moveDays(id, 1, 5)
    expect((await shown(org)).health.level).toBe("green")
  })

  test("is amber when the cap defers many calls, or the end of the campaign is too close", async () => {
    const org = await server.organization()
    const id = await rows.campaign(org.id, { started_at: ago(5) })
    for (let call = 0; call < 3; call++) await rows.call(org.id, id)
    const deferral = { deferrals: 1, deferral_reason: "Frequency Cap - Daily" }
    await rows.call(org.id, id, deferral)
    expect((await shown(org)).health.level).toBe("green")
    await rows.call(org.id, id, deferral)
    expect((await shown(org)).health).toEqual({
      level: "amber",
      reason: "The frequency cap put off 2 of the 5 people who wait"
    })
    await rows.query((sql) => sql`update calls set deferral_reason = null where campaign_id = ${id}`)
    await rows.query((sql) => sql`update campaigns set end_at = now() + interval '25 seconds' where id = ${id}`)
    expect((await shown(org)).health).toEqual({
      level: "amber",
      reason: expect.stringMatching(/^It will not finish in time: 5 people wait/)
    })
  })
})
