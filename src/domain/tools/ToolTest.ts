import { Schema } from "effect"
import { described } from "../schema/described.ts"
import { withDefault } from "../schema/with-default.ts"
import { CallDataRequest } from "./CallData.ts"
import { FlowTool } from "./FlowTool.ts"
import { placeholderValues } from "./placeholder-values.ts"
import { ToolCallStatus } from "./ToolCall.ts"

/** The contact of a test, in the placeholders of its request. */
const contact = {
  name: withDefault(
    described(Schema.String.check(Schema.isMaxLength(200)), "The name of the contact in placeholders"),
    ""
  ),
  values: withDefault(
    described(
      placeholderValues,
      "Values for the placeholders of the contact: its fields, such as phoneNumber, and its metadata"
    ),
    {}
  )
}

/** A tool that is run without a call. */
export const NewToolTest = Schema.Struct({
  tool: FlowTool,
  arguments: described(Schema.Record(Schema.String, Schema.Json), "The arguments that the model would give"),
  ...contact,
  sendsChanges: withDefault(
    described(Schema.Boolean, "Must be true for a tool that changes something: its request is sent"),
    false
  )
}).annotate({ identifier: "NewToolTest" })
export type NewToolTest = typeof NewToolTest.Type

/** The result of a tool that was run without a call. */
export const ToolTestResult = Schema.Struct({
  request: described(
    Schema.NullOr(
      Schema.Struct({ method: Schema.String, url: Schema.String, body: Schema.NullOr(Schema.String) }).annotate({
        identifier: "FilledToolRequest"
      })
    ),
    "The request with its placeholders filled, without headers; for the tool of an MCP server its arguments. Null: they do not fit"
  ),
  status: described(
    ToolCallStatus,
    "REFUSED: nothing was sent. UNCLEAR: it is not known whether the request had an effect"
  ),
  httpStatus: described(Schema.NullOr(Schema.Int), "Null without an answer"),
  tookMillis: Schema.Int,
  result: described(Schema.String, "The part of the answer, or the problem, that the model would see")
}).annotate({ identifier: "ToolTestResult" })
export type ToolTestResult = typeof ToolTestResult.Type

/** A request for data before the call that is sent without a call. */
export const NewCallDataTest = Schema.Struct({ callData: CallDataRequest, ...contact }).annotate({
  identifier: "NewCallDataTest"
})
export type NewCallDataTest = typeof NewCallDataTest.Type

/** The result of a request for data before the call. */
export const CallDataTestResult = Schema.Struct({
  ...ToolTestResult.fields,
  values: described(
    Schema.Array(
      Schema.Struct({
        name: Schema.String,
        value: described(Schema.String, "The value that the prompts of a call would have"),
        isDefault: described(Schema.Boolean, "Whether the default takes its place, because there is no such answer")
      }).annotate({ identifier: "CallDataTestValue" })
    ),
    "In the order of the variables"
  )
}).annotate({ identifier: "CallDataTestResult" })
export type CallDataTestResult = typeof CallDataTestResult.Type
