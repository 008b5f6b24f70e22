import { afterAll, expect, test } from "vitest"
import { campaignClient } from "../support/api/campaign-client.ts"
import { startServer } from "../support/api/test-server.ts"
import { eventually, untilFound } from "../support/eventually.ts"

const server = await startServer({ settings: { CALLS_PER_NODE: "2" } })
afterAll(server.stop)

test("no call is placed that no node can carry; it waits, and the log says so", async () => {
  const client = campaignClient(server, await server.organization())
  // People who pick up and stay silent: at real speed, their calls outlast the test.
  const id = await client.started(await client.people(9, 9, 9, 9, 9))
  const warning = await untilFound(() => server.log.find((line) => line.includes("no node could carry")))
  expect(warning).toContain("all nodes (1) can carry 2")
  await eventually(async () => {
    const attempts = await client.attempts(id)
    expect(attempts.map(({ endedAt }) => endedAt)).toEqual([null, null])
  })
  await eventually(async () => {
    const { body } = await server.send({ method: "GET", path: "/autoscale" })
    expect(body).toMatchObject({ calls: 2, capacity: 2, callsPerNode: 2, desiredNodes: 1 })
  })
  await client.move(id, "cancel")
})
