import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { startServer, type TestServer } from "../../support/api/test-server.ts"

const running: Array<TestServer> = []
afterAll(() => Promise.all(running.map((server) => server.stop())))

const start = async (settings: Readonly<Record<string, string>>) => {
  const server = await startServer({ settings })
  running.push(server)
  return server
}

/** Guesses an admin token as a client of this address; a proxy on this machine passes the request on. */
const guess = (server: TestServer, address: string) =>
  server.call("GET", "/admin/v1/organizations", undefined, {
    authorization: "Bearer wrong",
    "x-forwarded-for": `198.51.100.1, ${address}`
  })

const untilLimited = async (server: TestServer, address: string) => {
  while ((await guess(server, address)).status !== 429);
}

describe("behind a proxy", () => {
  test("each client has a limit of its own, and its own address in the security log, if the proxy is trusted", async () => {
    const server = await start({ TRUSTED_PROXIES: "127.0.0.0/8" })
    await untilLimited(server, "203.0.113.5")
    await answered(401, guess(server, "203.0.113.6"))

    const { id } = await server.organization()
    await answered(
      201,
      server.admin(
        "POST",
        `/admin/v1/organizations/${id}/api-keys`,
        { name: "CRM" },
        { "x-forwarded-for": "203.0.113.6" }
      )
    )
    const { data } = await answered(200, server.admin("GET", `/admin/v1/organizations/${id}/security-log`))
    expect(data[0]).toMatchObject({ address: "203.0.113.6" })
  })

  test("all clients are the proxy, whatever they write into the header, if it is not trusted", async () => {
    const server = await start({ TRUSTED_PROXIES: "192.0.2.7" })
    await untilLimited(server, "203.0.113.5")
    await answered(429, guess(server, "203.0.113.6"))
  })
})
