import type * as McpSdk from "@modelcontextprotocol/client"
import type { Client, StreamableHTTPClientTransport, Tool } from "@modelcontextprotocol/client"
import { Effect, Exit } from "effect"
import type { McpAccess } from "../campaigns/tools/McpServers.ts"
import { makeEventReader } from "../platform/http/event-stream.ts"
import type { GuardedHttp } from "../platform/http/GuardedHttp.ts"
import { signWebhook } from "../platform/secrets/webhook-signature.ts"

/** The needs of a session besides its server. */
export interface SessionTools {
  readonly sdk: typeof McpSdk
  readonly http: GuardedHttp["Service"]
  /** The webhook secrets of the organization, which sign each request. */
  readonly secrets: ReadonlyArray<string>
  /** Identifies the session to the server, in `webhook-id`. */
  readonly id: string
  readonly timeoutMillis: number
}

/** A session with an MCP server, and what is known of its requests. */
export interface McpSession {
  readonly client: Client
  /** Calls a tool, at most once in a session. */
  readonly call: (tool: Tool, given: Arguments, options: CallOptions) => ReturnType<Client["callTool"]>
  readonly seen: SeenExchange
}

type Arguments = Readonly<Record<string, unknown>>

interface CallOptions {
  /** Sent with the call; null: it may be sent again. */
  readonly idempotencyKey: string | null
}

/** The requests of a session, as far as they are known. */
export interface SeenExchange {
  /** Whether the server may have got the call of a tool. */
  isCalled: boolean
  /** Status of the last answer; null if there was none. */
  httpStatus: number | null
  /** Why the last request had no usable answer. */
  problem: string | undefined
}

/**
 * Opens a session, uses it, and ends it in the background. Each request goes through the guarded client: it dials checked
 * addresses only, follows no redirect, and has a maximum size and time. The session listens to nothing that the server
 * sends on its own, and answers no question of it.
 */
export const withSession = <A>(
  { headers, url }: McpAccess,
  tools: SessionTools,
  use: (session: McpSession) => Promise<A>
): { readonly seen: SeenExchange; readonly result: Effect.Effect<A, unknown> } => {
  const { sdk, timeoutMillis } = tools
  const seen: SeenExchange = { isCalled: false, httpStatus: null, problem: undefined }
  let callHeaders: Readonly<Record<string, string>> | undefined
  const post = guardedFetch(tools, seen, () => callHeaders)
  const result = Effect.tryPromise({
    try: async (signal) => {
      const transport = new sdk.StreamableHTTPClientTransport(new URL(url), {
        fetch: post,
        requestInit: { headers: { ...headers } },
        reconnectionOptions: noReconnection
      })
      const client = new sdk.Client(identity, {
        versionNegotiation: { mode: "auto" },
        inputRequired: { autoFulfill: false },
        listMaxPages
      })
      signal.addEventListener("abort", () => void client.close())
      try {
        await client.connect(transport, { timeout: timeoutMillis })
        return await use({
          client,
          seen,
          call: (tool, given, { idempotencyKey }) => {
            callHeaders = idempotencyKey === null ? {} : { "idempotency-key": idempotencyKey }
            // The schema of results is left out: the SDK would have it checked by code that is made of the schema.
            const { inputSchema, name } = tool
            return client.callTool(
              { name, arguments: { ...given } },
              { timeout: timeoutMillis, toolDefinition: { name, inputSchema } }
            )
          }
        })
      } finally {
        void end(client, transport)
      }
    },
    catch: (cause) => cause
  })
  return { seen, result }
}

const end = async (client: Client, transport: StreamableHTTPClientTransport) => {
  await transport.terminateSession().catch(() => {})
  await client.close().catch(() => {})
}

/** Sends the requests of a session by the guarded client. */
const guardedFetch = (
  { http, id, secrets, timeoutMillis }: SessionTools,
  seen: SeenExchange,
  /** Headers for the call of a tool; undefined while none may be sent. */
  headersOfCall: () => Readonly<Record<string, string>> | undefined
) => {
  const endsAt = performance.now() + timeoutMillis
  let count = 0
  return async (url: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = "GET" } = init
    // The server may not hold a connection open.
    if (method !== "POST" && method !== "DELETE") return new Response(null, { status: 405 })
    const problem = (text: string) => {
      seen.problem = text
      return new Error(text)
    }
    if (++count > maxRequests) throw problem(`The server asked for more than ${maxRequests} requests`)
    const body = typeof init.body === "string" ? init.body : null
    const { id: messageId, method: called } = messageOf(body)
    const isCall = called === "tools/call"
    if (isCall && (seen.isCalled || headersOfCall() === undefined)) throw new Error("The tool is called once only")
    const changes = isCall && Object.keys(headersOfCall() ?? {}).length > 0
    const timestampSeconds = Math.floor(Date.now() / 1_000)
    const request = http.send({
      url: String(url),
      method,
      body,
      headers: {
        ...Object.fromEntries(new Headers(init.headers)),
        ...signWebhook({ id: `${id}_${count}`, timestampSeconds, body: body ?? "", secrets }),
        ...(isCall && headersOfCall())
      },
      timeoutMillis: method === "DELETE" ? endMillis : Math.max(1, endsAt - performance.now()),
      bodyLimit,
      ...(messageId !== undefined && { isEnough: untilAnswered(messageId) }),
      ...(changes && { isSentOnce: true })
    })
    seen.isCalled ||= isCall
    Object.assign(seen, { httpStatus: null, problem: undefined })
    const exit = await Effect.runPromiseExit(Effect.result(request), init.signal ? { signal: init.signal } : {})
    if (Exit.isFailure(exit)) throw new Error("The request was interrupted")
    const sent = exit.value
    if (sent._tag === "Failure") {
      const { failure } = sent
      const mayHaveArrived =
        failure._tag === "Unreachable" && (failure.reason === "timeout" || "hadNoResponse" in failure)
      if (isCall && !mayHaveArrived) seen.isCalled = false
      throw problem(failure.message)
    }
    const { success: answer } = sent
    seen.httpStatus = answer.status
    if (answer.status >= 300 && answer.status < 400) {
      throw problem(`The answer has the status ${answer.status}, and redirects are not followed`)
    }
    if (Buffer.byteLength(answer.body) > bodyLimit - bytesOfCharacter) {
      throw problem(`The answer has more than ${bodyLimit / 1024} KiB`)
    }
    const hasBody = answer.status !== 204 && answer.status !== 205
    return new Response(hasBody ? answer.body : null, { status: answer.status, headers: readHeaders(answer.headers) })
  }
}

const messageOf = (json: string | null): Message => {
  const message: unknown = json === null ? undefined : JSON.parse(json)
  return typeof message === "object" && message !== null ? message : {}
}

/** A message of JSON-RPC: a request has a method, and the answer to it has the same id. */
interface Message {
  readonly id?: unknown
  readonly method?: unknown
}

/** Returns a function that reads a stream of events in parts, and returns true once the answer to a request is among them. */
const untilAnswered = (id: unknown) => {
  const decoder = new TextDecoder()
  const read = makeEventReader()
  let line = ""
  return (part: Uint8Array): boolean => {
    line += decoder.decode(part, { stream: true })
    // A long line may come in very many parts.
    if (!part.includes(newline)) return false
    const events = read(line)
    line = ""
    return events.some((event) => isAnswer(event, id))
  }
}

const isAnswer = (event: string, id: unknown) => {
  try {
    const message = messageOf(event)
    return message.id === id && message.method === undefined
  } catch {
    return false
  }
}

const newline = 10

const readHeaders = (headers: Readonly<Record<string, string>>) =>
  Object.fromEntries(
    ["content-type", "mcp-session-id"].flatMap((name) => {
      const value = headers[name]
      return value === undefined ? [] : [[name, value]]
    })
  )

const identity = { name: "carillon", version: "1.0.0" }
const noReconnection = {
  initialReconnectionDelay: 0,
  maxReconnectionDelay: 0,
  reconnectionDelayGrowFactor: 1,
  maxRetries: 0
}

/** Maximum size of an answer, such as a list of tools, bytes. */
const bodyLimit = 512 * 1024
// An answer that was cut may have lost the last character.
const bytesOfCharacter = 4
/** Maximum number of requests of a session, and of pages of a list of tools. */
const maxRequests = 20
const listMaxPages = 10
/** Maximum time for the end of a session, ms. */
const endMillis = 2_000
