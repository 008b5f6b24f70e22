import { Schema, Struct } from "effect"

const cap = (period: string) =>
  Schema.Int.annotate({ description: `Calls to one number ${period}: 0 to 100, 0 for no cap` }).check(
    Schema.isBetween({ minimum: 0, maximum: 100 })
  )

const fields = {
  maxCallsPerDay: cap("per calendar day in the person's time zone"),
  maxCallsPerWeek: cap("within any 168 hours")
}

export const FrequencyCapChanges = Schema.Struct(Struct.map(fields, Schema.optionalKey)).annotate({
  identifier: "FrequencyCapChanges"
})
export type FrequencyCapChanges = typeof FrequencyCapChanges.Type

/** The maximum number of calls of all campaigns of an organization to one number. */
export const FrequencyCap = Schema.Struct({
  id: Schema.Int.annotate({ description: "The organization's id" }),
  ...fields
}).annotate({ identifier: "FrequencyCap" })
export type FrequencyCap = typeof FrequencyCap.Type
