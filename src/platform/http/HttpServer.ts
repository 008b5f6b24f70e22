import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http"
import type { AddressInfo } from "node:net"
import type { Duplex } from "node:stream"
import * as NodeHttpServer from "@effect/platform-node/NodeHttpServer"
import { Context, Duration, Effect, Layer, Option, Schema } from "effect"
import { AppConfig } from "../config.ts"
import { newId } from "../ids.ts"
import { reachable } from "./ListenAddress.ts"

/** A server cannot listen on the address of its settings. The start fails and prints only the message. */
export class ListenError extends Schema.TaggedError<ListenError>()("ListenError", { message: Schema.String }) {}

/** Maximum size of the headers of a request with its first line, bytes. */
export const maxHeaderBytes = 16_384

/** Returns the JSON body of the answer to a request that Node could not read. */
type Malformed = (statusCode: number, requestId: string) => string

/** The second listener, for administration, metrics and documentation, if ADMIN_PORT is set. */
export class AdminListener extends Context.Service<
  AdminListener,
  {
    /** Its URL on this machine. */
    readonly url: string | undefined
    /** Whether a request came in through it. */
    readonly hasReceived: (request: object) => boolean
  }
>()("carillon/platform/AdminListener") {}

/** Listens on HOST and PORT, and on ADMIN_HOST and ADMIN_PORT if they are set. */
export const layer = (malformed: Malformed) =>
  Layer.unwrap(
    Effect.map(AppConfig, ({ admin, host, port, drainSeconds }) => {
      const server = makeServer(malformed)
      bufferUntilServed(server)
      const listener = NodeHttpServer.layer(() => server, {
        host,
        port,
        // Calls have ended before; only requests are left.
        gracefulShutdownTimeout: Duration.seconds(Math.min(30, Math.max(0, drainSeconds - 1)))
      }).pipe(
        Layer.catch(
          ({ cause }): Layer.Layer<unknown, ListenError> =>
            Layer.unwrap(Effect.fail(cannotListen(cause, { host, port }, "")))
        )
      )
      const adminListener = Option.match(admin, {
        onNone: () => Effect.succeed(AdminListener.of({ url: undefined, hasReceived: () => false })),
        onSome: (address) => listenForAdmins(makeServer(malformed), address, server)
      })
      return Layer.merge(Layer.effect(AdminListener, adminListener), listener)
    })
  )

interface Address {
  readonly host: string
  readonly port: number
}

/** Passes the requests to `main`, so that both listeners have the same handler, and closes with it. */
const listenForAdmins = Effect.fnUntraced(function* (server: Server, address: Address, main: Server) {
  const received = new WeakSet<object>()
  server.on("request", (request, response) => {
    received.add(request)
    main.emit("request", request, response)
  })
  const closeMain = main.close.bind(main)
  main.close = (done) => {
    server.close()
    return closeMain(done)
  }
  yield* Effect.callback<void, ListenError>((resume) => {
    const fail = (cause: unknown) => resume(Effect.fail(cannotListen(cause, address, "ADMIN_")))
    server.once("error", fail).listen(address, () => {
      server.off("error", fail)
      resume(Effect.void)
    })
  })
  yield* Effect.addFinalizer(() => Effect.sync(() => server.close()))
  const { port } = server.address() as AddressInfo
  return AdminListener.of({
    url: reachable(`http://${address.host.includes(":") ? `[${address.host}]` : address.host}:${port}`),
    hasReceived: (request) => received.has(request)
  })
})

/** Returns why a server does not listen on the address in two settings, and what the operator can do. */
export const cannotListen = (cause: unknown, { host, port }: Address, prefix: "" | "ADMIN_" | "NODE_") =>
  new ListenError({
    message:
      cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE"
        ? `${prefix}PORT ${port} of ${host} is in use: stop what listens there, or set another ${prefix}PORT`
        : `${prefix}HOST ${host} and ${prefix}PORT ${port} cannot be listened on (${cause instanceof Error ? cause.message : cause}): ` +
          `name an address of this machine in ${prefix}HOST, and a port that this user may open in ${prefix}PORT`
  })

const makeServer = (malformed: Malformed) => {
  const server = createServer({
    maxHeaderSize: maxHeaderBytes,
    headersTimeout: 15_000,
    keepAliveTimeout: 30_000,
    requireHostHeader: false,
    // Java's client offers HTTP/2 with its first request. Node would not read the body of such a request.
    shouldUpgradeCallback: ({ headers }) => headers.upgrade?.toLowerCase() === "websocket"
  })
  closeConnectionsOnStop(server)
  // Node itself would refuse a request without Host or with an unknown Expect header, and without a JSON body. The
  // application serves both instead.
  server.on("checkExpectation", (request, response) => server.emit("request", request, response))
  server.on("clientError", (error: NodeJS.ErrnoException, socket: Duplex) => {
    if (error.code === "ECONNRESET" || !socket.writable) return socket.destroy()
    const statusCode = statusOf[error.code ?? ""] ?? 400
    const requestId = newId()
    const body = malformed(statusCode, requestId)
    socket.end(
      [
        `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode]}`,
        "Content-Type: application/json",
        `Content-Length: ${Buffer.byteLength(body)}`,
        `X-Request-Id: ${requestId}`,
        "Connection: close",
        "",
        body
      ].join("\r\n")
    )
  })
  return server
}

// The server listens before it has a handler, and Node drops requests without one: their clients would wait for ever.
const bufferUntilServed = (server: Server) => {
  const early: Array<Parameters<RequestListener>> = []
  const buffer: RequestListener = (request, response) => void early.push([request, response])
  const serve = (event: string | symbol) => {
    if (event !== "request") return
    server.off("newListener", serve).off("request", buffer)
    setImmediate(() => {
      for (const [request, response] of early) server.emit("request", request, response)
    })
  }
  server.on("request", buffer).on("newListener", serve)
}

// Node closes idle connections once when a server stops. A connection that is busy then would stay open afterwards.
const closeConnectionsOnStop = (server: Server) => {
  const close = server.close.bind(server)
  server.close = (done) => {
    const timer = setInterval(() => server.closeIdleConnections(), 50)
    server.once("close", () => clearInterval(timer))
    return close(done)
  }
}

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408
}
