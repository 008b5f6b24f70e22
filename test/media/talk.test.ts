import { afterAll, beforeAll, expect, test } from "vitest"
import { campaignClient } from "../support/campaign-client.ts"
import { startServer, type TestServer } from "../support/test-server.ts"

let server: TestServer
beforeAll(async () => {
  server = await startServer({ settings: { SIMULATOR_SPEED: "20" } })
})
afterAll(() => server.stop())

test("whoever picks up on the simulated line is talked with, in the line's time", async () => {
  const client = campaignClient(server, await server.organization())
  const people = await client.people(0, 1, 5, 6, 7, 8, 9)
  const id = await client.started(people, { maxRetries: 0 })
  await client.untilStatus(id, "COMPLETED")
  for (const call of await client.records(id)) {
    expect(call).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", attempts: 1 })
    // We hang up on the silent one: 4 seconds of greeting, of which the last bit is sent ahead, and 20 of silence.
    if (call.phoneNumber.endsWith("9")) expect(call.duration).toBeGreaterThanOrEqual(23)
  }
  expect(server.log).toEqual([])
})
