import { Schema } from "effect"
import { IntentLabel } from "./IntentLabel.ts"

/** The action that follows an intent label. */
export const JourneyAction = Schema.Literals([
  "RETRY",
  "SUPPRESS_CAMPAIGN",
  "SUPPRESS_ORG_WIDE",
  "FLAG_REVIEW",
  "COMMITMENT_REMINDER",
  "MARK_COMPLETED"
])
export type JourneyAction = typeof JourneyAction.Type

/** A rule as a client sends it. For actions other than RETRY the delay is ignored, even if it is out of range. */
export const NewJourneyRule = Schema.Struct({
  action: JourneyAction,
  retryDelayMinutes: Schema.optionalKey(
    Schema.NullOr(Schema.Int).annotate({ description: "1 to 10080; only for RETRY, ignored for any other action" })
  )
})
  .check(
    Schema.makeFilter(({ action, retryDelayMinutes: minutes }) =>
      action === "RETRY" && typeof minutes === "number" && (minutes < 1 || minutes > 10_080)
        ? { path: ["retryDelayMinutes"], issue: "must be from 1 to 10080" }
        : undefined
    )
  )
  .annotate({ identifier: "NewJourneyRule" })
export type NewJourneyRule = typeof NewJourneyRule.Type

export const JourneyRule = Schema.Struct({
  id: Schema.String,
  campaignId: Schema.String,
  intentLabelId: Schema.String,
  action: JourneyAction,
  retryDelayMinutes: Schema.NullOr(Schema.Int),
  intentLabel: IntentLabel
}).annotate({ identifier: "JourneyRule" })
export type JourneyRule = typeof JourneyRule.Type
