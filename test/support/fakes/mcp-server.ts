import { randomUUID } from "node:crypto"
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { Readable } from "node:stream"
import {
  createMcpHandler,
  fromJsonSchema,
  McpServer,
  WebStandardStreamableHTTPServerTransport
} from "@modelcontextprotocol/server"

/** A tool of the server, as it describes it. */
export interface TestTool {
  readonly description: string
  readonly inputSchema?: object
  readonly outputSchema?: object
  readonly annotations?: object
  readonly run: (given: any) => unknown
}

/** A message that the server got. */
export interface McpRequestSeen {
  /** Method of JSON-RPC, such as tools/call; that of HTTP where there is none. */
  readonly method: string
  readonly id: unknown
  readonly params: any
  readonly headers: IncomingHttpHeaders
}

/** Takes the place of the server's answer; false: it answers as ever. */
export type McpFault = (request: McpRequestSeen, response: ServerResponse) => boolean

/**
 * Starts an MCP server of an organization with the official SDK. It serves the protocol of 2026 without sessions, or that
 * of 2025 with sessions, which it may lose. Its tools and its faults may be replaced at any time.
 */
export const startMcpServer = async (tools: Record<string, TestTool>, protocol: "2025" | "2026" = "2026") => {
  const state: { tools: Record<string, TestTool>; fault: McpFault } = { tools, fault: () => false }
  const requests: Array<McpRequestSeen> = []
  const sessions = new Map<string, WebStandardStreamableHTTPServerTransport>()

  const make = () => {
    const server = new McpServer({ name: "test", version: "1.0.0" })
    for (const [name, { inputSchema = { type: "object" }, outputSchema, run, ...tool }] of Object.entries(
      state.tools
    )) {
      const config = {
        ...tool,
        inputSchema: fromJsonSchema(inputSchema as any),
        ...(outputSchema !== undefined && { outputSchema: fromJsonSchema(outputSchema as any) })
      }
      server.registerTool(name, config as any, async (given: unknown) => {
        const result = await run(given)
        return typeof result === "string" ? { content: [{ type: "text", text: result }] } : (result as any)
      })
    }
    return server
  }

  const handler = createMcpHandler(make)
  const inSession = async (request: Request, message: any) => {
    const id = request.headers.get("mcp-session-id")
    const known = id === null ? undefined : sessions.get(id)
    if (known !== undefined) return known.handleRequest(request)
    if (message?.method !== "initialize") return new Response("Session not found", { status: id === null ? 400 : 404 })
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (made) => void sessions.set(made, transport)
    })
    await make().connect(transport)
    return transport.handleRequest(request)
  }

  const server = createServer(async (incoming, outgoing) => {
    let body = ""
    for await (const part of incoming) body += part
    const message = body === "" ? undefined : JSON.parse(body)
    const { headers, method = "" } = incoming
    const seen = { method: message?.method ?? method, id: message?.id, params: message?.params, headers }
    requests.push(seen)
    if (state.fault(seen, outgoing)) return
    const request = new Request(`${origin}${incoming.url}`, {
      method,
      headers: headers as Record<string, string>,
      body: body === "" ? null : body
    })
    const answer = await (protocol === "2025" ? inSession(request, message) : handler.fetch(request))
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers))
    if (answer.body === null) outgoing.end()
    else Readable.fromWeb(answer.body as any).pipe(outgoing)
  })
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    origin,
    url: `${origin}/mcp`,
    requests,
    sessions,
    /** The calls of tools that arrived. */
    calls: () => requests.filter(({ method }) => method === "tools/call"),
    offer: (next: Record<string, TestTool>) => {
      state.tools = next
    },
    failBy: (fault: McpFault) => {
      state.fault = fault
    },
    stop: () => {
      server.close()
      server.closeAllConnections()
    }
  }
}
