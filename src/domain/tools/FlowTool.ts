import { Schema } from "effect"
import { countProblem } from "../schema/count-problem.ts"
import { described } from "../schema/described.ts"
import { withDefault } from "../schema/with-default.ts"
import { writtenText } from "../text/text.ts"
import { type JsonSchema, schemaProblem } from "./argument-schema.ts"
import { bodyTemplateProblem, unknownPlaceholders, urlTemplateProblem } from "./request-template.ts"

/** Tools that every call has; no tool of a flow has their name. */
const builtInTools = ["end_call", "do_not_call", "schedule_callback", "transfer", "send_keys"]
/** Tools that calls have, too. Earlier releases have stored flows with tools of these names. */
const laterBuiltInTools = ["confirm_identity", "switch_language"]

/** Whether the model finds a tool of the service under this name. */
export const isBuiltInName = (name: string): boolean => builtInTools.includes(name) || laterBuiltInTools.includes(name)

const ofEveryCall = "is the name of a tool that every call has"

/** The name of a set of headers of an organization. */
export const HeaderSetName = described(Schema.String, "Lower-case letters, digits and -, at most 40 characters").check(
  Schema.makeFilter((name) =>
    /^[a-z][a-z0-9-]{0,39}$/.test(name) ? undefined : "must have lower-case letters, digits and -, at most 40"
  )
)

const ToolName = described(
  Schema.String,
  "The name by which the model calls the tool: lower-case letters, digits and _, at most 64"
).check(
  Schema.makeFilter((name) =>
    !/^[a-z][a-z0-9_]{0,63}$/.test(name)
      ? "must have lower-case letters, digits and _, and begin with a letter; at most 64"
      : builtInTools.includes(name)
        ? ofEveryCall
        : undefined
  )
)

const parameters = described(
  Schema.Record(Schema.String, Schema.Json),
  "JSON Schema of the arguments, an object; at most 16 kB. Without `pattern`, `$ref` and `allOf`"
).check(
  Schema.makeFilter(
    (schema: JsonSchema) => countProblem(JSON.stringify(schema).length, 16_384, "characters") ?? schemaProblem(schema)
  )
)

/** A request that a tool sends. */
export const ToolRequest = Schema.Struct({
  method: Schema.Literals(["GET", "POST", "PUT", "PATCH", "DELETE"]),
  url: described(
    Schema.String,
    "URL with placeholders such as {{argument.day}}, {{contact.metadata.city}} or {{call.id}} in its path and query"
  ).check(Schema.makeFilter(urlTemplateProblem)),
  body: withDefault(
    Schema.NullOr(
      described(Schema.String, "JSON whose texts may contain placeholders. At most 16384 characters").check(
        Schema.makeFilter((text) => countProblem(text.length, 16_384, "characters") ?? bodyTemplateProblem(text))
      )
    ),
    null
  ),
  headers: withDefault(
    described(
      Schema.NullOr(HeaderSetName),
      "Name of a set of headers of the organization, which is sent to its origin only"
    ),
    null
  )
}).annotate({ identifier: "ToolRequest" })

const path = described(
  Schema.String,
  "The part of a JSON answer that the model sees, such as items.0.id. null: the whole answer"
).check(
  Schema.makeFilter((text) =>
    text.length <= 200 && /^[^.\s]+(\.[^.\s]+)*$/.test(text) ? undefined : "must be a path such as items.0.id"
  )
)

/** A tool of an MCP server, as a person has accepted it. */
export const McpTool = Schema.Struct({
  server: described(HeaderSetName, "Name of an MCP server of the organization"),
  tool: described(Schema.String, "The server's name of the tool").check(
    Schema.makeFilter((name) => (name.trim() === "" || name.length > 128 ? "must have 1 to 128 characters" : undefined))
  ),
  pin: described(
    Schema.String,
    "Fingerprint of the tool as the server described it when a person accepted it. A tool that the server has changed since is not called"
  ).check(
    Schema.makeFilter((pin) => (/^[0-9a-f]{64}$/.test(pin) ? undefined : "must be the pin from the list of its tools"))
  ),
  isReadOnly: described(Schema.Boolean, "Whether the server says that the tool only reads")
}).annotate({ identifier: "McpTool" })
export type McpTool = typeof McpTool.Type

/** A request to a system of the organization that the model may have sent during a call. */
export const FlowTool = Schema.Struct({
  name: ToolName,
  description: writtenText(
    1_000,
    "When the model is to call the tool, and what the tool does. At most 1000 characters"
  ),
  parameters,
  request: Schema.optionalKey(described(ToolRequest, "The HTTP request. A tool has this or `mcp`")),
  mcp: Schema.optionalKey(described(McpTool, "The tool of an MCP server that is called. A tool has this or `request`")),
  timeoutSeconds: withDefault(
    described(Schema.Int, "Maximum time of the request, 1 to 20 seconds").check(
      Schema.isBetween({ minimum: 1, maximum: 20 })
    ),
    8
  ),
  waitingText: withDefault(
    Schema.NullOr(
      writtenText(
        300,
        "What the agent says while the tool runs. null: a fixed line of the language. At most 300 characters"
      )
    ),
    null
  ),
  answer: withDefault(Schema.NullOr(path), null),
  changes: described(
    Schema.Boolean,
    "Whether the tool changes something, such as a booking. Then it runs once, is never repeated, and has an idempotency key"
  )
})
  .check(
    Schema.makeFilter(({ changes, mcp, parameters, request }) => {
      if ((mcp === undefined) === (request === undefined)) return "must have either a request or an MCP server"
      if (mcp !== undefined && !changes && !mcp.isReadOnly)
        return "must have changes, because its server does not say that it only reads"
      if (request === undefined) return undefined
      const names = Object.keys((parameters.properties as object | undefined) ?? {})
      const [unknown] = unknownPlaceholders(`${request.url} ${request.body ?? ""}`, names)
      if (unknown !== undefined) return `has the unknown placeholder {{${unknown}}} in its request`
      return request.method === "GET" && request.body !== null ? "must have no body in a GET request" : undefined
    })
  )
  .annotate({ identifier: "FlowTool" })
export type FlowTool = typeof FlowTool.Type

/** A tool that is an HTTP request. */
export type HttpTool = FlowTool & { readonly request: typeof ToolRequest.Type }

export const isHttpTool = (tool: FlowTool): tool is HttpTool => tool.request !== undefined

/** The tools of a flow. */
export const FlowTools = Schema.Array(FlowTool)
  .annotate({ description: "Requests that the model may send to systems of the organization, at most 20" })
  .check(
    Schema.makeFilter(
      (all) =>
        countProblem(all.length, 20, "tools") ??
        (new Set(all.map(({ name }) => name)).size < all.length ? "must have different names" : undefined)
    )
  )

/** The tools of a flow in a request. */
export const GivenFlowTools = FlowTools.check(
  Schema.makeFilter((all) => {
    const index = all.findIndex(({ name }) => isBuiltInName(name))
    return index === -1 ? undefined : { path: [index, "name"], issue: ofEveryCall }
  })
)
