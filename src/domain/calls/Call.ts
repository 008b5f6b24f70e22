import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { JourneyAction } from "../campaigns/JourneyRule.ts"
import { ExplainedDelivery } from "../delivery/WriteBack.ts"
import { shortText } from "../text/text.ts"

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

/** The label that a call carries, as it is shown beside it. */
export const LabelOfCall = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  color: Schema.String,
  isPositive: Schema.Boolean
}).annotate({ identifier: "LabelOfCall" })

const described = <S extends Schema.Top>(schema: S, description: string) => schema.annotate({ description })

/** What came of one person in one campaign so far. */
export const CallRecord = Schema.Struct({
  id: described(Schema.String, "The campaignCallId of the fulfil and restore paths"),
  callSid: described(Schema.NullOr(Schema.String), "Of the last attempt; null until a carrier took one"),
  contactId: Schema.String,
  contactName: Schema.String,
  phoneNumber: Schema.String,
  status: CallStatus,
  outcome: described(Schema.NullOr(CallOutcome), "How the last attempt ended; null before the first has"),
  failureReason: described(Schema.NullOr(Schema.String), "Why a call is FAILED or SKIPPED"),
  duration: described(Schema.Int, "Seconds of talk of the last attempt; 0 when nobody talked"),
  attempts: Schema.Int,
  startedAt: described(Schema.NullOr(Timestamp), "Of the last attempt"),
  completedAt: described(Schema.NullOr(Timestamp), "Of the last attempt"),
  nextAttemptAt: described(Schema.NullOr(Timestamp), "Set while the call waits"),
  scheduledAt: described(Schema.NullOr(Timestamp), "When its next or last attempt was due"),
  intentLabel: described(Schema.NullOr(LabelOfCall), "Null when undetermined or not yet analysed"),
  intentSource: described(Schema.NullOr(IntentSource), "auto: by analysis; system: by rule, such as unanswered"),
  intentUndetermined: Schema.Boolean,
  journeyAction: described(Schema.NullOr(JourneyAction), "What was done because of the label; null if nothing yet"),
  flaggedForReview: Schema.Boolean,
  suppressedFromCampaign: Schema.Boolean,
  suppressionReason: described(Schema.NullOr(Schema.String), "The intent label, or Do Not Contact"),
  callbackScheduledAt: Schema.NullOr(Timestamp),
  callbackAdjusted: described(
    Schema.Boolean,
    "Whether the callback was moved into the hours in which people are called"
  ),
  deferralReason: described(Schema.NullOr(Schema.String), "Frequency Cap - Daily or Frequency Cap - Weekly")
}).annotate({ identifier: "CallRecord" })
export type CallRecord = typeof CallRecord.Type

export const AttemptLogEntry = Schema.Struct({
  attemptNo: Schema.Int,
  callSid: Schema.NullOr(Schema.String),
  startedAt: Timestamp,
  answeredAt: Schema.NullOr(Timestamp),
  endedAt: Schema.NullOr(Timestamp),
  durationSeconds: Schema.Int,
  outcome: described(Schema.NullOr(CallOutcome), "Null while it is under way"),
  failureReason: Schema.NullOr(Schema.String),
  answeredBy: Schema.NullOr(AnsweredBy)
}).annotate({ identifier: "AttemptLogEntry" })
export type AttemptLogEntry = typeof AttemptLogEntry.Type

/** What is asked before a call is placed, in this order. */
const Gate = Schema.Literals([
  "campaign",
  "quota",
  "dnc",
  "suppression",
  "frequency",
  "window",
  "live",
  "pacing",
  "slot"
])

/** One answer to whether a person is called now. */
export const Decision = Schema.Struct({
  at: Timestamp,
  gate: Gate,
  verdict: Schema.Literals(["PASS", "WAIT", "REFUSE"]),
  detail: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Decision" })
export type Decision = typeof Decision.Type

const TranscriptLine = Schema.Struct({
  role: Schema.Literals(["agent", "person"]),
  text: described(Schema.String, "As it was heard: of the agent what was played, of the person what was understood"),
  startMs: described(Schema.Int, "Milliseconds of the line since its sound began"),
  endMs: Schema.Int,
  interrupted: described(Schema.Boolean, "The person did not let the agent finish")
}).annotate({ identifier: "TranscriptLine" })

const Millis = Schema.NullOr(Schema.Finite)

const Turn = Schema.Struct({
  at: described(Timestamp, "Of the turn"),
  endOfTurnMs: described(Millis, "From the last sound of the person to the end of their turn"),
  finalMs: described(Millis, "From that sound to the final text of what they said"),
  retrievalMs: described(Millis, "From the end of the turn to the answer of the knowledge base"),
  firstTokenMs: described(Millis, "From the end of the turn to the first of the model's words"),
  firstAudioMs: described(Millis, "From the end of the turn to the first sound of the reply"),
  totalMs: described(Millis, "From the last sound of the person to the first sound of the reply"),
  chunkIds: described(Schema.Array(Schema.String), "What of the knowledge base the model was given"),
  interrupted: Schema.Boolean,
  why: described(
    Schema.NullOr(Schema.String),
    "Why the turn ended when it did, and why nothing was retrieved or the reply was cut off, if that is so"
  )
}).annotate({ identifier: "Turn" })

/** What the last talk that was analysed came to. */
const CallAnalysis = Schema.Struct({
  attemptNo: Schema.Int,
  intentLabel: described(Schema.NullOr(Schema.String), "The label's name; null when the talk could not be classified"),
  undetermined: described(Schema.NullOr(Schema.String), "Why it could not be classified"),
  evidence: described(Schema.NullOr(Schema.String), "The person's words that show it"),
  confidence: described(Schema.NullOr(Schema.Finite), "How sure the analysis was, from 0 to 1"),
  callbackSaid: described(Schema.NullOr(Schema.String), "The person's words about when to call back")
}).annotate({ identifier: "CallAnalysis" })

/** A call that waits for somebody to look at it. */
export const CallInReview = Schema.Struct({
  ...CallRecord.fields,
  campaignId: Schema.String,
  campaignName: Schema.String,
  inReviewSince: Timestamp,
  reviewReason: described(Schema.String, "Why somebody should look at it"),
  evidence: CallAnalysis.fields.evidence,
  callbackSaid: CallAnalysis.fields.callbackSaid
}).annotate({ identifier: "CallInReview" })
export type CallInReview = typeof CallInReview.Type

/** What somebody found who has looked at a call. */
export const Review = Schema.Struct({
  note: Schema.optionalKey(Schema.NullOr(shortText(1000, "What came of it, for the security log")))
}).annotate({ identifier: "Review" })

/** All that is known of a call, for those who want to know why it went as it did. */
export const ExplainedCall = Schema.Struct({
  ...CallRecord.fields,
  attemptLog: Schema.Array(AttemptLogEntry),
  transcript: Schema.Array(TranscriptLine).annotate({
    description:
      "What was said in the last talk that is over and in which something was said, in order; one that goes on is not shown here. Empty once it was kept for as long as the organization keeps it"
  }),
  turns: Schema.Array(Turn).annotate({ description: "How the agent answered in that talk, turn by turn" }),
  analysis: Schema.NullOr(CallAnalysis).annotate({
    description: "What the last talk that was analysed came to. Null before, and once what was said is no longer kept"
  }),
  variables: Schema.Record(Schema.String, Schema.Json).annotate({
    description:
      "The flow's variables as that talk filled them; that of a callback is the time at which the person is called"
  }),
  decisions: Schema.Array(Decision).annotate({
    description: "Why the person was, or was not, called: what each gate said, oldest first"
  }),
  deliveries: Schema.Array(ExplainedDelivery).annotate({ description: "What was told of it by webhook, oldest first" })
}).annotate({ identifier: "ExplainedCall" })
export type ExplainedCall = typeof ExplainedCall.Type
