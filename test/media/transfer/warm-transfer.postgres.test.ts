import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { callAndLineRecord, linesOf } from "../../support/data/conversations.ts"

const server = await startServer({ settings: { SIMULATOR_SPEED: "10" } })
afterAll(() => server.stop())
const org = await server.organization()
const client = campaignClient(server, org)

/** Addresses of targets, by what the person there does. */
const addresses = {
  "presses 1": "+442079460000",
  "says yes": "+442079460001",
  "does not answer": "+442079460002",
  "is busy": "+442079460003",
  fails: "+442079460004",
  "says no": "+442079460005",
  "hangs up": "+442079460006",
  "says nothing": "+442079460009"
} as const
type Target = keyof typeof addresses
for (const [name, address] of Object.entries(addresses)) {
  await answered(200, server.admin("PUT", `${client.admin}/transfer-targets`, { name, address }))
}

const call = async (targets: ReadonlyArray<Target>, fields: object = {}) => {
  const person = await client.person(0, { metadata: { persona: "asks-for-human" } })
  const flowId = await client.flow({
    initialPrompt: "Hello, this is the bank.",
    language: "en-IN",
    transfer: { kind: "WARM", targets },
    ...fields
  })
  const campaignId = await client.started([person], { flowId, maxRetries: 0 })
  await client.untilCall(campaignId, person, ({ status }) => status === "COMPLETED")
  return callAndLineRecord(server, client, campaignId, person)
}

const triesOf = ({ transfers }: any) => transfers.map(({ status, target }: any) => [target, status])
const toolsOf = ({ toolCalls }: any) => toolCalls.map(({ status, tool }: any) => [tool, status])

describe("a warm transfer", () => {
  test.each(["presses 1", "says yes"] as const)("connects the person with a target that %s", async (target) => {
    const { call: explained, line } = await call([target])
    expect(triesOf(explained)).toEqual([[target, "CONNECTED"]])
    expect(toolsOf(explained)).toEqual([["transfer", "DONE"]])
    expect(line.heard.map(({ text }: any) => text).join(" ")).toMatch(/One moment, please.*Thank you for calling/)
    expect(line.longestSilence).toBeLessThan(5_000)
    expect(explained.attemptLog).toHaveLength(1)
    expect(await client.usage()).toMatchObject({ reserved: 0 })
  })

  const refusals = [
    ["does not answer", "NO_ANSWER"],
    ["is busy", "BUSY"],
    ["fails", "FAILED"],
    ["says no", "REFUSED"],
    ["hangs up", "REFUSED"],
    ["says nothing", "REFUSED"]
  ] as const
  test.each(refusals)("goes on with the conversation when the target %s", async (target, status) => {
    const { call: explained, line } = await call([target], {
      variables: [{ name: "callback", description: "When to call back", type: "DATE_TIME", isCallbackRequest: true }]
    })
    expect(triesOf(explained)).toEqual([[target, status]])
    expect(toolsOf(explained)).toContainEqual(["transfer", "FAILED"])
    const said = linesOf(explained, "agent").map(({ text }) => text)
    expect(said).toContainEqual(expect.stringMatching(/nobody can take your call.*be called back/))
    expect(line.longestSilence).toBeLessThan(5_000)
  })
})
