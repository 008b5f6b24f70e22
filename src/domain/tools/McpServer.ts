import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { described } from "../schema/described.ts"
import { withDefault } from "../schema/with-default.ts"
import { SecretHeaders } from "./ToolHeaders.ts"

const url = described(
  Schema.String,
  "URL of the server's endpoint for streamable HTTP, such as https://crm.example.com/mcp"
)

/** A server of the Model Context Protocol whose tools the flows of an organization may use. */
export const NewMcpServer = Schema.Struct({ url, headers: withDefault(SecretHeaders, {}) }).annotate({
  identifier: "NewMcpServer"
})
export type NewMcpServer = typeof NewMcpServer.Type

/** An MCP server in answers: without the values of its headers. */
export const ListedMcpServer = Schema.Struct({
  name: Schema.String,
  url,
  headers: described(Schema.Array(Schema.String), "Names of the headers"),
  createdAt: described(Timestamp, "When the server was last replaced"),
  createdBy: described(Schema.String, "The actor who did so, as in the security log")
}).annotate({ identifier: "ListedMcpServer" })
export type ListedMcpServer = typeof ListedMcpServer.Type

/** A tool that a server offers, with what a flow needs to use it. */
export const OfferedTool = Schema.Struct({
  tool: described(Schema.String, "The server's name of the tool"),
  name: described(Schema.String, "A name for the tool in a flow"),
  description: described(Schema.String, "The server's description, without invisible characters, at most 1000 long"),
  parameters: described(
    Schema.Record(Schema.String, Schema.Json),
    "JSON Schema of the arguments, without the parts that a flow does not support"
  ),
  isReadOnly: described(Schema.Boolean, "Whether the server says that the tool only reads"),
  pin: described(Schema.String, "Fingerprint of all that the server says about the tool"),
  problem: described(Schema.NullOr(Schema.String), "Why no flow can use the tool; null: it can")
}).annotate({ identifier: "OfferedTool" })
export type OfferedTool = typeof OfferedTool.Type

/** Maximum number of tools in an answer. */
export const maxOfferedTools = 200

/** The tools that a server offers. */
export const OfferedTools = Schema.Struct({
  data: Schema.Array(OfferedTool),
  total: described(Schema.Int, "Number of tools that the server has; the first 200 of them are in `data`")
})
export type OfferedTools = typeof OfferedTools.Type

/** Says which tools of a server are not shown; undefined if all are. */
export const hiddenTools = ({ data, total }: { readonly data: ReadonlyArray<unknown>; readonly total: number }) =>
  total > data.length
    ? `The server has ${total} tools, of which only the first ${data.length} are listed. Have it offer fewer, such as at several URLs.`
    : undefined
