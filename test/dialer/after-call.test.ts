import { afterAll, expect, test } from "vitest"
import { campaignClient, eventually } from "../support/campaign-client.ts"
import { startServer } from "../support/test-server.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "20" } })
afterAll(server.stop)
const org = await server.organization()
const client = campaignClient(server, org)

test("who is interested gets the label that says so, and the campaign is over", async () => {
  const [person] = await client.people(0)
  const campaign = await client.started([person!])
  const call = await eventually(async () => {
    const record = await client.record(campaign, person!)
    expect(record).toMatchObject({
      status: "COMPLETED",
      intentLabel: { name: "Positive" },
      intentSource: "auto",
      intentUndetermined: false,
      journeyAction: "MARK_COMPLETED"
    })
    return record
  })
  await eventually(async () => expect(await client.campaign(campaign)).toMatchObject({ status: "COMPLETED" }))
  expect(call.attempts).toBe(1)
  const { analysis } = await client.explained(campaign, person!)
  expect(analysis).toMatchObject({ attemptNo: 1, intentLabel: "Positive", undetermined: null })
  expect(analysis.evidence).not.toBeNull()
})
