import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"

/** A request of a tool, as the organization's server got it. */
export interface ToolRequestSeen {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** Answers a request of a tool; one that does nothing lets the caller wait. */
export type ToolBehavior = (response: ServerResponse, request: ToolRequestSeen) => void

/** Answers with a JSON value. */
export const withJson =
  (value: unknown, status = 200): ToolBehavior =>
  (response) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(value))

/** Starts a server of an organization that records the requests of tools. `behavior` may be replaced at any time. */
export const startToolServer = async (behavior: ToolBehavior = withJson({ ok: true })) => {
  const requests: Array<ToolRequestSeen> = []
  const state = { behavior }
  const server = createServer(async (request, response) => {
    let body = ""
    for await (const part of request) body += part
    const { headers, method = "", url = "" } = request
    const seen = { method, path: url, headers, body }
    requests.push(seen)
    state.behavior(response, seen)
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    answerBy: (next: ToolBehavior) => {
      state.behavior = next
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
