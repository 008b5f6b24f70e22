import { readFileSync } from "node:fs"
import { type AddressInfo, createServer } from "node:net"
import { setImmediate } from "node:timers/promises"
import tls from "node:tls"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { sendRequest } from "../../src/carriers/send-request.ts"
import { eventually } from "../support/eventually.ts"
import { selfSigned } from "../support/fakes/network/self-signed.ts"
import { makeNetwork, serveOnLoopback, whyNoHosts } from "../support/processes/hosts.ts"
import { startScript } from "../support/processes/script-process.ts"
import { scriptedServer } from "./scripted-server.ts"

const whyNotOnHost = whyNoHosts()

/** Connections of the host of a process that have sent what the other side has not confirmed. */
const undelivered = (pid: number) =>
  readFileSync(`/proc/${pid}/net/tcp`, "utf8")
    .split("\n")
    .slice(1)
    .filter((line) => /^ *\d+: \S+ \S+ \S+ (?!00000000)/.test(line)).length

const soon = () => performance.now() + 5_000

const post = (url: string, deadline = soon()) =>
  sendRequest({ method: "POST", url, headers: { "x-of": "us" }, form: new URLSearchParams({ To: "+1 & 2" }), deadline })

const failure = (url: string, deadline?: number) => Effect.flip(post(url, deadline))

afterEach(() => {
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe("sendRequest", () => {
  it.live("sends a form and returns the response", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => ({ status: 418, headers: { "retry-after": "3" }, body: "tea" }))
      const answer = yield* post(`${server.url}/pot?of=1`)
      assert.deepInclude(answer, { status: 418, body: "tea" })
      assert.strictEqual(answer.headers["retry-after"], "3")
      const [received] = server.received
      assert.deepInclude(received, { method: "POST", path: "/pot?of=1", form: [["To", "+1 & 2"]] })
      assert.deepInclude(received?.headers, { "x-of": "us", "content-type": "application/x-www-form-urlencoded" })
    })
  )

  it.live("reuses connections", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => ({ status: 200 }))
      let connections = 0
      server.server.on("connection", () => connections++)
      yield* Effect.repeat(post(server.url), { times: 9 })
      // A response may arrive a moment before its connection is free again.
      assert.isAtMost(connections, 2)
    })
  )

  it.live("sends nothing once the deadline has passed", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => ({ status: 200 }))
      // Both on a new connection and on an existing one.
      assert.strictEqual((yield* failure(server.url, performance.now()))._tag, "NotSent")
      yield* post(server.url)
      assert.strictEqual((yield* failure(server.url, performance.now()))._tag, "NotSent")
      assert.strictEqual((yield* failure(server.url, performance.now() - 25_000))._tag, "NotSent")
      assert.lengthOf(server.received, 1)
    })
  )

  it.live("sends nothing when the process was suspended past the deadline while it connected", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => ({ status: 200 }))
      const deadline = soon()
      const sending = yield* Effect.forkChild(failure(server.url, deadline), { startImmediately: true })
      // No timer has run, so only the second check of the clock can stop the request.
      vi.spyOn(performance, "now").mockReturnValue(deadline)
      assert.strictEqual((yield* Fiber.join(sending))._tag, "NotSent")
      vi.restoreAllMocks()
      yield* post(server.url)
      assert.lengthOf(server.received, 1)
    })
  )

  it.live("sends nothing when no connection becomes free before the deadline", () =>
    Effect.gen(function* () {
      const server = yield* scriptedServer(() => "hang")
      const filling = yield* Effect.forkChild(
        Effect.forEach(Array.from({ length: 32 }), () => failure(server.url), { concurrency: "unbounded" })
      )
      yield* server.until((received) => received.length === 32)
      // The deadline's timer ends the request, because no connection has become free.
      assert.strictEqual((yield* failure(server.url, performance.now() + 50))._tag, "NotSent")
      assert.isUndefined(filling.pollUnsafe())
      yield* Fiber.interrupt(filling)
      assert.lengthOf(server.received, 32)
    })
  )

  it.live("distinguishes a request that never left from one without a response", () =>
    Effect.gen(function* () {
      const closed = createServer()
      yield* Effect.promise(() => new Promise<void>((listening) => closed.listen(0, "127.0.0.1", listening)))
      const { port } = closed.address() as AddressInfo
      yield* Effect.promise(() => new Promise((done) => closed.close(done)))
      assert.deepInclude(yield* failure(`http://127.0.0.1:${port}`), { _tag: "NotSent", code: "ECONNREFUSED" })
      const cut = yield* scriptedServer(() => "cut")
      assert.deepInclude(yield* failure(cut.url), { _tag: "NotAnswered", code: "ECONNRESET" })
      assert.lengthOf(cut.received, 1)
      const short = yield* scriptedServer(() => ({ status: 201, body: "{", cutShort: true }))
      assert.strictEqual((yield* failure(short.url))._tag, "NotAnswered")
      const long = yield* scriptedServer(() => ({ status: 200, body: "x".repeat(300_000) }))
      assert.strictEqual((yield* failure(long.url))._tag, "NotAnswered")
    })
  )

  it.live("treats a response that is not HTTP as none", () =>
    Effect.gen(function* () {
      const server = createServer((socket) => {
        socket.on("error", () => {})
        socket.once("data", () => socket.end("hello?\r\n\r\n"))
      })
      yield* Effect.promise(() => new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening)))
      const { port } = server.address() as AddressInfo
      assert.strictEqual((yield* failure(`http://127.0.0.1:${port}`))._tag, "NotAnswered")
      server.close()
    })
  )

  it.live("takes back a request that it gives up, so that a network that was away delivers nothing of it later", () =>
    Effect.gen(function* () {
      const certificate = selfSigned([], ["127.0.0.1"])
      const trusted = tls.getCACertificates("default")
      yield* Effect.acquireRelease(
        Effect.sync(() => tls.setDefaultCACertificates([...trusted, certificate.cert])),
        () => Effect.sync(() => tls.setDefaultCACertificates(trusted))
      )
      for (const secured of [undefined, certificate]) {
        const server = yield* scriptedServer(() => "hang", secured)
        const connections: Array<Promise<string>> = []
        server.server.on(secured === undefined ? "connection" : "secureConnection", (socket) =>
          connections.push(
            new Promise((resolve) => {
              socket.on("error", ({ code }: NodeJS.ErrnoException) => resolve(code ?? ""))
              socket.on("end", () => resolve("an ordinary end"))
            })
          )
        )
        const sending = yield* Effect.forkChild(failure(server.url))
        yield* server.until((received) => received.length === 1)
        // Not while the server still reads the request: then it does not see how the connection ends.
        yield* Effect.promise(() => setImmediate())
        yield* Fiber.interrupt(sending)
        assert.deepStrictEqual(yield* Effect.promise(() => Promise.all(connections)), ["ECONNRESET"])
      }
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(whyNotOnHost !== undefined)(
    `takes back what its host has not delivered, because the network is away${whyNotOnHost ? ` (${whyNotOnHost})` : ""}`,
    () =>
      Effect.gen(function* () {
        const server = yield* scriptedServer(() => ({ status: 200 }))
        const { hosts, serve } = yield* makeNetwork(1, Math.random)
        const [host] = hosts
        const service = yield* serve(server.port)
        yield* serveOnLoopback(host!, service)
        // The host's own relay, which the proof with several hosts uses, must take back as much.
        const urls = [service.address, "127.0.0.1"].map((address) => `http://${address}:${service.port}`)
        const program = new URL("../support/processes/programs/giving-up-process.ts", import.meta.url)
        const sender = yield* startScript(program, {}, host!.within, urls)
        const reads = (line: string) => Effect.promise(async () => assert.strictEqual(await sender.line(), line))
        const underWay = (connections: number) =>
          Effect.promise(() => eventually(() => assert.strictEqual(undelivered(sender.pid ?? 0), connections)))

        yield* reads("connected")
        yield* host!.cutOff
        sender.send("send")
        yield* reads("sent")
        yield* underWay(3)
        sender.send("give up")
        yield* reads("given up")
        yield* underWay(1)
        yield* host!.reconnect
        yield* underWay(0)
        yield* server.until((received) => received.length > 2)
        assert.deepStrictEqual(
          server.received.map(({ path }) => path),
          ["/before", "/before", "/closed"]
        )
      }).pipe(Effect.scoped)
  )

  it.live("waits 5 seconds for a response, from the moment of sending", () =>
    Effect.gen(function* () {
      vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] })
      const server = yield* scriptedServer(() => "hang")
      const sending = yield* Effect.forkChild(failure(server.url, performance.now() + 1_000))
      yield* server.until((received) => received.length === 1)
      vi.advanceTimersByTime(4_999)
      assert.isUndefined(sending.pollUnsafe())
      vi.advanceTimersByTime(1)
      assert.deepInclude(yield* Fiber.join(sending), { _tag: "NotAnswered", code: "ETIMEDOUT" })
    })
  )

  it.live("sends nothing to a server whose certificate is not trusted", () =>
    Effect.gen(function* () {
      const certificate = selfSigned([], ["127.0.0.1"])
      const server = yield* scriptedServer(() => ({ status: 200, body: "safe" }), certificate)
      assert.strictEqual((yield* failure(server.url))._tag, "NotSent")
      const trusted = tls.getCACertificates("default")
      tls.setDefaultCACertificates([...trusted, certificate.cert])
      const answer = yield* Effect.ensuring(
        post(server.url),
        Effect.sync(() => tls.setDefaultCACertificates(trusted))
      )
      assert.strictEqual(answer.body, "safe")
      assert.lengthOf(server.received, 1)
    })
  )
})
