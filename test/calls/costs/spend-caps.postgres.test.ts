import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { afterAll, beforeAll, expect, test } from "vitest"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

// Each conversation costs at least one minute.
const prices = { currency: "USD", carriers: [{ vendor: "simulated", perMinute: "1.00" }] }

let database: Awaited<ReturnType<typeof makeDatabase>>
let server: TestServer

beforeAll(async () => {
  database = await makeDatabase()
  const file = join(database.settings.DATA_DIR as string, "prices.json")
  writeFileSync(file, JSON.stringify(prices))
  server = await startServer({ database, settings: { SIMULATOR_SPEED: "1000", PRICES_FILE: file } })
})
afterAll(async () => {
  await server.stop()
  await database.remove()
})

const makeClient = async () => {
  const client = campaignClient(server, await server.organization())
  const cap = (path: string, amount: string | null, currency = "USD") =>
    server.admin("PUT", `${client.admin}${path}/spend-cap`, { monthly: amount === null ? null : { amount, currency } })
  const spent = async (path: string) =>
    Number((await server.admin("GET", `${client.admin}${path}/costs`)).body.knownCost)
  /** Waits until no call of a paused campaign is under way any more. */
  const untilStill = (id: string) =>
    eventually(async () => {
      const { inProgress } = await client.progress(id)
      if (inProgress > 0) throw new Error(`${inProgress} calls are under way`)
    })
  return { ...client, cap, spent, untilStill }
}

const digits = (count: number) => Array.from({ length: count }, () => 0)

test("a campaign that reaches its cap pauses with the reason, and goes on when it is resumed under a higher cap", async () => {
  const client = await makeClient()
  const id = await client.draft(await client.people(...digits(4)), { maxConcurrentCalls: 1, maxRetries: 0 })
  const path = `/campaigns/${id}`
  expect((await client.cap(path, "2.00")).body.cap).toEqual({ amount: "2.000000", currency: "USD" })
  expect((await client.move(id, "start")).status).toBe(200)

  const paused = await client.untilStatus(id, "PAUSED")
  expect(paused.statusReason).toMatch(
    /^The monthly spend cap of the campaign is reached, \d\.000000 of 2\.000000 USD are spent: raise it or wait for the next month; then resume$/
  )
  // With one call at a time nothing is under way when the cap is reached.
  const before = (await client.attempts(id)).length
  const spent = await client.spent(path)
  const last = (await client.records(id))
    .map(({ duration }: any) => Math.ceil(duration / 60))
    .filter((cost) => cost > 0)
  expect(last.reduce((sum, cost) => sum + cost, 0)).toBe(spent)
  expect(spent).toBeGreaterThanOrEqual(2)
  expect(spent - Math.max(...last)).toBeLessThan(2)

  const refused = await client.move(id, "resume")
  expect(refused).toMatchObject({ status: 402, body: { code: "SPEND_CAP_REACHED" } })
  expect(refused.body.message).toContain("The monthly spend cap of the campaign is reached")
  expect(await client.attempts(id)).toHaveLength(before)

  await client.cap(path, "1000")
  expect((await client.move(id, "resume")).status).toBe(200)
  await client.untilStatus(id, "COMPLETED")
  expect(await client.attempts(id)).toHaveLength(4)
})

test("the cap of an organization pauses all its campaigns, and no call begins after the call that reaches it", async () => {
  const client = await makeClient()
  await client.cap("", "3")
  const fields = { maxConcurrentCalls: 2, maxRetries: 0 }
  const ids = [
    await client.started(await client.people(...digits(7)), fields),
    await client.started(await client.people(...digits(7)), fields)
  ]
  for (const id of ids) {
    const { statusReason } = await client.untilStatus(id, "PAUSED")
    expect(statusReason).toContain("The monthly spend cap of the organization is reached")
  }
  for (const id of ids) await client.untilStill(id)
  const attempts = (await Promise.all(ids.map(client.attempts))).flat()
  const costs = new Map(
    (await Promise.all(ids.map(client.records)))
      .flat()
      .map(({ duration, id }) => [id, Math.ceil(duration / 60)] as const)
  )
  // In the order of their ends, the cap is reached by the first calls whose costs are 3; the others were under way.
  const ends = attempts.toSorted((one, other) => Number(one.endedAt) - Number(other.endedAt))
  const sums = ends.map((_, index) =>
    ends.slice(0, index + 1).reduce((sum, { callId }) => sum + (costs.get(callId) ?? 0), 0)
  )
  const reachedBy = sums.findIndex((sum) => sum >= 3)
  expect(reachedBy).toBeGreaterThanOrEqual(0)
  // Each of the four that are live may end before another, and be committed after it.
  expect(attempts.length - reachedBy - 1).toBeLessThanOrEqual(2 * 4)
  expect(await client.spent("")).toBe([...costs.values()].reduce((all, cost) => all + cost, 0))
  expect(attempts.length).toBeLessThan(14)

  // A campaign that is started, or due to start, waits as well.
  const draft = await client.draft(await client.people(0))
  expect(await client.move(draft, "start")).toMatchObject({ status: 402, body: { code: "SPEND_CAP_REACHED" } })
  // Another organization goes on.
  const other = await makeClient()
  await other.untilStatus(await other.started(await other.people(0)), "COMPLETED")

  await client.cap("", null)
  for (const id of ids) expect((await client.move(id, "resume")).status).toBe(200)
  for (const id of ids) await client.untilStatus(id, "COMPLETED")
})

test("the next month begins with nothing spent", async () => {
  const client = await makeClient()
  const id = await client.started(await client.people(0), { maxRetries: 0 })
  await client.untilStatus(id, "COMPLETED")
  await client.cap("", "0.50")
  const draft = await client.draft(await client.people(0), { maxRetries: 0 })
  expect((await client.move(draft, "start")).status).toBe(402)
  await client.query(
    (sql) => sql`update campaign_costs set month = month - interval '1 month' where campaign_id = ${id}`
  )
  expect((await client.move(draft, "start")).status).toBe(200)
  await client.untilStatus(draft, "COMPLETED")
})

test("a cap that cannot be checked is refused; one whose currency is gone counts as reached", async () => {
  const client = await makeClient()
  expect(await client.cap("", "1", "EUR")).toMatchObject({
    status: 400,
    body: {
      message: expect.stringMatching(
        /^The prices of PRICES_FILE are in USD.*could never be reached: give the cap in USD$/
      ),
      details: [{ path: "monthly.currency" }]
    }
  })
  for (const amount of ["-1", "1e3", "1.0000001", "", "many"]) expect((await client.cap("", amount)).status).toBe(400)
  expect((await client.cap("/campaigns/01a1fdf0-5c1e-7000-8b6a-0e6d3f2f9a10", "1")).status).toBe(404)

  await client.cap("", "1000")
  await client.query(
    (sql) => sql`update spend_caps set currency = 'EUR' where currency = 'USD' and micros = 1000000000`
  )
  const draft = await client.draft(await client.people(0))
  const { body, status } = await client.move(draft, "start")
  expect(status).toBe(402)
  expect(body.message).toContain("cannot be checked: The prices of PRICES_FILE are in USD")
})
