import { Schema } from "effect"
import { Timestamp } from "./time.ts"

const HistoryEntry = Schema.Struct({
  campaignId: Schema.String,
  campaignName: Schema.String,
  useCaseType: Schema.String,
  callId: Schema.String,
  outcome: Schema.Literals(["Connected", "No Answer", "Failed", "Skipped", "In Progress", "Pending"]),
  status: Schema.String,
  attempts: Schema.Int,
  durationSeconds: Schema.Int,
  callAt: Schema.NullOr(Timestamp),
  scheduledAt: Schema.NullOr(Timestamp),
  intentLabel: Schema.NullOr(
    Schema.Struct({ id: Schema.String, name: Schema.String, color: Schema.String, isPositive: Schema.Boolean })
  ),
  intentUndetermined: Schema.Boolean,
  flaggedForReview: Schema.Boolean
}).annotate({ identifier: "ContactHistoryEntry" })

/** What all campaigns of an organization had to do with one phone number. */
export const ContactHistory = Schema.Struct({
  contact: Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    phoneNumber: Schema.String,
    doNotContact: Schema.Boolean,
    doNotContactReason: Schema.NullOr(Schema.String),
    doNotContactAt: Schema.NullOr(Timestamp)
  }),
  history: Schema.Array(HistoryEntry),
  bestTime: Schema.Struct({
    label: Schema.NullOr(Schema.String),
    source: Schema.Literals(["individual", "demographic", "default"]),
    basisCount: Schema.Int
  }),
  hasNegativeIntent: Schema.Boolean,
  negativeLabels: Schema.Array(Schema.String)
}).annotate({ identifier: "ContactHistory" })
export type ContactHistory = typeof ContactHistory.Type
