import dns from "node:dns/promises"
import http from "node:http"
import net from "node:net"
import tls from "node:tls"
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { AppConfig } from "./config.ts"
import { isPublicAddress } from "./public-address.ts"
import { isForbiddenHost, literalAddress, urlSyntaxProblem } from "./webhook-url.ts"

/** The target is, or resolves to, an address that clients may not reach through us. The message never says which. */
export class AddressNotAllowed extends Schema.TaggedError<AddressNotAllowed>()("AddressNotAllowed", {
  message: Schema.String
}) {}

/** No whole answer came; another attempt may fare better. */
export class Unreachable extends Schema.TaggedError<Unreachable>()("Unreachable", {
  reason: Schema.Literals(["dns", "connection", "tls", "timeout"]),
  message: Schema.String
}) {}

/** The URL or a header cannot be sent as it is. */
export class InvalidRequest extends Schema.TaggedError<InvalidRequest>()("InvalidRequest", {
  message: Schema.String
}) {}

export interface OutboundRequest {
  readonly url: string
  readonly method: "POST" | "PATCH"
  /** Headers that frame the message or govern the connection are this client's own; given ones are left out. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Answer {
  readonly status: number
  /** At most the first 64 KiB, as they came: never decompressed. */
  readonly body: string
}

/** How a name becomes all of its addresses. A test puts its own names in the place of the DNS. */
export const ResolveName = Context.Reference<
  (hostname: string, allowPrivate: boolean) => Promise<ReadonlyArray<string>>
>("carillon/platform/GuardedHttp/ResolveName", {
  defaultValue: () => (hostname, allowPrivate) => (allowPrivate ? resolveBySystem(hostname) : resolveByDns(hostname))
})

/**
 * The one way to a URL that a client of the API has named. It dials only addresses that it has checked itself, follows no
 * redirect, uses no proxy, keeps no connection, and ends within 15 seconds whatever the other side does.
 */
export class GuardedHttp extends Context.Service<
  GuardedHttp,
  {
    readonly send: (request: OutboundRequest) => Effect.Effect<Answer, AddressNotAllowed | Unreachable | InvalidRequest>
  }
>()("carillon/platform/GuardedHttp") {
  static readonly layer = Layer.effect(
    GuardedHttp,
    Effect.gen(function* () {
      const { allowPrivateWebhooks: allowPrivate } = yield* AppConfig
      const resolve = yield* ResolveName

      const addressesOf = Effect.fnUntraced(function* (hostname: string) {
        if (!allowPrivate && isForbiddenHost(hostname)) return yield* notAllowed
        const literal = literalAddress(hostname)
        if (literal !== undefined) return [literal]
        const addresses = yield* Effect.tryPromise({
          try: () => resolve(hostname, allowPrivate),
          catch: (cause) => unreachable("dns", cause)
        })
        if (!allowPrivate && !addresses.every(isPublicAddress)) return yield* notAllowed
        return addresses
      })

      const connect = Effect.fnUntraced(function* (url: URL) {
        const addresses = yield* addressesOf(url.hostname)
        const socket = yield* dialFirst(addresses, portOf(url), yield* scopeSignal)
        const peer = socket.remoteAddress
        if (peer === undefined) return yield* unreachable("connection", socket.errored)
        // What was dialed may be rewritten on its way, so nothing is sent before the peer's own address is checked.
        if (!allowPrivate && !isPublicAddress(peer)) return yield* notAllowed
        return url.protocol === "https:" ? yield* secure(socket, url.hostname) : socket
      })

      const send = Effect.fn("GuardedHttp.send")(
        function* (request: OutboundRequest) {
          const url = yield* sendable(request)
          return yield* exchange(yield* connect(url), url, request)
        },
        Effect.scoped,
        Effect.timeoutOrElse({
          duration: deadline,
          orElse: () =>
            Effect.fail(
              new Unreachable({
                reason: "timeout",
                message: `No whole answer within ${Duration.toSeconds(deadline)} s`
              })
            )
        })
      )

      return GuardedHttp.of({ send })
    })
  )
}

const deadline = Duration.seconds(15)
// Leaves time for a second and third address, and for the answer.
const dialTimeout = Duration.seconds(4)
const bodyLimit = 64 * 1024
const ownHeaders = new Set([
  "accept-encoding",
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade"
])

const notAllowed = Effect.suspend(() => new AddressNotAllowed({ message: "Target address not allowed" }))

// Only the code of the cause: its text may name the address.
const unreachable = (reason: Exclude<Unreachable["reason"], "timeout">, cause: unknown) => {
  const what = { dns: "DNS lookup", connection: "Connection", tls: "TLS handshake" }[reason]
  const code = cause instanceof Error && "code" in cause ? cause.code : "connection closed"
  return new Unreachable({ reason, message: `${what} failed (${code})` })
}

const sendable = Effect.fnUntraced(function* ({ url, headers }: OutboundRequest) {
  const problem = urlSyntaxProblem(url)
  if (problem !== undefined) return yield* new InvalidRequest({ message: `The URL ${problem}` })
  yield* Effect.try({
    try: () => {
      for (const [name, value] of Object.entries(headers)) {
        http.validateHeaderName(name)
        http.validateHeaderValue(name, value)
      }
    },
    catch: (cause) => new InvalidRequest({ message: (cause as Error).message })
  })
  return new URL(url)
})

// A name of the operator's own network may be known to the hosts file or a search domain only.
const resolveBySystem = async (hostname: string) =>
  (await dns.lookup(hostname, { all: true })).map(({ address }) => address)

// Not dns.lookup: it holds one of two threads until the name servers answer, and slow ones are a client's to choose.
const resolveByDns = async (hostname: string) => {
  const [ipv4, ipv6] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
  if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason
  return [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
}

const portOf = ({ port, protocol }: URL) => (port === "" ? (protocol === "https:" ? 443 : 80) : Number(port))

// Every socket hangs on it from its first moment, so no interruption can leave one open.
const scopeSignal = Effect.acquireRelease(
  Effect.sync(() => new AbortController()),
  (controller) => Effect.sync(() => controller.abort())
).pipe(Effect.map(({ signal }) => signal))

const dialFirst = (addresses: ReadonlyArray<string>, port: number, signal: AbortSignal) =>
  addresses.length === 0
    ? Effect.fail(unreachable("dns", undefined))
    : Effect.firstSuccessOf(addresses.map((address) => dial(address, port, signal)))

const dial = (host: string, port: number, signal: AbortSignal) =>
  Effect.callback<net.Socket, Unreachable>((resume) => {
    const socket = net.connect({ host, port, signal })
    socket.once("connect", () => resume(Effect.succeed(socket)))
    // Stays for good: an error that comes after everything was read must find a listener.
    socket.on("error", (cause) => resume(Effect.fail(unreachable("connection", cause))))
    return Effect.sync(() => socket.destroy())
  }).pipe(
    Effect.timeoutOrElse({
      duration: dialTimeout,
      orElse: () => Effect.fail(new Unreachable({ reason: "connection", message: "Connection failed (ETIMEDOUT)" }))
    })
  )

const secure = (socket: net.Socket, hostname: string) =>
  Effect.callback<tls.TLSSocket, Unreachable>((resume) => {
    const literal = literalAddress(hostname)
    const secured = tls.connect({
      socket,
      // The name that the certificate must carry. An address is never sent as a server name.
      ...(literal === undefined ? { servername: hostname.replace(/\.+$/, "") } : { host: literal, servername: "" }),
      ALPNProtocols: ["http/1.1"],
      // Said aloud, so that NODE_TLS_REJECT_UNAUTHORIZED does not reach here.
      rejectUnauthorized: true
    })
    secured.once("secureConnect", () => resume(Effect.succeed(secured)))
    secured.on("error", (cause) => resume(Effect.fail(unreachable("tls", cause))))
  })

const exchange = (socket: net.Socket, url: URL, request: OutboundRequest) =>
  Effect.callback<Answer, Unreachable>((resume) => {
    const fail = (cause?: Error) => resume(Effect.fail(unreachable("connection", cause)))
    const outgoing = http.request({
      // A connection of its own also means: no agent, so no reuse and no proxy from the environment.
      createConnection: () => socket,
      method: request.method,
      path: `${url.pathname}${url.search}`,
      headers: {
        // Firewalls refuse requests that do not say who they are.
        "user-agent": "Carillon",
        ...Object.fromEntries(Object.entries(request.headers).filter(([name]) => !ownHeaders.has(name.toLowerCase()))),
        host: url.host,
        "accept-encoding": "identity"
      }
    })
    outgoing.on("error", fail)
    outgoing.once("upgrade", () => fail())
    outgoing.once("response", (incoming) => {
      const bytes = Buffer.allocUnsafe(bodyLimit)
      let size = 0
      const finish = () => {
        resume(Effect.sync(() => ({ status: incoming.statusCode ?? 0, body: textOf(bytes.subarray(0, size)) })))
      }
      incoming.on("data", (chunk: Buffer) => {
        size += chunk.copy(bytes, size)
        if (size === bodyLimit) finish()
      })
      incoming.once("end", finish)
      incoming.on("error", fail)
    })
    outgoing.end(request.body)
  })

// A character that the limit cuts in two is left out, and so is NUL, which a text column cannot hold.
const textOf = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "")
