import { setTimeout as sleep } from "node:timers/promises"
import { Redis } from "ioredis"
import { afterAll, describe, expect, test, vi } from "vitest"
import { answered } from "../support/answered.ts"
import type { Answer } from "../support/http.ts"
import { pathOf } from "../support/operations.ts"
import { newPhoneNumber } from "../support/phone-numbers.ts"
import { sampleOf } from "../support/samples.ts"
import { makeTcpProxy } from "../support/tcp-proxy.ts"
import { engine, makeDatabase } from "../support/test-database.ts"
import { type Call, startServer, type TestServer } from "../support/test-server.ts"
import { missingId } from "../support/things.ts"

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

/** How many of `count` requests one after the other pass until one is refused. */
const passing = async (call: Call, count: number, path = "/v1/contacts") => {
  for (let passed = 0; passed < count; passed++) {
    if ((await call("GET", path)).status === 429) return passed
  }
  return count
}

/** How many may pass at 60 a minute in the time that it took: ten at once and one a second, however slow the machine. */
const allowed = (since: number) => 11 + (performance.now() - since) / 1000

const bulk = (call: Call) =>
  call("POST", "/v1/contacts/bulk", { contacts: [{ name: "Asha", phoneNumber: newPhoneNumber() }] })

// 60 a minute: ten at once, then one a second.
const slow = await start({ settings: { API_RATE_LIMIT: "60" } })

describe("an organization", () => {
  test("may send a sixth of its rate at once, is then refused, and may go on after Retry-After", async () => {
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
      await passing(org.call, 30)
      const { headers } = await org.call("GET", "/v1/contacts")
      await sleep(Number(headers["retry-after"]) * 1000)
      await answered(200, org.call("GET", "/v1/contacts"))
    }
  })

  test("is told with every answer where it stands", async () => {
    const org = await slow.organization()
    const remaining: Array<number> = []
    for (const path of ["/v1/contacts", "/v1/contacts/x", "/v1/contacts?limit=0", "/v1/flows"]) {
      const { headers } = await org.call("GET", path)
      expect(headers["ratelimit-policy"]).toBe('"requests";q=60;w=60')
      const [, left, seconds] = /^"requests";r=(\d+);t=(\d+)$/.exec(String(headers.ratelimit)) ?? []
      remaining.push(Number(left))
      expect(Number(seconds)).toBeGreaterThan(0)
      expect(Number(seconds)).toBeLessThanOrEqual(10)
    }
    expect(remaining[0]).toBe(9)
    expect(remaining.toSorted((one, next) => next - one)).toEqual(remaining)
    await passing(org.call, 30)
    const { headers } = await org.call("GET", "/v1/contacts")
    expect(headers.ratelimit).toMatch(/^"requests";r=0;t=\d+$/)
  })

  test("has one rate for all its keys, and no part in another's", async () => {
    const [org, other] = [await slow.organization(), await slow.organization()]
    await passing(org.as("VIEWER"), 30)
    expect((await org.as("SUPER_ADMIN")("GET", "/v1/contacts")).status).toBe(429)
    await answered(200, other.call("GET", "/v1/contacts"))
  })

  test("has a tenth of it for bulk calls, counted besides", async () => {
    const org = await slow.organization()
    const answers: Array<Answer> = []
    for (let index = 0; index < 8; index++) answers.push(await bulk(org.call))
    const refused = answers.filter(({ status }) => status === 429)
    expect(refused.length).toBeGreaterThanOrEqual(1)
    expect(refused.length).toBeLessThanOrEqual(2)
    expect(refused[0]?.body.message).toMatch(/at most 6 a minute/)
    expect(Number(refused[0]?.headers["retry-after"])).toBeGreaterThan(5)
    expect(refused[0]?.headers["ratelimit-policy"]).toBe('"bulk";q=6;w=60')
    await sleep(1000)
    await answered(200, org.call("GET", "/v1/contacts"))
  })

  test("that is refused has nothing done", async () => {
    const org = await slow.organization()
    await passing(org.call, 30)
    await Promise.all(Array.from({ length: 20 }, () => org.call("POST", "/v1/audiences", { name: "Too many" })))
    await sleep(1100)
    const { total } = await answered(200, org.call("GET", "/v1/audiences"))
    expect(total).toBeLessThanOrEqual(3)
  })
})

describe("an address", () => {
  test("whose keys are wrong is slowed down; a right one still passes from there", async () => {
    const org = await slow.organization()
    const guesses: Array<Answer> = []
    for (let index = 0; index < 30; index++) guesses.push(await slow.as(`sk_live_${index}`)("GET", "/v1/contacts"))
    expect(guesses.slice(0, 10).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 401))
    const refused = guesses.find(({ status }) => status === 429)
    expect(refused?.headers["ratelimit-policy"]).toBe('"failed-authentications";q=60;w=60')
    const admin: Call = (method, path) => slow.call(method, path, undefined, { authorization: "Bearer wrong" })
    expect((await admin("GET", "/admin/v1/organizations")).status).toBe(429)
    expect((await slow.call("GET", "/v1/contacts")).status).toBe(429)
    await answered(200, org.call("GET", "/v1/contacts"))
    await answered(200, slow.admin("GET", "/admin/v1/organizations"))
    await sleep(1000 * Number(refused?.headers["retry-after"]))
    await answered(401, slow.as("sk_live_again")("GET", "/v1/contacts"))
  })
})

describe("with one request a minute", async () => {
  const strict = await start({ settings: { API_RATE_LIMIT: "1" } })
  const org = await strict.organization()
  const guess: Call = (method, path) => strict.call(method, path, undefined, { authorization: "Bearer wrong" })
  await answered(200, org.call("GET", "/v1/contacts"))
  await answered(401, guess("GET", "/admin/v1/organizations"))

  test.each(
    strict.contract.operations.map((operation) => [`${operation.method} ${operation.path}`, operation] as const)
  )("the second is refused, before anything is read: %s", async (_, operation) => {
    const missing = Object.entries(sampleOf(operation).params ?? {}).map(([name, kind]) => [name, missingId(kind)])
    const path = pathOf(operation, Object.fromEntries(missing))
    const call = operation.document === "admin" ? guess : org.call
    const { status, headers } = await call(operation.method, path)
    expect(status).toBe(429)
    expect(Number(headers["retry-after"])).toBeGreaterThan(30)
    expect(Number(headers["retry-after"])).toBeLessThanOrEqual(60)
  })

  test("what needs no key has no limit", async () => {
    for (const path of ["/healthz", "/readyz", "/metrics", "/v1/openapi.json"]) {
      for (let index = 0; index < 5; index++) await answered(200, strict.send({ method: "GET", path }))
    }
    await answered(404, strict.call("GET", "/nowhere"))
  })
})

describe.skipIf(TEST_REDIS_URL === undefined)("with Redis", async () => {
  // Every engine's run numbers its organizations from 1, so each has a database of its own.
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

  test("Retry-After is as honest", async () => {
    await forget()
    const server = await start({ settings: { REDIS_URL: url.href, API_RATE_LIMIT: "60" } })
    const org = await server.organization()
    await passing(org.call, 30)
    const { headers } = await org.call("GET", "/v1/contacts")
    expect(headers["retry-after"]).toBe("1")
    await sleep(1000)
    await answered(200, org.call("GET", "/v1/contacts"))
  })

  test("a node whose Redis goes away limits by itself and stays up, and shares again when it is back", async () => {
    await forget()
    const { proxy, settings } = await throughProxy()
    const server = await start({ settings })
    const [first, second, third] = [
      await server.organization(),
      await server.organization(),
      await server.organization()
    ]
    await passing(first.call, 30)
    await proxy.cut()
    const since = performance.now()
    const passed = await passing(second.call, 40)
    expect(passed).toBeGreaterThanOrEqual(10)
    expect(passed).toBeLessThanOrEqual(allowed(since))
    await answered(200, server.send({ method: "GET", path: "/readyz" }))
    await proxy.mend()
    const redis = new Redis(url.href)
    await vi.waitUntil(
      async () => {
        await third.call("GET", "/v1/contacts")
        return (await redis.keys(`carillon:rate:requests:${third.id}`)).length > 0
      },
      { timeout: 80_000, interval: 200 }
    )
    await redis.quit()
    await proxy.close()
  })

  test("a node whose Redis takes every command and answers none limits by itself", async () => {
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

  test("a node that never reaches its Redis starts and limits by itself", async () => {
    const { proxy, settings } = await throughProxy()
    await proxy.cut()
    const server = await start({ settings })
    const org = await server.organization()
    const since = performance.now()
    const passed = await passing(org.call, 40)
    expect(passed).toBeGreaterThanOrEqual(10)
    expect(passed).toBeLessThanOrEqual(allowed(since))
    await proxy.close()
  })
})
