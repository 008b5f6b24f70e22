import { Schema } from "effect"
import { Purpose } from "./Law.ts"

/** A rule in words. */
export const LawRule = Schema.Struct({
  name: Schema.String.annotate({ description: "Such as FR.marketing-hours" }),
  place: Schema.String.annotate({ description: "The country, or the part of it, in which it applies" }),
  kind: Schema.Literals(["HOURS", "CAP", "PAUSE", "SERIES", "DUTY"]).annotate({
    description:
      "SERIES: from which numbers such calls come; applied to numbers of the organization's own. DUTY: nothing that the dialer decides on, such as to announce a recording"
  }),
  purposes: Schema.Array(Purpose),
  says: Schema.String,
  note: Schema.NullOr(Schema.String),
  source: Schema.String.annotate({ description: "The statute, regulation or code, with its section" }),
  checked: Schema.String.annotate({ description: "The day on which it was compared with its source" }),
  confidence: Schema.Literals(["high", "medium", "low"])
}).annotate({ identifier: "LawRule" })
export type LawRule = typeof LawRule.Type
