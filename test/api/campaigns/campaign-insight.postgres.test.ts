import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { newFlow } from "../../support/api/resources.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { eventually } from "../../support/eventually.ts"

// The dialer does not run: the rows stay as they are made.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const rows = rowsOf(server)
const admin = ({ id }: TestOrganization) => `/admin/v1/organizations/${id}`
const read = (org: TestOrganization, campaign: string, what: string) =>
  answered(200, server.admin("GET", `${admin(org)}/campaigns/${campaign}/${what}`))

/** Creates a draft that calls new contacts. */
const draftFor = async (org: TestOrganization, people: number, fields: object = {}) => {
  const flow = await answered(201, server.admin("POST", `${admin(org)}/flows`, newFlow))
  const audience = await answered(201, org.call("POST", "/v1/audiences", { name: "All" }))
  const contacts = Array.from({ length: people }, () => ({ name: "Asha", phoneNumber: newPhoneNumber() }))
  const made =
    people === 0 ? { contacts: [] } : await answered(200, org.call("POST", "/v1/contacts/bulk", { contacts }))
  const contactIds = made.contacts.map(({ id }: { id: string }) => id)
  if (people > 0) await answered(200, org.call("POST", `/v1/audiences/${audience.id}/contacts`, { contactIds }))
  const campaign = await answered(
    201,
    org.call("POST", "/v1/campaigns", {
      name: "Spring",
      useCaseType: "CUSTOM",
      flowId: flow.id,
      audienceId: audience.id,
      callsPerMinute: 1,
      ...fields
    })
  )
  return { id: campaign.id as string, contacts: contacts.map(({ phoneNumber }) => phoneNumber), contactIds }
}

describe("the preflight of a campaign", () => {
  test("says who is called and who is not, when, and what would refuse the start", async () => {
    const org = await server.organization()
    await answered(200, org.call("PATCH", `/v1/organizations/${org.id}/frequency-cap`, { maxCallsPerDay: 1 }))
    const { contacts, id } = await draftFor(org, 5)
    await answered(201, server.admin("POST", `${admin(org)}/dnc`, { phoneNumber: contacts[0] }))
    await rows.query(
      (sql) => sql`insert into phone_ledger (organization_id, phone_number, calls)
        values (${org.id}, ${contacts[1] as string}, array[now()])`
    )
    const shown = await read(org, id, "preflight")
    expect(shown).toMatchObject({
      ready: true,
      missing: [],
      contacts: 5,
      examined: 5,
      willBeCalled: 4,
      skipped: [{ reason: "Do Not Contact", count: 1 }],
      delayed: [{ reason: "Frequency Cap - Daily", count: 1 }],
      callsPerMinute: 1,
      minutes: { estimated: 4, needed: 4 },
      cost: null,
      basis: 0
    })
    const minutes = (Date.parse(shown.lastCallAt) - Date.parse(shown.firstCallAt)) / 60_000
    expect(minutes).toBeGreaterThanOrEqual(2)
    // The start finds the same: the same people wait, and nothing has changed by looking.
    expect((await answered(200, org.call("POST", `/v1/campaigns/${id}/start`))).status).toBe("IN_PROGRESS")
    expect(await answered(200, org.call("GET", `/v1/campaigns/${id}/progress`))).toMatchObject({
      pending: 4,
      suppressed: 1
    })
    const again = server.admin("GET", `${admin(org)}/campaigns/${id}/preflight`)
    expect((await answered(409, again)).message).toContain("started already")
  })

  test("lists what a start would refuse, in the same words", async () => {
    const org = await server.organization()
    const { id } = await draftFor(org, 0)
    const { missing, ready } = await read(org, id, "preflight")
    expect(ready).toBe(false)
    const { details } = await answered(400, org.call("POST", `/v1/campaigns/${id}/start`))
    expect(missing).toEqual(details.map(({ message }: { message: string }) => message))
    const short = await server.organization()
    await answered(200, server.admin("PATCH", admin(short), { minutesQuota: 1 }))
    const draft = await draftFor(short, 3)
    expect((await read(short, draft.id, "preflight")).missing).toEqual([
      "not enough minutes of quota: 3 needed, 1 remaining"
    ])
    await answered(402, short.call("POST", `/v1/campaigns/${draft.id}/start`))
  })

  test("plans within the calling hours, and estimates by the last attempts", async () => {
    const org = await server.organization()
    const inTwoDays = [((new Date().getUTCDay() + 1) % 7) + 1]
    const callingWindow = { days: inTwoDays, start: "09:00", end: "10:00", timezone: "UTC" }
    await answered(200, server.admin("PATCH", admin(org), { callingWindow }))
    const campaign = await rows.campaign(org.id, { status: "COMPLETED" })
    for (const seconds of [90, 30]) {
      const call = await rows.call(org.id, campaign, { status: "COMPLETED" })
      await rows.attempt(org.id, call, { duration_seconds: seconds })
    }
    const { contactIds, id } = await draftFor(org, 2)
    for (const contact of contactIds) {
      await answered(200, org.call("PATCH", `/v1/contacts/${contact}`, { metadata: { timezone: "UTC" } }))
    }
    const shown = await read(org, id, "preflight")
    expect(shown).toMatchObject({
      willBeCalled: 2,
      delayed: [{ reason: "Calling Hours", count: 2 }],
      minutes: { estimated: 3 },
      basis: 2
    })
    expect(shown.firstCallAt).toMatch(/T09:00:00\.000Z$/)
  })

  test("is hidden from another organization", async () => {
    const org = await server.organization()
    const other = await server.organization()
    const { id } = await draftFor(org, 0)
    for (const what of ["preflight", "insight"]) {
      const answer = await answered(404, server.admin("GET", `${admin(other)}/campaigns/${id}/${what}`))
      expect(answer.message).toBe("There is no such campaign")
    }
  })
})

describe("the insight into a campaign", () => {
  test("reads a large campaign once for all viewers, and again after a while", async () => {
    const org = await server.organization()
    const campaign = await rows.campaign(org.id)
    const add = () => rows.call(org.id, campaign, { status: "COMPLETED", attempts: 1, connected: true })
    const connected = async (): Promise<number> => (await read(org, campaign, "insight")).funnel.connected
    await add()
    // The read waits for this lock, as if the campaign had many calls.
    const locked = server.run(
      Effect.flatMap(PgClient.PgClient, (sql) =>
        sql.withTransaction(Effect.andThen(sql`lock table calls in access exclusive mode`, Effect.sleep("300 millis")))
      )
    )
    const first = [connected(), connected()]
    await locked
    expect(await Promise.all(first)).toEqual([1, 1])
    await add()
    expect(await connected()).toBe(1)
    await eventually(async () => expect(await connected()).toBe(2), 200)
  })

  test("shows the funnel, the labels by day, the queue by hour and the answers by hour", async () => {
    const org = await server.organization()
    await answered(200, server.admin("PATCH", admin(org), { timezone: "Asia/Kolkata" }))
    const campaign = await rows.campaign(org.id)
    const yes = await rows.label(org.id, campaign, { name: "Yes", is_positive: true, sort_order: 1 })
    const no = await rows.label(org.id, campaign, { name: "No", folded_name: "no", sort_order: 2 })
    // 20:00 UTC is half past one on the next day in Kolkata.
    const day = new Date(Date.now() - 5 * 86_400_000).toISOString().slice(0, 10)
    const at = new Date(`${day}T20:00:00Z`)
    const nextDay = new Date(at.getTime() + 86_400_000).toISOString().slice(0, 10)
    const called = { status: "COMPLETED", connected: true, attempts: 1, started_at: at }
    for (const fields of [
      { intent_label_id: yes },
      { intent_label_id: yes },
      { intent_label_id: no },
      { intent_undetermined: true }
    ]) {
      const call = await rows.call(org.id, campaign, { ...called, ...fields })
      await rows.attempt(org.id, call, { started_at: at, ended_at: at })
    }
    const unanswered = await rows.call(org.id, campaign, { status: "FAILED", attempts: 1, started_at: at })
    await rows.attempt(org.id, unanswered, { started_at: at, ended_at: at, outcome: "NO_ANSWER" })
    const due = new Date(Date.now() + 7_200_000)
    await rows.call(org.id, campaign, { status: "QUEUED", priority: 1, attempts: 1, next_attempt_at: due })
    const asked = { status: "QUEUED", priority: 0, attempts: 1, next_attempt_at: due }
    await rows.call(org.id, campaign, asked)
    await rows.call(org.id, campaign, { ...asked, reminder_for: "2030-01-01", reminder_until: due })
    // An hour of Kolkata begins at half past of UTC.
    const hour = new Date(Math.floor((due.getTime() - 1_800_000) / 3_600_000) * 3_600_000 + 1_800_000).toISOString()

    const shown = await read(org, campaign, "insight")
    expect(shown).toMatchObject({
      timezone: "Asia/Kolkata",
      funnel: { contacts: 8, called: 8, connected: 4, labelled: 3, positive: 2 },
      labelsByDay: [
        {
          day: nextDay,
          labels: [
            { id: yes, name: "Yes", isPositive: true, count: 2 },
            { id: no, name: "No", count: 1 }
          ],
          undetermined: 1
        }
      ],
      retryQueue: [{ hour, callbacks: 1, reminders: 1, retries: 1, first: 0 }]
    })
    expect(shown.answersByHour).toHaveLength(24)
    expect(shown.answersByHour[1]).toEqual({ hour: 1, attempts: 5, answered: 4, rate: 0.8 })
    expect(shown.answersByHour[2]).toEqual({ hour: 2, attempts: 0, answered: 0, rate: null })
  })

  test("says why the dialer is idle", async () => {
    const org = await server.organization()
    const { id } = await draftFor(org, 2)
    expect((await read(org, id, "insight")).idle).toMatchObject({
      status: "DRAFT",
      reasons: [{ gate: "campaign", detail: "The campaign is DRAFT" }]
    })
    await answered(200, org.call("POST", `/v1/campaigns/${id}/start`))
    const idle = async () => (await read(org, id, "insight")).idle
    expect(await idle()).toBe(null)
    await rows.query(
      (sql) => sql`update calls set next_attempt_at = now() + interval '1 hour' where campaign_id = ${id}`
    )
    expect(await idle()).toMatchObject({ reasons: [{ gate: "due", until: expect.any(String) }] })
    await answered(200, server.admin("PATCH", admin(org), { minutesQuota: 0 }))
    expect(await idle()).toMatchObject({ status: "IN_PROGRESS", reasons: [{ gate: "quota" }] })
    await answered(200, org.call("POST", `/v1/campaigns/${id}/pause`))
    expect(await idle()).toMatchObject({
      status: "PAUSED",
      reasons: [{ detail: "The campaign is PAUSED" }, { gate: "quota" }]
    })
  })
})
