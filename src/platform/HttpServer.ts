import { createServer, STATUS_CODES } from "node:http"
import type { Duplex } from "node:stream"
import { NodeHttpServer } from "@effect/platform-node"
import { Duration, Effect, Layer } from "effect"
import { AppConfig } from "./config.ts"
import { newId } from "./ids.ts"

/** What is answered to a request that is no HTTP: a JSON text. */
type Malformed = (statusCode: number, requestId: string) => string

/** Listens on HOST and PORT. */
export const layer = (malformed: Malformed) =>
  Layer.unwrap(
    Effect.map(AppConfig, ({ host, port, drainSeconds }) =>
      NodeHttpServer.layer(() => makeServer(malformed), {
        host,
        port,
        gracefulShutdownTimeout: Duration.seconds(drainSeconds)
      })
    )
  )

const makeServer = (malformed: Malformed) => {
  const server = createServer({
    maxHeaderSize: 16_384,
    requestTimeout: 60_000,
    headersTimeout: 15_000,
    keepAliveTimeout: 30_000
  })
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

const statusOf: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  ERR_HTTP_REQUEST_TIMEOUT: 408
}
