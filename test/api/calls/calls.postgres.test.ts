import { randomUUID } from "node:crypto"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { Decisions } from "../../../src/calls/outcomes/Decisions.ts"
import { newId } from "../../../src/platform/ids.ts"
import { answered, uuid7 } from "../../support/api/answered.ts"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { addDocument } from "../../support/data/knowledge/knowledge-rows.ts"
import { command } from "../../support/processes/command.ts"

// The dialer does not run: the rows stay as they are made.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const list = (campaign: string, query = "") => answered(200, org.call("GET", `/v1/campaigns/${campaign}/calls${query}`))
const explain = (id: string) => answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/calls/${id}`))

const transcript = [{ role: "agent", text: "Hello", startMs: 0, endMs: 500, interrupted: false }] as const
const answeredTurn = {
  at: new Date("2030-01-01T09:00:00Z"),
  llmProvider: null,
  model: null,
  language: null,
  interrupted: false,
  speculative: null,
  why: null
}

const waiting = {
  id: expect.stringMatching(uuid7),
  callSid: null,
  contactId: expect.any(String),
  contactName: "Asha",
  phoneNumber: "+919812345678",
  status: "PENDING",
  outcome: null,
  failureReason: null,
  duration: 0,
  attempts: 0,
  startedAt: null,
  completedAt: null,
  nextAttemptAt: "2030-01-01T09:00:00.000Z",
  scheduledAt: "2030-01-01T09:00:00.000Z",
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
  reminderFor: null,
  deferralReason: null,
  results: {}
}

const dueAt = new Date("2030-01-01T09:00:00Z")
const due = { phone_number: "+919812345678", next_attempt_at: dueAt, scheduled_at: dueAt }

describe("GET /v1/campaigns/:id/calls", () => {
  test("shows a waiting call with exactly the documented fields", async () => {
    const campaign = await rows.campaign(org.id)
    const id = await rows.call(org.id, campaign, due)
    expect(await list(campaign)).toEqual({ data: [{ ...waiting, id }], total: 1, page: 1, limit: 20, totalPages: 1 })
  })

  test("shows the complete result of a call", async () => {
    const campaign = await rows.campaign(org.id)
    const label = await rows.label(org.id, campaign, { name: "Callback Requested" })
    const contact = randomUUID()
    await rows.call(org.id, campaign, {
      ...due,
      contact_id: contact,
      status: "QUEUED",
      priority: 0,
      attempts: 2,
      call_sid: "CA123",
      outcome: "CONNECTED",
      duration: 42,
      connected: true,
      started_at: new Date("2029-12-31T10:00:00Z"),
      completed_at: new Date("2029-12-31T10:01:00Z"),
      intent_label_id: label,
      intent_source: "auto",
      journey_action: "MARK_COMPLETED",
      flagged_for_review: true,
      callback_scheduled_at: dueAt,
      callback_adjusted: true,
      deferral_reason: "Frequency Cap - Weekly"
    })
    const { data } = await list(campaign)
    expect(data).toEqual([
      {
        ...waiting,
        contactId: contact,
        status: "QUEUED",
        attempts: 2,
        callSid: "CA123",
        outcome: "CONNECTED",
        duration: 42,
        startedAt: "2029-12-31T10:00:00.000Z",
        completedAt: "2029-12-31T10:01:00.000Z",
        intentLabel: { id: label, name: "Callback Requested", color: "#1f9d55", isPositive: false },
        intentSource: "auto",
        journeyAction: "MARK_COMPLETED",
        flaggedForReview: true,
        callbackScheduledAt: "2030-01-01T09:00:00.000Z",
        callbackAdjusted: true,
        deferralReason: "Frequency Cap - Weekly"
      }
    ])
  })

  test("shows whether a suppressed call is suppressed in the campaign or everywhere, and why", async () => {
    const campaign = await rows.campaign(org.id)
    for (const suppression of ["CAMPAIGN", "ORGANIZATION"]) {
      await rows.call(org.id, campaign, { status: "SUPPRESSED", suppression, suppression_reason: "Do Not Contact" })
    }
    await rows.call(org.id, campaign, { status: "FAILED", failure_reason: "Busy", intent_undetermined: true })
    const { data } = await list(campaign)
    expect(
      data.map(({ suppressedFromCampaign, suppressionReason, failureReason, intentUndetermined }: any) => [
        suppressedFromCampaign,
        suppressionReason,
        failureReason,
        intentUndetermined
      ])
    ).toEqual([
      [false, null, "Busy", true],
      [true, "Do Not Contact", null, false],
      [true, "Do Not Contact", null, false]
    ])
  })

  test("pages list every call once, newest first, whichever end they are read from", async () => {
    const campaign = await rows.campaign(org.id)
    const made: Array<string> = []
    for (let index = 0; index < 7; index++) made.unshift(await rows.call(org.id, campaign))
    await rows.call(org.id, await rows.campaign(org.id))
    for (const limit of [1, 2, 3, 7, 100]) {
      const pages = await Promise.all(
        Array.from({ length: Math.ceil(7 / limit) }, (_, index) => list(campaign, `?limit=${limit}&page=${index + 1}`))
      )
      expect(pages.flatMap(({ data }) => data.map(({ id }: any) => id))).toEqual(made)
      expect(pages[0]).toMatchObject({ total: 7, limit, totalPages: pages.length })
    }
    expect(await list(campaign, "?limit=2&page=5")).toEqual({ data: [], total: 7, page: 5, limit: 2, totalPages: 4 })
  })

  test("pages of a long list have each call once when they are read one after another", async () => {
    const campaign = await rows.campaign(org.id)
    const made = await rows.query<{ id: string }>(
      (sql) => sql`insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, status)
        select ${org.id}::int, ${campaign}::uuid, gen_random_uuid(), 'Asha', '+919812345678', 'SKIPPED'
        from generate_series(1, 2600) returning id`
    )
    const read: Array<string> = []
    for (let page = 1; page <= 26; page++) {
      const { data } = await list(campaign, `?limit=100&page=${page}`)
      read.push(...data.map(({ id }: any) => id))
    }
    expect(read).toEqual(
      made
        .map(({ id }) => id)
        .toSorted()
        .reverse()
    )
    const again = await list(campaign, "?limit=50&page=28")
    expect(again.data.map(({ id }: any) => id)).toEqual(read.slice(1350, 1400))
  })

  test("is empty before the start, and answers 404 for a campaign of another organization", async () => {
    expect(await list(await rows.campaign(org.id, { status: "DRAFT" }))).toMatchObject({ data: [], total: 0 })
    const foreign = await rows.campaign(other.id)
    await rows.call(other.id, foreign)
    for (const id of [foreign, randomUUID(), "x"]) {
      expect(await answered(404, org.call("GET", `/v1/campaigns/${id}/calls`))).toMatchObject({
        message: "There is no such campaign"
      })
    }
  })
})

describe("GET /admin/v1/organizations/:id/calls/:callId", () => {
  test("returns a call with its attempts, oldest first", async () => {
    const campaign = await rows.campaign(org.id)
    const id = await rows.call(org.id, campaign, due)
    const startedAt = new Date("2029-12-31T10:00:00Z")
    const attempt = (attempt_no: number, fields: object) =>
      rows.query(
        (sql) =>
          sql`insert into attempts ${sql.insert({
            organization_id: org.id,
            id: newId(),
            campaign_id: campaign,
            call_id: id,
            attempt_no,
            phone_number: "+919812345678",
            account: "AC1",
            epoch: 1,
            reserved_minutes: 5,
            first_of_day: true,
            started_at: startedAt,
            lease_expires_at: startedAt,
            ...fields
          })}`
      )
    await attempt(2, {})
    await attempt(1, {
      call_sid: "CA1",
      answered_at: startedAt,
      answered_by: "machine",
      ended_at: startedAt,
      duration_seconds: 3,
      outcome: "VOICEMAIL",
      failure_reason: "Voicemail"
    })
    expect(await explain(id)).toEqual({
      ...waiting,
      id,
      campaignId: campaign,
      campaignName: "Reminders",
      inReviewSince: null,
      reviewReason: null,
      attemptLog: [
        {
          attemptNo: 1,
          kind: "OUTBOUND",
          callSid: "CA1",
          callerId: null,
          startedAt: startedAt.toISOString(),
          answeredAt: startedAt.toISOString(),
          endedAt: startedAt.toISOString(),
          durationSeconds: 3,
          outcome: "VOICEMAIL",
          failureReason: "Voicemail",
          answeredBy: "machine",
          flowVersion: null,
          identityConfirmedAt: null,
          machine: null
        },
        {
          attemptNo: 2,
          kind: "OUTBOUND",
          callSid: null,
          callerId: null,
          startedAt: startedAt.toISOString(),
          answeredAt: null,
          endedAt: null,
          durationSeconds: 0,
          outcome: null,
          failureReason: null,
          answeredBy: null,
          flowVersion: null,
          identityConfirmedAt: null,
          machine: null
        }
      ],
      transcript: [],
      turns: [],
      toolCalls: [],
      transfers: [],
      chunks: [],
      analysis: null,
      variables: {},
      results: {},
      decisions: [],
      deliveries: []
    })
  })

  test("explains why the person was or was not called", async () => {
    const id = await rows.call(org.id, await rows.campaign(org.id))
    const at = new Date("2029-12-31T10:00:00Z")
    await server.run(
      Effect.flatMap(Decisions, (decisions) =>
        decisions.record(
          org.id,
          id,
          [
            { gate: "campaign", verdict: "PASS", detail: null },
            { gate: "dnc", verdict: "REFUSE", detail: "Do Not Contact" }
          ],
          at
        )
      )
    )
    expect((await explain(id)).decisions).toEqual([
      { at: at.toISOString(), gate: "campaign", verdict: "PASS", detail: null },
      { at: at.toISOString(), gate: "dnc", verdict: "REFUSE", detail: "Do Not Contact" }
    ])
  })

  test("has the texts of the chunks that its turns name, and none of another organization", async () => {
    const stored = async ({ id, call }: typeof org) => {
      const base = await answered(201, call("POST", "/v1/knowledge-bases", { name: "Base" }))
      return server.run(addDocument({ organizationId: id, knowledgeBaseId: base.id }, "m", ["1 0"]))
    }
    const [own, foreign] = [await stored(org), await stored(other)]
    const id = await rows.call(org.id, await rows.campaign(org.id), { status: "COMPLETED" })
    const attemptId = await rows.attempt(org.id, id)
    const turn = { endOfTurnMs: 1, finalMs: 1, retrievalMs: 1, firstTokenMs: 1, firstAudioMs: 1, totalMs: 1 }
    const turns = [{ ...turn, ...answeredTurn, chunkIds: [...own.ids, ...foreign.ids, randomUUID(), "no id", "'"] }]
    await server.run(
      Transcripts.use(({ end }) =>
        end(
          { id: attemptId, organizationId: org.id, callId: id },
          { transcript, turns, heard: true, optedOut: false, failed: false }
        )
      )
    )
    expect((await explain(id)).chunks).toEqual([
      { chunkId: own.ids[0], documentId: own.id, filename: "File.txt", text: "1 0" }
    ])
  })

  test("answers 404 for a call of another organization", async () => {
    const foreign = await rows.call(other.id, await rows.campaign(other.id))
    for (const id of [foreign, randomUUID(), "x"]) {
      const path = `/admin/v1/organizations/${org.id}/calls/${id}`
      expect(await answered(404, server.admin("GET", path))).toMatchObject({ message: "There is no such call" })
    }
    await answered(404, server.admin("GET", `/admin/v1/organizations/2147483647/calls/${foreign}`))
  })
})

describe("carillon call explain", () => {
  const run = (id: string, ...flags: ReadonlyArray<string>) =>
    command(["call", "explain", "--org", String(org.id), id, ...flags], {
      PORT: String(server.port),
      ADMIN_TOKEN: adminToken
    })
  test("explains the call in words", async () => {
    const id = await rows.call(org.id, await rows.campaign(org.id), due)
    expect((await run(id)).stdout).toMatch(/^phoneNumber +\+919812345678$/m)
  })

  test("prints the complete call as JSON, and reports an unknown call", async () => {
    const id = await rows.call(org.id, await rows.campaign(org.id))
    expect(JSON.parse((await run(id, "--json")).stdout)).toEqual(await explain(id))
    const missing = await run(randomUUID())
    expect(missing).toMatchObject({ code: 1, stdout: "", stderr: "carillon: There is no such call\n" })
  })
})
