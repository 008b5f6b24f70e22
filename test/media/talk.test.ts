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
  // Somebody is busy and called again later: the campaign goes on.
  const id = await client.started([...people, await client.person(3)], { maxRetries: 1 })
  for (const person of people) {
    const call = await client.untilCall(id, person, ({ status }) => status === "COMPLETED" || status === "SUPPRESSED")
    const isOptOut = call.phoneNumber.endsWith("6")
    expect(call).toMatchObject({
      status: isOptOut ? "SUPPRESSED" : "COMPLETED",
      outcome: "CONNECTED",
      attempts: 1
    })
    // The silent one is asked twice, and then left.
    if (call.phoneNumber.endsWith("9")) expect(call.duration).toBeGreaterThanOrEqual(20)
  }
  expect(server.log).toEqual([])
})
