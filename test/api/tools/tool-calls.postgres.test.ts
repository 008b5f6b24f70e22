import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { callAndLineRecord, expectSaneTurns, linesOf, silencesIn } from "../../support/data/conversations.ts"
import { startMcpServer } from "../../support/fakes/mcp-server.ts"
import { startToolServer, type ToolBehavior, withJson } from "../../support/fakes/tool-server.ts"

const tools = await startToolServer(withJson({ hours: "nine to six" }))
const elsewhere = await startToolServer()
const mcp = await startMcpServer({
  openingHours: { description: "Looks up the opening hours of the branch", run: () => "Nine to six" }
})
const server = await startServer({ settings: { SIMULATOR_SPEED: "10", ALLOW_PRIVATE_WEBHOOKS: "true" } })
afterAll(async () => {
  await server.stop()
  tools.stop()
  elsewhere.stop()
  mcp.stop()
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

const noRequest = { method: "", path: "", headers: {}, body: "" }

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

  test("is called like any other when an MCP server has it, and leaves no silence while its server hangs", async () => {
    await answered(200, server.admin("PUT", `${client.admin}/mcp-servers`, { name: "branch", url: mcp.url }))
    const { data } = await answered(200, server.admin("GET", `${client.admin}/mcp-servers/branch/tools`))
    const [{ tool, description, name, parameters, pin }] = data
    const source = { server: "branch", tool, pin, isReadOnly: false }
    const tools = [{ name, description, parameters, mcp: source, timeoutSeconds: 4, changes: true }]
    const done = await call({ tools })
    expect(done.call.toolCalls).toMatchObject([{ tool: "opening_hours", status: "DONE", result: "Nine to six" }])
    expect(linesOf(done.call, "agent")[1]?.text).toMatch(/nine to six/i)
    mcp.failBy(({ method }) => method === "tools/call")
    const hung = await call({ tools })
    expect(hung.call.toolCalls).toMatchObject([{ tool: "opening_hours", status: "UNCLEAR" }])
    for (const { call: explained, line } of [done, hung]) {
      expect(Math.max(...silencesIn(line))).toBeLessThan(3_000)
      expectSaneTurns(explained)
    }
    expect(mcp.calls()).toHaveLength(2)
  })

  /** A server of the organization that is broken, by the status of a call that changes something. */
  const broken: ReadonlyArray<readonly [string, string, ToolBehavior]> = [
    ["slow", "DONE", (response) => void setTimeout(() => withJson({ hours: "late" })(response, noRequest), 300)],
    ["hanging", "UNCLEAR", () => {}],
    ["closing", "UNCLEAR", (response) => response.destroy()],
    ["failing", "UNCLEAR", withJson({ error: "broken" }, 500)],
    ["half", "UNCLEAR", (response) => response.writeHead(200, { "content-length": 9 }).write("{")],
    ["long", "DONE", (response) => response.writeHead(200).end("0123456789".repeat(1_048_576))],
    ["unreadable", "DONE", (response) => response.writeHead(200).end("<html>Nine to six</html>")],
    ["redirecting", "FAILED", (response) => response.writeHead(307, { location: `${elsewhere.origin}/hours` }).end()]
  ]

  test("leaves no silence, and has one effect and one outcome, when its server is broken", async () => {
    tools.answerBy((response, seen) => {
      const [, , behavior] = broken.find(([name]) => seen.path === `/${name}`) ?? []
      behavior?.(response, seen)
    })
    const calls = await Promise.all(
      broken.map(async ([name, status]) => {
        // Those whose answer decides the status have time to give it on a loaded machine.
        const tool = { ...openingHours, changes: true, timeoutSeconds: status === "UNCLEAR" ? 1 : 4 }
        const request = { method: "POST", url: `${tools.origin}/${name}`, body: "{}" }
        return { name, status, ...(await call({ tools: [{ ...tool, request }] })) }
      })
    )
    for (const { name, status, call: explained, line } of calls) {
      expect(Math.max(...silencesIn(line)), name).toBeLessThan(3_000)
      expectSaneTurns(explained)
      // The person asks once, and the model calls the tool for these words once.
      expect(explained.toolCalls.map((one: any) => `${name} ${one.status}`)).toEqual([`${name} ${status}`])
      const requests = tools.requests.filter(({ path }) => path === `/${name}`)
      expect(requests.map(({ headers }) => headers["idempotency-key"])).toEqual([expect.stringContaining(explained.id)])
      // The conversation goes on to its own end.
      expect(linesOf(explained, "agent").at(-1)?.text).not.toMatch(/technical|difficult/i)
      expect(explained.toolCalls[0].result.length).toBeLessThanOrEqual(4_096)
    }
    expect(elsewhere.requests).toEqual([])
  })
})
