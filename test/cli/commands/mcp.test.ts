import { afterAll, expect, test } from "vitest"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { startMcpServer, type TestTool } from "../../support/fakes/mcp-server.ts"
import { command } from "../../support/processes/command.ts"

const tools = Array.from({ length: 201 }, (_, index): [string, TestTool] => [
  `tool${index}`,
  { description: "One", run: () => "" }
])
const mcp = await startMcpServer(Object.fromEntries(tools))
const server = await startServer({ settings: { ROLES: "api", ALLOW_PRIVATE_WEBHOOKS: "1" } })
afterAll(async () => {
  await server.stop()
  mcp.stop()
})
const org = await server.organization()
const carillon = (...args: ReadonlyArray<string>) =>
  command(["mcp", ...args, "--org", String(org.id), "--name", "crm"], {
    PORT: String(server.port),
    ADMIN_TOKEN: adminToken
  })

test("mcp set takes the server's URL as --server-url, because --url is the address of Carillon", async () => {
  const wrong = await carillon("set", "--url", mcp.url)
  expect(wrong.stdout + wrong.stderr).toContain("--server-url")
  expect(wrong.code).not.toBe(0)
  // The admin token was not sent to the MCP server.
  expect(mcp.requests).toEqual([])
  const right = await carillon("set", "--server-url", mcp.url, "--url", `http://127.0.0.1:${server.adminPort}`)
  expect([right.code, right.stdout]).toEqual([0, expect.stringContaining(mcp.url)])
})

test("mcp tools says that only the first tools of a server are listed", async () => {
  await carillon("set", "--server-url", mcp.url)
  const { code, stderr, stdout } = await carillon("tools")
  expect(code).toBe(0)
  expect(stdout.trim().split("\n")).toHaveLength(201)
  expect(stderr).toContain("The server has 201 tools, of which only the first 200 are listed.")
})
