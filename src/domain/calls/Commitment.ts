import { Schema } from "effect"
import type { FlowVariable } from "../flows/FlowVariable.ts"
import { type CallResults, valuesOf } from "./CallResult.ts"

/** The promise of a person, from the variables of the flow that have a role in it. */
export const Commitment = Schema.Struct({
  amount: Schema.NullOr(Schema.Finite),
  date: Schema.NullOr(Schema.String).annotate({ description: "The promised day, such as 2026-01-31" })
}).annotate({ identifier: "Commitment" })
export type Commitment = typeof Commitment.Type

/** Returns the promise of the person; null if they promised nothing, or the flow declares no such variables. */
export const commitmentOf = (variables: ReadonlyArray<FlowVariable>, results: CallResults): Commitment | null => {
  const values = valuesOf(results)
  const promised = (wanted: FlowVariable["role"]) => {
    const name = variables.find(({ role }) => role === wanted)?.name
    return name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined
  }
  const [amount, date] = [promised("COMMITMENT_AMOUNT"), promised("COMMITMENT_DATE")]
  if (amount === undefined && date === undefined) return null
  return {
    amount: typeof amount === "number" ? amount : null,
    date: typeof date === "string" ? date.slice(0, "2026-01-31".length) : null
  }
}
