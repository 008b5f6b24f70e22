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
  sidOfNobody
} from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"

// Here a call lasts until a test ends it.
const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const it = campaignClient(server, org)

const path = (attemptId: string) => `/carriers/simulated/status/${attemptId}`
const underWay = async (fields: object = {}, client = it) => {
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

describe("a callback that is not the carrier's", () => {
  test.each([
    ["no signature", ""],
    ["a wrong one", "AAAAAAAAAAAAAAAAAAAAAAAAAAA="],
    ["one that is no signature", "😀".repeat(10)],
    ["a long one", "A".repeat(4_000)]
  ])("is refused with %s, and changes nothing", async (_, signature) => {
    const { attempt, id, person } = await underWay()
    const before = await it.record(id, person)
    const header = encodeURIComponent(signature)
    const answer = await sendCallback(
      server,
      attempt.id,
      { ...callForm(attempt.callSid ?? "", "completed"), ...ended },
      header
    )
    expect(answer.status).toBe(403)
    expect(answer.body).toEqual(errorBody(403))
    expect(await it.record(id, person)).toEqual(before)
  })

  test("is refused without the header, with a key of the interface, and with the admin's token", async () => {
    const { attempt, id, person } = await underWay()
    const before = await it.record(id, person)
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
    expect(await it.record(id, person)).toEqual(before)
  })

  test("is refused when a field or the attempt was changed after signing", async () => {
    const one = await underWay()
    const other = await underWay()
    const form = callForm(one.attempt.callSid ?? "", "no-answer")
    const signed = await sendCallback(server, one.attempt.id, form)
    expect(signed.status).toBe(204)
    await it.untilStatus(one.id, "COMPLETED")
    const signatureOf = (await import("../../../src/carriers/twilio/twilio-signature.ts")).twilioSignature
    const guessed = signatureOf("", `http://127.0.0.1:${server.port}${path(other.attempt.id)}`, Object.entries(form))
    expect((await sendCallback(server, other.attempt.id, form, guessed)).status).toBe(403)
    expect(await it.record(other.id, other.person)).toMatchObject({ status: "IN_PROGRESS" })
  })
})

describe("a callback that is signed", () => {
  test.each([
    ["no fields", {}],
    ["a status that there is not", callForm(sidOfNobody, "dancing")],
    ["no call", { CallStatus: "completed", Timestamp: new Date().toUTCString() }],
    ["a sid that is none", callForm("SM1", "completed")],
    ["a duration that is none", callForm(sidOfNobody, "completed", { CallDuration: "-1" })]
  ])("with %s is refused, and changes nothing", async (_, form) => {
    const { attempt, id, person } = await underWay()
    const before = await it.record(id, person)
    const { status } = await sendCallback(server, attempt.id, form as Record<string, string>)
    expect(status).toBe(403)
    expect(await it.record(id, person)).toEqual(before)
  })

  test.each([randomUUID(), "x", "1", "%27", "a%20b", "%F0%9F%98%80", "x".repeat(2_000)])(
    "for an attempt that there is not is taken and changes nothing: %#",
    async (attemptId) => {
      const expected = attemptId.includes("-") ? 204 : 404
      for (const status of ["initiated", "ringing", "in-progress", "completed", "failed"]) {
        const answer = await sendCallback(server, attemptId, callForm(sidOfNobody, status, { CallDuration: "60" }))
        expect(answer.status, answer.text).toBe(expected)
      }
    }
  )

  test("that is told twice, late and out of order ends a call once", async () => {
    const { attempt, id, person } = await underWay({ maxRetries: 3 })
    const told: ReadonlyArray<readonly [string, object]> = [
      ["no-answer", {}],
      ["completed", ended],
      ["in-progress", { AnsweredBy: "human" }],
      ["ringing", {}],
      ["initiated", {}],
      ["failed", {}],
      ["no-answer", {}]
    ]
    for (const [status, fields] of told) expect((await it.tell(attempt, status, fields)).status).toBe(204)
    const record = await it.record(id, person)
    expect(record).toMatchObject({ status: "QUEUED", outcome: "NO_ANSWER", attempts: 1, duration: 0 })
    await Promise.all(told.map(([status, fields]) => it.tell(attempt, status, fields)))
    expect(await it.record(id, person)).toEqual(record)
    expect(await it.events("call-ended.v1", id)).toHaveLength(1)
    expect(await it.usage()).toMatchObject({ used: 0 })
    // Nor does it end, or begin, the next attempt.
    await it.makeDue(id)
    const next = await it.live(id, person)
    for (const [status, fields] of told) await it.tell(attempt, status, fields)
    expect(await it.record(id, person)).toMatchObject({ status: "IN_PROGRESS", attempts: 2, callSid: next.callSid })
    await it.tell(next, "busy")
    await it.untilCall(id, person, ({ outcome, status }) => status === "QUEUED" && outcome === "BUSY")
  })

  test("of many at once that end a call differently, one does", async () => {
    const its = campaignClient(server, await server.organization())
    const words: ReadonlyArray<string> = ["busy", "no-answer", "failed", "completed", "canceled", "busy", "completed"]
    let talks = 0
    for (let round = 0; round < 5; round++) {
      const { attempt, id, person } = await underWay({}, its)
      const answers = await Promise.all(words.map((word) => its.tell(attempt, word, { CallDuration: "12" })))
      expect(answers.map(({ status }) => status)).toEqual(words.map(() => 204))
      await its.untilStatus(id, "COMPLETED")
      const [end, ...others] = await its.events("call-ended.v1", id)
      expect(others).toEqual([])
      expect(await its.record(id, person)).toMatchObject({ outcome: end.outcome, status: end.status })
      if (end.outcome === "CONNECTED") talks++
      expect(await its.usage()).toEqual({ used: talks, reserved: 0 })
    }
  })

  test("that comes before the answer to the placing makes the call known", async () => {
    const { attempt, id, person } = await underWay()
    await it.query((sql) => sql`update attempts set call_sid = null where id = ${attempt.id}`)
    await it.query((sql) => sql`update calls set call_sid = null where campaign_id = ${id}`)
    await it.tell(attempt, "ringing")
    expect(await it.record(id, person)).toMatchObject({ callSid: attempt.callSid, status: "IN_PROGRESS" })
    await it.tell(attempt, "in-progress", { AnsweredBy: "human" })
    await it.tell(attempt, "completed", ended)
    await it.untilStatus(id, "COMPLETED")
    expect(await it.record(id, person)).toMatchObject({ callSid: attempt.callSid, duration: 600, status: "COMPLETED" })
  })
})

describe("the path", () => {
  test("takes POST only", async () => {
    for (const method of ["GET", "PUT", "PATCH", "DELETE"]) {
      const answer = await server.send({ method, path: path(randomUUID()) })
      expect(answer.status).toBe(405)
      expect(answer.headers.allow).toBe("POST")
      expect(answer.body).toEqual(errorBody(405))
    }
  })

  test("is nowhere else", async () => {
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
    expect(await it.record(id, person)).toMatchObject({ status: "IN_PROGRESS" })
  })

  test("takes no body that is larger than a callback can be", async () => {
    const { attempt, id, person } = await underWay()
    const form = callForm(attempt.callSid ?? "", "completed", { CallDuration: "60", Filler: "x".repeat(70_000) })
    const answer = await sendCallback(server, attempt.id, form)
    expect(answer.status).toBe(413)
    expect(answer.body).toEqual(errorBody(413))
    expect(await it.record(id, person)).toMatchObject({ status: "IN_PROGRESS" })
  })

  test("of another carrier is not the simulated one's", async () => {
    const { attempt, id, person } = await underWay()
    const answer = await server.send({
      method: "POST",
      path: `/carriers/twilio/status/${attempt.id}`,
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams(callForm(attempt.callSid ?? "", "completed")).toString()
    })
    expect([403, 404]).toContain(answer.status)
    expect(await it.record(id, person)).toMatchObject({ status: "IN_PROGRESS" })
  })

  test("takes many at once", async () => {
    const members = await it.people(2, 2, 2, 2, 2, 2, 2, 2)
    const id = await it.started(members, { maxRetries: 0 })
    const attempts = await eventually(async () => {
      const found = await it.attempts(id)
      expect(found.filter(({ callSid }) => callSid !== null)).toHaveLength(8)
      return found
    })
    const tellAll = (attempt: Attempt) => ["ringing", "in-progress", "busy"].map((status) => it.tell(attempt, status))
    await Promise.all(attempts.flatMap(tellAll))
    await it.untilStatus(id, "COMPLETED")
    expect(await it.progress(id)).toMatchObject({ failed: 8 })
  })
})

describe("a late word", () => {
  /** Given up by the service; the carrier is asked to end what still rings. */
  const givenUp = async (fields: object = {}) => {
    const its = campaignClient(server, await server.organization())
    const { attempt, id, person } = await underWay(fields, its)
    const [live] = await server.run(Attempts.use((attempts) => attempts.live(id)))
    await server.run(Dispatch.use(({ lookUp }) => lookUp({ ...(live as LiveAttempt), leaseMillis: 0 })))
    return { its, attempt, id, person }
  }

  test("that only says that our own hang-up ended a call does not change why it was given up", async () => {
    const { its, attempt, id, person } = await givenUp()
    const given = await its.record(id, person)
    expect(given).toMatchObject({ status: "FAILED", outcome: "TIMEOUT", failureReason: "Timeout" })
    expect((await its.tell(attempt, "canceled")).status).toBe(204)
    await its.untilStatus(id, "COMPLETED")
    expect(await its.record(id, person)).toEqual(given)
    expect(await its.events("call-ended.v1", id)).toHaveLength(1)
    expect(await its.usage()).toEqual({ used: 0, reserved: 0 })
  })

  test("of a talk settles the attempt, and the person is not called again for it", async () => {
    const { its, attempt, id, person } = await givenUp({ maxRetries: 3 })
    expect(await its.record(id, person)).toMatchObject({ status: "QUEUED", outcome: "TIMEOUT" })
    await its.tell(attempt, "completed", { CallDuration: "70", AnsweredBy: "human" })
    await its.untilStatus(id, "COMPLETED")
    expect(await its.record(id, person)).toMatchObject({ status: "COMPLETED", duration: 70, attempts: 1 })
    expect(await its.usage()).toEqual({ used: 2, reserved: 0 })
  })

  test("does not settle an attempt when the next one has begun", async () => {
    const { its, attempt, id, person } = await givenUp({ maxRetries: 3 })
    await its.makeDue(id)
    const next = await its.live(id, person)
    await its.tell(attempt, "completed", { CallDuration: "70", AnsweredBy: "human" })
    expect(await its.record(id, person)).toMatchObject({ status: "IN_PROGRESS", attempts: 2, callSid: next.callSid })
    await its.tell(next, "completed", { CallDuration: "12", AnsweredBy: "human" })
    await its.untilStatus(id, "COMPLETED")
  })

  test("wakes no campaign that is over", async () => {
    for (const end of ["COMPLETED", "CANCELLED"] as const) {
      const { its, attempt, id, person } = await givenUp({ maxRetries: end === "COMPLETED" ? 0 : 3 })
      if (end === "CANCELLED") await its.move(id, "cancel")
      await its.untilStatus(id, end)
      await its.tell(attempt, "busy")
      expect(await its.campaign(id)).toMatchObject({ status: end })
      expect(await its.record(id, person)).toMatchObject({ nextAttemptAt: null })
      expect(await its.attempts(id)).toHaveLength(1)
    }
  })
})
