import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Attempts } from "../../../src/calls/attempts/Attempts.ts"
import { Dispatch } from "../../../src/dialer/Dispatch.ts"
import { claimIsDeadAfter } from "../../../src/dialer/overdue-calls.ts"
import { clientOf } from "../../carriers/simulated/line-client.ts"
import { lineToken } from "../../media/gateway/stream-client.ts"
import { campaignClient, numberEnding } from "../../support/api/campaign-client.ts"
import { adminToken, startServer, type TestServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { startTwilioFake } from "../../support/fakes/twilio/twilio-fake.ts"
import { anyHour, fromNumbers, settingsFor, startWithTwilio } from "../../support/fakes/twilio/twilio-server.ts"
import { serve } from "../../support/processes/carillon-process.ts"
import { makeApi } from "../../support/processes/load-node.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const isFull = process.env.PROVE === "full"

const stops: Array<() => Promise<unknown>> = []
afterAll(async () => {
  for (const stop of stops.toReversed()) await stop()
})

type Client = ReturnType<typeof campaignClient>

/** Waits until a campaign is over, and looks up overdue attempts at once instead of within half a minute. */
const untilOver = (server: TestServer, api: Client, id: string) =>
  eventually(async () => {
    const live = await server.run(Attempts.use((attempts) => attempts.live(id)))
    for (const attempt of live.filter(({ ageMillis }) => ageMillis > claimIsDeadAfter)) {
      await server.run(Dispatch.use(({ lookUp }) => lookUp(attempt)))
    }
    expect(await api.campaign(id)).toMatchObject({ status: "COMPLETED" })
  })

describe("the simulated carrier", () => {
  const lineWith = async (SIMULATOR_FAULTS: string, SIMULATOR_SPEED: string) => {
    const server = await startServer({ settings: { SIMULATOR_FAULTS, SIMULATOR_SPEED } })
    stops.push(server.stop)
    return { server, api: campaignClient(server, await server.organization()) }
  }

  /** Returns the calls of each attempt that the line has seen. */
  const callsOnTheLine = async (server: TestServer, api: Client, campaignId: string) => {
    const attempts = await api.query(
      (sql) => sql<{ id: string; account: string }>`select id, account from attempts where campaign_id = ${campaignId}`
    )
    const token = await lineToken(server)
    const found = attempts.map(async ({ account, id }) => {
      const lookedUp = clientOf(account, token).request("GET", `/Calls.json?AttemptId=${id}`)
      return (await Effect.runPromise(lookedUp)).body.calls as ReadonlyArray<Readonly<Record<string, any>>>
    })
    return (await Promise.all(found)).flat()
  }

  const outcomes: Readonly<Record<string, string>> = { 2: "NO_ANSWER", 3: "BUSY", 4: "CARRIER_ERROR" }

  // No callback arrives: the outcomes can only be looked up.
  const all = "silent=0.4,failed=0.4,busy=0.1,unavailable=0.1,lost=1"
  test.each(isFull ? [all, "silent=1,lost=1", "failed=1,lost=1", "busy=0.2,unavailable=0.2,lost=1"] : [all])(
    "with %s each person is called once, and every outcome is found",
    async (faults) => {
      const { api, server } = await lineWith(faults, "1000")
      const people = await api.people(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 2, 3)
      const id = await api.started(people, { maxRetries: 0 })
      await untilOver(server, api, id)
      for (const { attempts, outcome, phoneNumber } of await api.records(id)) {
        expect({ phoneNumber, attempts, outcome }).toEqual({
          phoneNumber,
          attempts: 1,
          outcome: outcomes[phoneNumber.at(-1)] ?? "CONNECTED"
        })
      }
      const called = (await callsOnTheLine(server, api, id)).map(({ to }) => to)
      expect(called.toSorted()).toEqual(people.map(({ phoneNumber }) => phoneNumber).toSorted())
    }
  )

  test("a call whose audio breaks off ends once, with its duration and whether the person spoke", async () => {
    const { api, server } = await lineWith("dropped=1", "20")
    const people = await api.people(
      ...Array.from({ length: 12 }, (_, index) => [0, 1, 5, 6, 7, 9][index % 6] as number)
    )
    const id = await api.started(people, { maxRetries: 0 })
    await api.untilStatus(id, "COMPLETED")
    const calls = await callsOnTheLine(server, api, id)
    expect(calls).toHaveLength(people.length)
    const heard = await api.query(
      (sql) => sql<{ callSid: string }>`select a.call_sid as "callSid" from attempts a
        join talks t on t.attempt_id = a.id and t.heard where a.campaign_id = ${id}`
    )
    for (const { callSid, duration, outcome } of await api.records(id)) {
      const seconds = Number(calls.find(({ sid }) => sid === callSid)?.duration)
      const isConversation = seconds >= 10 || heard.some((one) => one.callSid === callSid)
      expect({ outcome, duration }).toEqual({
        outcome: isConversation ? "CONNECTED" : "NO_ANSWER",
        duration: isConversation ? seconds : 0
      })
    }
    const ended = (await api.events("call-ended.v1", id)).map(({ callId }) => callId)
    expect([ended.length, new Set(ended).size]).toEqual([people.length, people.length])
    expect(server.log).toEqual([])
  })
})

describe("Twilio", () => {
  test("calls that Twilio never confirms are found, and late callbacks change nothing", async () => {
    const { client, fake, server, stop } = await startWithTwilio({
      person: () => ({ does: "answer", conversationMillis: 50, says: 0 }),
      fault: () => "hang placed",
      callbacks: "held"
    })
    stops.push(stop)
    const api = await client()
    const people = await api.people(0, 0, 0)
    const id = await api.started(people, { maxRetries: 3 })
    await untilOver(server, api, id)
    const before = await api.records(id)
    for (const record of before)
      expect(record).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", attempts: 1 })
    for (const callback of fake.held) expect(await callback.send()).toBe(204)
    expect(await api.records(id)).toEqual(before)
    for (const { phoneNumber } of people) expect(fake.placedTo(phoneNumber)).toHaveLength(1)
    expect(server.log.filter((line) => line.includes("did not confirm the call"))).toHaveLength(3)
  })

  test("a call of a killed node that was waiting for Twilio's answer is found by the next node", async () => {
    const fake = await startTwilioFake({ fromNumbers, person: () => ({ does: "wait" }), fault: () => "hang placed" })
    stops.push(fake.stop)
    const database = await makeDatabase()
    stops.push(database.remove)
    const port = await freePort()
    const settings = { ...settingsFor(fake, port), ...database.settings, ADMIN_TOKEN: adminToken }
    const first = await serve(settings)
    stops.push(() => first.stop("SIGKILL"))
    const api = makeApi(port)
    stops.push(async () => api.close())

    const { flowId, key } = await api.organization({ name: "Test", ...anyHour })
    const post = async (path: string, body: object) => (await api.ask(key, "POST", path, body)).body
    const to = numberEnding(0)
    const contact = await post("/v1/contacts", { name: "Asha", phoneNumber: to })
    const audience = await post("/v1/audiences", { name: "All" })
    await post(`/v1/audiences/${audience.id}/contacts`, { contactIds: [contact.id] })
    const policy = { callsPerMinute: 1000, maxConcurrentCalls: 1, maxRetries: 3 }
    const id = await api.campaign({ flowId, key }, audience.id, policy)
    await api.start(key, id)
    await eventually(async () => expect(fake.placedTo(to)).toHaveLength(1))
    await first.stop("SIGKILL")

    const second = await serve(settings)
    stops.push(() => second.stop("SIGKILL"))
    const [call] = fake.placedTo(to)
    const record = async () => (await api.ask(key, "GET", `/v1/campaigns/${id}/calls`)).body.data[0]
    await eventually(async () => expect(await record()).toMatchObject({ status: "IN_PROGRESS", callSid: call?.sid }))
    if (call !== undefined) {
      fake.answer(call, 0, "human", 0)
      fake.end(call, "completed", 40)
    }
    await eventually(async () =>
      expect(await record()).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", duration: 40, attempts: 1 })
    )
    expect(fake.placedTo(to)).toHaveLength(1)
  })
})
