import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { Attempts, type LiveAttempt } from "../../../src/calls/attempts/Attempts.ts"
import { Dispatch } from "../../../src/dialer/Dispatch.ts"
import {
  type Attempt,
  callForm,
  campaignClient,
  type Person,
  sendCallback,
  unknownCallSid
} from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"

// A call lasts until the test ends it.
const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const campaigns = campaignClient(server, org)

const path = (attemptId: string) => `/carriers/simulated/status/${attemptId}`
const underWay = async (fields: object = {}, client = campaigns) => {
  const [person] = (await client.people(2)) as [Person]
  const id = await client.started([person], { maxRetries: 0, ...fields })
  return { id, person, attempt: await client.live(id, person) }
}
const ended = { CallStatus: "completed", CallDuration: "600", AnsweredBy: "human" }
const errorBody = (statusCode: number) => ({
  statusCode,
  message: expect.any(String),
  error: expect.any(String),
  code: expect.any(String),
  requestId: expect.any(String)
})

describe("a forged callback", () => {
  test.each([
    ["no signature", ""],
    ["a wrong signature", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="],
    ["a malformed signature", "😀".repeat(10)],
    ["a long signature", "A".repeat(4_000)]
  ])("a forged callback is refused with %s and changes nothing", async (_, signature) => {
    const { attempt, id, person } = await underWay()
    const before = await campaigns.record(id, person)
    const header = encodeURIComponent(signature)
    const answer = await sendCallback(
      server,
      attempt.id,
      { ...callForm(attempt.callSid ?? "", "completed"), ...ended },
      header
    )
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual(errorBody(403))
    expect(await campaigns.record(id, person)).toEqual(before)
  })

  test("a callback without the header, with an API key or with the admin token is refused", async () => {
    const { attempt, id, person } = await underWay()
    const before = await campaigns.record(id, person)
    const body = new URLSearchParams({ ...callForm(attempt.callSid ?? "", "completed"), ...ended }).toString()
    const credentials: ReadonlyArray<Record<string, string>> = [
      {},
      { "x-api-key": org.keys.SUPER_ADMIN },
      { authorization: "Bearer a-token-for-the-tests" },
      { "x-twilio-signature": "" }
    ]
    for (const headers of credentials) {
      const type = { "content-type": "application/x-www-form-urlencoded" }
      const sent = { method: "POST", path: path(attempt.id), headers: { ...type, ...headers }, body }
      expect((await server.send(sent)).status).toBe(403)
    }
    expect(await campaigns.record(id, person)).toEqual(before)
  })

  test("a callback with a field or an attempt changed after signing is refused", async () => {
    const one = await underWay()
    const other = await underWay()
    const form = callForm(one.attempt.callSid ?? "", "no-answer")
    const signed = await sendCallback(server, one.attempt.id, form)
    expect(signed.status).toBe(204)
    await campaigns.untilStatus(one.id, "COMPLETED")
    const signatureOf = (await import("../../../src/carriers/twilio/twilio-signature.ts")).twilioSignature
    const guessed = signatureOf("", `http://127.0.0.1:${server.port}${path(other.attempt.id)}`, Object.entries(form))
    expect((await sendCallback(server, other.attempt.id, form, guessed)).status).toBe(403)
    expect(await campaigns.record(other.id, other.person)).toMatchObject({ status: "IN_PROGRESS" })
  })
})

describe("a signed callback", () => {
  test.each([
    ["no fields", {}],
    ["an unknown status", callForm(unknownCallSid, "dancing")],
    ["no call", { CallStatus: "completed", Timestamp: new Date().toUTCString() }],
    ["a malformed sid", callForm("SM1", "completed")],
    ["a negative duration", callForm(unknownCallSid, "completed", { CallDuration: "-1" })]
  ])("a signed callback with %s is refused and changes nothing", async (_, form) => {
    const { attempt, id, person } = await underWay()
    const before = await campaigns.record(id, person)
    const { status } = await sendCallback(server, attempt.id, form as Record<string, string>)
    expect(status).toBe(403)
    expect(await campaigns.record(id, person)).toEqual(before)
  })

  test.each([randomUUID(), "x", "1", "%27", "a%20b", "%F0%9F%98%80", "x".repeat(2_000)])(
    "a callback for an unknown attempt is accepted and changes nothing: %#",
    async (attemptId) => {
      const expected = attemptId.includes("-") ? 204 : 404
      for (const status of ["initiated", "ringing", "in-progress", "completed", "failed"]) {
        const answer = await sendCallback(server, attemptId, callForm(unknownCallSid, status, { CallDuration: "60" }))
        expect(answer.status, answer.text).toBe(expected)
      }
    }
  )

  test("repeated, late and reordered callbacks end a call once", async () => {
    const { attempt, id, person } = await underWay({ maxRetries: 3 })
    const callbacks: ReadonlyArray<readonly [string, object]> = [
      ["no-answer", {}],
      ["completed", ended],
      ["in-progress", { AnsweredBy: "human" }],
      ["ringing", {}],
      ["initiated", {}],
      ["failed", {}],
      ["no-answer", {}]
    ]
    for (const [status, fields] of callbacks) expect((await campaigns.report(attempt, status, fields)).status).toBe(204)
    const record = await campaigns.record(id, person)
    expect(record).toMatchObject({ status: "QUEUED", outcome: "NO_ANSWER", attempts: 1, duration: 0 })
    await Promise.all(callbacks.map(([status, fields]) => campaigns.report(attempt, status, fields)))
    expect(await campaigns.record(id, person)).toEqual(record)
    expect(await campaigns.events("call-ended.v1", id)).toHaveLength(1)
    expect(await campaigns.usage()).toMatchObject({ used: 0 })
    // The next attempt is neither ended nor begun by it.
    await campaigns.makeDue(id)
    const next = await campaigns.live(id, person)
    for (const [status, fields] of callbacks) await campaigns.report(attempt, status, fields)
    expect(await campaigns.record(id, person)).toMatchObject({
      status: "IN_PROGRESS",
      attempts: 2,
      callSid: next.callSid
    })
    await campaigns.report(next, "busy")
    await campaigns.untilCall(id, person, ({ outcome, status }) => status === "QUEUED" && outcome === "BUSY")
  })

  test("only one of many concurrent callbacks with different outcomes ends the call", async () => {
    const otherCampaigns = campaignClient(server, await server.organization())
    const words: ReadonlyArray<string> = ["busy", "no-answer", "failed", "completed", "canceled", "busy", "completed"]
    let conversations = 0
    for (let round = 0; round < 5; round++) {
      const { attempt, id, person } = await underWay({}, otherCampaigns)
      const answers = await Promise.all(
        words.map((word) => otherCampaigns.report(attempt, word, { CallDuration: "12" }))
      )
      expect(answers.map(({ status }) => status)).toEqual(words.map(() => 204))
      await otherCampaigns.untilStatus(id, "COMPLETED")
      const [end, ...others] = await otherCampaigns.events("call-ended.v1", id)
      expect(others).toEqual([])
      expect(await otherCampaigns.record(id, person)).toMatchObject({ outcome: end.outcome, status: end.status })
      if (end.outcome === "CONNECTED") conversations++
      expect(await otherCampaigns.usage()).toEqual({ used: conversations, reserved: 0 })
    }
  })

  test("a callback that precedes the response to the call request makes the call known", async () => {
    const { attempt, id, person } = await underWay()
    await campaigns.query((sql) => sql`update attempts set call_sid = null where id = ${attempt.id}`)
    await campaigns.query((sql) => sql`update calls set call_sid = null where campaign_id = ${id}`)
    await campaigns.report(attempt, "ringing")
    expect(await campaigns.record(id, person)).toMatchObject({ callSid: attempt.callSid, status: "IN_PROGRESS" })
    await campaigns.report(attempt, "in-progress", { AnsweredBy: "human" })
    await campaigns.report(attempt, "completed", ended)
    await campaigns.untilStatus(id, "COMPLETED")
    expect(await campaigns.record(id, person)).toMatchObject({
      callSid: attempt.callSid,
      duration: 600,
      status: "COMPLETED"
    })
  })
})

describe("the callback path", () => {
  test("the path accepts POST only", async () => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const answer = await server.send({ method, path: path(randomUUID()) })
      expect(answer.status).toBe(405)
      expect(answer.headers.allow).toBe("POST")
      expect(answer.body).toEqual(errorBody(405))
    }
  })

  test("similar paths do not exist", async () => {
    const { attempt, id, person } = await underWay()
    const body = new URLSearchParams(callForm(attempt.callSid ?? "", "completed")).toString()
    for (const elsewhere of [
      "/carriers",
      "/carriers/simulated",
      "/carriers/simulated/status",
      `${path(attempt.id)}/more`,
      `/v1${path(attempt.id)}`
    ]) {
      const answer = await server.send({ method: "POST", path: elsewhere, body })
      expect(answer.status, elsewhere).toBe(404)
      expect(answer.body).toEqual(errorBody(404))
    }
    expect(await campaigns.record(id, person)).toMatchObject({ status: "IN_PROGRESS" })
  })

  test("a body larger than any callback is refused", async () => {
    const { attempt, id, person } = await underWay()
    const form = callForm(attempt.callSid ?? "", "completed", { CallDuration: "60", Filler: "x".repeat(70_000) })
    const answer = await sendCallback(server, attempt.id, form)
    expect(answer.status).toBe(413)
    expect(answer.body).toEqual(errorBody(413))
    expect(await campaigns.record(id, person)).toMatchObject({ status: "IN_PROGRESS" })
  })

  test("the path of another carrier does not serve the simulated one", async () => {
    const { attempt, id, person } = await underWay()
    const answer = await server.send({
      method: "POST",
      path: `/carriers/twilio/status/${attempt.id}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(callForm(attempt.callSid ?? "", "completed")).toString()
    })
    expect([403, 404]).toContain(answer.status)
    expect(await campaigns.record(id, person)).toMatchObject({ status: "IN_PROGRESS" })
  })

  test("many concurrent callbacks are accepted", async () => {
    const members = await campaigns.people(2, 2, 2, 2, 2, 2, 2, 2)
    const id = await campaigns.started(members, { maxRetries: 0 })
    const attempts = await eventually(async () => {
      const found = await campaigns.attempts(id)
      expect(found.filter(({ callSid }) => callSid !== null)).toHaveLength(8)
      return found
    })
    const reportAll = (attempt: Attempt) =>
      ["ringing", "in-progress", "busy"].map((status) => campaigns.report(attempt, status))
    await Promise.all(attempts.flatMap(reportAll))
    await campaigns.untilStatus(id, "COMPLETED")
    expect(await campaigns.progress(id)).toMatchObject({ failed: 8 })
  })
})

describe("a late callback", () => {
  /** The service gives up the call, and the carrier is asked to end it if it still rings. */
  const givenUp = async (fields: object = {}) => {
    const otherCampaigns = campaignClient(server, await server.organization())
    const { attempt, id, person } = await underWay(fields, otherCampaigns)
    const [live] = await server.run(Attempts.use((attempts) => attempts.live(id)))
    await server.run(Dispatch.use(({ lookUp }) => lookUp({ ...(live as LiveAttempt), leaseMillis: 0 })))
    return { otherCampaigns, attempt, id, person }
  }

  test("a late callback about our own hang-up does not change why the call was given up", async () => {
    const { otherCampaigns, attempt, id, person } = await givenUp()
    const given = await otherCampaigns.record(id, person)
    expect(given).toMatchObject({ status: "FAILED", outcome: "TIMEOUT", failureReason: "Timeout" })
    expect((await otherCampaigns.report(attempt, "canceled")).status).toBe(204)
    await otherCampaigns.untilStatus(id, "COMPLETED")
    expect(await otherCampaigns.record(id, person)).toEqual(given)
    expect(await otherCampaigns.events("call-ended.v1", id)).toHaveLength(1)
    expect(await otherCampaigns.usage()).toEqual({ used: 0, reserved: 0 })
  })

  test("a late callback about a conversation settles the attempt, and the person is not called again for it", async () => {
    const { otherCampaigns, attempt, id, person } = await givenUp({ maxRetries: 3 })
    expect(await otherCampaigns.record(id, person)).toMatchObject({ status: "QUEUED", outcome: "TIMEOUT" })
    await otherCampaigns.report(attempt, "completed", { CallDuration: "70", AnsweredBy: "human" })
    await otherCampaigns.untilStatus(id, "COMPLETED")
    expect(await otherCampaigns.record(id, person)).toMatchObject({ status: "COMPLETED", duration: 70, attempts: 1 })
    expect(await otherCampaigns.usage()).toEqual({ used: 2, reserved: 0 })
  })

  test("a late callback does not settle an attempt when the next one has begun", async () => {
    const { otherCampaigns, attempt, id, person } = await givenUp({ maxRetries: 3 })
    await otherCampaigns.makeDue(id)
    const next = await otherCampaigns.live(id, person)
    await otherCampaigns.report(attempt, "completed", { CallDuration: "70", AnsweredBy: "human" })
    expect(await otherCampaigns.record(id, person)).toMatchObject({
      status: "IN_PROGRESS",
      attempts: 2,
      callSid: next.callSid
    })
    await otherCampaigns.report(next, "completed", { CallDuration: "12", AnsweredBy: "human" })
    await otherCampaigns.untilStatus(id, "COMPLETED")
  })

  test("a late callback does not restart a finished campaign", async () => {
    for (const end of ["COMPLETED", "CANCELLED"] as const) {
      const { otherCampaigns, attempt, id, person } = await givenUp({ maxRetries: end === "COMPLETED" ? 0 : 3 })
      if (end === "CANCELLED") await otherCampaigns.move(id, "cancel")
      await otherCampaigns.untilStatus(id, end)
      await otherCampaigns.report(attempt, "busy")
      expect(await otherCampaigns.campaign(id)).toMatchObject({ status: end })
      expect(await otherCampaigns.record(id, person)).toMatchObject({ nextAttemptAt: null })
      expect(await otherCampaigns.attempts(id)).toHaveLength(1)
    }
  })
})
