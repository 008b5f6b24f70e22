import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { answered, refused } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")
const running = await rows.campaign(org.id)

const makeContact = async (phoneNumber = newPhoneNumber()): Promise<{ id: string; phoneNumber: string }> =>
  answered(201, org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber }))
const securityLog = async (target: string) =>
  (await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?limit=100`))).data.filter(
    (entry: { target: string }) => entry.target === target
  )
const recordOf = async (campaign: string, id: string) =>
  (await answered(200, org.call("GET", `/v1/campaigns/${campaign}/calls?limit=100`))).data.find(
    (record: { id: string }) => record.id === id
  )
const rowOf = async (id: string) =>
  (
    await rows.query(
      (sql) => sql<{ priority: number; attempts: number; extraAttempts: number; waits: boolean }>`select priority,
        attempts, extra_attempts as "extraAttempts", next_attempt_at <= clock_timestamp() as waits
        from calls where id = ${id}`
    )
  )[0]

describe("POST /v1/campaigns/:id/callbacks/:campaignCallId/fulfill", () => {
  const fulfill = (call: string, campaign = running) =>
    org.call("POST", `/v1/campaigns/${campaign}/callbacks/${call}/fulfill`)
  const callbackAt = new Date(Date.now() + 86_400_000)
  const pending = { status: "QUEUED", priority: 0, next_attempt_at: callbackAt, callback_scheduled_at: callbackAt }

  test("cancels the pending call", async () => {
    const started = new Date("2026-01-05T10:00:00Z")
    const call = await rows.call(org.id, running, {
      ...pending,
      attempts: 1,
      started_at: started,
      completed_at: started
    })
    const record = await answered(200, fulfill(call))
    expect(record).toMatchObject({
      id: call,
      status: "SKIPPED",
      failureReason: "Callback Fulfilled",
      nextAttemptAt: null,
      attempts: 1,
      startedAt: started.toISOString(),
      completedAt: started.toISOString()
    })
    expect(record).toEqual(await recordOf(running, call))
    await answered(409, fulfill(call))
  })

  test("works in a paused campaign", async () => {
    const campaign = await rows.campaign(org.id, { status: "PAUSED" })
    const call = await rows.call(org.id, campaign, { ...pending, status: "PENDING" })
    expect(await answered(200, fulfill(call, campaign))).toMatchObject({ status: "SKIPPED" })
  })

  test("answers 409 when no callback is pending", async () => {
    const { next_attempt_at: _, ...past } = pending
    const calls = [
      { status: "QUEUED" },
      ...["IN_PROGRESS", "COMPLETED", "FAILED", "SKIPPED"].map((status) => ({ ...past, status })),
      { ...past, status: "SUPPRESSED", suppression: "CAMPAIGN" }
    ]
    for (const fields of calls) {
      const call = await rows.call(org.id, running, fields)
      const before = await recordOf(running, call)
      expect((await answered(409, fulfill(call))).message).toBe("No callback is pending for this call")
      expect(await recordOf(running, call)).toEqual(before)
    }
  })

  test("answers 404 for a call of another campaign or another organization", async () => {
    const elsewhere = await rows.call(org.id, await rows.campaign(org.id), pending)
    const theirCampaign = await rows.campaign(other.id)
    const theirs = await rows.call(other.id, theirCampaign, pending)
    for (const [call, campaign, what] of [
      [elsewhere, running, "call"],
      [theirs, running, "call"],
      [theirs, theirCampaign, "campaign"],
      [randomUUID(), running, "call"],
      ["x", running, "call"]
    ] as const) {
      expect((await answered(404, fulfill(call, campaign))).message).toBe(`There is no such ${what}`)
    }
  })
})

describe("POST /v1/campaigns/:id/suppressed/:campaignCallId/restore", () => {
  const path = (call: string, campaign = running) => `/v1/campaigns/${campaign}/suppressed/${call}/restore`
  const restore = (call: string, campaign = running, body: unknown = {}) => org.call("POST", path(call, campaign), body)
  const suppression = { status: "SUPPRESSED", suppression: "CAMPAIGN", suppression_reason: "Refused" }
  const suppressed = async (fields: object = {}, campaign = running) => {
    const { id, phoneNumber } = await makeContact()
    const all = { contact_id: id, phone_number: phoneNumber, ...suppression, ...fields }
    return { call: await rows.call(org.id, campaign, all), contact: id, phoneNumber }
  }
  const enter = (phoneNumber: string) =>
    answered(201, server.admin("POST", `/admin/v1/organizations/${org.id}/dnc`, { phoneNumber }))

  test.each([
    ["IN_PROGRESS", "QUEUED"],
    ["PAUSED", "PENDING"],
    ["SCHEDULED", "PENDING"]
  ])("in a campaign that is %s the call becomes %s and due", async (status, expected) => {
    const campaign = await rows.campaign(org.id, { status })
    const { call } = await suppressed({ attempts: 1, failure_reason: "Busy" }, campaign)
    const record = await answered(200, restore(call, campaign))
    expect(record).toMatchObject({
      id: call,
      status: expected,
      suppressedFromCampaign: false,
      suppressionReason: null,
      failureReason: null,
      attempts: 1,
      scheduledAt: record.nextAttemptAt
    })
    expect(record).toEqual(await recordOf(campaign, call))
    expect(await rowOf(call)).toEqual({ priority: 1, attempts: 1, extraAttempts: 0, waits: true })
  })

  test.each(["COMPLETED", "CANCELLED"])("in a campaign that is %s the call becomes SKIPPED", async (status) => {
    const campaign = await rows.campaign(org.id, { status, results_exported_at: new Date() })
    const { call } = await suppressed({}, campaign)
    expect(await answered(200, restore(call, campaign))).toMatchObject({
      status: "SKIPPED",
      failureReason: "Campaign Ended",
      suppressedFromCampaign: false,
      suppressionReason: null,
      nextAttemptAt: null
    })
    const { resultsExportedAt } = await answered(200, org.call("GET", `/v1/campaigns/${campaign}`))
    expect(resultsExportedAt).toBeNull()
  })

  test("a call that the frequency cap or the calling hours had postponed is not postponed any more", async () => {
    const { call } = await suppressed({
      deferral_reason: "Frequency Cap - Daily",
      due_before_hours: new Date(Date.now() - 86_400_000)
    })
    const { deferralReason, nextAttemptAt } = await answered(200, restore(call))
    expect(deferralReason).toBeNull()
    // Another window has the postponed calls checked again, and moves them back to when they were due before.
    const callingWindow = { days: [1, 2, 3, 4, 5, 6, 7], start: "00:00", end: "24:00" }
    await answered(200, server.admin("PATCH", `/admin/v1/organizations/${org.id}`, { callingWindow }))
    expect(await recordOf(running, call)).toMatchObject({ nextAttemptAt, scheduledAt: nextAttemptAt })
  })

  test("a contact that was never called gets a first call", async () => {
    const { call } = await suppressed()
    await answered(200, restore(call))
    expect(await rowOf(call)).toEqual({ priority: 2, attempts: 0, extraAttempts: 0, waits: true })
  })

  test("a contact whose attempts are used up gets one more", async () => {
    const campaign = await rows.campaign(org.id, { max_retries: 2 })
    const extraOf = async (attempts: number, extra_attempts: number) => {
      const { call } = await suppressed({ attempts, extra_attempts }, campaign)
      await answered(200, restore(call, campaign))
      return (await rowOf(call))?.extraAttempts
    }
    expect(await extraOf(2, 0)).toBe(0)
    expect(await extraOf(3, 0)).toBe(1)
    expect(await extraOf(3, 1)).toBe(1)
    expect(await extraOf(4, 1)).toBe(2)
    // The number of retries was lowered after they had been used.
    expect(await extraOf(5, 0)).toBe(3)
  })

  test("answers 409 while the number is on Do Not Contact, and restores the call after its removal", async () => {
    const { call, phoneNumber } = await suppressed({
      suppression: "ORGANIZATION",
      suppression_reason: "Do Not Contact"
    })
    const { id } = await enter(phoneNumber)
    const before = await recordOf(running, call)
    const refusal = await answered(409, restore(call))
    expect(refusal).toMatchObject({ code: "INVALID_STATE", message: /remove it from Do Not Contact first/ })
    expect(await recordOf(running, call)).toEqual(before)
    await answered(200, org.call("DELETE", `/v1/dnc/${id}`))
    expect(await answered(200, restore(call))).toMatchObject({ status: "QUEUED" })
  })

  test("checks the current number of the contact", async () => {
    const { call, contact, phoneNumber } = await suppressed()
    await enter(phoneNumber)
    const changed = newPhoneNumber()
    await answered(200, org.call("PATCH", `/v1/contacts/${contact}`, { phoneNumber: changed }))
    const { id } = await enter(changed)
    await answered(409, restore(call))
    await answered(200, org.call("DELETE", `/v1/dnc/${id}`))
    await answered(200, restore(call))
  })

  test("does not call a deleted contact again", async () => {
    const { call, contact } = await suppressed()
    await answered(200, org.call("DELETE", `/v1/contacts/${contact}`))
    expect(await answered(200, restore(call))).toMatchObject({
      status: "SKIPPED",
      failureReason: "Contact Deleted",
      suppressedFromCampaign: false
    })
  })

  test("answers 409 for a call that is not suppressed", async () => {
    for (const status of ["PENDING", "QUEUED", "IN_PROGRESS", "COMPLETED", "FAILED", "SKIPPED"]) {
      const call = await rows.call(org.id, running, { status })
      const before = await recordOf(running, call)
      expect((await answered(409, restore(call))).message).toBe("This call is not suppressed")
      expect(await recordOf(running, call)).toEqual(before)
    }
  })

  test("records the reason and the key; the body is optional", async () => {
    for (const [body, reason] of [
      [{ reason: "They called us" }, "They called us"],
      [{ reason: null }, null],
      [{}, null],
      [undefined, null]
    ] as const) {
      const { call } = await suppressed()
      await answered(200, org.call("POST", path(call), body))
      expect(await securityLog(call)).toMatchObject([
        { actor: expect.stringMatching(/^key:/), action: "call.restore", details: { campaignId: running, reason } }
      ])
    }
    const { call } = await suppressed()
    await refused(restore(call, running, { reason: "" }), { reason: /must not be empty/ })
    await refused(restore(call, running, { reason: 5 }), { reason: /string/ })
    await answered(400, restore(call, running, "{"))
  })

  test("only one of many concurrent requests lifts the suppression", async () => {
    const { call } = await suppressed()
    const answers = await Promise.all(Array.from({ length: 6 }, () => restore(call)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409, 409])
    expect(await securityLog(call)).toHaveLength(1)
  })

  test("answers 404 for a call of another campaign or another organization", async () => {
    const { call } = await suppressed({}, await rows.campaign(org.id))
    const theirCampaign = await rows.campaign(other.id)
    const theirs = await rows.call(other.id, theirCampaign, suppression)
    expect((await answered(404, restore(call))).message).toBe("There is no such call")
    expect((await answered(404, restore(theirs))).message).toBe("There is no such call")
    expect((await answered(404, restore(theirs, theirCampaign))).message).toBe("There is no such campaign")
  })
})
