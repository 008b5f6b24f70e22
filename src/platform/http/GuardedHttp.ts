import dns from "node:dns/promises"
import http from "node:http"
import net from "node:net"
import tls from "node:tls"
import { Context, Duration, Effect, Layer, Schema } from "effect"
import { Client } from "undici"
import { AppConfig } from "../config.ts"
import { isPublicAddress } from "./public-address.ts"
import { isForbiddenHost, literalAddress, urlSyntaxProblem } from "./webhook-url.ts"

/**
 * The target is, or resolves to, an address that clients may not reach through us. The message never names the address.
 */
export class AddressNotAllowed extends Schema.TaggedError<AddressNotAllowed>()("AddressNotAllowed", {
  message: Schema.String
}) {}

/** No complete response arrived; another attempt may succeed. */
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
  /** This client sets the headers that frame the message or control the connection, and ignores given ones. */
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface GuardedResponse {
  readonly status: number
  /** At most the first 64 KiB of the body as received, without decompression. */
  readonly body: string
}

/** Resolves a name to all of its addresses. Tests replace the DNS with their own table of names. */
export const ResolveName = Context.Reference<
  (hostname: string, allowPrivate: boolean) => Promise<ReadonlyArray<string>>
>("carillon/platform/GuardedHttp/ResolveName", {
  defaultValue: () => (hostname, allowPrivate) => (allowPrivate ? resolveBySystem(hostname) : resolveByDns(hostname))
})

/**
 * Sends requests to URLs that clients of the API have set. Dials only addresses that it has checked itself, follows no
 * redirect, uses no proxy, and ends within 15 seconds whatever the receiver does. An idle connection is reused only for
 * the same origin, and only if its address is one that the new request may dial.
 */
export class GuardedHttp extends Context.Service<
  GuardedHttp,
  {
    readonly send: (
      request: OutboundRequest
    ) => Effect.Effect<GuardedResponse, AddressNotAllowed | Unreachable | InvalidRequest>
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

      const idle = yield* Effect.acquireRelease(Effect.sync(makeIdlePool), ({ close }) => Effect.sync(close))

      const dialFirst = Effect.fnUntraced(function* (
        url: URL,
        addresses: ReadonlyArray<string>,
        resources: ExchangeResources
      ) {
        if (addresses.length === 0) return yield* unreachable("dns", undefined)
        const socket = yield* Effect.firstSuccessOf(addresses.map((address) => dial(address, portOf(url), resources)))
        const peer = socket.remoteAddress
        if (peer === undefined) return yield* unreachable("connection", socket.errored)
        // The network may redirect a connection, so the peer's own address is checked before anything is sent.
        if (!allowPrivate && !isPublicAddress(peer)) return yield* notAllowed
        return url.protocol === "https:" ? yield* secure(socket, url.hostname) : socket
      })

      const connect = Effect.fnUntraced(function* (
        url: URL,
        addresses: ReadonlyArray<string>,
        resources: ExchangeResources
      ) {
        const socket = yield* dialFirst(url, addresses, resources)
        resources.connection = makeConnection(url, resources.address, socket)
        return resources.connection
      })

      const exchangeBy = (connection: Connection, url: URL, request: OutboundRequest) =>
        Effect.map(exchange(connection.client, url, request), ({ isComplete, ...answer }) => {
          if (isComplete) idle.add(connection)
          else abort(connection.client)
          return answer
        })

      const exchangeOnNew = (url: URL, request: OutboundRequest, addresses: ReadonlyArray<string>) =>
        Effect.acquireUseRelease(
          Effect.sync((): ExchangeResources => ({ address: "", socket: undefined, connection: undefined })),
          (resources) => Effect.flatMap(connect(url, addresses, resources), (made) => exchangeBy(made, url, request)),
          ({ connection, socket }) =>
            Effect.sync(() => {
              if (connection === undefined) socket?.destroy()
              else if (!connection.isPooled) abort(connection.client)
            })
        )

      const send = Effect.fnUntraced(
        function* (request: OutboundRequest) {
          const url = yield* sendable(request)
          const addresses = yield* addressesOf(url.hostname)
          const pooled = idle.take(url, addresses)
          if (pooled === undefined) return yield* exchangeOnNew(url, request, addresses)
          // The receiver may close an idle connection at the moment of its reuse. Sending again is safe, because the
          // receiver recognizes a repeated message by its id.
          return yield* Effect.catchIf(
            exchangeBy(pooled, url, request),
            ({ hadNoResponse }) => hadNoResponse,
            () => exchangeOnNew(url, request, addresses)
          )
        },
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

/** Maximum time of a request, from the DNS lookup to the end of the response. */
const deadline = Duration.seconds(15)
/** Maximum time to connect to one address; leaves time for a second and third address, and for the response. */
const dialTimeout = Duration.seconds(4)
/** Maximum size of a response body, in bytes. */
const bodyLimit = 64 * 1024
/** Maximum age of an idle connection, ms. */
const idleMillis = 4_000
/** Maximum number of idle connections. */
const maxIdle = 512
/** Headers that the client sets itself; given ones are ignored. */
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

// Reports only the code of the cause, because its text may name the address.
const unreachable = (reason: Exclude<Unreachable["reason"], "timeout">, cause: unknown) => {
  const what = { dns: "DNS lookup", connection: "Connection", tls: "TLS handshake" }[reason]
  const code = cause instanceof Error && "code" in cause ? (cause.code ?? cause.name) : "connection closed"
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

// Names of the operator's own network may exist only in the hosts file or a search domain.
const resolveBySystem = async (hostname: string) =>
  (await dns.lookup(hostname, { all: true })).map(({ address }) => address)

// Not dns.lookup: it blocks one of two threads until the name servers answer, and a client may choose slow ones.
const resolveByDns = async (hostname: string) => {
  const [ipv4, ipv6] = await Promise.allSettled([dns.resolve4(hostname), dns.resolve6(hostname)])
  if (ipv4.status === "rejected" && ipv6.status === "rejected") throw ipv4.reason
  return [ipv4, ipv6].flatMap((answer) => (answer.status === "fulfilled" ? answer.value : []))
}

const portOf = ({ port, protocol }: URL) => (port === "" ? (protocol === "https:" ? 443 : 80) : Number(port))

/** Resources of one exchange; destroyed when it ends unless the connection goes to the idle pool. */
interface ExchangeResources {
  address: string
  socket: net.Socket | undefined
  connection: Connection | undefined
}

/** A socket with the HTTP client that uses only this socket. */
interface Connection {
  readonly client: Client
  readonly key: string
  /** Whether the connection has entered the idle pool, which then closes it. */
  isPooled: boolean
  isOpen: boolean
  /** Called when the connection has closed. */
  onClose: () => void
}

const keyOf = ({ host, protocol }: URL, address: string) => `${protocol}//${host} ${address}`

const makeConnection = (url: URL, address: string, socket: net.Socket): Connection => {
  let isUsed = false
  const client = new Client(url.origin, {
    // Hands over the socket in a microtask: the client would miss a response that arrives before this function returns.
    connect: (_, connected) =>
      queueMicrotask(() => {
        if (isUsed) return connected(new Error("The connection has closed"), null)
        isUsed = true
        connected(null, socket)
      }),
    allowH2: false,
    pipelining: 1,
    keepAliveTimeout: idleMillis,
    keepAliveMaxTimeout: idleMillis,
    maxHeaderSize: 16 * 1024,
    // Off, because the whole request has a deadline of its own.
    headersTimeout: 0,
    bodyTimeout: 0
  })
  const connection = { client, key: keyOf(url, address), isPooled: false, isOpen: true, onClose: () => {} }
  client.on("disconnect", () => {
    connection.isOpen = false
    connection.onClose()
  })
  return connection
}

/** Holds idle connections for other requests; closes the longest idle one when there are more than `maxIdle`. */
const makeIdlePool = () => {
  const idle = new Map<string, Set<Connection>>()
  const byAge = new Set<Connection>()
  const remove = (connection: Connection) => {
    byAge.delete(connection)
    const others = idle.get(connection.key)
    others?.delete(connection)
    if (others?.size === 0) idle.delete(connection.key)
  }
  const discard = (connection: Connection) => {
    remove(connection)
    abort(connection.client)
  }
  return {
    add: (connection: Connection) => {
      if (!connection.isOpen) return
      connection.isPooled = true
      connection.onClose = () => discard(connection)
      byAge.add(connection)
      idle.set(connection.key, (idle.get(connection.key) ?? new Set()).add(connection))
      const [longestIdle] = byAge
      if (byAge.size > maxIdle && longestIdle !== undefined) discard(longestIdle)
    },
    take: (url: URL, addresses: ReadonlyArray<string>): Connection | undefined => {
      for (const address of addresses) {
        const [connection] = idle.get(keyOf(url, address)) ?? []
        if (connection === undefined) continue
        remove(connection)
        return connection
      }
      return undefined
    },
    close: () => {
      for (const connection of byAge) discard(connection)
    }
  }
}

const dial = (address: string, port: number, resources: ExchangeResources) =>
  Effect.callback<net.Socket, Unreachable>((resume) => {
    const socket = net.connect({ host: address, port, noDelay: true })
    Object.assign(resources, { address, socket })
    socket.once("connect", () => resume(Effect.succeed(socket)))
    // This listener is never removed, because a late error without a listener would crash the process.
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
      // The certificate must be for this name. An address is never sent as a server name.
      ...(literal === undefined ? { servername: hostname.replace(/\.+$/, "") } : { host: literal, servername: "" }),
      ALPNProtocols: ["http/1.1"],
      // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED has no effect here.
      rejectUnauthorized: true
    })
    secured.once("secureConnect", () => resume(Effect.succeed(secured)))
    secured.on("error", (cause) => resume(Effect.fail(unreachable("tls", cause))))
  })

const exchange = (client: Client, url: URL, request: OutboundRequest) =>
  Effect.callback<GuardedResponse & { readonly isComplete: boolean }, ExchangeFailure>((resume) => {
    let status = 0
    let bytes: Buffer | undefined
    let size = 0
    // Only the first call counts.
    const finish = (isComplete: boolean) => {
      const answer = { status, body: bytes === undefined ? "" : textOf(bytes.subarray(0, size)), isComplete }
      resume(Effect.succeed(answer))
    }
    client.dispatch(
      { method: request.method, path: `${url.pathname}${url.search}`, headers: headersOf(request), body: request.body },
      {
        onRequestStart: () => {},
        onResponseStart: (_, statusCode) => {
          status = statusCode
        },
        onResponseData: (_, chunk) => {
          bytes ??= Buffer.allocUnsafe(bodyLimit)
          size += chunk.copy(bytes, size)
          if (size === bodyLimit) finish(false)
        },
        onResponseEnd: () => finish(true),
        onResponseError: (_, cause) =>
          resume(Effect.fail(Object.assign(unreachable("connection", cause), { hadNoResponse: status === 0 })))
      }
    )
    return Effect.sync(() => abort(client))
  })

// Destroys the client, never only its socket: the client would mistake a closed socket for the end of a body.
const abort = (client: Client) => client.destroy(new Error("The exchange was aborted"), () => {})

/** `hadNoResponse`: the exchange failed before any part of a response had arrived. */
type ExchangeFailure = Unreachable & { readonly hadNoResponse: boolean }

const headersOf = ({ headers }: OutboundRequest): Record<string, string> => {
  // Firewalls refuse requests without a user agent.
  const sent: Record<string, string> = { "user-agent": "Carillon" }
  for (const [name, value] of Object.entries(headers)) {
    const lower = name.toLowerCase()
    if (!ownHeaders.has(lower)) sent[lower] = value
  }
  sent["accept-encoding"] = "identity"
  return sent
}

// Drops a last character that the size limit cuts in two, and NUL, which a text column cannot store.
const textOf = (bytes: Buffer) => new TextDecoder().decode(bytes, { stream: true }).replaceAll("\0", "")
