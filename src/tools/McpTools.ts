import { createHash } from "node:crypto"
import type { Tool } from "@modelcontextprotocol/client"
import { Context, Effect, Layer, Option, Result, Schema } from "effect"
import { WebhookSecrets } from "../accounts/keys/WebhookSecrets.ts"
import { type McpServerNotFound, McpServers } from "../campaigns/tools/McpServers.ts"
import { jsonOf } from "../domain/text/exact-json.ts"
import { canonicalJson } from "../domain/tools/argument-schema.ts"
import type { FlowTool, McpTool } from "../domain/tools/FlowTool.ts"
import { maxOfferedTools, type OfferedTools } from "../domain/tools/McpServer.ts"
import { offeredTool } from "../domain/tools/mcp-tool.ts"
import type { ToolOutcome } from "../domain/tools/ToolCall.ts"
import { GuardedHttp } from "../platform/http/GuardedHttp.ts"
import { newId } from "../platform/ids.ts"
import { type McpSession, type SeenExchange, withSession } from "./mcp-session.ts"
import { answeredBy, failed, unclear } from "./tool-outcomes.ts"

/** A tool of a flow that an MCP server has. */
export type ToolOfMcp = FlowTool & { readonly mcp: McpTool }

export const isOfMcp = (tool: FlowTool): tool is ToolOfMcp => tool.mcp !== undefined

/** A server did not list its tools. */
export class McpServerFailed extends Schema.TaggedError<McpServerFailed>()("McpServerFailed", {
  message: Schema.String
}) {}

/** Lists and calls the tools of MCP servers. Each list and each call has a session of its own. */
export class McpTools extends Context.Service<
  McpTools,
  {
    readonly offered: (
      organizationId: number,
      server: string
    ) => Effect.Effect<OfferedTools, McpServerNotFound | McpServerFailed>
    /**
     * Asks the servers of the tools whether calls could use the tools as they are. Returns a sentence for each tool that
     * they could not use.
     */
    readonly warnings: (organizationId: number, tools: ReadonlyArray<FlowTool>) => Effect.Effect<ReadonlyArray<string>>
    /**
     * Calls a tool within its time, and at most once, unless its server describes it otherwise than when a person
     * accepted it.
     */
    readonly call: (
      organizationId: number,
      tool: ToolOfMcp,
      given: Readonly<Record<string, unknown>>,
      ids: { readonly id: string; readonly idempotencyKey: string }
    ) => Effect.Effect<ToolOutcome>
  }
>()("carillon/tools/McpTools") {
  static readonly layer = Layer.effect(
    McpTools,
    Effect.gen(function* () {
      const servers = yield* McpServers
      const webhookSecrets = yield* WebhookSecrets
      const http = yield* GuardedHttp
      const loadSdk = Effect.promise(() => import("@modelcontextprotocol/client"))

      /** Uses a session, for a limited time. `ended` is the result, or undefined if it took longer. */
      const begin = Effect.fnUntraced(function* <A>(
        organizationId: number,
        server: string,
        { id, timeoutMillis }: { readonly id: string; readonly timeoutMillis: number },
        use: (session: McpSession) => Promise<A>
      ) {
        const [sdk, access, secrets] = yield* Effect.all([
          loadSdk,
          servers.access(organizationId, server),
          webhookSecrets.valid(organizationId)
        ])
        // Errors by which a server says that it did not do what was asked.
        const refuses = (error: unknown) => sdk.ProtocolError.isInstance(error) && refusals.includes(error.code)
        const { result, seen } = withSession(access, { sdk, http, secrets, id, timeoutMillis }, use)
        const ended = yield* Effect.timeoutOption(Effect.result(result), timeoutMillis)
        // Other errors of the SDK quote the whole answer, or list all that is wrong with it.
        const isClear = (error: unknown): error is Error =>
          sdk.ProtocolError.isInstance(error) || (sdk.SdkError.isInstance(error) && clearCodes.has(error.code))
        const problemOf = (error: unknown) => seen.problem ?? (isClear(error) ? error.message : unusable(seen))
        return { seen, refuses, problemOf, ended: Option.getOrUndefined(ended) }
      })

      const listed = Effect.fn("McpTools.listed")(function* (organizationId: number, server: string) {
        const session = { id: `tools_${newId()}`, timeoutMillis: listMillis }
        const { ended, problemOf } = yield* begin(organizationId, server, session, ({ client }) =>
          client.listTools(undefined, { timeout: listMillis })
        )
        if (ended === undefined)
          return yield* new McpServerFailed({ message: `No whole list within ${listMillis / 1_000} s` })
        if (Result.isFailure(ended)) return yield* new McpServerFailed({ message: problemOf(ended.failure) })
        return ended.success.tools
      })

      const offered: McpTools["Service"]["offered"] = Effect.fnUntraced(function* (organizationId, server) {
        const all = yield* listed(organizationId, server)
        return {
          data: all.slice(0, maxOfferedTools).map((tool) => ({ ...offeredTool(tool), pin: pinOf(tool) })),
          total: all.length
        }
      })

      const warnings: McpTools["Service"]["warnings"] = Effect.fn("McpTools.warnings")(
        function* (organizationId, tools) {
          const byServer = Map.groupBy(tools.filter(isOfMcp), ({ mcp }) => mcp.server)
          const found = yield* Effect.forEach(
            byServer,
            ([server, ofServer]) =>
              Effect.match(listed(organizationId, server), {
                onSuccess: (now) => ofServer.flatMap(({ mcp }) => warningOf(mcp, now)),
                onFailure: (error) => [
                  error._tag === "McpServerNotFound"
                    ? `The organization has no MCP server ${server}, which the flow's tools need.`
                    : `The MCP server ${server} does not list its tools: ${error.message}`
                ]
              }),
            { concurrency: "unbounded" }
          )
          return found.flat()
        }
      )

      const call: McpTools["Service"]["call"] = Effect.fn("McpTools.call")(function* (
        organizationId,
        tool,
        given,
        { id, idempotencyKey }
      ) {
        const { changes, mcp, timeoutSeconds } = tool
        const callTool = async ({ call, client }: McpSession) => {
          const { tools } = await client.listTools(undefined, { timeout: timeoutSeconds * 1_000 })
          const [definition, ...twins] = tools.filter(({ name }) => name === mcp.tool)
          if (definition === undefined) return refused(missing(mcp))
          if (twins.length > 0 || pinOf(definition) !== mcp.pin) return refused(changed(mcp))
          return await call(definition, given, { idempotencyKey: changes ? idempotencyKey : null })
        }
        const begun = yield* Effect.result(
          begin(organizationId, mcp.server, { id, timeoutMillis: timeoutSeconds * 1_000 }, callTool)
        )
        if (Result.isFailure(begun)) return failed(`The organization has no MCP server "${mcp.server}"`)
        const { ended, problemOf, refuses, seen } = begun.success
        const withoutResult = (why: string, isRefused: boolean) => {
          const { httpStatus, isCalled } = seen
          const isClear = isRefused || (httpStatus !== null && httpStatus >= 300 && httpStatus < 500)
          return changes && isCalled && !isClear ? unclear(why, httpStatus) : failed(why, httpStatus)
        }
        if (ended === undefined) return withoutResult(`No whole answer within ${timeoutSeconds} s`, false)
        if (Result.isFailure(ended)) return withoutResult(problemOf(ended.failure), refuses(ended.failure))
        const result = ended.success
        if ("status" in result) return result as ToolOutcome
        const { content = [], isError, structuredContent } = result
        const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n")
        if (isError === true) return failed(text || "The server says that it failed", 200)
        const isStructured = structuredContent !== undefined && (tool.answer !== null || text === "")
        return answeredBy(tool, isStructured ? jsonOf(structuredContent) : text, 200)
      })

      // Loading the SDK takes a moment of the processor, which a live call would hear.
      yield* Effect.forkScoped(Effect.flatMap(servers.exist, (exist) => (exist ? loadSdk : Effect.void)))
      return McpTools.of({ offered, warnings, call })
    })
  )
}

const refused = (result: string): ToolOutcome => ({ status: "REFUSED", httpStatus: null, result: `${result}.` })

const missing = ({ server, tool }: McpTool) => `The server ${server} has no tool ${tool} any more`

const warningOf = (mcp: McpTool, now: ReadonlyArray<Tool>): ReadonlyArray<string> => {
  const [definition, ...twins] = now.filter(({ name }) => name === mcp.tool)
  if (definition === undefined) return [`${missing(mcp)}.`]
  return twins.length > 0 || pinOf(definition) !== mcp.pin ? [`${changed(mcp)}.`] : []
}

const changed = ({ server, tool }: McpTool) =>
  `The server ${server} has changed what it says about the tool ${tool}. It is not called until a person accepts the change in the flow`

const unusable = ({ httpStatus }: SeenExchange) =>
  httpStatus !== null && httpStatus >= 400
    ? `It answers with HTTP ${httpStatus}`
    : `It does not answer as an MCP server${httpStatus === null ? "" : ` (HTTP ${httpStatus})`}`

/** Returns the fingerprint of all that a server says about a tool, and that a person has accepted. */
const pinOf = ({ annotations = {}, description = "", inputSchema, name, outputSchema = {}, title = "" }: Tool) =>
  createHash("sha256")
    .update(canonicalJson({ name, title, description, inputSchema, outputSchema, annotations }))
    .digest("hex")

// Codes of JSON-RPC for requests that were not carried out: no JSON, no request, no such method, wrong parameters.
const refusals = [-32_700, -32_600, -32_601, -32_602]

// Errors of the SDK that say in one line what an MCP server does that the service cannot use.
const clearCodes: ReadonlySet<string> = new Set([
  "CONNECTION_CLOSED",
  "LIST_PAGINATION_EXCEEDED",
  "REQUEST_TIMEOUT",
  "UNSUPPORTED_RESULT_TYPE"
])

/** Maximum time to list the tools of a server, ms. */
const listMillis = 10_000
