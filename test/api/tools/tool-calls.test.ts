import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { callAndLineRecord, expectSaneTurns, linesOf, silencesIn } from "../../support/data/conversations.ts"
import { startToolServer, withJson } from "../../support/fakes/tool-server.ts"

const tools = await startToolServer(withJson({ hours: "nine to six" }))
const server = await startServer({ settings: { SIMULATOR_SPEED: "10", ALLOW_PRIVATE_WEBHOOKS: "true" } })
afterAll(async () => {
  await server.stop()
  tools.stop()
})
const org = await server.organization()
const client = campaignClient(server, org)
await answered(
  200,
  server.admin("PUT", `${client.admin}/tool-headers`, {
    name: "crm",
    origin: tools.origin,
    headers: { "x-api-key": "secret-of-the-crm" }
  })
)

const openingHours = {
  name: "opening_hours",
  description: "Looks up the opening hours of the branch",
  parameters: { type: "object", properties: {} },
  request: { method: "GET", url: `${tools.origin}/hours?city={{contact.metadata.city}}`, headers: "crm" },
  answer: "hours",
  waitingText: "Let me look that up.",
  changes: false
}

/** Calls the person who asks for the opening hours. */
const call = async (fields: object) => {
  const person = await client.person(7, { metadata: { city: "Pune & Goa" } })
  const flowId = await client.flow({ initialPrompt: "Hello, this is the bank.", language: "en-IN", ...fields })
  const campaignId = await client.started([person], { flowId, maxRetries: 0 })
  await client.untilCall(campaignId, person, ({ status }) => status === "COMPLETED")
  return callAndLineRecord(server, client, campaignId, person)
}

describe("a tool in a call", () => {
  test("is called when the person wants what it does, and its answer is said", async () => {
    const { call: explained, line } = await call({ tools: [openingHours] })
    expect(linesOf(explained, "agent")[1]?.text).toMatch(/^Let me look that up\..*nine to six/)
    expectSaneTurns(explained)
    expect(Math.max(...silencesIn(line))).toBeLessThan(3_000)

    expect(tools.requests).toHaveLength(1)
    const [request] = tools.requests
    expect(request).toMatchObject({ method: "GET", path: "/hours?city=Pune%20%26%20Goa", body: "" })
    expect(request?.headers).toMatchObject({
      "x-api-key": "secret-of-the-crm",
      "webhook-id": expect.stringMatching(/^tool_/),
      "webhook-signature": expect.stringMatching(/^v1,/)
    })
    expect(request?.headers).not.toHaveProperty("idempotency-key")

    expect(explained.toolCalls).toEqual([
      {
        attemptNo: 1,
        turn: expect.any(Number),
        tool: "opening_hours",
        arguments: {},
        status: "DONE",
        httpStatus: 200,
        startedAt: expect.any(String),
        tookMillis: expect.any(Number),
        result: "nine to six",
        said: "Let me look that up."
      }
    ])
  })
})
