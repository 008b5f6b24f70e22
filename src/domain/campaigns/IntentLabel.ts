import { Schema, Struct } from "effect"
import { documented } from "../schema/documented.ts"
import { withDefault } from "../schema/with-default.ts"
import { Name } from "../text/text.ts"

/**
 * The consequence of a label: the person may be called again, is not called again in this campaign, or is not called
 * again by the organization.
 */
export const RetryBehavior = Schema.Literals(["RETRYABLE", "SUPPRESS_CAMPAIGN", "SUPPRESS_ORG_WIDE"])
export type RetryBehavior = typeof RetryBehavior.Type

const hexColor = /^#[0-9A-Fa-f]{6}$/

const fields = {
  name: Name,
  color: Schema.String.annotate({ description: "Hex #rrggbb" }).check(
    Schema.makeFilter(
      (value) => (hexColor.test(value) ? undefined : "must be a colour such as #1f9d55"),
      documented({ pattern: hexColor.source })
    )
  ),
  isPositive: Schema.Boolean,
  retryBehavior: RetryBehavior
}

/** Maximum number of labels in addition to the campaign's initial labels. */
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
  suppressRetries: Schema.Boolean.annotate({ description: "Whether retryBehavior is anything but RETRYABLE" }),
  isSystem: Schema.Boolean.annotate({
    description:
      "Cannot be deleted, only renamed or recoloured: Not Reachable and Do Not Call, whatever their names now"
  }),
  isCustom: Schema.Boolean.annotate({ description: "Added to the campaign's initial labels" }),
  sortOrder: Schema.Int.annotate({ description: "A lower value has priority for an ambiguous call" })
}).annotate({ identifier: "IntentLabel" })
export type IntentLabel = typeof IntentLabel.Type

/** Whether a conversation may get the label: Not Reachable says that there was none. */
export const fitsConversations = ({ isSystem, suppressRetries }: IntentLabel): boolean => !isSystem || suppressRetries
