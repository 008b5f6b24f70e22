import { execFile } from "node:child_process"
import dgram from "node:dgram"
import dns from "node:dns"
import { once } from "node:events"
import net, { type AddressInfo } from "node:net"
import tls from "node:tls"
import { promisify } from "node:util"
import { gzipSync } from "node:zlib"
import { afterEach, assert, describe, it, vi } from "@effect/vitest"
import { Cause, Deferred, Effect, Exit, Fiber, Layer, Schema } from "effect"
import { TestClock } from "effect/testing"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import type { OutboundRequest } from "../../../src/platform/http/exchange.ts"
import { GuardedHttp } from "../../../src/platform/http/GuardedHttp.ts"
import { AddressNotAllowed, InvalidRequest, Unreachable } from "../../../src/platform/http/outbound-errors.ts"
import { ResolveName } from "../../../src/platform/http/target-addresses.ts"
import {
  loopbackHosts,
  loopbackHosts6,
  malformedHosts,
  privateHosts
} from "../../support/fakes/network/forbidden-hosts.ts"
import { selfSigned } from "../../support/fakes/network/self-signed.ts"
import { makeRandom } from "../../support/random.ts"

const publicAddress = "93.184.216.34"

type Resolve = (hostname: string) => Promise<ReadonlyArray<string>>
const toLoopback: Resolve = async () => ["127.0.0.1"]

const guardedHttp = (allowPrivate: boolean, resolve: Resolve) =>
  GuardedHttp.layer.pipe(
    Layer.provide([
      Layer.effect(AppConfig, readSettings({ ALLOW_PRIVATE_WEBHOOKS: String(allowPrivate) })),
      Layer.succeed(ResolveName, resolve)
    ])
  )

const post = (url: string, request: Partial<OutboundRequest> = {}) =>
  GuardedHttp.use((http) => http.send({ url, method: "POST", headers: {}, body: "{}", ...request })).pipe(
    Effect.map(({ body, status }) => ({ body, status }))
  )

/** Sends as in production: private targets refused. */
const guarded = (url: string, resolve: Resolve = toLoopback, request: Partial<OutboundRequest> = {}) =>
  post(url, request).pipe(Effect.provide(guardedHttp(false, resolve)))

/** Sends with private targets allowed, so that tests can reach their own servers. */
const open = (url: string, request: Partial<OutboundRequest> = {}) =>
  post(url, request).pipe(Effect.provide(guardedHttp(true, toLoopback)))

interface Listener {
  readonly port: number
  readonly url: string
  readonly connections: () => number
  /** Everything that peers have sent, as text. */
  readonly received: () => string
  readonly connected: Effect.Effect<void>
  /** Completes when a peer has closed its connection. */
  readonly closed: Effect.Effect<void>
}

/** A TCP server with a handler for each connection, on loopback or, for `::`, on every address of the machine. */
const listen = (onConnection: (socket: net.Socket) => void = () => {}, host = "127.0.0.1") =>
  Effect.gen(function* () {
    const connected = Deferred.makeUnsafe<void>()
    const closed = Deferred.makeUnsafe<void>()
    const sockets = new Set<net.Socket>()
    let received = ""
    const server = net.createServer((socket) => {
      sockets.add(socket)
      socket.on("error", () => {})
      socket.on("data", (chunk) => {
        received += chunk.toString("latin1")
      })
      socket.on("close", () => Deferred.doneUnsafe(closed, Effect.void))
      Deferred.doneUnsafe(connected, Effect.void)
      onConnection(socket)
    })
    server.listen({ host, port: 0 })
    yield* Effect.promise(() => once(server, "listening"))
    yield* Effect.addFinalizer(() =>
      Effect.promise(async () => {
        for (const socket of sockets) socket.destroy()
        server.close()
        await once(server, "close")
      })
    )
    const { port } = server.address() as AddressInfo
    return {
      port,
      url: `http://127.0.0.1:${port}/hook`,
      connections: () => sockets.size,
      received: () => received,
      connected: Deferred.await(connected),
      closed: Deferred.await(closed)
    } satisfies Listener
  })

const answering = (answer: string) => (socket: net.Socket) => {
  socket.once("data", () => socket.write(answer))
}
const ok = answering("HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ndone")

// Sends forever, as fast as the peer reads.
const flood = (socket: net.Socket, chunk: Buffer) => {
  const more = () => {
    while (!socket.destroyed && socket.write(chunk)) {}
  }
  socket.on("drain", more)
  more()
}

/**
 * Simulates the Internet on loopback: connections to a public address arrive at the listener, as if a router rewrote them.
 * `disguised` also makes the peer look like the address that was dialed.
 */
const internet = (listener: Listener, { disguised }: { readonly disguised: boolean }) => {
  const connect = net.connect
  return vi.spyOn(net, "connect").mockImplementation(((options: net.TcpNetConnectOpts) => {
    const socket = connect({ ...options, host: "127.0.0.1", port: listener.port })
    if (disguised) Object.defineProperty(socket, "remoteAddress", { get: () => options.host })
    return socket
  }) as typeof net.connect)
}
const dialed = (spy: ReturnType<typeof internet>) => spy.mock.calls.map(([options]) => (options as any).host)

const hasIPv6 = await new Promise<boolean>((resolve) => {
  const probe = net.createServer().once("error", () => resolve(false))
  probe.listen({ host: "::1", port: 0 }, () => probe.close(() => resolve(true)))
})

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllEnvs()
})

describe("which addresses are dialed", () => {
  it.effect("no spelling of a forbidden host makes a connection", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok, hasIPv6 ? "::" : "0.0.0.0")
      const hosts = [...loopbackHosts, ...loopbackHosts6, ...privateHosts]
      assert.isAtLeast(hosts.length, 120)
      for (const host of hosts) {
        for (const scheme of ["http", "https"]) {
          const error = yield* Effect.flip(guarded(`${scheme}://${host}:${listener.port}/`))
          assert.instanceOf(error, AddressNotAllowed, host)
          assert.strictEqual(error.message, "Target address not allowed")
        }
      }
      for (const host of malformedHosts) {
        assert.instanceOf(yield* Effect.flip(guarded(`http://${host}:${listener.port}/`)), InvalidRequest, host)
      }
      assert.strictEqual(listener.connections(), 0)
    })
  )

  it.effect("each of these spellings of loopback reaches the listener without the guard", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok, hasIPv6 ? "::" : "0.0.0.0")
      const hosts = hasIPv6 ? [...loopbackHosts, ...loopbackHosts6] : loopbackHosts
      for (const host of hosts) {
        const answer = yield* open(`http://${host}:${listener.port}/`)
        assert.strictEqual(answer.status, 200, host)
      }
      assert.strictEqual(listener.connections(), hosts.length)
    })
  )

  it.effect("a name with any forbidden address is refused, public ones beside it or not", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok)
      const dials = internet(listener, { disguised: true })
      const answers = [
        ["127.0.0.1"],
        [publicAddress, "127.0.0.1"],
        ["::1", publicAddress],
        [publicAddress, "2606:4700::1", "10.0.0.1"],
        ["::ffff:127.0.0.1"],
        ["64:ff9b::7f00:1"],
        ["fe80::1%lo"],
        ["not an address"]
      ]
      for (const addresses of answers) {
        const error = yield* Effect.flip(guarded("http://hook.example/", async () => addresses))
        assert.instanceOf(error, AddressNotAllowed, addresses.join())
      }
      assert.deepStrictEqual(dialed(dials), [])
    })
  )

  it.effect("localhost is refused by its name, whatever the DNS says", () =>
    Effect.gen(function* () {
      const dials = internet(yield* listen(ok), { disguised: true })
      for (const host of ["localhost", "localhost.", "hook.localhost"]) {
        const error = yield* Effect.flip(guarded(`http://${host}/`, async () => [publicAddress]))
        assert.instanceOf(error, AddressNotAllowed, host)
      }
      assert.deepStrictEqual(dialed(dials), [])
    })
  )

  it.effect("a name is resolved once for each delivery, and only the checked address is dialed", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok)
      const dials = internet(listener, { disguised: true })
      const asked: Array<string> = []
      const rebinding: Resolve = async (hostname) => {
        asked.push(hostname)
        return asked.length === 1 ? [publicAddress] : ["127.0.0.1"]
      }
      const http = guardedHttp(false, rebinding)
      const url = `http://Rebind.Example:${listener.port}/hook`
      const first = yield* post(url).pipe(Effect.provide(http))
      assert.deepStrictEqual(first, { status: 200, body: "done" })
      assert.deepStrictEqual(asked, ["rebind.example"])
      assert.deepStrictEqual(dialed(dials), [publicAddress])
      assert.include(listener.received().toLowerCase(), `\r\nhost: rebind.example:${listener.port}\r\n`)

      assert.instanceOf(yield* Effect.flip(post(url).pipe(Effect.provide(http))), AddressNotAllowed)
      assert.strictEqual(asked.length, 2)
      assert.deepStrictEqual(dialed(dials), [publicAddress])
    })
  )

  it.effect("no byte is sent to a private peer behind a public address", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok)
      internet(listener, { disguised: false })
      for (const scheme of ["http", "https"]) {
        const error = yield* Effect.flip(guarded(`${scheme}://${publicAddress}:${listener.port}/`))
        assert.instanceOf(error, AddressNotAllowed)
      }
      yield* listener.closed
      assert.strictEqual(listener.received(), "")
    })
  )

  it.effect("a peer that disconnects before its address is checked can be retried", () =>
    Effect.gen(function* () {
      const dials = internet(yield* listen(ok), { disguised: true })
      const connect = dials.getMockImplementation()!
      dials.mockImplementation(((options: any) => connect({ ...options, host: undefined })) as typeof net.connect)
      const error = yield* Effect.flip(guarded(`http://${publicAddress}/`))
      assert.deepInclude(error, { reason: "connection", message: "Connection failed (connection closed)" })
    })
  )

  it.effect("the port is the URL's or the scheme's", () =>
    Effect.gen(function* () {
      const dials = internet(yield* listen(ok), { disguised: true })
      const scheme = { http: 80, https: 443 }
      for (const [name, port] of Object.entries(scheme)) {
        for (const [suffix, expected] of [["", port] as const, [":8443", 8443] as const, [":0", 0] as const]) {
          yield* Effect.exit(guarded(`${name}://${publicAddress}${suffix}/`))
          assert.strictEqual((dials.mock.lastCall![0] as any).port, expected)
        }
      }
    })
  )

  it.effect("the next address is dialed when one does not accept", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok)
      const resolve: Resolve = async () => ["127.0.0.9", "127.0.0.1"]
      const answer = yield* post(`http://hook.example:${listener.port}/`).pipe(
        Effect.provide(guardedHttp(true, resolve))
      )
      assert.strictEqual(answer.status, 200)
    })
  )

  it.effect("an address that never answers leaves time for the next one", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok)
      const connect = net.connect
      const swallowing = Deferred.makeUnsafe<net.Socket>()
      vi.spyOn(net, "connect").mockImplementation(((options: net.TcpNetConnectOpts) => {
        if (options.host !== "10.0.0.1") return connect(options)
        const socket = new net.Socket()
        Deferred.doneUnsafe(swallowing, Effect.succeed(socket))
        return socket
      }) as typeof net.connect)
      const resolve: Resolve = async () => ["10.0.0.1", "127.0.0.1"]
      const delivery = yield* post(`http://hook.example:${listener.port}/`).pipe(
        Effect.provide(guardedHttp(true, resolve)),
        Effect.forkChild
      )
      const swallowed = yield* Deferred.await(swallowing)
      yield* TestClock.adjust("5 seconds")
      assert.strictEqual((yield* Fiber.join(delivery)).status, 200)
      assert.isTrue(swallowed.destroyed)
    })
  )

  it.effect("a proxy of the environment is not used", () =>
    Effect.gen(function* () {
      const target = yield* listen(ok)
      const proxy = yield* listen(ok)
      const script = `
        import http from "node:http"
        import { Effect, Layer } from "effect"
        import { AppConfig, readSettings } from "./src/platform/config.ts"
        import { GuardedHttp } from "./src/platform/http/GuardedHttp.ts"
        const settings = Layer.effect(AppConfig, readSettings({ ALLOW_PRIVATE_WEBHOOKS: "1" }))
        const request = { url: "${target.url}", method: "POST", headers: {}, body: "" }
        const answer = await Effect.runPromise(
          GuardedHttp.use((http) => http.send(request)).pipe(Effect.provide(GuardedHttp.layer.pipe(Layer.provide(settings))))
        )
        console.log(answer.status)
      `
      const proxyUrl = `http://127.0.0.1:${proxy.port}`
      const { stdout } = yield* Effect.promise(() =>
        promisify(execFile)(process.execPath, ["--input-type=module", "--eval", script], {
          cwd: new URL("../../..", import.meta.url),
          env: {
            ...process.env,
            NODE_USE_ENV_PROXY: "1",
            HTTP_PROXY: proxyUrl,
            http_proxy: proxyUrl,
            NO_PROXY: "",
            no_proxy: ""
          }
        })
      )
      assert.strictEqual(stdout.trim(), "200")
      assert.strictEqual(proxy.connections(), 0)
      assert.strictEqual(target.connections(), 1)
    })
  )
})

describe("name resolution", () => {
  // A name server that knows one name: A 93.184.216.34 and AAAA ::1.
  const nameServer = Effect.gen(function* () {
    const server = dgram.createSocket("udp4")
    server.on("message", (query, peer) => {
      const type = query.readUInt16BE(query.indexOf(0, 12) + 1)
      const record =
        type === 1 ? Buffer.from([93, 184, 216, 34]) : Buffer.from("00000000000000000000000000000001", "hex")
      const known = query.toString("latin1").includes("mixed")
      const question = query.subarray(12, query.indexOf(0, 12) + 5)
      const header = Buffer.from([query[0]!, query[1]!, 0x81, known ? 0x80 : 0x83, 0, 1, 0, known ? 1 : 0, 0, 0, 0, 0])
      const answer = Buffer.from([0xc0, 12, type >> 8, type & 255, 0, 1, 0, 0, 0, 0, 0, record.length, ...record])
      server.send(Buffer.concat([header, question, known ? answer : Buffer.alloc(0)]), peer.port, peer.address)
    })
    server.bind(0, "127.0.0.1")
    yield* Effect.promise(() => once(server, "listening"))
    const before = dns.getServers()
    dns.setServers([`127.0.0.1:${server.address().port}`])
    yield* Effect.addFinalizer(() =>
      Effect.sync(() => {
        dns.setServers(before)
        server.close()
      })
    )
  })
  const send = (url: string, environment: Record<string, string> = {}) =>
    post(url).pipe(
      Effect.provide(GuardedHttp.layer.pipe(Layer.provide(Layer.effect(AppConfig, readSettings(environment)))))
    )

  it.effect("asks the DNS for IPv4 and IPv6 addresses", () =>
    Effect.gen(function* () {
      yield* nameServer
      const dials = vi.spyOn(net, "connect")
      assert.instanceOf(yield* Effect.flip(send("http://mixed.example/")), AddressNotAllowed)
      assert.strictEqual(dials.mock.calls.length, 0)
    })
  )

  it.effect("a name that the DNS does not know can be retried", () =>
    Effect.gen(function* () {
      yield* nameServer
      const error = yield* Effect.flip(send("http://unknown.example/"))
      assert.deepInclude(error, { reason: "dns", message: "DNS lookup failed (ENOTFOUND)" })
    })
  )

  it.effect("resolves the machine's own names where private targets are allowed", () =>
    Effect.gen(function* () {
      yield* nameServer
      const listener = yield* listen(ok)
      const answer = yield* send(`http://localhost:${listener.port}/`, { ALLOW_PRIVATE_WEBHOOKS: "1" })
      assert.strictEqual(answer.status, 200)
    })
  )

  it.effect("a name without an address can be retried", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(guarded("http://hook.example/", async () => []))
      assert.deepInclude(error, { reason: "dns" })
    })
  )
})

describe("a request", () => {
  it.effect("has the given method, path, headers and body", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok)
      const body = '{"name":"Zoë 🔔"}'
      const answer = yield* open(`${listener.url}/a%20b?x=1&y=%F0#fragment`, {
        method: "PATCH",
        headers: { "content-type": "application/json", "X-Key": "k 1" },
        body
      })
      assert.deepStrictEqual(answer, { status: 200, body: "done" })
      const [head, sent] = Buffer.from(listener.received(), "latin1").toString().split("\r\n\r\n") as [string, string]
      const [line, ...headers] = head.split("\r\n")
      assert.strictEqual(line, "PATCH /hook/a%20b?x=1&y=%F0 HTTP/1.1")
      assert.sameMembers(
        headers.map((header) => header.toLowerCase()),
        [
          "user-agent: carillon",
          "content-type: application/json",
          "x-key: k 1",
          `host: 127.0.0.1:${listener.port}`,
          "accept-encoding: identity",
          "connection: keep-alive",
          `content-length: ${Buffer.byteLength(body)}`
        ]
      )
      assert.strictEqual(sent, body)
      yield* listener.closed
    })
  )

  it.effect("leaves out headers that would change the framing of the message", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok)
      const headers = {
        Host: "internal.example",
        "Content-Length": "1",
        "transfer-encoding": "chunked",
        Connection: "upgrade",
        Upgrade: "h2c",
        Expect: "100-continue",
        Trailer: "x",
        TE: "trailers",
        "Keep-Alive": "timeout=9",
        "Accept-Encoding": "gzip"
      }
      yield* open(listener.url, { headers, body: "" })
      const sent = listener.received().toLowerCase().trimEnd().split("\r\n").slice(1)
      assert.sameMembers(sent, [
        "user-agent: carillon",
        `host: 127.0.0.1:${listener.port}`,
        "accept-encoding: identity",
        "connection: keep-alive",
        "content-length: 0"
      ])
    })
  )

  it.effect("with an invalid header or URL makes no connection, and the error does not contain the value", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok)
      const secret = "sesame\r\nx-injected: 1"
      for (const headers of [{ "x-key": secret }, { "x key": "1" }, { "": "1" }, { "x-key": "☎" }, { "x-key": "\0" }]) {
        const error = yield* Effect.flip(open(listener.url, { headers }))
        assert.instanceOf(error, InvalidRequest)
        assert.notInclude(error.message, "sesame")
      }
      for (const url of [
        "",
        "hook",
        "ftp://127.0.0.1/",
        `http://user:pass@127.0.0.1:${listener.port}/`,
        `${listener.url}\r\n`
      ]) {
        assert.instanceOf(yield* Effect.flip(open(url)), InvalidRequest, url)
      }
      assert.strictEqual(listener.connections(), 0)
    })
  )
})

describe("an idle connection", () => {
  const twice = (url: string, http: ReturnType<typeof guardedHttp>) =>
    Effect.provide(Effect.all([post(url), post(url)]), http)
  // Answers each request that comes on a connection.
  const answeringAll = (answer: string) => (socket: net.Socket) => {
    socket.on("data", () => socket.write(answer))
  }
  const whole = "HTTP/1.1 200 OK\r\ncontent-length: 4\r\n\r\ndone"

  it.effect("carries the next request to the same origin", () =>
    Effect.gen(function* () {
      const listener = yield* listen(answeringAll(whole))
      yield* twice(listener.url, guardedHttp(true, toLoopback))
      assert.strictEqual(listener.connections(), 1)
    })
  )

  it.effect("is not reused once its name resolves to another address, public or not", () =>
    Effect.gen(function* () {
      const listener = yield* listen(answeringAll(whole))
      const dials = internet(listener, { disguised: true })
      const other = "151.101.1.69"
      const answers = [[publicAddress], ["127.0.0.1"], [publicAddress, "10.0.0.1"], [other], [publicAddress]]
      const http = guardedHttp(false, async () => answers.shift() ?? [])
      const url = `http://rebind.example:${listener.port}/`
      const exits = yield* Effect.provide(
        Effect.forEach([1, 2, 3, 4, 5], () => Effect.exit(post(url))),
        http
      )
      assert.deepStrictEqual(
        exits.map(({ _tag }) => _tag),
        ["Success", "Failure", "Failure", "Success", "Success"]
      )
      // The last request uses the connection of the first.
      assert.deepStrictEqual(dialed(dials), [publicAddress, other])
    })
  )

  it.effect("serves one origin: another name at the same address gets its own connection", () =>
    Effect.gen(function* () {
      const listener = yield* listen(answeringAll(whole))
      const http = guardedHttp(true, toLoopback)
      yield* Effect.provide(
        Effect.all([post(`http://one.example:${listener.port}/`), post(`http://two.example:${listener.port}/`)]),
        http
      )
      assert.strictEqual(listener.connections(), 2)
    })
  )

  const closing: Record<string, (socket: net.Socket) => void> = {
    "closes it after its answer": (socket) => {
      socket.once("data", () => socket.end(whole))
    },
    "closes it at the next request": (socket) => {
      let requests = 0
      socket.on("data", () => (++requests === 1 ? socket.write(whole) : socket.destroy()))
    },
    "said that it would close it": answeringAll("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: 4\r\n\r\ndone")
  }
  for (const [what, onConnection] of Object.entries(closing)) {
    it.effect(`is replaced when the receiver ${what}`, () =>
      Effect.gen(function* () {
        const listener = yield* listen(onConnection)
        const answers = yield* twice(listener.url, guardedHttp(true, toLoopback))
        assert.deepStrictEqual(
          answers.map(({ status }) => status),
          [200, 200]
        )
        assert.strictEqual(listener.connections(), 2)
      })
    )
  }

  it.effect("is closed together with the client", () =>
    Effect.gen(function* () {
      const listener = yield* listen(answeringAll(whole))
      yield* open(listener.url)
      yield* listener.closed
    })
  )
})

describe("a response", () => {
  it.effect("a redirect is an answer and is not followed", () =>
    Effect.gen(function* () {
      for (const status of [301, 302, 303, 307, 308]) {
        const listener = yield* listen(
          answering(`HTTP/1.1 ${status} Moved\r\nlocation: http://169.254.169.254/latest/\r\ncontent-length: 0\r\n\r\n`)
        )
        const dials = vi.spyOn(net, "connect")
        assert.deepStrictEqual(yield* open(listener.url), { status, body: "" })
        assert.deepStrictEqual(dialed(dials), ["127.0.0.1"])
        dials.mockRestore()
      }
    })
  )

  it.effect("any status is an answer", () =>
    Effect.gen(function* () {
      for (const status of [200, 204, 304, 400, 404, 410, 429, 500, 503, 599]) {
        const listener = yield* listen(answering(`HTTP/1.1 ${status} x\r\ncontent-length: 0\r\n\r\n`))
        assert.strictEqual((yield* open(listener.url)).status, status)
      }
    })
  )

  it.effect("skips early hints and other interim responses", () =>
    Effect.gen(function* () {
      const interim = "HTTP/1.1 103 Early Hints\r\nlink: </x>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
      const listener = yield* listen(answering(`${interim}HTTP/1.1 202 Accepted\r\ncontent-length: 2\r\n\r\nok`))
      assert.deepStrictEqual(yield* open(listener.url), { status: 202, body: "ok" })
    })
  )

  it.effect("a body that ends with the connection is whole", () =>
    Effect.gen(function* () {
      const listener = yield* listen((socket) => {
        socket.once("data", () => socket.end("HTTP/1.0 200 OK\r\n\r\nall of it"))
      })
      assert.deepStrictEqual(yield* open(listener.url), { status: 200, body: "all of it" })
    })
  )

  it.effect("bytes that are not text become replacement characters, and NUL is dropped", () =>
    Effect.gen(function* () {
      const bytes = Buffer.concat([Buffer.from("a\0b"), Buffer.from([0xff, 0xfe, 0xc3]), Buffer.from("é")])
      const listener = yield* listen((socket) => {
        socket.once("data", () => socket.end(Buffer.concat([Buffer.from("HTTP/1.1 200 OK\r\n\r\n"), bytes])))
      })
      assert.deepStrictEqual(yield* open(listener.url), { status: 200, body: "ab\ufffd\ufffd\ufffdé" })
    })
  )

  it.effect("a compressed body stays as it is", () =>
    Effect.gen(function* () {
      const listener = yield* listen(
        answering("HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: 5\r\n\r\nplain")
      )
      assert.deepStrictEqual(yield* open(listener.url), { status: 200, body: "plain" })
    })
  )

  const broken: ReadonlyArray<readonly [what: string, answer: string]> = [
    ["nothing", ""],
    ["half a status line", "HTTP/1.1 20"],
    ["no HTTP at all", "220 mail.example ESMTP\r\n"],
    ["headers without an end", "HTTP/1.1 200 OK\r\nx: y\r\n"],
    ["half a body", "HTTP/1.1 200 OK\r\ncontent-length: 10\r\n\r\nhalf"],
    ["half a chunk", "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n5\r\nhal"],
    ["two lengths", "HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\nab"],
    ["a switch of protocols", "HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: h2c\r\n\r\n"]
  ]
  for (const [what, answer] of broken) {
    it.effect(`${what} can be retried`, () =>
      Effect.gen(function* () {
        const listener = yield* listen((socket) => {
          socket.once("data", () => socket.end(answer))
        })
        const error = yield* Effect.flip(open(listener.url))
        assert.instanceOf(error, Unreachable)
        assert.strictEqual(error.reason, "connection")
        assert.notMatch(error.message, /127\.0\.0\.1|example/)
      })
    )
  }

  it.effect("a refused or reset connection can be retried, and the message names no address", () =>
    Effect.gen(function* () {
      const gone = yield* Effect.scoped(listen())
      const refused = yield* Effect.flip(open(gone.url))
      assert.deepInclude(refused, { reason: "connection", message: "Connection failed (ECONNREFUSED)" })
      const resetting = yield* listen((socket) => {
        socket.once("data", () => socket.resetAndDestroy())
      })
      const reset = yield* Effect.flip(open(resetting.url))
      assert.deepInclude(reset, { reason: "connection", message: "Connection failed (ECONNRESET)" })
      const babbling = yield* listen(answering("What do you want?\r\n\r\n"))
      const babbled = yield* Effect.flip(open(babbling.url))
      assert.deepInclude(babbled, {
        reason: "connection",
        message: "Connection failed: the answer breaks the rules of HTTP (HTTPParserError)"
      })
      const closing = yield* listen((socket) => {
        socket.once("data", () => socket.end())
      })
      const closed = yield* Effect.flip(open(closing.url))
      assert.deepInclude(closed, {
        reason: "connection",
        message: "Connection failed: it was closed before the whole answer had come (UND_ERR_SOCKET)"
      })
    })
  )
})

describe("hostile receivers", () => {
  it.effect("an endless body is read up to 64 KiB, and the connection is closed", () =>
    Effect.gen(function* () {
      let sent = 0
      const chunk = Buffer.alloc(256 * 1024, "x")
      const listener = yield* listen((socket) => {
        socket.once("data", () => {
          socket.write(`HTTP/1.1 200 OK\r\ncontent-length: ${2 ** 30}\r\n\r\n`)
          flood(socket, chunk)
        })
        socket.once("close", () => {
          sent = socket.bytesWritten
        })
      })
      const before = process.memoryUsage()
      const answer = yield* open(listener.url)
      const after = process.memoryUsage()
      assert.strictEqual(answer.status, 200)
      assert.strictEqual(answer.body, "x".repeat(64 * 1024))
      yield* listener.closed
      assert.isBelow(after.heapUsed + after.external - before.heapUsed - before.external, 10 * 1024 * 1024)
      // The content of two socket buffers, and no part of the gigabyte.
      assert.isBelow(sent, 32 * 1024 * 1024)
    })
  )

  it.effect("a body in one-byte chunks is cut at the same place", () =>
    Effect.gen(function* () {
      const listener = yield* listen((socket) => {
        socket.once("data", () => {
          socket.write("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
          flood(socket, Buffer.from("1\r\nx\r\n".repeat(10_000)))
        })
      })
      assert.strictEqual((yield* open(listener.url)).body, "x".repeat(64 * 1024))
      yield* listener.closed
    })
  )

  it.effect("a body that would be a gigabyte unpacked stays packed", () =>
    Effect.gen(function* () {
      const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024))
      const listener = yield* listen((socket) => {
        socket.once("data", () => {
          socket.write(`HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: ${bomb.length * 16}\r\n\r\n`)
          for (let n = 0; n < 16; n++) socket.write(bomb)
        })
      })
      const before = process.memoryUsage()
      const { status } = yield* open(listener.url)
      const after = process.memoryUsage()
      assert.strictEqual(status, 200)
      assert.isBelow(after.heapUsed + after.external - before.heapUsed - before.external, 10 * 1024 * 1024)
    })
  )

  it.effect("a response that is cut off anywhere only fails its own request", () =>
    Effect.gen(function* () {
      const next = makeRandom(Number(process.env.TEST_SEED))
      const pick = <A>(from: ReadonlyArray<A>) => from[Math.floor(next() * from.length)] as A
      const parts = [
        ...[
          "HTTP/1.1 200 OK\r\n",
          "HTTP/1.1 102 Processing\r\n\r\n",
          "HTTP/1.1 100 Continue\r\n\r\n",
          "HTTP/1.0 500 No\r\n"
        ],
        ...[
          "content-length: 5\r\n",
          "content-length: 0\r\n",
          "transfer-encoding: chunked\r\n",
          "connection: close\r\n"
        ],
        ...[
          "upgrade: x\r\nconnection: upgrade\r\n",
          "keep-alive: timeout=0\r\n",
          "\r\n",
          "\r\n",
          "hello",
          "5\r\nhello\r\n"
        ],
        ...["0\r\n\r\n", "\0\xff", "HTTP/1.1 204 No\r\n\r\n", "HTTP/1.1 304 No\r\n\r\n", "x".repeat(70_000)]
      ]
      const listener = yield* listen((socket) => {
        socket.on("data", () => {
          for (let n = 0; n < 1 + next() * 6; n++) socket.write(pick(parts), "latin1")
          if (next() < 0.3) socket.resetAndDestroy()
          else if (next() < 0.9) socket.end()
          else setTimeout(() => socket.destroy(), 5)
        })
      })
      const exits = yield* Effect.provide(
        Effect.forEach(Array.from({ length: 600 }), () => Effect.exit(post(listener.url)), { concurrency: 20 }),
        guardedHttp(true, toLoopback)
      )
      for (const exit of exits) {
        if (Exit.isFailure(exit)) assert.isFalse(Cause.hasDies(exit.cause))
      }
    })
  )

  it.effect("a character that the limit cuts is dropped", () =>
    Effect.gen(function* () {
      const text = `x${"é".repeat(40_000)}`
      const listener = yield* listen(answering(`HTTP/1.1 200 OK\r\n\r\n${text}`))
      assert.strictEqual((yield* open(listener.url)).body, `x${"é".repeat(32_767)}`)
    })
  )

  it.effect("endless headers end the request early", () =>
    Effect.gen(function* () {
      const listener = yield* listen((socket) => {
        socket.once("data", () => {
          socket.write("HTTP/1.1 200 OK\r\n")
          flood(socket, Buffer.from(`x-filler: ${"y".repeat(1000)}\r\n`))
        })
      })
      const error = yield* Effect.flip(open(listener.url))
      assert.deepInclude(error, {
        reason: "connection",
        message: "Connection failed: the headers of the answer are too long (UND_ERR_HEADERS_OVERFLOW)"
      })
      yield* listener.closed
    })
  )

  // Each request is running when `reached` completes; then only the deadline can end it.
  const drip = (start: string, drop: string) =>
    Effect.gen(function* () {
      const dripping = Deferred.makeUnsafe<void>()
      const listener = yield* listen((socket) => {
        socket.once("data", () => {
          socket.write(start)
          let drops = 0
          const timer = setInterval(() => {
            socket.write(drop)
            if (++drops === 5) Deferred.doneUnsafe(dripping, Effect.void)
          }, 1)
          socket.once("close", () => clearInterval(timer))
        })
      })
      return { url: listener.url, reached: Deferred.await(dripping), closed: listener.closed }
    })
  const silent = Effect.map(listen(), ({ url, connected, closed }) => ({ url, reached: connected, closed }))
  const slow = {
    "never answers": silent,
    "never shakes hands": Effect.map(silent, (target) => ({ ...target, url: target.url.replace("http:", "https:") })),
    "drips its status line": drip("HTTP/1.1 200 ", "O"),
    "drips header after header": drip("HTTP/1.1 200 OK\r\n", "a: b\r\n"),
    "drips interim answers": drip("", "HTTP/1.1 102 Processing\r\n\r\n"),
    "drips its body": drip("HTTP/1.1 200 OK\r\ncontent-length: 60000\r\n\r\n", "x"),
    "drips empty chunk extensions": drip("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1", ";a"),
    "drips chunks": drip("HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n", "1\r\nx\r\n")
  }
  for (const [what, server] of Object.entries(slow)) {
    it.effect(`a receiver that ${what} has 15 seconds in all`, () =>
      Effect.gen(function* () {
        const target = yield* server
        const delivery = yield* Effect.forkChild(Effect.flip(open(target.url)))
        yield* target.reached
        yield* TestClock.adjust("14999 millis")
        assert.isUndefined(delivery.pollUnsafe())
        yield* TestClock.adjust("1 millis")
        const error = yield* Fiber.join(delivery)
        assert.deepInclude(error, { reason: "timeout", message: "No whole answer within 15 s" })
        yield* target.closed
      })
    )
  }

  it.effect("the rest of a longer time is named in round seconds", () =>
    Effect.gen(function* () {
      const target = yield* silent
      const delivery = yield* Effect.forkChild(Effect.flip(open(target.url, { timeoutMillis: 9_999.185 })))
      yield* target.reached
      yield* TestClock.adjust("10 seconds")
      assert.deepInclude(yield* Fiber.join(delivery), { message: "No whole answer within 10 s" })
    })
  )

  it.effect("a silent DNS has 15 seconds in all", () =>
    Effect.gen(function* () {
      const asked = Deferred.makeUnsafe<void>()
      const never: Resolve = () => {
        Deferred.doneUnsafe(asked, Effect.void)
        return new Promise(() => {})
      }
      const delivery = yield* Effect.forkChild(Effect.flip(guarded("http://hook.example/", never)))
      yield* Deferred.await(asked)
      yield* TestClock.adjust("15 seconds")
      assert.deepInclude(yield* Fiber.join(delivery), { reason: "timeout" })
    })
  )

  it.effect("an interrupted delivery closes its connection", () =>
    Effect.gen(function* () {
      for (const [, server] of Object.entries(slow)) {
        const target = yield* server
        const delivery = yield* Effect.forkChild(open(target.url))
        yield* target.reached
        yield* Fiber.interrupt(delivery)
        yield* target.closed
      }
    })
  )
})

describe("TLS", () => {
  const secureServer = (names: ReadonlyArray<string>, addresses: ReadonlyArray<string> = []) =>
    Effect.gen(function* () {
      const certificate = selfSigned(names, addresses)
      const serverNames: Array<string | undefined> = []
      const context = tls.createSecureContext(certificate)
      const listener = yield* listen((raw) => {
        const socket = new tls.TLSSocket(raw, {
          isServer: true,
          secureContext: context,
          SNICallback: (name, done) => {
            serverNames.push(name)
            done(null, context)
          }
        })
        socket.on("error", () => {})
        ok(socket)
      })
      return { listener, serverNames, trusted: certificate.cert }
    })
  const trust = (...certificates: ReadonlyArray<string>) =>
    Effect.acquireRelease(
      Effect.sync(() => tls.getCACertificates("default")),
      (before) => Effect.sync(() => tls.setDefaultCACertificates(before))
    ).pipe(Effect.tap((before) => Effect.sync(() => tls.setDefaultCACertificates([...before, ...certificates]))))

  it.effect("the certificate is checked for the name, which is also the server name sent", () =>
    Effect.gen(function* () {
      const { listener, serverNames, trusted } = yield* secureServer(["right.example"])
      yield* trust(trusted)
      for (const host of ["right.example", "RIGHT.example", "right.example."]) {
        assert.deepStrictEqual(yield* open(`https://${host}:${listener.port}/`), { status: 200, body: "done" })
      }
      assert.deepStrictEqual(serverNames, ["right.example", "right.example", "right.example"])

      const error = yield* Effect.flip(open(`https://wrong.example:${listener.port}/`))
      assert.deepInclude(error, {
        reason: "tls",
        message: "TLS handshake failed: the certificate is for another name (ERR_TLS_CERT_ALTNAME_INVALID)"
      })
    })
  )

  it.effect("an address in the URL must be in the certificate and is not sent as a server name", () =>
    Effect.gen(function* () {
      const named = yield* secureServer(["right.example"])
      const addressed = yield* secureServer([], ["127.0.0.1"])
      yield* trust(named.trusted, addressed.trusted)
      assert.strictEqual((yield* open(`https://127.0.0.1:${addressed.listener.port}/`)).status, 200)
      const error = yield* Effect.flip(open(`https://127.0.0.1:${named.listener.port}/`))
      assert.deepInclude(error, { reason: "tls" })
      assert.deepStrictEqual([...named.serverNames, ...addressed.serverNames], [])
    })
  )

  it.effect("an untrusted certificate is refused, even if the environment disables the check", () =>
    Effect.gen(function* () {
      const { listener } = yield* secureServer(["right.example"])
      vi.spyOn(process, "emitWarning").mockReturnValue()
      vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0")
      const error = yield* Effect.flip(open(`https://right.example:${listener.port}/`))
      assert.deepInclude(error, {
        reason: "tls",
        message: "TLS handshake failed: the certificate is signed by itself (DEPTH_ZERO_SELF_SIGNED_CERT)"
      })
      assert.notInclude(listener.received(), "POST")
    })
  )

  it.effect("a server without TLS can be retried", () =>
    Effect.gen(function* () {
      const listener = yield* listen(ok)
      const error = yield* Effect.flip(open(listener.url.replace("http:", "https:")))
      assert.deepInclude(error, { reason: "tls" })
      const closing = yield* listen((socket) => socket.end())
      assert.deepInclude(yield* Effect.flip(open(closing.url.replace("http:", "https:"))), { reason: "tls" })
    })
  )
})

describe("a delivery's outcome", () => {
  it.effect("is distinguished by its tag", () =>
    Effect.gen(function* () {
      const outcomes = Schema.Union([AddressNotAllowed, Unreachable, InvalidRequest])
      const errors = [
        yield* Effect.flip(guarded("http://10.0.0.1/")),
        yield* Effect.flip(guarded("http://hook.example/", () => Promise.reject(new Error("no such name")))),
        yield* Effect.flip(guarded("nowhere"))
      ]
      assert.deepStrictEqual(
        errors.map(({ _tag }) => _tag),
        ["AddressNotAllowed", "Unreachable", "InvalidRequest"]
      )
      for (const error of errors) assert.isTrue(Schema.is(outcomes)(error))
    })
  )
})
