import { Schema } from "effect"
import { countProblem } from "../schema/count-problem.ts"
import { withDefault } from "../schema/with-default.ts"
import { Name, writtenTextProblem } from "../text/text.ts"

/** Maximum number of variables of a flow. */
const maxVariables = 50
/** Maximum number of values that a variable may choose from. */
const maxOptions = 50

const condition = Schema.String.check(Schema.makeFilter((text) => writtenTextProblem(text, 500, text.length)))

const options = Schema.Array(Name).check(
  Schema.makeFilter(
    (all) =>
      countProblem(all.length, maxOptions, "options") ??
      (new Set(all).size < all.length ? "must be different" : undefined)
  )
)

/** A value that the analysis extracts from each conversation. */
export const FlowVariable = Schema.Struct({
  name: Name,
  description: Schema.String,
  type: Schema.Literals(["STRING", "NUMBER", "BOOLEAN", "DATE_TIME", "DATE", "ENUM", "LIST"]).annotate({
    description:
      "DATE_TIME: a date, with or without a time. DATE: a date only. ENUM: one of `options`. LIST: several texts, of `options` if there are any"
  }),
  isCallbackRequest: withDefault(Schema.Boolean, false),
  required: Schema.optionalKey(
    Schema.Boolean.annotate({ description: "Whether a conversation without a value is marked as incomplete" })
  ),
  condition: Schema.optionalKey(
    condition.annotate({ description: "When the variable applies, in words, such as `The person promises to pay`" })
  ),
  options: Schema.optionalKey(options.annotate({ description: "The values of an ENUM, or those of a LIST" })),
  role: Schema.optionalKey(
    Schema.Literals(["COMMITMENT_AMOUNT", "COMMITMENT_DATE"]).annotate({
      description:
        "The amount (a NUMBER) or the day (a DATE or DATE_TIME) that the person promises. They are the `commitment_data` of the call, and the day is that of a `COMMITMENT_REMINDER`"
    })
  )
}).annotate({ identifier: "FlowVariable" })
export type FlowVariable = typeof FlowVariable.Type

export const FlowVariables = Schema.Array(FlowVariable).check(
  Schema.makeFilter((all) => {
    const tooMany = countProblem(all.length, maxVariables, "variables")
    if (tooMany !== undefined) return tooMany
    if (new Set(all.map(({ name }) => name)).size < all.length) return "must have different names"
    for (const one of all) {
      const problem = problemOf(one)
      if (problem !== undefined) return `${problem}: ${one.name}`
    }
    const roles = all.flatMap(({ role }) => role ?? [])
    return new Set(roles).size < roles.length ? "must have one variable of each role" : undefined
  })
)

const problemOf = ({ isCallbackRequest, options = [], role, type }: FlowVariable): string | undefined => {
  if (type === "ENUM" && options.length === 0) return "must have options where the type is ENUM"
  if (type !== "ENUM" && type !== "LIST" && options.length > 0) return "may have options only with ENUM or LIST"
  if (role === "COMMITMENT_AMOUNT" && type !== "NUMBER") return "must be a NUMBER to be the amount of a promise"
  if (role === "COMMITMENT_DATE" && !(isDate(type) && !isCallbackRequest))
    return "must be a DATE or DATE_TIME, and no callback request, to be the day of a promise"
  return undefined
}

const isDate = (type: FlowVariable["type"]) => type === "DATE" || type === "DATE_TIME"

/** The variables that have results. The one for callbacks is not among them. */
export const resultVariables = (variables: ReadonlyArray<FlowVariable>): ReadonlyArray<FlowVariable> =>
  variables.filter(({ isCallbackRequest }) => !isCallbackRequest)
