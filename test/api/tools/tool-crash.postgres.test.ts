import { afterAll, expect, test } from "vitest"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { startMcpServer } from "../../support/fakes/mcp-server.ts"
import { startToolServer, withJson } from "../../support/fakes/tool-server.ts"
import { serve } from "../../support/processes/carillon-process.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const tools = await startToolServer()
const runs: { tool: () => unknown } = { tool: () => "done" }
const mcp = await startMcpServer({
  openingHours: { description: "Changes the opening hours of the branch", run: () => runs.tool() }
})
const database = await makeDatabase()
afterAll(async () => {
  tools.stop()
  mcp.stop()
  await database.remove()
})
const isFull = process.env.PROVE === "full"

const settings = {
  ADMIN_TOKEN: adminToken,
  ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString("base64")}`,
  SIMULATOR_SPEED: "10",
  ALLOW_PRIVATE_WEBHOOKS: "true"
}

// The simulated person asks for the opening hours, which this tool changes.
const tool = {
  name: "opening_hours",
  description: "Changes the opening hours of the branch",
  parameters: { type: "object", properties: {} },
  changes: true
}
const kinds = ["HTTP", "MCP"] as const

/** Makes a started campaign with one person, while no dialer runs. */
const begun = async (kind: (typeof kinds)[number]) => {
  const server = await startServer({ database, settings: { ...settings, ROLES: "api" } })
  const org = await server.organization()
  const admin = `/admin/v1/organizations/${org.id}/mcp-servers`
  await server.admin("PUT", admin, { name: "branch", url: mcp.url })
  const [offered] = (await server.admin("GET", `${admin}/branch/tools`)).body.data
  const source =
    kind === "HTTP"
      ? { request: { method: "POST", url: `${tools.origin}/hours`, body: "{}" } }
      : { mcp: { server: "branch", tool: offered.tool, pin: offered.pin, isReadOnly: false } }
  const client = campaignClient(server, org)
  const person = await client.person(7)
  const flowId = await client.flow({
    initialPrompt: "Hello, this is the bank.",
    language: "en-IN",
    tools: [{ ...tool, ...source }]
  })
  const campaignId = await client.started([person], { flowId, maxRetries: 3 })
  await server.stop()
  return { org, campaignId, person }
}

// How a call is noted and found again is the same for both kinds.
test.each(isFull ? kinds : (["MCP"] as const))(
  "a tool by %s that changes something is sent once, and is unclear, when its node is killed before the answer",
  async (kind) => {
    const { campaignId, org, person } = await begun(kind)
    const arrived = Promise.withResolvers<void>()
    tools.answerBy(() => arrived.resolve())
    runs.tool = () => {
      arrived.resolve()
      return new Promise(() => {})
    }
    const node = await serve({ ...database.settings, ...settings })
    await arrived.promise
    await node.stop("SIGKILL")
    tools.answerBy(withJson({ ok: true }))
    runs.tool = () => "done"

    const server = await startServer({ database, settings })
    try {
      const client = campaignClient(server, { ...org, call: server.as(org.keys.ADMIN) })
      const { query } = rowsOf(server)
      await query((sql) => sql`update tool_calls set running_until = clock_timestamp() - interval '1 second'`)
      await query((sql) => sql`update attempts set lease_expires_at = clock_timestamp() - interval '1 hour'`)
      // The call ends with its node, and is not placed again by itself. That takes until its attempt is looked up.
      if (isFull) await client.untilCall(campaignId, person, ({ status }) => status === "COMPLETED")
      const { toolCalls } = await client.explained(campaignId, person)
      expect(toolCalls).toMatchObject([{ tool: "opening_hours", status: "UNCLEAR", tookMillis: null }])
      expect(kind === "HTTP" ? tools.requests : mcp.calls()).toHaveLength(1)
    } finally {
      await server.stop()
    }
  }
)
