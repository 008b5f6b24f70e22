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
const addresses = { takes: "+442079460000", "does not answer": "+442079460002", "is busy": "+442079460003" } as const
for (const [name, address] of Object.entries(addresses)) {
  await answered(200, server.admin("PUT", `${client.admin}/transfer-targets`, { name, address }))
}

const call = async (targets: ReadonlyArray<keyof typeof addresses>, fields: object = {}) => {
  const person = await client.person(0, { metadata: { persona: "asks-for-human" } })
  const flowId = await client.flow({
    initialPrompt: "Hello, this is the bank.",
    language: "en-IN",
    transfer: { kind: "COLD", targets },
    ...fields
  })
  const campaignId = await client.started([person], { flowId, maxRetries: 0 })
  await client.untilCall(campaignId, person, ({ status }) => status === "COMPLETED")
  return callAndLineRecord(server, client, campaignId, person)
}

describe("a cold transfer", () => {
  test("connects the person with the target, and the carrier's report settles the minutes", async () => {
    const { call: explained, line } = await call(["takes"])
    expect(explained.transfers).toEqual([
      {
        attemptNo: 1,
        kind: "COLD",
        target: "takes",
        status: "CONNECTED",
        startedAt: expect.any(String),
        connectedAt: expect.any(String),
        endedAt: expect.any(String),
        legSeconds: expect.any(Number)
      }
    ])
    expect(explained.toolCalls).toMatchObject([{ tool: "transfer", status: "DONE" }])
    const [{ connectedAt, startedAt }] = explained.transfers
    expect(Date.parse(connectedAt)).toBeGreaterThanOrEqual(Date.parse(startedAt))
    expect(line.heard.map(({ text }: any) => text).join(" ")).toMatch(/One moment, please.*Service desk, hello/)
    expect(line.longestSilence).toBeLessThan(5_000)
    const last = line.heard.at(-1) as any
    expect(explained.duration).toBeGreaterThanOrEqual(Math.floor(last.untilMillis / 1_000))
    expect(await client.usage()).toMatchObject({ reserved: 0, used: Math.ceil(explained.duration / 60) })
    expect(explained.attemptLog).toHaveLength(1)
  })

  test("calls the next target, and goes on with the conversation when no target takes the call", async () => {
    const { call: explained, line } = await call(["is busy", "does not answer"], {
      variables: [{ name: "callback", description: "When to call back", type: "DATE_TIME", isCallbackRequest: true }]
    })
    expect(
      explained.transfers.map(({ target, status }: any) => [target, status]),
      JSON.stringify(line)
    ).toEqual([
      ["does not answer", "NO_ANSWER"],
      ["is busy", "BUSY"]
    ])
    const said = linesOf(explained, "agent").map(({ text }) => text)
    expect(said).toContainEqual(expect.stringMatching(/nobody can take your call.*be called back/))
    expect(said[0]).toBe("Hello, this is the bank.")
    expect(line.longestSilence).toBeLessThan(5_000)
  })
})
