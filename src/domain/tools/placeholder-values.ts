import { Schema } from "effect"
import { countProblem } from "../schema/count-problem.ts"

const text = (length: number) => Schema.String.check(Schema.isMaxLength(length))

/** Values for the placeholders of a contact, by name, where a flow or a tool is tried without a call. */
export const placeholderValues = Schema.Record(text(200), text(2_000)).check(
  Schema.makeFilter((values) => countProblem(Object.keys(values).length, 60, "values"))
)
