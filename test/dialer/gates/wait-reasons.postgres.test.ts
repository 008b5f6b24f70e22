import { afterAll, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient, type Person } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"

// A call lasts until the test ends it.
const server = await startServer()
afterAll(server.stop)
type Client = ReturnType<typeof campaignClient>
const newClient = async () => campaignClient(server, await server.organization())
const campaigns = await newClient()

/** Starts a campaign with two people: the call of one is live, the other waits. */
const oneOfTwo = async (otherCampaigns: Client, fields: object) => {
  const people = (await otherCampaigns.people(0, 0)) as [Person, Person]
  const id = await otherCampaigns.started(people, fields)
  const [attempt] = await eventually(async () => {
    const attempts = await otherCampaigns.attempts(id)
    expect(attempts).toHaveLength(1)
    return attempts
  })
  const waiting = people.find(({ phoneNumber }) => phoneNumber !== attempt?.phoneNumber) as Person
  const called = people.find(({ phoneNumber }) => phoneNumber === attempt?.phoneNumber) as Person
  return { id, waiting, called }
}

const decisionsOf = async (id: string, person: Person, otherCampaigns = campaigns) =>
  (await otherCampaigns.explained(id, person)).decisions.map(({ gate, verdict }: any) => `${gate} ${verdict}`)
const lastDetail = async (id: string, person: Person) => (await campaigns.explained(id, person)).decisions.at(-1).detail

test("a call that waits for a slot, and then for its campaign, is explained as such", async () => {
  const { called, id, waiting } = await oneOfTwo(campaigns, { maxConcurrentCalls: 1 })
  await eventually(async () =>
    expect(await decisionsOf(id, waiting)).toEqual(["campaign PASS", "quota PASS", "pacing PASS", "slot WAIT"])
  )
  expect(await lastDetail(id, waiting)).toBe("1 of 1 calls are under way")
  expect(await decisionsOf(id, called)).toHaveLength(9)
  await answered(200, campaigns.move(id, "pause"))
  expect(await decisionsOf(id, waiting)).toEqual(["campaign WAIT"])
  expect(await lastDetail(id, waiting)).toBe("The campaign is PAUSED")
})

test("a call that waits for the pace shows until when", async () => {
  const { id, waiting } = await oneOfTwo(campaigns, { callsPerMinute: 1 })
  expect(await decisionsOf(id, waiting)).toEqual(["campaign PASS", "quota PASS", "pacing WAIT"])
  expect(await lastDetail(id, waiting)).toMatch(/^The next of 1 calls a minute may begin at \d{4}-/)
})

test("a call that waits for reserved minutes is explained as such", async () => {
  const otherCampaigns = await newClient()
  await otherCampaigns.update({ minutesQuota: 5 })
  const { id, waiting } = await oneOfTwo(otherCampaigns, { callTimeoutMinutes: 5, maxConcurrentCalls: 2 })
  await eventually(async () =>
    expect(await decisionsOf(id, waiting, otherCampaigns)).toEqual(["campaign PASS", "quota WAIT"])
  )
})

test("a campaign whose pace was lowered says when its next call may begin", async () => {
  const org = await server.organization()
  const slowed = campaignClient(server, org)
  const { id } = await oneOfTwo(slowed, { callsPerMinute: 6, maxConcurrentCalls: 2 })
  const path = `/admin/v1/organizations/${org.id}/campaigns/${id}`
  const idle = async () => (await answered(200, server.admin("GET", `${path}/insight`))).idle
  expect(await idle()).toBe(null)
  await answered(200, server.admin("PATCH", `${path}/pace`, { callsPerMinute: 1 }))
  expect(await idle()).toMatchObject({
    status: "IN_PROGRESS",
    reasons: [{ gate: "pacing", detail: expect.stringMatching(/^The next of 1 calls a minute may begin at \d{4}-/) }]
  })
  const until = new Date((await idle()).reasons[0].until).getTime()
  expect(until - Date.now()).toBeGreaterThan(30_000)
})
