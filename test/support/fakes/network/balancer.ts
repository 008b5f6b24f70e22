import http from "node:http"
import type { AddressInfo } from "node:net"
import { connect, type Socket } from "node:net"

interface Address {
  readonly host: string
  readonly port: number
}

/** A websocket that a client has asked for; `endedAt` is infinite while it is open. Times are those of `performance`, ms. */
export interface BalancedStream {
  readonly path: string
  /** The node that got it; undefined if none was ready. */
  readonly to: Address | undefined
  readonly askedAt: number
  endedAt: number
}

/** After this time without an answer to a probe a node is not ready, ms. */
const silenceMillis = 5_000

/**
 * Starts a proxy in front of several nodes, as an operator would: requests and websockets go in turn to the nodes that
 * are ready.
 */
export const startBalancer = async (
  given: ReadonlyArray<number | Address>,
  /** Signs the URL of a stream, whose signature names another node. */
  sign?: (url: string) => string
) => {
  const nodes = given.map((node) => (typeof node === "number" ? { host: "127.0.0.1", port: node } : node))
  let ready: ReadonlyArray<Address> = []
  const turns = { requests: 0, streams: 0 }
  const sockets = new Set<Socket>()
  const streams: Array<BalancedStream> = []

  const isReady = ({ host, port }: Address) =>
    fetch(`http://${host}:${port}/readyz`, { signal: AbortSignal.timeout(silenceMillis) }).then(
      async (answer) => {
        await answer.arrayBuffer()
        return answer.ok
      },
      () => false
    )
  const probe = async () => {
    const found = await Promise.all(nodes.map(isReady))
    ready = nodes.filter((_, index) => found[index])
  }
  const probing = setInterval(probe, 100)
  // Streams have turns of their own, so that each node gets as many.
  const next = (kind: keyof typeof turns) => ready[turns[kind]++ % ready.length]

  const server = http.createServer((request, response) => {
    const node = next("requests")
    if (node === undefined) return void response.writeHead(503).end()
    const { headers, method, url } = request
    const passed = http.request({ ...node, method, path: url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    // A node that is cut off does not even refuse.
    passed.setTimeout(2 * silenceMillis, () => passed.destroy())
    passed.on("error", () => response.destroy())
    request.pipe(passed)
  })
  server.on("upgrade", (request, client: Socket, head: Buffer) => {
    const to = next("streams")
    const stream: BalancedStream = {
      path: request.url ?? "",
      to,
      askedAt: performance.now(),
      endedAt: Number.POSITIVE_INFINITY
    }
    streams.push(stream)
    client.once("close", () => {
      stream.endedAt = performance.now()
    })
    if (to === undefined) return client.destroy()
    const node = connect(to, () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`]
      for (let index = 0; index < request.rawHeaders.length; index += 2) {
        const name = request.rawHeaders[index] ?? ""
        const isSigned = sign !== undefined && name.toLowerCase() === "x-twilio-signature"
        const value = isSigned ? sign(`ws://${to.host}:${to.port}${request.url}`) : request.rawHeaders[index + 1]
        lines.push(`${name}: ${value}`)
      }
      node.write(`${lines.join("\r\n")}\r\n\r\n`)
      node.write(head)
      node.pipe(client)
      client.pipe(node)
    })
    for (const [from, to] of [
      [client, node],
      [node, client]
    ] as const) {
      sockets.add(from)
      from.on("error", () => to.destroy())
      from.on("close", () => {
        sockets.delete(from)
        to.destroy()
      })
    }
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The ports of the nodes that get requests now. */
    ready: () => ready.map(({ port }) => port),
    /** The port of the node that got the websocket of a path. */
    nodeOf: (path: string) => streams.findLast((stream) => stream.path === path)?.to?.port,
    streams: streams as ReadonlyArray<Readonly<BalancedStream>>,
    close: () => {
      clearInterval(probing)
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
    }
  }
}
