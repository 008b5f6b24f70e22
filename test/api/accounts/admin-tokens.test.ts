import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { answered, refused, timestamp, uuid7 } from "../../support/api/answered.ts"
import { type Call, startServer } from "../../support/api/test-server.ts"
import { untilFound } from "../../support/eventually.ts"

// Admin tokens with a name and a role. The suites in `rules` test the role of each endpoint.

const server = await startServer()
afterAll(server.stop)

const tokens = "/admin/v1/tokens"
const make = (fields: object = {}) => answered(201, server.admin("POST", tokens, { name: "Asha", ...fields }))
const withToken =
  (token: string): Call =>
  (method, path, body) =>
    server.call(method, path, body, { authorization: `Bearer ${token}` })
const use = (token: string) => withToken(token)("GET", "/admin/v1/organizations")
const shown = async (id: string) =>
  (await answered(200, server.admin("GET", `${tokens}?limit=100`))).data.find((one: any) => one.id === id)

describe("an admin token", () => {
  test("is shown once, listed without its secret, and stored as a keyed digest", async () => {
    const { token, ...rest } = await make({ role: "OPERATOR" })
    expect(token).toMatch(/^adm_live_[A-Za-z0-9]{32}$/)
    expect(rest).toEqual({
      id: expect.stringMatching(uuid7),
      name: "Asha",
      role: "OPERATOR",
      prefix: token.slice(0, 13),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      createdAt: expect.stringMatching(timestamp)
    })
    const list = await server.admin("GET", tokens)
    expect(list.text).not.toContain(token.slice(rest.prefix.length))
    expect(await shown(rest.id)).toEqual(rest)
    await answered(200, use(token))
  })

  test("reads only, unless it is given another role", async () => {
    expect(await make()).toMatchObject({ role: "VIEWER" })
    for (const role of ["viewer", "SUPER_ADMIN", "", null]) {
      await refused(server.admin("POST", tokens, { name: "Asha", role }), { role: /VIEWER.*ADMIN/ })
    }
    await refused(server.admin("POST", tokens, { name: " " }), { name: "must not be empty" })
  })

  test("opens neither /v1 nor more than its role", async () => {
    const { token } = await make({ role: "ADMIN" })
    const org = await server.organization()
    const asKey: Call = (method, path) => server.call(method, path, undefined, { "x-api-key": token })
    expect(await answered(401, asKey("GET", "/v1/contacts"))).toMatchObject({ message: "Invalid API key" })
    const viewer = await make()
    const path = `/admin/v1/organizations/${org.id}`
    expect(await answered(403, withToken(viewer.token)("PATCH", path, { name: "Mine" }))).toMatchObject({
      message: "This needs an admin token with the role ADMIN or higher; this one has the role VIEWER",
      code: "FORBIDDEN"
    })
    await answered(403, withToken(viewer.token)("POST", tokens, { name: "More", role: "ADMIN" }))
  })

  test("is refused for good as soon as it is revoked", async () => {
    const { id, token } = await make()
    await answered(200, use(token))
    expect(await answered(200, server.admin("DELETE", `${tokens}/${id}`))).toEqual({ success: true })
    expect(await answered(401, use(token))).toMatchObject({ message: "Admin token has been revoked" })
    const { revokedAt } = await shown(id)
    expect(revokedAt).toMatch(timestamp)
    expect(await answered(200, server.admin("DELETE", `${tokens}/${id}`))).toEqual({ success: true })
    expect((await shown(id)).revokedAt).toBe(revokedAt)
    await answered(404, server.admin("DELETE", `${tokens}/${randomUUID()}`))
  })

  test("is refused once it has expired", async () => {
    const { token } = await make({ expiresAt: new Date(Date.now() - 1000).toISOString() })
    expect(await answered(401, use(token))).toMatchObject({ message: "Admin token has expired" })
  })

  test("records when it was last used successfully", async () => {
    const { id, token } = await make()
    const started = Date.now()
    await answered(200, use(token))
    const { lastUsedAt } = await untilFound(async () => {
      const found = await shown(id)
      return found.lastUsedAt === null ? undefined : found
    })
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(started - 1000)
  })
})

describe("a refused admin token", () => {
  const metric = async (reason: string) => {
    const { text } = await server.send({ method: "GET", path: "/metrics" })
    return Number(new RegExp(`carillon_admin_tokens_refused\\{reason="${reason}"\\} (\\d+)`).exec(text)?.[1] ?? 0)
  }

  test("is counted by its reason, and warned of with its address but without the token", async () => {
    const own = await startServer()
    try {
      const { id, token } = (await own.admin("POST", tokens, { name: "Left" })).body
      await own.admin("DELETE", `${tokens}/${id}`)
      const before = { unknown: await metric("unknown"), revoked: await metric("revoked") }
      const guess = `adm_live_${"g".repeat(32)}`
      await answered(401, own.call("GET", tokens, undefined, { authorization: `Bearer ${guess}` }))
      await answered(401, own.call("GET", tokens, undefined, { authorization: `Bearer ${token}` }))
      await answered(401, own.call("GET", tokens, undefined, { authorization: `Bearer ${token}` }))
      expect(await metric("unknown")).toBe(before.unknown + 1)
      expect(await metric("revoked")).toBe(before.revoked + 2)
      const lines = own.log.filter((line) => line.includes("Refused a request to the admin API"))
      // The others come within ten seconds of the first, so the log is silent about them.
      expect(lines).toEqual([expect.stringContaining("from 127.0.0.1 (Invalid admin token)")])
      for (const secret of [guess, token, token.slice(13)]) expect(own.log.join("\n")).not.toContain(secret)
    } finally {
      await own.stop()
    }
  })
})
