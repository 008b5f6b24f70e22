import { Schema, Struct } from "effect"
import { withDefault } from "../schema/with-default.ts"
import { Name } from "../text/text.ts"

/** What a label means for the person: called again, no more in this campaign, or no more at all. */
export const RetryBehavior = Schema.Literals(["RETRYABLE", "SUPPRESS_CAMPAIGN", "SUPPRESS_ORG_WIDE"])
export type RetryBehavior = typeof RetryBehavior.Type

const fields = {
  name: Name,
  color: Schema.String.annotate({ description: "Hex #rrggbb" }).check(
    Schema.makeFilter((value) => (/^#[0-9a-f]{6}$/i.test(value) ? undefined : "must be a colour such as #1f9d55"))
  ),
  isPositive: Schema.Boolean,
  retryBehavior: RetryBehavior
}

/** How many labels may be added to those that a campaign begins with. */
export const maxCustomLabels = 10

export const NewIntentLabel = Schema.Struct({
  name: fields.name,
  color: withDefault(fields.color, "#64748b"),
  isPositive: withDefault(fields.isPositive, false),
  retryBehavior: withDefault(fields.retryBehavior, "RETRYABLE")
}).annotate({ identifier: "NewIntentLabel" })
export type NewIntentLabel = typeof NewIntentLabel.Type

export const IntentLabelChanges = Schema.Struct(Struct.map(fields, Schema.optionalKey)).annotate({
  identifier: "IntentLabelChanges"
})
export type IntentLabelChanges = typeof IntentLabelChanges.Type

export const IntentLabel = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  color: Schema.String,
  isPositive: Schema.Boolean,
  retryBehavior: RetryBehavior,
  suppressRetries: Schema.Boolean.annotate({ description: "Whether retryBehavior is another than RETRYABLE" }),
  isSystem: Schema.Boolean.annotate({ description: "Cannot be deleted, only renamed or recoloured" }),
  isCustom: Schema.Boolean.annotate({ description: "Was added to those the campaign began with" }),
  sortOrder: Schema.Int.annotate({ description: "The lower, the higher its priority for an ambiguous call" })
}).annotate({ identifier: "IntentLabel" })
export type IntentLabel = typeof IntentLabel.Type
