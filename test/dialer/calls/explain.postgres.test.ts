import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "1000" } })
afterAll(server.stop)

const organization = async () => {
  const org = await server.organization()
  return { ...campaignClient(server, org), org }
}

const gates = ["campaign", "quota", "dnc", "suppression", "frequency", "window", "live", "pacing", "slot"]
/** The decisions of a call that passes every gate up to this one. */
const upTo = (gate: string, verdict: string) => [
  ...gates.slice(0, gates.indexOf(gate)).map((open) => `${open} PASS`),
  `${gate} ${verdict}`
]
const passed = gates.map((gate) => `${gate} PASS`)
const verdicts = ({ decisions }: any): ReadonlyArray<string> =>
  decisions.map(({ gate, verdict }: any) => `${gate} ${verdict}`)
const times = ({ decisions }: any) => decisions.map(({ at }: any) => at)

describe("the explanation of a call", () => {
  test("a dialed call shows that it passed every gate at one moment", async () => {
    const campaigns = await organization()
    const [person] = (await campaigns.people(0)) as [Person]
    const id = await campaigns.started([person])
    await campaigns.untilStatus(id, "COMPLETED")
    const call = await campaigns.explained(id, person)
    expect(verdicts(call)).toEqual(passed)
    expect(new Set(times(call)).size).toBe(1)
    expect(times(call)[0]).toBe(call.startedAt)
    expect(call.decisions[1]).toMatchObject({ gate: "quota", detail: expect.stringContaining("10000 minutes left") })
    const record = await campaigns.record(id, person)
    expect(call).toMatchObject(record)
    expect(call).toMatchObject({ variables: {}, deliveries: [] })
    expect(new Set(call.transcript.map(({ role }: any) => role))).toEqual(new Set(["agent", "person"]))
    expect(call.turns).not.toEqual([])
  })

  test("a retried call shows the decisions of each attempt, oldest first", async () => {
    const campaigns = await organization()
    const [person] = (await campaigns.people(2)) as [Person]
    const id = await campaigns.started([person], { maxRetries: 1 })
    await campaigns.untilCall(id, person, ({ status }) => status === "QUEUED")
    await campaigns.makeDue(id)
    await campaigns.untilStatus(id, "COMPLETED")
    const call = await campaigns.explained(id, person)
    expect(verdicts(call)).toEqual([...passed, ...passed])
    expect(times(call)).toEqual(times(call).toSorted())
    expect(call.attemptLog.map(({ startedAt }: any) => startedAt)).toEqual([times(call)[0], times(call).at(-1)])
  })

  test("a call deferred by the frequency cap shows until when", async () => {
    const campaigns = await organization()
    await answered(
      200,
      campaigns.org.call("PATCH", `/v1/organizations/${campaigns.org.id}/frequency-cap`, { maxCallsPerWeek: 1 })
    )
    const [person] = (await campaigns.people(2)) as [Person]
    const id = await campaigns.started([person])
    await campaigns.untilCall(id, person, ({ status }) => status === "QUEUED")
    await campaigns.makeDue(id)
    const { nextAttemptAt } = await campaigns.untilCall(id, person, ({ deferralReason }) => deferralReason !== null)
    const call = await campaigns.explained(id, person)
    expect(verdicts(call)).toEqual([...passed, ...upTo("frequency", "WAIT")])
    expect(call.decisions.at(-1).detail).toBe(`Frequency Cap - Weekly: not before ${nextAttemptAt}`)
  })

  test("a refused call shows that its number is on Do Not Contact", async () => {
    const campaigns = await organization()
    const [person] = (await campaigns.people(2)) as [Person]
    const id = await campaigns.started([person])
    await campaigns.untilCall(id, person, ({ status }) => status === "QUEUED")
    const changed = `${person.phoneNumber.slice(0, -1)}1`
    await campaigns.dnc(changed)
    await answered(200, campaigns.org.call("PATCH", `/v1/contacts/${person.id}`, { phoneNumber: changed }))
    await campaigns.makeDue(id)
    await campaigns.untilStatus(id, "COMPLETED")
    const call = await campaigns.explained(id, person)
    expect(verdicts(call)).toEqual([...passed, ...upTo("dnc", "REFUSE")])
    expect(call).toMatchObject({ status: "SUPPRESSED", suppressionReason: "Do Not Contact" })
  })

  test("a call that waits for calling hours shows when they open", async () => {
    const campaigns = await organization()
    const days = [((new Date().getUTCDay() + 3) % 7) + 1]
    await campaigns.update({ callingWindow: { days, start: "10:00", end: "11:00" } })
    const [person] = (await campaigns.people(0)) as [Person]
    const id = await campaigns.started([person])
    const { nextAttemptAt } = await campaigns.untilCall(
      id,
      person,
      (call) => Date.parse(call.nextAttemptAt) > Date.now()
    )
    const call = await campaigns.explained(id, person)
    expect(verdicts(call)).toEqual(upTo("window", "WAIT"))
    expect(call.decisions.at(-1).detail).toContain(nextAttemptAt)
    // The gates are not checked over and over.
    expect(call.attemptLog).toEqual([])
    expect(call).toMatchObject({ callSid: null, attempts: 0, outcome: null, startedAt: null })
  })

  test("a call that has not been claimed yet shows no decisions", async () => {
    const campaigns = await organization()
    const members = await campaigns.people(0, 0)
    for (const { phoneNumber } of members.slice(1)) await campaigns.dnc(phoneNumber)
    const id = await campaigns.started(members, { callsPerMinute: 1 })
    const [called, listed] = members as [Person, Person]
    await campaigns.untilCall(id, called, ({ status }) => status === "COMPLETED")
    expect(await campaigns.explained(id, listed)).toMatchObject({ decisions: [], status: "SUPPRESSED" })
  })

  test("only calls of the own organization are explained", async () => {
    const [one, other] = [await organization(), await organization()]
    const [person] = (await one.people(0)) as [Person]
    const id = await one.started([person])
    const { id: callId } = await one.record(id, person)
    await answered(404, server.admin("GET", `${other.admin}/calls/${callId}`))
    await answered(404, server.admin("GET", `${one.admin}/calls/${id}`))
    await answered(401, one.org.call("GET", `${one.admin}/calls/${callId}`))
  })
})
