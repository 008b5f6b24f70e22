import http from "node:http"
import type { AddressInfo } from "node:net"
import { connect, type Socket } from "node:net"

/**
 * Starts a proxy in front of several nodes, as an operator would: requests and websockets go in turn to the nodes that
 * are ready.
 */
export const startBalancer = async (nodes: ReadonlyArray<number>) => {
  let ready: ReadonlyArray<number> = []
  const turns = { requests: 0, streams: 0 }
  const sockets = new Set<Socket>()
  const streams = new Map<string, number>()

  const isReady = (port: number) =>
    fetch(`http://127.0.0.1:${port}/readyz`).then(
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
    const port = next("requests")
    if (port === undefined) return void response.writeHead(503).end()
    const { headers, method, url } = request
    const passed = http.request({ host: "127.0.0.1", port, method, path: url, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on("error", () => response.destroy())
    request.pipe(passed)
  })
  server.on("upgrade", (request, client: Socket, head: Buffer) => {
    const port = next("streams")
    if (port === undefined) return client.destroy()
    streams.set(request.url ?? "", port)
    const node = connect({ port, host: "127.0.0.1" }, () => {
      const lines = [`${request.method} ${request.url} HTTP/1.1`]
      for (let index = 0; index < request.rawHeaders.length; index += 2) {
        lines.push(`${request.rawHeaders[index]}: ${request.rawHeaders[index + 1]}`)
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
    ready: () => ready,
    /** The port of the node that got the websocket of a path. */
    nodeOf: (path: string) => streams.get(path),
    close: () => {
      clearInterval(probing)
      server.close()
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
    }
  }
}
