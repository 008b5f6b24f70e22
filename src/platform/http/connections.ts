import type net from "node:net"
import { Client } from "undici"

/** Maximum age of an idle connection, ms. */
const idleMillis = 4_000
/** Maximum number of idle connections. */
const maxIdle = 512

/** A socket with the HTTP client that uses only this socket. */
export interface Connection {
  readonly client: Client
  readonly key: string
  /** Whether the connection has entered the idle pool, which then closes it. */
  isPooled: boolean
  isOpen: boolean
  /** Called when the connection has closed. */
  onClose: () => void
}

const keyOf = ({ host, protocol }: URL, address: string) => `${protocol}//${host} ${address}`

export const makeConnection = (url: URL, address: string, socket: net.Socket): Connection => {
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
export const makeIdlePool = () => {
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

/** Destroys the client, never only its socket: the client would mistake a closed socket for the end of a body. */
export const abort = (client: Client) => client.destroy(new Error("The exchange was aborted"), () => {})
