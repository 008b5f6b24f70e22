import { createServer, type RequestListener, type Server, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { NodeHttpServer } from "@effect/platform-node"
import { Duration, Effect, Layer, Schema } from "effect"
import type { HttpServerError } from "effect/http"
import { AppConfig } from "../config.ts"
import { newId } from "../ids.ts"

/** HOST and PORT cannot be listened on; its message is the one line that the start prints. */
export class ListenError extends Schema.TaggedError<ListenError>()("ListenError", { message: Schema.String }) {}

/** What is answered to a request that is no HTTP: a JSON text. */
type Malformed = (statusCode: number, requestId: string) => string

/** Listens on HOST and PORT. */
export const layer = (malformed: Malformed) =>
  Layer.unwrap(
    Effect.map(AppConfig, ({ host, port, drainSeconds }) =>
      NodeHttpServer.layer(() => makeServer(malformed), {
        host,
        port,
        // The drain has begun a second before, with readiness.
        gracefulShutdownTimeout: Duration.seconds(Math.max(0, drainSeconds - 1))
      }).pipe(
        Layer.catch(
          (error): Layer.Layer<unknown, ListenError> => Layer.unwrap(Effect.fail(cannotListen(error, host, port)))
        )
      )
    )
  )

const cannotListen = ({ cause }: HttpServerError.ServeError, host: string, port: number) =>
  new ListenError({
    message:
      cause instanceof Error && "code" in cause && cause.code === "EADDRINUSE"
        ? `PORT ${port} of ${host} is in use: stop what listens there, or set another PORT`
        : `HOST ${host} and PORT ${port} cannot be listened on (${cause instanceof Error ? cause.message : cause})`
  })

const makeServer = (malformed: Malformed) => {
  const server = createServer({
    maxHeaderSize: 16_384,
    headersTimeout: 15_000,
    keepAliveTimeout: 30_000,
    requireHostHeader: false
  })
  closeKeptConnections(server)
  holdUntilServed(server)
  // To a request without Host or with an unknown Expect Node gives answers without a body; neither matters here.
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

// It listens before there is anybody who answers, and Node forgets what comes meanwhile: its client would wait for ever.
const holdUntilServed = (server: Server) => {
  const early: Array<Parameters<RequestListener>> = []
  const hold: RequestListener = (request, response) => void early.push([request, response])
  const serve = (event: string | symbol) => {
    if (event !== "request") return
    server.off("newListener", serve).off("request", hold)
    setImmediate(() => {
      for (const [request, response] of early) server.emit("request", request, response)
    })
  }
  server.on("request", hold).on("newListener", serve)
}

// Node closes those that are idle when a server stops. One that was at work then would be kept for the next request.
const closeKeptConnections = (server: Server) => {
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
