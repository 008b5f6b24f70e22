import { afterAll, describe, expect, test } from "vitest"
import { answered, refused, timestamp } from "../../support/api/answered.ts"
import { newFlow } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const other = await server.organization("Other")
const { query } = rowsOf(server)

const path = ({ id } = org) => `/admin/v1/organizations/${id}/tool-headers`
const crm = { name: "crm", origin: "https://crm.example", headers: { "x-api-key": "a-secret", "X-Tenant": "seven" } }
const put = (changes: object = {}, of = org) => server.admin("PUT", path(of), { ...crm, ...changes })

describe("headers of tools", () => {
  test("are kept sealed, replaced as a whole, and never answered with their values", async () => {
    const shown = {
      name: "crm",
      origin: "https://crm.example",
      headers: ["x-api-key", "X-Tenant"],
      createdAt: expect.stringMatching(timestamp),
      createdBy: "admin"
    }
    expect(await answered(200, put())).toEqual(shown)
    expect(await answered(200, server.admin("GET", path()))).toEqual({ data: [shown] })
    expect(await answered(200, server.admin("GET", `${path()}/crm`))).toEqual(shown)
    const rows = await query((sql) => sql<{ row: string }>`select h::text as row from tool_headers h`)
    expect(JSON.stringify(rows)).not.toContain("a-secret")
    const next = { origin: "https://crm.example:8443", headers: { authorization: "Bearer another-secret" } }
    expect(await answered(200, put(next))).toEqual({ ...shown, origin: next.origin, headers: ["authorization"] })

    const log = await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/security-log`))
    expect(log.data[0]).toMatchObject({
      action: "tool-headers.configure",
      target: "crm",
      details: { origin: next.origin, headers: ["authorization"] }
    })
    expect(JSON.stringify(log)).not.toContain("secret")
    await answered(200, server.admin("DELETE", `${path()}/crm`))
    await answered(404, server.admin("GET", `${path()}/crm`))
    await answered(404, server.admin("DELETE", `${path()}/crm`))
  })

  test("are refused where they could be sent elsewhere, or replace headers of the service", async () => {
    await refused(put({ origin: "https://crm.example/path" }), { origin: /scheme, host and port/ })
    await refused(put({ origin: "https://user:pass@crm.example" }), { origin: /scheme, host and port/ })
    for (const origin of ["https://127.0.0.1", "https://[::1]", "https://localhost"]) {
      await refused(put({ origin }), { origin: /./ })
      const mcpServer = { name: "private", url: `${origin}/mcp` }
      await refused(server.admin("PUT", `/admin/v1/organizations/${org.id}/mcp-servers`, mcpServer), { url: /public/ })
    }
    for (const name of ["Webhook-Signature", "idempotency-key", "Host"]) {
      await refused(put({ headers: { [name]: "x" } }), { headers: /service sets itself/ })
    }
    await refused(put({ headers: { "a b": "x" } }), { headers: /no name of a header/ })
    await refused(put({ headers: { a: "x\r\nhost: evil" } }), { headers: /not plain ASCII/ })
    await refused(put({ headers: {} }), { headers: /1 to 20/ })
    await refused(put({ name: "CRM" }), { name: /lower-case/ })
  })

  test("belong to one organization, and a tool may name those of its own host only", async () => {
    await answered(200, put())
    const flowWith = (url: string, of = org) =>
      server.admin("POST", `/admin/v1/organizations/${of.id}/flows`, {
        ...newFlow,
        tools: [
          {
            name: "look_up",
            description: "Looks up",
            parameters: { type: "object" },
            request: { method: "GET", url, headers: "crm" },
            changes: false
          }
        ]
      })
    const { id } = await answered(201, flowWith("https://crm.example/x"))
    const field = "tools.0.request.headers"
    const onlyFor = /names crm, which is for https:\/\/crm\.example only/
    for (const url of ["https://evil.example/x", "https://crm.example:444/x", "https://crm.example.evil.example/"]) {
      await refused(flowWith(url), { [field]: onlyFor })
    }
    await refused(flowWith("https://crm.example/x", other), { [field]: /names crm, which does not exist/ })

    const { message } = await answered(409, server.admin("DELETE", `${path()}/crm`))
    expect(message).toBe(
      `The set of headers crm is used by the flow "${newFlow.name}"; it can be deleted when no flow names it`
    )
    const request = { method: "GET", url: "https://crm.example/x", headers: "crm" }
    const callData = { request, variables: [{ name: "balance", path: "balance" }] }
    await answered(200, server.admin("PATCH", `/admin/v1/organizations/${org.id}/flows/${id}`, { tools: [], callData }))
    await answered(409, server.admin("DELETE", `${path()}/crm`))
    await answered(200, server.admin("PATCH", `/admin/v1/organizations/${org.id}/flows/${id}`, { callData: null }))
    await answered(200, server.admin("DELETE", `${path()}/crm`))
  })

  test("are at most fifty sets", async () => {
    for (let count = 0; count < 50; count++) await answered(200, put({ name: `s${count}` }, other))
    await answered(200, put({ name: "s49" }, other))
    await refused(put({ name: "s50" }, other), { name: /at most 50 sets of headers; remove one first/ })
  })
})
