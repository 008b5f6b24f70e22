import { Schema, Struct } from "effect"

const cap = (period: string) =>
  Schema.Int.annotate({ description: `Calls to one number ${period}: 0 to 100, 0 for no cap` }).check(
    Schema.isBetween({ minimum: 0, maximum: 100 })
  )

const fields = {
  maxCallsPerDay: cap("in a calendar day of the person"),
  maxCallsPerWeek: cap("in any 168 hours")
}

export const FrequencyCapChanges = Schema.Struct(Struct.map(fields, Schema.optionalKey)).annotate({
  identifier: "FrequencyCapChanges"
})
export type FrequencyCapChanges = typeof FrequencyCapChanges.Type

/** How often all campaigns of an organization together may call one number. */
export const FrequencyCap = Schema.Struct({
  id: Schema.Int.annotate({ description: "That of the organization" }),
  ...fields
}).annotate({ identifier: "FrequencyCap" })
export type FrequencyCap = typeof FrequencyCap.Type
