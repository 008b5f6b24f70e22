import { afterAll, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"

// Here a call lasts until a test ends it.
const server = await startServer()
afterAll(server.stop)
type Client = ReturnType<typeof campaignClient>
const newClient = async () => campaignClient(server, await server.organization())
const it = await newClient()

/** One of two who is called, and one who waits. */
const oneOfTwo = async (its: Client, fields: object) => {
  const people = (await its.people(0, 0)) as [Person, Person]
  const id = await its.started(people, fields)
  const [attempt] = await eventually(async () => {
    const attempts = await its.attempts(id)
    expect(attempts).toHaveLength(1)
    return attempts
  })
  const waiting = people.find(({ phoneNumber }) => phoneNumber !== attempt?.phoneNumber) as Person
  const called = people.find(({ phoneNumber }) => phoneNumber === attempt?.phoneNumber) as Person
  return { id, waiting, called }
}

const decisionsOf = async (id: string, person: Person, its = it) =>
  (await its.explained(id, person)).decisions.map(({ gate, verdict }: any) => `${gate} ${verdict}`)
const lastDetail = async (id: string, person: Person) => (await it.explained(id, person)).decisions.at(-1).detail

test("who waits for a slot, and then for the campaign, is told so", async () => {
  const { called, id, waiting } = await oneOfTwo(it, { maxConcurrentCalls: 1 })
  await eventually(async () =>
    expect(await decisionsOf(id, waiting)).toEqual(["campaign PASS", "quota PASS", "pacing PASS", "slot WAIT"])
  )
  expect(await lastDetail(id, waiting)).toBe("1 of 1 calls are under way")
  expect(await decisionsOf(id, called)).toHaveLength(9)
  await answered(200, it.move(id, "pause"))
  expect(await decisionsOf(id, waiting)).toEqual(["campaign WAIT"])
  expect(await lastDetail(id, waiting)).toBe("The campaign is PAUSED")
})

test("who waits for the pace is told until when", async () => {
  const { id, waiting } = await oneOfTwo(it, { callsPerMinute: 1 })
  expect(await decisionsOf(id, waiting)).toEqual(["campaign PASS", "quota PASS", "pacing WAIT"])
  expect(await lastDetail(id, waiting)).toMatch(/^The next of 1 calls a minute may begin at \d{4}-/)
})

test("who waits for minutes that others may give back is told so", async () => {
  const its = await newClient()
  await its.update({ minutesQuota: 5 })
  const { id, waiting } = await oneOfTwo(its, { callTimeoutMinutes: 5, maxConcurrentCalls: 2 })
  await eventually(async () => expect(await decisionsOf(id, waiting, its)).toEqual(["campaign PASS", "quota WAIT"]))
})
