import { Schema } from "effect"

/** A set of headers, an MCP server or a tool of a flow would be invalid; `path` is the invalid field. */
export class ToolRefused extends Schema.TaggedError<ToolRefused>()("ToolRefused", {
  path: Schema.String,
  message: Schema.String
}) {}
