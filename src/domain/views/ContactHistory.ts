import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { type CallStatus, LabelOfCall } from "../calls/Call.ts"
import type { JourneyAction } from "../campaigns/JourneyRule.ts"
import { RecordedConsent } from "../contacts/Consent.ts"

const HistoryOutcome = Schema.Literals(["Connected", "No Answer", "Failed", "Skipped", "In Progress", "Pending"])

const HistoryEntry = Schema.Struct({
  campaignId: Schema.String,
  campaignName: Schema.String,
  useCaseType: Schema.String,
  callId: Schema.String,
  outcome: HistoryOutcome,
  status: Schema.String,
  attempts: Schema.Int,
  durationSeconds: Schema.Int,
  callAt: Schema.NullOr(Timestamp),
  scheduledAt: Schema.NullOr(Timestamp),
  intentLabel: Schema.NullOr(LabelOfCall),
  intentUndetermined: Schema.Boolean,
  flaggedForReview: Schema.Boolean
}).annotate({ identifier: "ContactHistoryEntry" })

/** All calls of an organization's campaigns to one phone number. */
export const ContactHistory = Schema.Struct({
  contact: Schema.Struct({
    id: Schema.String,
    name: Schema.String,
    phoneNumber: Schema.String,
    doNotContact: Schema.Boolean,
    doNotContactReason: Schema.NullOr(Schema.String),
    doNotContactAt: Schema.NullOr(Timestamp)
  }),
  consents: Schema.optionalKey(Schema.Array(RecordedConsent)).annotate({
    description: "On what basis the number may be called. Missing if no consent was ever recorded"
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

/** The outcome of a call in the terms of a contact's history. */
export const historyOutcome = (call: {
  readonly status: typeof CallStatus.Type
  readonly failureReason: string | null
  /** Whether any attempt led to a conversation. */
  readonly connected: boolean
}): typeof HistoryOutcome.Type => {
  switch (call.status) {
    case "IN_PROGRESS":
      return "In Progress"
    case "PENDING":
    case "QUEUED":
      return "Pending"
    case "COMPLETED":
      return "Connected"
    case "SKIPPED":
      return "Skipped"
    case "SUPPRESSED":
      return call.connected ? "Connected" : "Skipped"
    case "FAILED":
      return unanswered.has(call.failureReason) ? "No Answer" : "Failed"
  }
}

const unanswered: ReadonlySet<string | null> = new Set(["No Answer", "Busy", "Voicemail", "Unreachable"])

/**
 * Whether the person does not want to be called, by their own words or by a journey rule. A system label such as
 * Not Reachable says nothing about that.
 */
export const isNegative = (call: {
  readonly journeyAction: typeof JourneyAction.Type | null
  readonly label: { readonly isSystem: boolean; readonly suppressRetries: boolean } | null
}): boolean =>
  call.label?.isSystem !== true &&
  (call.label?.suppressRetries === true ||
    call.journeyAction === "SUPPRESS_CAMPAIGN" ||
    call.journeyAction === "SUPPRESS_ORG_WIDE")
