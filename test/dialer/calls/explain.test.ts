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
/** All up to this gate let the person pass. */
const upTo = (gate: string, verdict: string) => [
  ...gates.slice(0, gates.indexOf(gate)).map((open) => `${open} PASS`),
  `${gate} ${verdict}`
]
const passed = gates.map((gate) => `${gate} PASS`)
const verdicts = ({ decisions }: any): ReadonlyArray<string> =>
  decisions.map(({ gate, verdict }: any) => `${gate} ${verdict}`)
const times = ({ decisions }: any) => decisions.map(({ at }: any) => at)

describe("why somebody was, or was not, called", () => {
  test("called: every gate let them pass, in one moment", async () => {
    const its = await organization()
    const [person] = (await its.people(0)) as [Person]
    const id = await its.started([person])
    await its.untilStatus(id, "COMPLETED")
    const call = await its.explained(id, person)
    expect(verdicts(call)).toEqual(passed)
    expect(new Set(times(call)).size).toBe(1)
    expect(times(call)[0]).toBe(call.startedAt)
    expect(call.decisions[1]).toMatchObject({ gate: "quota", detail: expect.stringContaining("10000 minutes left") })
    const record = await its.record(id, person)
    expect(call).toMatchObject(record)
    expect(call).toMatchObject({ variables: {}, deliveries: [] })
    expect(new Set(call.transcript.map(({ role }: any) => role))).toEqual(new Set(["agent", "person"]))
    expect(call.turns).not.toEqual([])
  })

  test("called again: each time has its own answers, oldest first", async () => {
    const its = await organization()
    const [person] = (await its.people(2)) as [Person]
    const id = await its.started([person], { maxRetries: 1 })
    await its.untilCall(id, person, ({ status }) => status === "QUEUED")
    await its.makeDue(id)
    await its.untilStatus(id, "COMPLETED")
    const call = await its.explained(id, person)
    expect(verdicts(call)).toEqual([...passed, ...passed])
    expect(times(call)).toEqual(times(call).toSorted())
    expect(call.attemptLog.map(({ startedAt }: any) => startedAt)).toEqual([times(call)[0], times(call).at(-1)])
  })

  test("deferred: by the cap, and until when", async () => {
    const its = await organization()
    await answered(200, its.org.call("PATCH", `/v1/organizations/${its.org.id}/frequency-cap`, { maxCallsPerWeek: 1 }))
    const [person] = (await its.people(2)) as [Person]
    const id = await its.started([person])
    await its.untilCall(id, person, ({ status }) => status === "QUEUED")
    await its.makeDue(id)
    const { nextAttemptAt } = await its.untilCall(id, person, ({ deferralReason }) => deferralReason !== null)
    const call = await its.explained(id, person)
    expect(verdicts(call)).toEqual([...passed, ...upTo("frequency", "WAIT")])
    expect(call.decisions.at(-1).detail).toBe(`Frequency Cap - Weekly: not before ${nextAttemptAt}`)
  })

  test("refused: the number is on Do Not Contact", async () => {
    const its = await organization()
    const [person] = (await its.people(2)) as [Person]
    const id = await its.started([person])
    await its.untilCall(id, person, ({ status }) => status === "QUEUED")
    const changed = `${person.phoneNumber.slice(0, -1)}1`
    await its.dnc(changed)
    await answered(200, its.org.call("PATCH", `/v1/contacts/${person.id}`, { phoneNumber: changed }))
    await its.makeDue(id)
    await its.untilStatus(id, "COMPLETED")
    const call = await its.explained(id, person)
    expect(verdicts(call)).toEqual([...passed, ...upTo("dnc", "REFUSE")])
    expect(call).toMatchObject({ status: "SUPPRESSED", suppressionReason: "Do Not Contact" })
  })

  test("waiting for the hours: when they open", async () => {
    const its = await organization()
    const days = [((new Date().getUTCDay() + 3) % 7) + 1]
    await its.update({ callingWindow: { days, start: "10:00", end: "11:00" } })
    const [person] = (await its.people(0)) as [Person]
    const id = await its.started([person])
    const { nextAttemptAt } = await its.untilCall(id, person, (call) => Date.parse(call.nextAttemptAt) > Date.now())
    const call = await its.explained(id, person)
    expect(verdicts(call)).toEqual(upTo("window", "WAIT"))
    expect(call.decisions.at(-1).detail).toContain(nextAttemptAt)
    // Not asked again and again.
    expect(call.attemptLog).toEqual([])
    expect(call).toMatchObject({ callSid: null, attempts: 0, outcome: null, startedAt: null })
  })

  test("before anybody's turn there is nothing to tell", async () => {
    const its = await organization()
    const members = await its.people(0, 0)
    for (const { phoneNumber } of members.slice(1)) await its.dnc(phoneNumber)
    const id = await its.started(members, { callsPerMinute: 1 })
    const [called, listed] = members as [Person, Person]
    await its.untilCall(id, called, ({ status }) => status === "COMPLETED")
    expect(await its.explained(id, listed)).toMatchObject({ decisions: [], status: "SUPPRESSED" })
  })

  test("is told of a call of the organization only", async () => {
    const [one, other] = [await organization(), await organization()]
    const [person] = (await one.people(0)) as [Person]
    const id = await one.started([person])
    const { id: callId } = await one.record(id, person)
    await answered(404, server.admin("GET", `${other.admin}/calls/${callId}`))
    await answered(404, server.admin("GET", `${one.admin}/calls/${id}`))
    await answered(401, one.org.call("GET", `${one.admin}/calls/${callId}`))
  })
})
