import { afterAll, describe, expect, test } from "vitest"
import { Attempts, type LiveAttempt } from "../../../src/calls/attempts/Attempts.ts"
import { Dispatch } from "../../../src/dialer/Dispatch.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { placeAt } from "../../support/calendar/places.ts"
import { eventually } from "../../support/eventually.ts"
import type { Answerer, FakeCall, Fault } from "../../support/fakes/twilio/twilio-fake.ts"
import { fromNumbers, startWithTwilio } from "../../support/fakes/twilio/twilio-server.ts"

const { client, fake, server, stop } = await startWithTwilio()
afterAll(stop)
const campaigns = await client()

// Each test calls people of its own.
const does = new Map<string, Answerer>()
const faults = new Map<string, Array<Fault>>()
fake.it.person = (to) => does.get(to) ?? { does: "answer", conversationMillis: 100 }
fake.it.fault = (to) => faults.get(to)?.shift()
const onePerson = async (answerer: Answerer, ...faulty: ReadonlyArray<Fault>) => {
  const [person] = (await campaigns.people(0)) as [Person]
  does.set(person.phoneNumber, answerer)
  faults.set(person.phoneNumber, [...faulty])
  return person
}
const callOf = ({ phoneNumber }: Person) =>
  eventually(async () => {
    const calls = fake.placedTo(phoneNumber)
    expect(calls).toHaveLength(1)
    return calls[0] as FakeCall
  })
const warnings = () => server.log.splice(0)
// The service warns that the local stand-ins cannot understand real people.
expect(warnings()).toEqual([expect.stringContaining("PROVIDERS=local with a real carrier")])

describe("a campaign with Twilio", () => {
  test.each(["in order", "twice", "backwards"] as const)(
    "a campaign follows its calls to their end when callbacks arrive %s",
    async (order) => {
      fake.it.callbacks = order
      const people = await Promise.all([
        onePerson({ does: "answer", conversationMillis: 100 }),
        onePerson({ does: "busy" }),
        onePerson({ does: "no-answer" }),
        onePerson({ does: "failed" })
      ])
      const id = await campaigns.started(people, { maxRetries: 0 })
      await campaigns.untilStatus(id, "COMPLETED")
      fake.it.callbacks = "in order"
      const outcomes = await Promise.all(people.map(async (person) => (await campaigns.record(id, person)).outcome))
      expect(outcomes).toEqual(["CONNECTED", "BUSY", "NO_ANSWER", "CARRIER_ERROR"])
      const [answering] = people
      expect(await campaigns.record(id, answering)).toMatchObject({ status: "COMPLETED", duration: 30, attempts: 1 })
      for (const { phoneNumber } of people) expect(fake.placedTo(phoneNumber)).toHaveLength(1)
      expect(fromNumbers).toContain((await callOf(answering)).from)
      expect(warnings()).toEqual([])
    }
  )

  test("a call carries audio, and ends with its stream", async () => {
    const person = await onePerson({ does: "answer", says: 50 })
    const id = await campaigns.started([person], { maxRetries: 0 })
    const { sid } = await callOf(person)
    await eventually(async () => {
      const heard = fake.frames.filter(({ callSid, event }) => callSid === sid && event === "media")
      expect(heard.length).toBeGreaterThan(0)
    })
    expect(fake.log).toContainEqual(expect.objectContaining({ what: "media", about: sid, status: 101 }))
    fake.end(await callOf(person), "completed", 30)
    await campaigns.untilStatus(id, "COMPLETED")
    expect(await campaigns.record(id, person)).toMatchObject({ outcome: "CONNECTED", callSid: sid })
    warnings()
  })

  test.each([
    ["machine_start", "machine", 0, "FAILED"],
    ["machine_start", "machine", 3, "QUEUED"],
    ["fax", "fax", 0, "FAILED"]
  ] as const)(
    "the answer %s is hung up on as a %s, and with %i retries the call is %s",
    async (detected, answeredBy, maxRetries, status) => {
      const person = await onePerson({ does: "answer", answeredBy: detected, says: 0 })
      const id = await campaigns.started([person], { maxRetries })
      await campaigns.untilCall(id, person, (call) => call.status === status)
      expect(await campaigns.record(id, person)).toMatchObject({ outcome: "VOICEMAIL", duration: 0, attempts: 1 })
      if (status === "FAILED") expect(await campaigns.record(id, person)).toMatchObject({ failureReason: "Voicemail" })
      const call = await callOf(person)
      const update = { what: "request", about: expect.stringMatching(`^POST .*/Calls/${call.sid}.json$`) }
      expect(fake.log).toContainEqual(expect.objectContaining(update))
      const rows = await campaigns.query(
        (sql) => sql<{ by: string }>`select answered_by as by from attempts where campaign_id = ${id}`
      )
      expect(rows).toEqual([{ by: answeredBy }])
      warnings()
    }
  )

  test("the answer machine_start is left a message, if the flow has one", async () => {
    const person = await onePerson({ does: "answer", answeredBy: "machine_start", says: 50 })
    const message = "Please call us back at {{callbackNumber}}."
    const flowId = await campaigns.flow({ machines: { voicemail: "LEAVE_MESSAGE", message } })
    const id = await campaigns.started([person], { flowId, maxRetries: 3 })
    await campaigns.untilCall(id, person, (call) => call.status === "FAILED")
    const { attemptLog } = await campaigns.explained(id, person)
    expect(attemptLog).toMatchObject([
      { outcome: "VOICEMAIL", answeredBy: "machine", machine: { detail: "MESSAGE_LEFT", signs: [{ kind: "CARRIER" }] } }
    ])
    warnings()
  })

  test("a number that Twilio calls invalid is not retried", async () => {
    const person = await onePerson({ does: "wait" }, { status: 400, code: 21211 })
    const id = await campaigns.started([person], { maxRetries: 3 })
    await campaigns.untilStatus(id, "COMPLETED")
    expect(await campaigns.record(id, person)).toMatchObject({
      status: "FAILED",
      failureReason: "Invalid Number",
      attempts: 1
    })
    expect(server.log.join()).not.toContain(person.phoneNumber.slice(1))
    warnings()
  })

  test.each(["429", "503 of Twilio"] as const)(
    "the campaign waits after a %s, which does not count as an attempt",
    async (fault) => {
      const person = await onePerson({ does: "answer", conversationMillis: 50 }, fault, fault)
      const id = await campaigns.started([person], { maxRetries: 0 })
      await campaigns.untilStatus(id, "COMPLETED")
      expect(await campaigns.record(id, person)).toMatchObject({ outcome: "CONNECTED", attempts: 1 })
      await callOf(person)
      expect(await campaigns.attempts(id)).toHaveLength(1)
      warnings()
    }
  )

  test("a campaign pauses when Twilio refuses the token, and uses up no attempt", async () => {
    const person = await onePerson({ does: "answer", conversationMillis: 100 }, "401")
    const id = await campaigns.started([person], { maxRetries: 0 })
    await campaigns.untilStatus(id, "PAUSED")
    const { statusReason } = await campaigns.campaign(id)
    expect(statusReason).toMatch(/refuses the account .*error 20003.*: correct the account or its token, then resume/)
    await campaigns.untilCall(id, person, ({ status }) => status === "PENDING")
    expect(await campaigns.attempts(id)).toEqual([])
    expect(fake.placedTo(person.phoneNumber)).toEqual([])
    await answered(200, campaigns.move(id, "resume"))
    await campaigns.untilStatus(id, "COMPLETED")
    expect(await campaigns.record(id, person)).toMatchObject({ outcome: "CONNECTED", attempts: 1 })
    warnings()
  })

  test.each(["500 placed", "503 of a gateway", "cut placed"] as const)(
    "a call that was placed in spite of a %s is found again and not dialed twice",
    async (fault) => {
      const person = await onePerson({ does: "wait" }, fault)
      const id = await campaigns.started([person], { maxRetries: 3 })
      const call = await callOf(person)
      const live = () => server.run(Attempts.use((attempts) => attempts.live(id)))
      const [attempt] = (await live()) as [LiveAttempt]
      await server.run(Dispatch.use(({ lookUp }) => lookUp({ ...attempt, ageMillis: 60_000 })))
      expect(await live()).toMatchObject([{ id: attempt.id, callSid: call.sid }])
      fake.answer(call)
      fake.end(call, "completed", 40)
      await campaigns.untilStatus(id, "COMPLETED")
      expect(await campaigns.record(id, person)).toMatchObject({ outcome: "CONNECTED", attempts: 1, callSid: call.sid })
      await callOf(person)
      warnings()
    }
  )

  test("a call that Twilio does not know yet is neither given up nor dialed again", async () => {
    const person = await onePerson({ does: "wait" }, "cut placed")
    const id = await campaigns.started([person], { maxRetries: 3 })
    const call = await callOf(person)
    const [attempt] = (await server.run(Attempts.use((attempts) => attempts.live(id)))) as [LiveAttempt]
    fake.calls.splice(fake.calls.indexOf(call), 1)
    await server.run(Dispatch.use(({ lookUp }) => lookUp({ ...attempt, ageMillis: 60_000 })))
    expect(await campaigns.record(id, person)).toMatchObject({ status: "IN_PROGRESS", attempts: 1 })
    fake.calls.push(call)
    fake.end(call, "busy")
    await campaigns.untilCall(id, person, ({ status }) => status === "QUEUED")
    warnings()
  })
})

describe("a forged Twilio callback", () => {
  test("a forged callback is answered with 403 and changes nothing", async () => {
    const person = await onePerson({ does: "wait" })
    const id = await campaigns.started([person], { maxRetries: 0 })
    const call = await callOf(person)
    const { id: attemptId } = await campaigns.live(id, person)
    const path = `/carriers/twilio/status/${attemptId}`
    const post = (fields: object, signature?: string, at = path) => {
      const form = Object.entries({
        CallSid: call.sid,
        AccountSid: fake.accountSid,
        CallStatus: "failed",
        ...fields
      }) as Array<[string, string]>
      const right = fake.sign(`http://127.0.0.1:${server.port}${path}`, form)
      return server.send({
        method: "POST",
        path: at,
        headers: {
          "content-type": "application/x-www-form-urlencoded",
          "x-twilio-signature": signature ?? right,
          host: "elsewhere.example"
        },
        body: new URLSearchParams(form).toString()
      })
    }
    const before = await campaigns.record(id, person)
    expect((await post({}, "AAAAAAAAAAAAAAAAAAAAAAAAAAA=")).status).toBe(403)
    expect((await post({}, "")).status).toBe(403)
    expect((await post({ AccountSid: `AC${"0".repeat(32)}` })).status).toBe(403)
    expect((await post({}, undefined, path.replace("twilio", "simulated"))).status).toBe(404)
    expect(await campaigns.record(id, person)).toEqual(before)
    // The host named in a request does not matter.
    expect((await post({})).status).toBe(204)
    await campaigns.untilStatus(id, "COMPLETED")
  })
})

describe("with a real carrier", () => {
  test("premium numbers are not called", async () => {
    const premium = { phoneNumber: "+449098790000" }
    const person = await campaigns.person(0, premium)
    const id = await campaigns.started([person])
    await campaigns.untilStatus(id, "COMPLETED")
    expect(await campaigns.record(id, person)).toMatchObject({
      status: "SKIPPED",
      failureReason: "Number Type Not Allowed"
    })
    expect(fake.placedTo(premium.phoneNumber)).toEqual([])
  })

  test("legal calling hours apply even when the organization has set none", async () => {
    const otherCampaigns = campaignClient(server, await server.organization())
    const make = (hour: number) => otherCampaigns.person(0, { phoneNumber: placeAt(hour).number(0) })
    const [asleep, awake] = [await make(0), await make(12)]
    // A call for service may be placed on each day of the week.
    const id = await otherCampaigns.started([asleep, awake], { useCaseType: "CUSTOMER_SUPPORT", maxRetries: 0 })
    await otherCampaigns.untilCall(id, awake, ({ status }) => status === "COMPLETED")
    const put = await otherCampaigns.untilCall(
      id,
      asleep,
      ({ nextAttemptAt }) => Date.parse(nextAttemptAt) > Date.now()
    )
    expect(Date.parse(put.nextAttemptAt) - Date.now()).toBeGreaterThan(5 * 3_600_000)
    expect(fake.placedTo(asleep.phoneNumber)).toEqual([])
    await answered(200, otherCampaigns.move(id, "cancel"))
  })

  test("a campaign with missing settings does not start, and the error names them", async () => {
    const bare = await startWithTwilio({}, { PROVIDERS: "auto" })
    try {
      const otherCampaigns = await bare.client()
      const id = await otherCampaigns.draft(await otherCampaigns.people(0))
      const { body, status } = await otherCampaigns.move(id, "start")
      expect(status).toBe(400)
      expect(body.message).toContain("the setting GOOGLE_APPLICATION_CREDENTIALS is not set")
      const { parts } = (await bare.server.admin("GET", "/admin/v1/doctor")).body
      expect(parts.find(({ part }: any) => part === "carrier")).toMatchObject({
        status: "OK",
        uses: expect.stringMatching(
          `^Twilio account AC…${bare.fake.accountSid.slice(-4)}, active, calling from 2 numbers; .*/carriers/twilio/voice$`
        )
      })
    } finally {
      await bare.stop()
    }
  })
})
