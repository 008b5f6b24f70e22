import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { systemPaths } from "../../../src/api/contract/paths.ts"
import { answered } from "../../support/api/answered.ts"
import { makeHttpClient } from "../../support/api/http.ts"
import { answersIn, exchange } from "../../support/api/raw-http.ts"
import { adminToken, startServer, type TestOrganization, type TestServer } from "../../support/api/test-server.ts"
import { command } from "../../support/processes/command.ts"
import { makeRandom } from "../../support/random.ts"

const authorization = `Bearer ${adminToken}`
const statusOf = async (server: TestServer, path: string, method = "GET") =>
  (await server.send({ method, path, headers: { authorization } })).status

describe("a path", () => {
  let server: TestServer
  let org: TestOrganization
  beforeAll(async () => {
    server = await startServer({ settings: { ROLES: "api" } })
    org = await server.organization()
  })
  afterAll(() => server.stop())

  test.each([
    "/ADMIN/v1/organizations",
    "//admin/v1/organizations",
    "/admin//v1/organizations",
    "/%61dmin/v1/organizations",
    "/admin/%761/organizations",
    "/admin/v1/organizations/",
    "/admin/v1/organizations;x",
    "/admin/v1/organizations%3Bx",
    "/v1/../admin/v1/organizations",
    "/v1/%2e%2e/admin/v1/organizations",
    "/METRICS",
    "//metrics",
    "/%6detrics",
    "/metrics/",
    "/metrics%23x",
    "/Docs/Admin",
    "/docs/",
    "/docs//admin",
    "/asyncapi.JSON",
    "/HEALTHZ",
    "/readyz/"
  ])("is answered 404 when it is spelled %s, even with the admin token", async (path) => {
    expect(await statusOf(server, path)).toBe(404)
  })

  test("is compared as it is spelled in a request that names the host, or has a fragment", async () => {
    const statusOfRaw = async (target: string) => {
      const request = `GET ${target} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\nConnection: close\r\n\r\n`
      return answersIn(await exchange(server.port, request))[0]?.status
    }
    expect(await statusOfRaw("http://x/admin/v1/organizations")).toBe(200)
    for (const target of ["http://x/%61dmin/v1/organizations", "http://x//admin/v1/organizations", "/metrics#x"]) {
      expect([400, 404]).toContain(await statusOfRaw(target))
    }
  })

  test("is answered 404 in another spelling of its literal parts, for any route", async () => {
    const random = makeRandom(Number(process.env.TEST_SEED))
    const routes = [
      ...server.contract.operations.map(({ method, path }) => ({ method, path })),
      ...Object.values(systemPaths).map((path) => ({ method: "GET", path })),
      { method: "POST", path: "/carriers/{carrier}/status/{id}" },
      { method: "GET", path: "/carriers/{carrier}/media/{token}" },
      { method: "GET", path: "/v1/transcripts/{token}" }
    ]
    for (const { method, path } of routes) {
      const parts = path.split("/")
      const literal = parts.flatMap((part, index) => (/^[a-z]/.test(part) ? [index] : []))
      const at = literal[Math.floor(random() * literal.length)] as number
      const part = parts[at] as string
      const letter = Math.floor(random() * part.length)
      const encoded = `%${part.charCodeAt(letter).toString(16)}`
      const send = (words: string) => {
        const spelled = parts
          .with(at, words)
          .join("/")
          .replace(/\{\w+\}/g, "x")
        return server.send({ method, path: spelled, headers: { authorization, "x-api-key": org.keys.ADMIN } })
      }
      expect((await send(`/${part}`)).status).toBe(404)
      // Where another route has a parameter, the word is an unknown id.
      const unknown = (await send("unknown")).status
      expect([400, 404, 405]).toContain(unknown)
      for (const words of [part.toUpperCase(), `${part.slice(0, letter)}${encoded}${part.slice(letter + 1)}`]) {
        const { status } = await send(words)
        expect([404, unknown], `${method} ${path} ${words}`).toContain(status)
      }
    }
  })

  test("may have encoded ids, and under /v1 a slash at its end", async () => {
    const { id } = await answered(201, org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: "+919812345678" }))
    const encoded = `%${id.charCodeAt(0).toString(16)}${id.slice(1)}`
    for (const path of [`/v1/contacts/${encoded}`, `/v1/contacts/${id}/`, `/v1/contacts/${id}?search=//A%2F`]) {
      expect(await answered(200, org.call("GET", path))).toMatchObject({ id })
    }
  })
})

describe("with ADMIN_PORT", () => {
  let server: TestServer
  let atAdmin: ReturnType<typeof makeHttpClient>
  beforeAll(async () => {
    server = await startServer({ settings: { ROLES: "api", ADMIN_PORT: "0" } })
    atAdmin = makeHttpClient(server.adminPort)
  })
  afterAll(async () => {
    atAdmin.close()
    await server.stop()
  })
  const statusAtAdmin = async (path: string, headers: Record<string, string> = { authorization }) =>
    (await atAdmin.send({ method: "GET", path, headers })).status

  const forOperators = [
    "/admin/v1/organizations",
    "/admin/v1/doctor",
    "/admin/v1/openapi.json",
    "/metrics",
    "/autoscale",
    "/docs",
    "/docs/admin",
    "/asyncapi.json"
  ]

  test.each(forOperators)("%s is served at the admin port only", async (path) => {
    expect(server.adminPort).not.toBe(server.port)
    expect(await statusAtAdmin(path)).toBe(200)
    expect(await statusOf(server, path)).toBe(404)
    for (const method of ["POST", "HEAD", "OPTIONS"]) expect(await statusOf(server, path, method)).toBe(404)
  })

  test("the API is served at both ports, because the console calls it on its own origin", async () => {
    const org = await server.organization()
    await answered(200, org.call("GET", "/v1/contacts"))
    expect(await statusAtAdmin("/v1/contacts", { "x-api-key": org.keys.ADMIN })).toBe(200)
  })

  test("people sign in at the admin port only", async () => {
    expect([await statusAtAdmin("/auth/me"), await statusOf(server, "/auth/me")]).toEqual([401, 404])
    const { url } = await answered(201, server.admin("POST", "/admin/v1/people/sign-in-link", {}))
    expect(url).toMatch(new RegExp(`^http://127.0.0.1:${server.adminPort}/console/welcome#`))
  })

  test("the carrier's callbacks and transcripts are served at the main port only", async () => {
    for (const path of ["/carriers/simulated/status/x", "/carriers/simulated/media/x", "/v1/transcripts/x"]) {
      expect(await statusAtAdmin(path)).toBe(404)
    }
    expect((await atAdmin.send({ method: "POST", path: "/carriers/simulated/status/x" })).status).toBe(404)
  })

  test.each(["/healthz", "/readyz", "/v1/openapi.json"])("%s is served at both ports", async (path) => {
    expect([await statusAtAdmin(path), await statusOf(server, path)]).toEqual([200, 200])
  })

  test("commands use the admin port", async () => {
    const settings = { PORT: String(server.port), ADMIN_TOKEN: adminToken }
    const withPort = await command(["org", "list", "--json"], { ...settings, ADMIN_PORT: String(server.adminPort) })
    expect([withPort.stderr, withPort.code]).toEqual(["", 0])
    expect((await command(["org", "list"], settings)).code).toBe(1)
  })
})
