import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { answersIn, exchange } from "../../support/api/raw-http.ts"
import { newFlow } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually, untilFound } from "../../support/eventually.ts"
import { makeTcpProxy } from "../../support/fakes/network/tcp-proxy.ts"
import { engine, makeDatabase, runSql } from "../../support/servers/test-database.ts"

// The paths beside the two interfaces, and the rules for every request.

const { TEST_DATABASE_URL = "" } = process.env

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()

const get = (path: string, headers?: Readonly<Record<string, string>>) =>
  server.send({ method: "GET", path, ...(headers && { headers }) })

describe("without a key", () => {
  test("GET /healthz and /readyz report that the process is alive and ready", async () => {
    expect(await answered(200, get("/healthz"))).toEqual({ status: "ok" })
    expect(await answered(200, get("/readyz"))).toEqual({ status: "ready" })
  })

  test("GET /metrics counts requests in the format of Prometheus", async () => {
    const counted = async () => {
      const { status, headers, text } = await get("/metrics")
      expect([status, headers["content-type"]]).toEqual([200, expect.stringMatching(/^text\/plain; version=0\.0\.4/)])
      for (const line of text.trimEnd().split("\n")) {
        expect(line).toMatch(/^(# (HELP|TYPE) \w+ .*|\w+(\{\w+="[^"\n]*"(,\w+="[^"\n]*")*\})? [0-9.e+-]+)$/)
      }
      expect(text).toContain("# TYPE carillon_http_request_duration_ms histogram")
      return Number(/carillon_http_requests\S*\{.*method="PUT".*status="404".*\} (\d+)/.exec(text)?.[1] ?? 0)
    }
    const before = await counted()
    for (let index = 0; index < 3; index++) await server.call("PUT", "/nowhere")
    expect(await counted()).toBe(before + 3)
  })

  test("GET /metrics does not count the probes of a node that drains", async () => {
    // All servers of this process count together.
    const counted = async () => /\{method="GET",status="503"\} (\d+)/.exec((await get("/metrics")).text)?.[1]
    const draining = await startServer({ settings: { DRAIN_SECONDS: "60" } })
    const before = await counted()
    const stopped = draining.stop()
    const answer = await fetch(`http://127.0.0.1:${draining.port}/readyz`)
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining("draining")])
    expect(await counted()).toBe(before)
    await stopped
  })

  test("GET /metrics shows the counter of dead letters before the first, so that an increase is visible", async () => {
    const counted = async () => (await get("/metrics")).text.match(/^carillon_dead_letters\{.*\}/gm) ?? []
    // Other servers in this process may have counted dead letters too.
    await eventually(async () =>
      expect(await counted()).toEqual(
        expect.arrayContaining([
          'carillon_dead_letters{group="policy",topic="call-ended.v1"}',
          'carillon_dead_letters{group="writeback",topic="call-suppressed.v1"}',
          'carillon_dead_letters{group="writeback",topic="call-tagged.v1"}'
        ])
      )
    )
  })

  test("GET /autoscale says how many nodes the calls need, with a buffer", async () => {
    const ask = async (buffer: number) => {
      const { capacity, callsPerNode, ...answer } = await answered(200, get(`/autoscale?buffer=${buffer}`))
      // A machine that is loaded carries fewer than the default.
      expect(capacity).toBeGreaterThanOrEqual(50)
      expect(capacity).toBeLessThanOrEqual(500)
      expect(callsPerNode).toBe(capacity)
      expect(answer).toEqual({ calls: 0, nodes: 1, buffer, desiredNodes: Math.max(1, Math.ceil(buffer / capacity)) })
    }
    await ask(0)
    await ask(501)
    expect((await answered(200, get("/autoscale"))).buffer).toBe(0)
    for (const buffer of ["-1", "x", "1.5", "1000000"]) {
      expect((await answered(400, get(`/autoscale?buffer=${buffer}`))).message).toContain("buffer")
    }
  })

  test("GET /metrics names no organization, contact or key", async () => {
    const { id } = await answered(201, org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: "+919923456781" }))
    await answered(200, org.call("GET", `/v1/contacts/${id}?search=Asha`))
    const { text } = await get("/metrics")
    for (const hidden of [id, "Asha", "+919923456781", org.keys.ADMIN]) expect(text).not.toContain(hidden)
  })

  test.each(["/docs", "/docs/admin"])("GET %s is a page that loads nothing from another origin", async (path) => {
    const { status, headers, text } = await get(path)
    expect([status, headers["content-type"]]).toEqual([200, expect.stringMatching(/^text\/html/)])
    const page = text.replace(/<script[^>]*>[\s\S]*?<\/script>/g, (script) => script.slice(0, script.indexOf(">") + 1))
    expect(page).not.toMatch(/(src|href|url|action)\s*[=(]\s*["']?(https?:)?\/\//i)
    expect(text).toContain(path === "/docs" ? "/v1/contacts" : "/admin/v1/organizations")
  })

  test("GET /v1/openapi.json and /admin/v1/openapi.json return the documents of the interfaces", async () => {
    expect(await answered(200, get("/v1/openapi.json"))).toMatchObject({ openapi: expect.stringMatching(/^3\.1\./) })
    const { paths } = await answered(200, get("/admin/v1/openapi.json"))
    expect(Object.keys(paths).every((path) => path.startsWith("/admin/v1/"))).toBe(true)
  })
})

describe("every answer", () => {
  test("has a request id: that of the client, if it can be logged", async () => {
    for (const path of ["/healthz", "/v1/contacts", "/nowhere", "/metrics", "/docs"]) {
      for (const id of ["a", "A-b_c.9", "x".repeat(128)]) {
        const { headers, body } = await get(path, { "x-request-id": id })
        expect(headers["x-request-id"]).toBe(id)
        if (body?.statusCode !== undefined) expect(body.requestId).toBe(id)
      }
      for (const id of ["", " ", "x".repeat(129), "a b", "a\tb", "{}", "é"]) {
        const { headers } = await get(path, { "x-request-id": id })
        expect(headers["x-request-id"]).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7/)
      }
    }
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => (await get("/healthz")).headers["x-request-id"])
    )
    expect(new Set(ids).size).toBe(20)
  })

  test("forbids browsers to guess its media type", async () => {
    for (const path of ["/v1/contacts", "/nowhere", "/docs"]) {
      expect((await get(path)).headers["x-content-type-options"]).toBe("nosniff")
    }
  })

  test("to HEAD equals that of GET without the body", async () => {
    for (const path of ["/healthz", "/v1/contacts", "/v1/contacts/x", "/v1/openapi.json", "/nowhere"]) {
      const [got, head] = [await org.call("GET", path), await org.call("HEAD", path)]
      expect([head.status, head.text]).toEqual([got.status, ""])
      expect(head.headers["content-type"]).toBe(got.headers["content-type"])
    }
    expect((await server.call("HEAD", "/v1/contacts")).status).toBe(401)
  })
})

describe("an invalid HTTP request is answered with the body of all failures, and the connection is closed", () => {
  const host = "Host: localhost\r\n"
  test.each([
    ["no request at all", "hello\r\n\r\n", 400],
    ["a TLS handshake", Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03, 0x03, 0x0a]), 400],
    ["a method of its own", `BREW /v1/contacts HTTP/1.1\r\n${host}\r\n`, 400],
    ["a wrong version", `GET /v1/contacts HTTP/9.9\r\n${host}\r\n`, 400],
    ["a broken header", `GET /v1/contacts HTTP/1.1\r\n${host}no colon here\r\n\r\n`, 400],
    ["a NUL in a header", `GET /v1/contacts HTTP/1.1\r\n${host}x-api-key: a\0b\r\n\r\n`, 400],
    ["two lengths", `POST /v1/contacts HTTP/1.1\r\n${host}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, 400],
    ["a negative length", `POST /v1/contacts HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n{}`, 400],
    [
      "a length and chunks",
      `POST /v1/contacts HTTP/1.1\r\n${host}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      400
    ],
    ["headers without end", `GET / HTTP/1.1\r\n${host}x: ${"y".repeat(20_000)}`, 431]
  ])("%s", async (_, bytes, status) => {
    const [answer, ...more] = answersIn(await exchange(server.port, bytes))
    expect(more).toEqual([])
    expect(answer).toMatchObject({
      status,
      headers: { "content-type": "application/json", connection: "close" },
      body: { statusCode: status, message: expect.any(String), error: expect.any(String), code: expect.any(String) }
    })
    expect(Object.keys(answer?.body).sort()).toEqual(["code", "error", "message", "requestId", "statusCode"])
    expect(answer?.body.requestId).toBe(answer?.headers["x-request-id"])
    expect(answer?.body.message).toMatch(status === 431 ? /at most 16384 bytes/ : /not valid HTTP/)
  })

  test("the offer of another protocol than a websocket is ignored, and the body is read", async () => {
    const offer = "Connection: close, Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__"
    const form = "Content-Type: application/json\r\nTransfer-Encoding: chunked"
    const request = `POST /v1/audiences HTTP/1.1\r\nHost: x\r\nx-api-key: ${org.keys.ADMIN}\r\n${offer}\r\n${form}`
    const [answer] = answersIn(await exchange(server.port, `${request}\r\n\r\nc\r\n{"name":"x"}\r\n0\r\n\r\n`))
    expect(answer).toMatchObject({ status: 201, body: { name: "x" } })
  })

  test("an unknown expectation and a missing host are ignored", async () => {
    const expecting = await server.call("POST", "/v1/contacts", "{}", { expect: "the-impossible" })
    expect(await answered(401, Promise.resolve(expecting))).toMatchObject({ message: "API key is required" })
    const [hostless] = answersIn(await exchange(server.port, "GET /healthz HTTP/1.1\r\nConnection: close\r\n\r\n"))
    expect(hostless).toMatchObject({ status: 200, body: { status: "ok" } })
  })
})

describe.skipIf(engine !== "postgres")("a database that cannot be reached", async () => {
  test("makes every answer a 503 with Retry-After, and the node unready, until it is back", async () => {
    const database = await makeDatabase()
    const url = new URL(database.settings.DATABASE_URL ?? "")
    const proxy = await makeTcpProxy(url.hostname, Number(url.port))
    url.host = `127.0.0.1:${proxy.port}`
    const away = await startServer({ database, settings: { DATABASE_URL: url.href }, mayFail: true })
    try {
      const own = await away.organization()
      await answered(200, own.call("GET", "/v1/contacts"))
      await proxy.cut()
      for (const [call, method, path, body] of [
        [own.call, "GET", "/v1/contacts"],
        [own.call, "POST", "/v1/contacts", { name: "Asha", phoneNumber: "+919923456781" }],
        [own.call, "GET", "/v1/flows"],
        [away.admin, "GET", "/admin/v1/organizations"]
      ] as const) {
        const answer = await call(method, path, body)
        expect(answer.status, answer.text).toBe(503)
        expect(answer.body).toMatchObject({ code: "SERVICE_UNAVAILABLE" })
        expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0)
        expect(answer.text).not.toMatch(/sql|postgres|ECONN|127\.0\.0\.1|carillon_test/i)
      }
      const { message } = await answered(503, away.send({ method: "GET", path: "/readyz" }))
      expect(message).toContain("database")
      await answered(200, away.send({ method: "GET", path: "/healthz" }))
      await proxy.mend()
      await untilFound(async () => (await away.send({ method: "GET", path: "/readyz" })).status === 200)
      expect(await answered(200, own.call("GET", "/v1/contacts"))).toMatchObject({ total: 0 })
    } finally {
      await away.stop()
      await proxy.close()
      await database.remove()
    }
  })
})

describe.skipIf(engine !== "postgres")("a database that takes no writes", () => {
  test("is answered 503 to a request that writes, and the node unready, until it takes them again", async () => {
    const database = await makeDatabase()
    const name = new URL(database.settings.DATABASE_URL ?? "").pathname.slice(1)
    const change = (to: string) => runSql(TEST_DATABASE_URL, `alter database ${name} ${to}`)
    const standby = await startServer({ database, mayFail: true })
    try {
      const own = await standby.organization()
      const add = () => own.call("POST", "/v1/audiences", { name: "New" })
      await change("set default_transaction_read_only = on")
      await runSql(
        TEST_DATABASE_URL,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`
      )
      await untilFound(async () => (await own.call("GET", "/v1/audiences")).status === 200)
      const answer = await add()
      expect(answer.status, answer.text).toBe(503)
      expect(answer.body).toMatchObject({ message: "The service cannot use its database now; try again in a moment" })
      expect(Number(answer.headers["retry-after"])).toBeGreaterThan(0)
      expect((await standby.send({ method: "GET", path: "/readyz" })).body.message).toBe("Not ready: database")
      // The sessions of the node stay as they were, as if they led to a former primary.
      await change("reset default_transaction_read_only")
      await untilFound(async () => (await add()).status === 201)
    } finally {
      await standby.stop()
      await database.remove()
    }
  })
})

describe.skipIf(engine !== "postgres")("a defect", () => {
  test("is answered 500 without internal details", async () => {
    const database = await makeDatabase()
    const broken = await startServer({ database, mayFail: true })
    try {
      const own = await broken.organization()
      await broken.admin("POST", `/admin/v1/organizations/${own.id}/flows`, newFlow)
      await runSql(database.settings.DATABASE_URL ?? "", "alter table flows rename column language to gone")
      const answer = await own.call("GET", "/v1/flows", undefined, { "x-request-id": "the-broken-one" })
      expect([answer.status, answer.body]).toEqual([
        500,
        {
          statusCode: 500,
          message: "Something went wrong on our side; the request id helps to find out what",
          error: "Internal Server Error",
          code: "INTERNAL_SERVER_ERROR",
          requestId: "the-broken-one"
        }
      ])
      expect(broken.log.join("\n")).toContain("A request failed unexpectedly")
      await answered(200, own.call("GET", "/v1/contacts"))
    } finally {
      await broken.stop()
      await database.remove()
    }
  })
})
