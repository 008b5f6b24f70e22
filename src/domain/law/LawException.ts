import { Schema } from "effect"
import { requiredText } from "../text/text.ts"

/** An admin's decision that a rule of a law does not apply to an organization. */
export const NewLawException = Schema.Struct({
  rule: Schema.String.annotate({
    description: "Name of the rule as in docs/law.md, such as FR.marketing-hours",
    examples: ["FR.marketing-hours"]
  }),
  reason: requiredText(1000, "Why the rule does not apply, such as the consent of all contacts to other hours")
}).annotate({ identifier: "NewLawException" })
export type NewLawException = typeof NewLawException.Type

export const LawException = Schema.Struct({
  ...NewLawException.fields,
  by: Schema.String.annotate({ description: "The actor who decided it, as in the security log" }),
  at: Schema.String.annotate({ format: "date-time", description: "ISO 8601, UTC" })
}).annotate({ identifier: "LawException" })
export type LawException = typeof LawException.Type
