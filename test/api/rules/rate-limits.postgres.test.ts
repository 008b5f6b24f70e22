import { setTimeout as sleep } from "node:timers/promises"
import { Redis } from "ioredis"
import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import type { Answer } from "../../support/api/http.ts"
import { pathOf } from "../../support/api/operations.ts"
import { missingId } from "../../support/api/resources.ts"
import { sampleOf } from "../../support/api/samples.ts"
import { type Call, startServer, type TestServer } from "../../support/api/test-server.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { untilFound } from "../../support/eventually.ts"
import { makeTcpProxy } from "../../support/fakes/network/tcp-proxy.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

const { TEST_REDIS_URL } = process.env

const running: Array<TestServer> = []
const start = async (options: Parameters<typeof startServer>[0]) => {
  const server = await startServer(options)
  running.push(server)
  return server
}
afterAll(async () => {
  for (const server of running) await server.stop()
})

/** Sends requests until one is refused. On a slow machine a second may pass, and one more request is accepted. */
const untilRefused = async (ask: () => Promise<Answer>) => {
  for (let passed = 0; ; passed++) {
    const answer = await ask()
    if (answer.status === 429) return { passed, ...answer }
  }
}
const contacts = (call: Call) => () => call("GET", "/v1/contacts")

const secondsSince = (since: number) => (performance.now() - since) / 1000
/** Maximum number of requests accepted at 60 a minute in the elapsed time: ten at once and one a second. */
const allowed = (since: number) => 11 + secondsSince(since)

const bulk = (call: Call) =>
  call("POST", "/v1/contacts/bulk", { contacts: [{ name: "Asha", phoneNumber: newPhoneNumber() }] })

// 60 a minute: ten at once, then one a second.
const slow = await start({ settings: { API_RATE_LIMIT: "60" } })

describe("an organization", () => {
  test("may send a sixth of its rate at once, is then refused, and may continue after Retry-After", async () => {
    const org = await slow.organization()
    const since = performance.now()
    const answers = await Promise.all(Array.from({ length: 30 }, () => org.call("GET", "/v1/contacts")))
    const passed = answers.filter(({ status }) => status === 200).length
    expect(passed).toBeGreaterThanOrEqual(10)
    expect(passed).toBeLessThanOrEqual(allowed(since))
    const refused = answers.find(({ status }) => status === 429)
    expect(refused?.body).toEqual({
      statusCode: 429,
      message: expect.stringMatching(/^Too many requests: at most 60 a minute\. Try again in 1 s$/),
      error: "Too Many Requests",
      code: "TOO_MANY_REQUESTS",
      requestId: refused?.headers["x-request-id"]
    })
    for (let time = 0; time < 2; time++) {
      const { headers } = await untilRefused(contacts(org.call))
      await sleep(Number(headers["retry-after"]) * 1000)
      await answered(200, org.call("GET", "/v1/contacts"))
    }
  })

  test("gets the state of its limit with every answer", async () => {
    const org = await slow.organization()
    const since = performance.now()
    for (const [asked, path] of ["/v1/contacts", "/v1/contacts/x", "/v1/contacts?limit=0", "/v1/flows"].entries()) {
      const { headers } = await org.call("GET", path)
      expect(headers["ratelimit-policy"]).toBe('"requests";q=60;w=60')
      const [, left, seconds] = /^"requests";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? []
      expect(Number(left)).toBeGreaterThanOrEqual(9 - asked)
      expect(Number(left)).toBeLessThanOrEqual(Math.min(9, 9 - asked + secondsSince(since)))
      expect(Number(seconds)).toBeGreaterThan(0)
      expect(Number(seconds)).toBeLessThanOrEqual(10)
    }
    const { headers } = await untilRefused(contacts(org.call))
    expect(headers.ratelimit).toMatch(/^"requests";r=0;t=\d+$/)
  })

  test("has a tenth of its rate for bulk requests, and few of them at once, counted separately", async () => {
    const org = await slow.organization()
    const since = performance.now()
    const { passed, headers, body } = await untilRefused(() => bulk(org.call))
    // A tenth of six is none, but one request always passes.
    expect(passed).toBeGreaterThanOrEqual(1)
    expect(passed).toBeLessThanOrEqual(1 + secondsSince(since) / 10)
    expect(body.message).toMatch(/at most 6 a minute/)
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(10)
    expect(headers["ratelimit-policy"]).toBe('"bulk";q=6;w=60')
    await sleep(1000)
    await answered(200, org.call("GET", "/v1/contacts"))
  })

  test("has no work done by a refused request", async () => {
    const org = await slow.organization()
    await untilRefused(contacts(org.call))
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => org.call("POST", "/v1/audiences", { name: "Too many" }))
    )
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThan(0)
    await sleep(1100)
    const { total } = await answered(200, org.call("GET", "/v1/audiences"))
    expect(total).toBe(answers.filter(({ status }) => status === 201).length)
  })
})

describe("an address", () => {
  test("is limited after wrong keys, while a valid key still passes from it", async () => {
    const org = await slow.organization()
    const guess = () => slow.as("sk_live_guessed")("GET", "/v1/contacts")
    const since = performance.now()
    const refused = await untilRefused(guess)
    expect(refused.passed).toBeGreaterThanOrEqual(10)
    expect(refused.passed).toBeLessThanOrEqual(allowed(since))
    expect(refused.headers["ratelimit-policy"]).toBe('"failed-authentications";q=60;w=60')
    await answered(200, org.call("GET", "/v1/contacts"))
    await answered(200, slow.admin("GET", "/admin/v1/organizations"))
    await sleep(1000 * Number((await untilRefused(guess)).headers["retry-after"]))
    await answered(401, slow.as("sk_live_again")("GET", "/v1/contacts"))
  })
})

describe("an address that guesses admin tokens", () => {
  test("is limited to ten a minute, whatever API_RATE_LIMIT allows, while a valid token still passes", async () => {
    const fast = await start({})
    const guess = () => fast.call("GET", "/admin/v1/doctor", undefined, { authorization: "Bearer wrong" })
    const since = performance.now()
    const { passed, headers } = await untilRefused(guess)
    expect(passed).toBeGreaterThanOrEqual(10)
    expect(passed).toBeLessThanOrEqual(11 + secondsSince(since) / 6)
    expect(headers["ratelimit-policy"]).toBe('"failed-admin-tokens";q=10;w=60')
    await answered(200, fast.admin("GET", "/admin/v1/organizations"))
    await answered(200, (await fast.adminAs("VIEWER"))("GET", "/admin/v1/organizations"))
    await answered(401, fast.call("GET", "/admin/v1/organizations"))
  })
})

describe("with one request a minute", async () => {
  const strict = await start({ settings: { API_RATE_LIMIT: "1" } })
  const org = await strict.organization()
  const guess: Call = (method, path) => strict.call(method, path, undefined, { authorization: "Bearer wrong" })
  /** Time of the one request of this minute. */
  const asked = new Map<Call, number>()

  test.each(
    strict.contract.operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)
  )("the second request is refused before its body is read: %s", async (_, operation) => {
    const missing = Object.entries(sampleOf(operation).params ?? {}).map(([name, kind]) => [name, missingId(kind)])
    const path = pathOf(operation, Object.fromEntries(missing))
    const [call, first] =
      operation.document === "admin"
        ? ([guess, "/admin/v1/organizations"] as const)
        : ([org.call, "/v1/contacts"] as const)
    const now = performance.now()
    if ((await call("GET", first)).status !== 429) asked.set(call, now)
    const { status, headers } = await call(operation.method, path)
    expect(status).toBe(429)
    expect(Number(headers["retry-after"])).toBeGreaterThanOrEqual(Math.floor(60 - secondsSince(asked.get(call) ?? 0)))
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60)
  })

  test("an organization has one limit for all its keys, separate from other organizations", async () => {
    const [org, other] = [await strict.organization(), await strict.organization()]
    await answered(200, org.as("VIEWER")("GET", "/v1/contacts"))
    expect((await org.as("SUPER_ADMIN")("GET", "/v1/contacts")).status).toBe(429)
    await answered(200, other.call("GET", "/v1/contacts"))
  })

  test("an address has one limit for all failed attempts with a key or without credentials", async () => {
    await untilRefused(() => strict.call("GET", "/admin/v1/organizations"))
    expect((await strict.as("sk_live_x")("GET", "/v1/contacts")).status).toBe(429)
    expect((await strict.call("GET", "/v1/contacts")).status).toBe(429)
  })

  test("paths that need no key have no limit", async () => {
    for (const path of ["/healthz", "/readyz", "/metrics", "/v1/openapi.json"]) {
      for (let index = 0; index < 5; index++) await answered(200, strict.send({ method: "GET", path }))
    }
    await answered(404, strict.call("GET", "/nowhere"))
  })
})

describe.skipIf(TEST_REDIS_URL === undefined)("with Redis", async () => {
  // The run on every engine numbers its organizations from 1, so each uses its own Redis database.
  const url = new URL(TEST_REDIS_URL ?? "redis://unused")
  url.pathname = engine === "postgres" ? "/14" : "/15"
  const forget = async () => {
    const redis = new Redis(url.href)
    await redis.flushdb()
    await redis.quit()
  }
  const throughProxy = async () => {
    const proxy = await makeTcpProxy(url.hostname, Number(url.port))
    const proxied = new URL(url)
    proxied.host = `127.0.0.1:${proxy.port}`
    return { proxy, settings: { REDIS_URL: proxied.href, API_RATE_LIMIT: "60" } }
  }

  test.skipIf(engine !== "postgres")("two nodes share the rate of an organization", async () => {
    await forget()
    const database = await makeDatabase()
    const settings = { REDIS_URL: url.href, API_RATE_LIMIT: "60" }
    const [one, two] = [await startServer({ database, settings }), await startServer({ database, settings })]
    const org = await one.organization()
    const there = two.as(org.keys.ADMIN)
    const since = performance.now()
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? org.call : there)("GET", "/v1/contacts"))
    )
    const passed = answers.filter(({ status }) => status === 200).length
    expect(passed).toBeGreaterThanOrEqual(10)
    expect(passed).toBeLessThanOrEqual(allowed(since))
    const sinceGuesses = performance.now()
    const guesses = await Promise.all(
      Array.from({ length: 40 }, (_, index) => (index % 2 === 0 ? one : two).as("sk_live_x")("GET", "/v1/contacts"))
    )
    expect(guesses.filter(({ status }) => status === 401).length).toBeLessThanOrEqual(allowed(sinceGuesses))
    await one.stop()
    await two.stop()
    await database.remove()
  })

  test("Retry-After is as accurate as without Redis", async () => {
    await forget()
    const server = await start({ settings: { REDIS_URL: url.href, API_RATE_LIMIT: "60" } })
    const org = await server.organization()
    const { headers } = await untilRefused(contacts(org.call))
    expect(headers["retry-after"]).toBe("1")
    await sleep(1000)
    await answered(200, org.call("GET", "/v1/contacts"))
  })

  test("a node that loses its Redis limits by itself and stays up, and shares again when Redis is back", async () => {
    await forget()
    const { proxy, settings } = await throughProxy()
    const server = await start({ settings })
    const [first, second, third] = [
      await server.organization(),
      await server.organization(),
      await server.organization()
    ]
    await untilRefused(contacts(first.call))
    await proxy.cut()
    const since = performance.now()
    const { passed } = await untilRefused(contacts(second.call))
    expect(passed).toBeGreaterThanOrEqual(10)
    expect(passed).toBeLessThanOrEqual(allowed(since))
    await answered(200, server.send({ method: "GET", path: "/readyz" }))
    await proxy.mend()
    const redis = new Redis(url.href)
    await untilFound(async () => {
      await third.call("GET", "/v1/contacts")
      return (await redis.keys(`carillon:rate:requests:${third.id}`)).length > 0
    }, 200)
    await redis.quit()
    await proxy.close()
  })

  test("a node whose Redis accepts commands but never answers limits by itself", async () => {
    await forget()
    const { proxy, settings } = await throughProxy()
    const server = await start({ settings })
    const org = await server.organization()
    await answered(200, org.call("GET", "/v1/contacts"))
    proxy.stall()
    const since = performance.now()
    const answers = await Promise.all(Array.from({ length: 40 }, () => org.call("GET", "/v1/contacts")))
    const passed = answers.filter(({ status }) => status === 200).length
    expect(passed).toBeGreaterThanOrEqual(10)
    expect(passed).toBeLessThanOrEqual(allowed(since))
    await proxy.close()
  })

  test("a connection to Redis that gives no answers any more is replaced, which is logged", async () => {
    await forget()
    const { proxy, settings } = await throughProxy()
    const server = await start({ settings })
    const [first, second] = [await server.organization(), await server.organization()]
    await answered(200, first.call("GET", "/v1/contacts"))
    proxy.stall()
    const redis = new Redis(url.href)
    await untilFound(async () => {
      await second.call("GET", "/v1/contacts")
      return (await redis.keys(`carillon:rate:requests:${second.id}`)).length > 0
    }, 200)
    expect(server.log.filter((line) => line.includes("Cannot reach Redis; continuing without it"))).toHaveLength(1)
    await redis.quit()
    await proxy.close()
  })

  test("a node whose Redis refuses to count limits by itself, and logs it once", async () => {
    await forget()
    const server = await start({ settings: { REDIS_URL: url.href, API_RATE_LIMIT: "60" } })
    const org = await server.organization()
    const redis = new Redis(url.href)
    await redis.set(`carillon:rate:requests:${org.id}`, "no bucket")
    await redis.quit()
    const since = performance.now()
    const { passed } = await untilRefused(contacts(org.call))
    expect(passed).toBeGreaterThanOrEqual(10)
    expect(passed).toBeLessThanOrEqual(allowed(since))
    const logged = server.log.filter((line) => line.includes("Redis refuses to count requests"))
    expect(logged).toHaveLength(1)
    expect(logged[0]).toContain("this node counts by itself: WRONGTYPE")
  })

  test("a node that never reaches its Redis starts and limits by itself", async () => {
    const { proxy, settings } = await throughProxy()
    await proxy.cut()
    const server = await start({ settings })
    const org = await server.organization()
    const since = performance.now()
    const { passed } = await untilRefused(contacts(org.call))
    expect(passed).toBeGreaterThanOrEqual(10)
    expect(passed).toBeLessThanOrEqual(allowed(since))
    await proxy.close()
  })
})
