import { Schema } from "effect"

/** A value of a flow's variable, in its type: a date is written as 2026-01-31, with a time as 2026-01-31T16:00. */
export const ResultValue = Schema.Union([Schema.String, Schema.Finite, Schema.Boolean, Schema.Array(Schema.String)])
export type ResultValue = typeof ResultValue.Type

/** The result of one variable of the flow. */
export const CallResult = Schema.Struct({
  value: Schema.NullOr(ResultValue).annotate({ description: "Null if it was not said, or not in a form that fits" }),
  evidence: Schema.NullOr(Schema.String).annotate({
    description: "The words of the conversation that show the value; null without a value"
  }),
  reason: Schema.NullOr(Schema.String).annotate({ description: "Why there is no value; null with a value" })
}).annotate({ identifier: "CallResult" })
export type CallResult = typeof CallResult.Type

/** The results of a conversation by the names of the flow's variables. */
export const CallResults = Schema.Record(Schema.String, CallResult)
export type CallResults = typeof CallResults.Type

/** Returns the values by name, without variables that have none. */
export const valuesOf = (results: CallResults): Readonly<Record<string, ResultValue>> =>
  Object.fromEntries(Object.entries(results).flatMap(([name, { value }]) => (value === null ? [] : [[name, value]])))

/** Writes a value as a text, such as for a cell of a table. */
export const resultText = (value: ResultValue | null): string =>
  value === null ? "" : typeof value === "object" ? value.join("; ") : String(value)
