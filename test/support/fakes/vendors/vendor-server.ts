import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { type WebSocket, WebSocketServer } from "ws"
import { makeUntil } from "../../until.ts"

/** A connection of the service to a server in a vendor's place. */
export interface VendorConnection {
  readonly url: URL
  readonly headers: IncomingMessage["headers"]
  readonly send: (message: object | Uint8Array) => void
  /** Closes the connection as the vendor does. */
  readonly close: (code: number, reason?: string) => void
  /** Drops the connection without a word. */
  readonly cut: () => void
  readonly isOpen: boolean
  /** Notes that the service ended the session, as the vendor asks for. */
  readonly noteFarewell: () => void
  readonly saidFarewell: boolean
}

/** How a server answers a connection that it has accepted. */
export interface VendorSession {
  /** Takes a document; undefined for an empty message. */
  readonly onText?: (message: any) => void
  readonly onBinary?: (bytes: Uint8Array) => void
}

interface VendorScript {
  /** Returns why a connection is refused, as an HTTP status; undefined if it is accepted. `index` counts from 0. */
  readonly refuse?: (index: number, url: URL) => number | undefined
}

/** The answer of a vendor's HTTP side. */
export interface VendorAnswer {
  readonly status: number
  readonly body?: unknown
}

/** The demands of a vendor on requests, and its answers. */
export interface VendorServerOptions extends VendorScript {
  /** Where requests that the vendor would refuse are noted. */
  readonly problems?: Array<string>
  /** Returns the HTTP status of a wrong request; undefined for a valid one. */
  readonly check: (url: URL, headers: IncomingMessage["headers"]) => { status: number; problem: string } | undefined
  readonly begin: (connection: VendorConnection, index: number, later: (act: () => void) => void) => VendorSession
  /** Answers a request that opens no websocket. */
  readonly answer?: (url: URL, headers: IncomingMessage["headers"]) => VendorAnswer
}

/** Starts a websocket server in a vendor's place, which stops with the scope. */
export const vendorServer = (options: VendorServerOptions) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.promise(() => start(options)),
      ({ stop }) => Effect.promise(stop)
    ),
    ({ stop: _, ...server }) => server
  )

const start = async ({ answer, begin, check, problems = [], refuse }: VendorServerOptions) => {
  const watched = makeUntil(undefined)
  const connections: Array<VendorConnection> = []
  const sockets = new Set<WebSocket>()
  const http = createServer(({ headers, url }, response) => {
    const { body, status } = answer?.(new URL(url ?? "/", "http://localhost"), headers) ?? { status: 426 }
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body))
  })
  const websockets = new WebSocketServer({ noServer: true })
  let asked = 0

  http.on("upgrade", (request, socket, head) => {
    const url = new URL(request.url ?? "/", "http://localhost")
    const wrong = check(url, request.headers)
    if (wrong !== undefined) problems.push(wrong.problem)
    const status = wrong?.status ?? refuse?.(asked++, url)
    watched.wake()
    if (status !== undefined) return void socket.end(`HTTP/1.1 ${status} Refused\r\ncontent-length: 0\r\n\r\n`)
    websockets.handleUpgrade(request, socket, head, (opened) => accept(opened, url, request))
  })

  // When the messages that are on their way have arrived.
  const later = (act: () => void) => {
    setTimeout(() => {
      act()
      watched.wake()
    }, momentMillis)
  }

  const accept = (opened: WebSocket, url: URL, { headers }: IncomingMessage) => {
    sockets.add(opened)
    let isOpen = true
    let saidFarewell = false
    const connection: VendorConnection = {
      url,
      headers,
      send: (message) => {
        if (isOpen) opened.send(message instanceof Uint8Array ? message : JSON.stringify(message))
      },
      close: (code, reason) => opened.close(code, reason),
      cut: () => opened.terminate(),
      get isOpen() {
        return isOpen
      },
      noteFarewell: () => {
        saidFarewell = true
      },
      get saidFarewell() {
        return saidFarewell
      }
    }
    connections.push(connection)
    const session = begin(connection, connections.length - 1, later)
    opened.on("message", (data: Buffer, isBinary) => {
      if (isBinary) session.onBinary?.(data)
      else session.onText?.(data.length === 0 ? undefined : JSON.parse(data.toString()))
      watched.wake()
    })
    opened.on("close", () => {
      isOpen = false
      sockets.delete(opened)
      watched.wake()
    })
    opened.on("error", () => undefined)
    watched.wake()
  }

  await new Promise<void>((resolve) => http.listen(0, "127.0.0.1", resolve))
  return {
    url: `ws://127.0.0.1:${(http.address() as AddressInfo).port}`,
    connections: connections as ReadonlyArray<VendorConnection>,
    /** Requests that the vendor would refuse. */
    problems,
    /** Completes when the connections and their messages meet a condition. */
    until: watched.until,
    openCount: () => sockets.size,
    stop: () =>
      new Promise<void>((resolve) => {
        for (const socket of sockets) socket.terminate()
        http.close(() => resolve())
        http.closeAllConnections()
      })
  }
}

/** Time in which messages arrive that were sent together, ms. */
const momentMillis = 5
