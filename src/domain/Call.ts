import { Schema } from "effect"

/** Where a person stands in a campaign; exactly the counters of a campaign's progress. */
export const CallStatus = Schema.Literals([
  "PENDING",
  "QUEUED",
  "IN_PROGRESS",
  "COMPLETED",
  "FAILED",
  "SKIPPED",
  "SUPPRESSED"
])

/** How an attempt to call ended. */
export const CallOutcome = Schema.Literals([
  "CONNECTED",
  "NO_ANSWER",
  "BUSY",
  "VOICEMAIL",
  "UNREACHABLE",
  "INVALID_NUMBER",
  "TIMEOUT",
  "CARRIER_ERROR",
  "DISPATCH_UNKNOWN"
])

/** Who took the phone, as the carrier heard it. */
export const AnsweredBy = Schema.Literals(["human", "machine", "fax", "unknown"])

/** Where a call's intent label came from: the analysis, or a rule of the system. */
export const IntentSource = Schema.Literals(["auto", "system"])
