import { afterAll, expect, test } from "vitest"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { startToolServer, withJson } from "../../support/fakes/tool-server.ts"
import { serve } from "../../support/processes/carillon-process.ts"
import { makeDatabase } from "../../support/services/test-database.ts"

const tools = await startToolServer()
const database = await makeDatabase()
afterAll(async () => {
  tools.stop()
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
  request: { method: "POST", url: `${tools.origin}/hours`, body: "{}" },
  changes: true
}

/** Makes a started campaign with one person, while no dialer runs. */
const begun = async () => {
  const server = await startServer({ database, settings: { ...settings, ROLES: "api" } })
  const org = await server.organization()
  const client = campaignClient(server, org)
  const person = await client.person(7)
  const flowId = await client.flow({ initialPrompt: "Hello, this is the bank.", language: "en-IN", tools: [tool] })
  const campaignId = await client.started([person], { flowId, maxRetries: 3 })
  await server.stop()
  return { org, campaignId, person }
}

test("a tool that changes something is sent once, and is unclear, when its node is killed before the answer", async () => {
  const { campaignId, org, person } = await begun()
  const arrived = Promise.withResolvers<void>()
  tools.answerBy(() => arrived.resolve())
  const node = await serve({ ...database.settings, ...settings })
  await arrived.promise
  await node.stop("SIGKILL")
  tools.answerBy(withJson({ ok: true }))

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
    expect(tools.requests).toHaveLength(1)
  } finally {
    await server.stop()
  }
})
