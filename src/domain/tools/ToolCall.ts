import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { described } from "../schema/described.ts"

/**
 * How a call of a tool ended. REFUSED: nothing was sent. UNCLEAR: a request that changes something was sent, and it is
 * not known whether it had an effect.
 */
export const ToolCallStatus = Schema.Literals(["RUNNING", "DONE", "FAILED", "REFUSED", "UNCLEAR"])
export type ToolCallStatus = typeof ToolCallStatus.Type

/** A call of a tool, as the record of the call shows it. */
export const ToolCallRecord = Schema.Struct({
  attemptNo: Schema.Int,
  turn: described(Schema.Int, "The turn of the person in which the tool was called, from 1"),
  tool: Schema.String,
  arguments: described(Schema.Json, "The arguments that the model gave"),
  status: described(
    ToolCallStatus,
    "REFUSED: nothing was sent. UNCLEAR: it is not known whether the request had an effect"
  ),
  httpStatus: described(Schema.NullOr(Schema.Int), "Null without an answer"),
  startedAt: Timestamp,
  tookMillis: described(Schema.NullOr(Schema.Int), "Null while the request runs, and if its node died"),
  result: described(Schema.NullOr(Schema.String), "The part of the answer, or the problem, that the model saw"),
  said: described(Schema.NullOr(Schema.String), "The words of the agent before it waited for the tool")
}).annotate({ identifier: "ToolCallRecord" })
export type ToolCallRecord = typeof ToolCallRecord.Type

/** The result of a call of a tool. */
export interface ToolOutcome {
  readonly status: Exclude<ToolCallStatus, "RUNNING">
  readonly httpStatus: number | null
  /** The part of the answer, or the problem, for the model. */
  readonly result: string
}
