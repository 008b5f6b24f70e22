import { Schema } from "effect"

/** What happens next because of an intent label. */
export const JourneyAction = Schema.Literals([
  "RETRY",
  "SUPPRESS_CAMPAIGN",
  "SUPPRESS_ORG_WIDE",
  "FLAG_REVIEW",
  "COMMITMENT_REMINDER",
  "MARK_COMPLETED"
])
