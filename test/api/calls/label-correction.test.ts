import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { Tagging } from "../../../src/calls/outcomes/Tagging.ts"
import { answered, timestamp } from "../../support/api/answered.ts"
import { unreachableUrl } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { untilFound } from "../../support/eventually.ts"

// No dialer runs, so queued calls stay in the queue; the workers report outcomes.
const server = await startServer({ settings: { ROLES: "api,workers" } })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")
await answered(200, org.call("PUT", "/v1/write-back/config", { webhookEnabled: true, webhookUrl: unreachableUrl }))

const campaignWithLabels = async (fields: Readonly<Record<string, unknown>> = {}) => {
  const id = await rows.campaign(org.id, fields)
  const label = (name: string, more: Readonly<Record<string, unknown>> = {}) =>
    rows.label(org.id, id, { name, folded_name: name.toLowerCase(), ...more })
  return {
    id,
    interested: await label("Interested", { is_positive: true }),
    notNow: await label("Not now"),
    wrongNumber: await label("Wrong Number", { retry_behavior: "SUPPRESS_CAMPAIGN" }),
    doNotCall: await label("Do Not Call", { retry_behavior: "SUPPRESS_ORG_WIDE" })
  }
}
const campaign = await campaignWithLabels()
const rule = (labelId: string, action: string, minutes: number | null = null) =>
  rows.query(
    (
      sql
    ) => sql`insert into journey_rules (organization_id, campaign_id, intent_label_id, id, action, retry_delay_minutes)
      values (${org.id}, ${campaign.id}, ${labelId}, ${randomUUID()}, ${action}, ${minutes})`
  )

/** Inserts a contact and a call to it whose only attempt was a conversation. */
const callWithConversation = async (fields: object = {}, campaignId = campaign.id) => {
  const phoneNumber = `+4930${String(Math.random()).slice(2, 10)}`
  const contact = await answered(201, org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber }))
  const id = await rows.call(org.id, campaignId, {
    contact_id: contact.id,
    phone_number: phoneNumber,
    status: "COMPLETED",
    attempts: 1,
    connected: true,
    outcome: "CONNECTED",
    started_at: new Date(),
    intent_label_id: campaignId === campaign.id ? campaign.interested : null,
    intent_source: campaignId === campaign.id ? "auto" : null,
    journey_action: "MARK_COMPLETED",
    ...fields
  })
  const attemptId = await rows.attempt(org.id, id, { duration_seconds: 30 })
  return { id, attemptId, phoneNumber }
}

const path = (call: string, id = org.id) => `/admin/v1/organizations/${id}/calls/${call}/label`
const correct = (call: string, labelId: string, note?: string) =>
  server.admin("POST", path(call), { labelId, ...(note !== undefined && { note }) })

const taggedEvents = async (call: string) =>
  (
    await rows.query(
      (sql) => sql<{ value: Uint8Array }>`select value from outbox where topic = 'call-tagged.v1' order by seq`
    )
  )
    .map(({ value }) => JSON.parse(Buffer.from(value).toString()))
    .filter(({ callId }) => callId === call)
const deliveries = async (call: string) =>
  (
    await rows.query((sql) => sql<{ body: string }>`select body from deliveries where call_id = ${call} order by id`)
  ).map(({ body }) => JSON.parse(body))

describe("the correction of a label", () => {
  test("sets the label with its author, publishes it and reports it once more", async () => {
    const call = await callWithConversation()
    const record = await answered(200, correct(call.id, campaign.notNow, "They asked for June"))
    expect(record).toMatchObject({
      status: "COMPLETED",
      intentLabel: { id: campaign.notNow, name: "Not now" },
      intentSource: null,
      intentUndetermined: false,
      intentCorrection: {
        by: "admin",
        byName: null,
        at: expect.stringMatching(timestamp),
        from: "Interested",
        note: "They asked for June"
      },
      journeyAction: "MARK_COMPLETED"
    })
    const shown = await answered(200, org.call("GET", `/v1/campaigns/${campaign.id}/calls?limit=100`))
    expect(shown.data.find(({ id }: { id: string }) => id === call.id)).toEqual(record)
    expect(await taggedEvents(call.id)).toMatchObject([
      { intentLabelName: "Not now", intentSource: null, corrected: true, correction: 1, status: "COMPLETED" }
    ])
    const [body, ...more] = await untilFound(async () => {
      const found = await deliveries(call.id)
      return found.length > 0 ? found : undefined
    })
    expect(more).toEqual([])
    expect(body).toMatchObject({ intent_label: "Not now", intent_source: null, intent_undetermined: false })
    await answered(200, correct(call.id, campaign.interested))
    await untilFound(async () => (await deliveries(call.id)).length === 2)
    expect(await deliveries(call.id)).toMatchObject([{ intent_label: "Not now" }, { intent_label: "Interested" }])
    const log = await answered(
      200,
      server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?action=call.label&target=${call.id}`)
    )
    expect(log.data).toHaveLength(2)
    expect(log.data[1]).toMatchObject({ actor: "admin", details: { label: "Not now", note: "They asked for June" } })
  })

  test("puts the number on Do Not Contact when the label asks for it, and suppresses its waiting calls", async () => {
    const call = await callWithConversation({ status: "QUEUED", next_attempt_at: new Date(), priority: 1 })
    const elsewhere = await rows.campaign(org.id)
    const waiting = await rows.call(org.id, elsewhere, { phone_number: call.phoneNumber })
    const record = await answered(200, correct(call.id, campaign.doNotCall))
    expect(record).toMatchObject({
      status: "SUPPRESSED",
      suppressionReason: "Do Not Call",
      journeyAction: "SUPPRESS_ORG_WIDE",
      nextAttemptAt: null
    })
    const { data } = await answered(200, org.call("GET", "/v1/dnc?limit=100"))
    expect(data).toContainEqual(expect.objectContaining({ phoneNumber: call.phoneNumber, intentLabel: "Do Not Call" }))
    const [row] = await rows.query((sql) => sql<{ status: string }>`select status from calls where id = ${waiting}`)
    expect(row?.status).toBe("SUPPRESSED")
  })

  test("queues a retry by the journey rule in force now, and takes a queued retry back", async () => {
    await rule(campaign.notNow, "RETRY", 90)
    const call = await callWithConversation()
    const queued = await answered(200, correct(call.id, campaign.notNow))
    expect(queued).toMatchObject({ status: "QUEUED", journeyAction: "RETRY", nextAttemptAt: expect.any(String) })
    expect(Date.parse(queued.nextAttemptAt)).toBeGreaterThan(Date.now() + 80 * 60_000)
    const done = await answered(200, correct(call.id, campaign.interested))
    expect(done).toMatchObject({ status: "COMPLETED", journeyAction: "MARK_COMPLETED", nextAttemptAt: null })
    // A queued retry is no outcome, so only the second correction is reported.
    await untilFound(async () => (await deliveries(call.id)).length > 0)
    expect(await deliveries(call.id)).toMatchObject([{ intent_label: "Interested" }])
    await rows.query((sql) => sql`delete from journey_rules where intent_label_id = ${campaign.notNow}`)
  })

  test("leaves a callback, a suppression and a skipped call as they are", async () => {
    const callbackAt = new Date(Date.now() + 3_600_000)
    const waits = await callWithConversation({
      status: "QUEUED",
      priority: 0,
      next_attempt_at: callbackAt,
      callback_scheduled_at: callbackAt
    })
    const suppressed = await callWithConversation({
      status: "SUPPRESSED",
      suppression: "ORGANIZATION",
      suppression_reason: "Do Not Call",
      journey_action: "SUPPRESS_ORG_WIDE"
    })
    const skipped = await callWithConversation({ status: "SKIPPED", failure_reason: "Callback Fulfilled" })
    expect(await answered(200, correct(waits.id, campaign.notNow))).toMatchObject({
      status: "QUEUED",
      nextAttemptAt: callbackAt.toISOString(),
      callbackScheduledAt: callbackAt.toISOString(),
      intentLabel: { name: "Not now" }
    })
    expect(await answered(200, correct(suppressed.id, campaign.notNow))).toMatchObject({
      status: "SUPPRESSED",
      suppressionReason: "Do Not Call",
      journeyAction: "SUPPRESS_ORG_WIDE",
      intentLabel: { name: "Not now" }
    })
    expect(await answered(200, correct(skipped.id, campaign.notNow))).toMatchObject({
      status: "SKIPPED",
      failureReason: "Callback Fulfilled",
      intentLabel: { name: "Not now" }
    })
  })

  test("is not replaced by an analysis that arrives later", async () => {
    const call = await callWithConversation({
      intent_label_id: null,
      intent_source: null,
      awaits_tag_until: new Date(Date.now() + 60_000)
    })
    await rows.query(
      (sql) => sql`insert into talks (organization_id, attempt_id, call_id, heard, ended_at)
        values (${org.id}, ${call.attemptId}, ${call.id}, true, now())`
    )
    expect(await answered(200, correct(call.id, campaign.notNow))).toMatchObject({ awaitsLabel: false })
    const finding = {
      labelId: campaign.doNotCall,
      undetermined: null,
      evidence: "Yes",
      confidence: 1,
      callback: null,
      variables: {}
    }
    await server.run(
      Tagging.use(({ tag }) =>
        tag({ organizationId: org.id, id: call.attemptId }, { finding, callbackVariable: null } as never)
      )
    )
    const explained = await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/calls/${call.id}`))
    expect(explained).toMatchObject({ status: "COMPLETED", intentLabel: { name: "Not now" } })
    const again = server.admin("POST", `/admin/v1/organizations/${org.id}/calls/${call.id}/analyze`)
    expect((await answered(409, again)).message).toContain("has its label")
  })

  test("counts each of many concurrent corrections once", async () => {
    const call = await callWithConversation()
    const chosen = [campaign.notNow, campaign.wrongNumber, campaign.notNow, campaign.doNotCall, campaign.wrongNumber]
    await Promise.all(chosen.map((label) => answered(200, correct(call.id, label))))
    const stored = await rows.query(
      (sql) => sql<{ correctionNo: number; label: string }>`select k.correction_no as "correctionNo", l.name as label
        from label_corrections k join intent_labels l on l.id = k.intent_label_id
        where k.call_id = ${call.id} order by k.correction_no`
    )
    const events = await taggedEvents(call.id)
    expect(events.map(({ correction }) => correction)).toEqual(stored.map((_, index) => index + 1))
    expect(events.map(({ intentLabelName }) => intentLabelName)).toEqual(stored.map(({ label }) => label))
    await untilFound(async () => (await deliveries(call.id)).length === stored.length)
    const entries = await answered(200, org.call("GET", "/v1/dnc?limit=100"))
    expect(entries.data.filter(({ phoneNumber }: any) => phoneNumber === call.phoneNumber)).toHaveLength(1)
  })

  test("has no effect at all when it fails before its end", async () => {
    const call = await callWithConversation()
    const state = () =>
      rows.query(
        (sql) => sql`select c.*, (select count(*) from label_corrections k where k.call_id = c.id) as corrections,
            (select count(*) from analyses n where n.call_id = c.id) as analyses,
            (select count(*) from do_not_contact d where d.phone_number = c.phone_number) as listed
          from calls c where c.id = ${call.id}`
      )
    const before = await state()
    // The last statement of the transaction fails, as if the process had died there.
    await rows.query(
      (sql) => sql`create function refuse() returns trigger language plpgsql as
      $$ begin raise exception 'refused'; end $$`
    )
    await rows.query(
      (sql) => sql`create trigger refuse before insert on security_log for each row
      when (new.action = 'call.label') execute function refuse()`
    )
    await expect(correct(call.id, campaign.doNotCall)).rejects.toThrow("500")
    await rows.query((sql) => sql`drop trigger refuse on security_log`)
    expect(await state()).toEqual(before)
    expect(await taggedEvents(call.id)).toEqual([])
    await answered(200, correct(call.id, campaign.doNotCall))
    expect(await taggedEvents(call.id)).toHaveLength(1)
  })

  test("is refused while the call is under way and without a conversation, and says why", async () => {
    const live = await callWithConversation({ status: "IN_PROGRESS" })
    await rows.query((sql) => sql`update attempts set ended_at = null, outcome = null where id = ${live.attemptId}`)
    expect((await answered(409, correct(live.id, campaign.notNow))).message).toContain("under way")
    const unanswered = await callWithConversation({ status: "FAILED" })
    await rows.query((sql) => sql`update attempts set outcome = 'NO_ANSWER' where id = ${unanswered.attemptId}`)
    expect((await answered(409, correct(unanswered.id, campaign.notNow))).message).toContain("had no conversation")
    const never = await rows.call(org.id, campaign.id)
    expect((await answered(409, correct(never, campaign.notNow))).message).toContain("never placed")
    const elsewhere = await campaignWithLabels()
    const call = await callWithConversation()
    expect((await answered(404, correct(call.id, elsewhere.notNow))).message).toBe("There is no such intent label")
    const foreign = server.admin("POST", path(call.id, other.id), { labelId: campaign.notNow })
    expect((await answered(404, foreign)).message).toBe("There is no such call")
  })
})
