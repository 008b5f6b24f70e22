import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { JourneyAction } from "../campaigns/JourneyRule.ts"
import { AttemptCosts } from "../costs/Spending.ts"
import { ExplainedDelivery } from "../delivery/WriteBack.ts"
import { described } from "../schema/described.ts"
import { RowId } from "../schema/uuid.ts"
import { shortText } from "../text/text.ts"
import { ToolCallRecord } from "../tools/ToolCall.ts"
import { CallResults } from "./CallResult.ts"
import { Commitment } from "./Commitment.ts"
import { MachineRecord } from "./MachineRecord.ts"
import { TransferTry } from "./TransferTry.ts"

/** The status of a contact's call in a campaign. A campaign's progress counts calls by exactly these values. */
export const CallStatus = Schema.Literals([
  "PENDING",
  "QUEUED",
  "IN_PROGRESS",
  "COMPLETED",
  "FAILED",
  "SKIPPED",
  "SUPPRESSED"
])

/** How an attempt ended. */
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

/** Whether the service has called the person, or the person has called back. */
export const AttemptKind = Schema.Literals(["OUTBOUND", "INBOUND"])

/** The answering party, as the carrier detected it. */
export const AnsweredBy = Schema.Literals(["human", "machine", "fax", "unknown"])

/** The source of a call's intent label: the analysis, or a rule of the system. */
export const IntentSource = Schema.Literals(["auto", "system"])

/** The intent label as shown with a call. */
export const LabelOfCall = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  color: Schema.String,
  isPositive: Schema.Boolean
}).annotate({ identifier: "LabelOfCall" })

/** The correction of a call's label by a person. */
const IntentCorrection = Schema.Struct({
  by: described(Schema.String, "The actor of the correction, as in the security log"),
  byName: described(
    Schema.NullOr(Schema.String),
    "Name of the person; null for a key or token, and once they are deleted"
  ),
  at: Schema.String.annotate({ format: "date-time", description: "ISO 8601, UTC" }),
  from: described(Schema.NullOr(Schema.String), "Name of the label before; null if the call had none"),
  note: Schema.NullOr(Schema.String)
}).annotate({ identifier: "IntentCorrection" })

/** The attempt that is hung up. */
export const HangUp = Schema.Struct({ callId: Schema.String, attempt: Schema.Int }).annotate({ identifier: "HangUp" })

/** The label that a person gives to a call. */
export const LabelCorrection = Schema.Struct({
  labelId: described(RowId, "Id of a label of the call's campaign"),
  note: Schema.optionalKey(Schema.NullOr(shortText(1000, "Why the label was corrected")))
}).annotate({ identifier: "LabelCorrection" })

/** The current state of one contact's call in one campaign. */
export const CallRecord = Schema.Struct({
  id: described(Schema.String, "The campaignCallId of the fulfil and restore paths"),
  callSid: described(
    Schema.NullOr(Schema.String),
    "The carrier's id of the last attempt; null until a carrier accepts an attempt"
  ),
  contactId: Schema.String,
  contactName: Schema.String,
  phoneNumber: Schema.String,
  status: CallStatus,
  outcome: described(Schema.NullOr(CallOutcome), "How the last attempt ended; null until the first has ended"),
  failureReason: described(Schema.NullOr(Schema.String), "Why a call is FAILED or SKIPPED"),
  duration: described(Schema.Int, "Length of the last attempt's conversation in seconds; 0 without a conversation"),
  attempts: Schema.Int,
  startedAt: described(Schema.NullOr(Timestamp), "When the last attempt started"),
  completedAt: described(Schema.NullOr(Timestamp), "When the last attempt ended"),
  nextAttemptAt: described(Schema.NullOr(Timestamp), "When the next attempt is due; set while the call waits"),
  scheduledAt: described(Schema.NullOr(Timestamp), "When the next or last attempt was due"),
  intentLabel: described(Schema.NullOr(LabelOfCall), "Null if undetermined or not analyzed yet"),
  intentSource: described(
    Schema.NullOr(IntentSource),
    "auto: by analysis; system: by rule, such as unanswered; null also if a person corrected the label"
  ),
  intentCorrection: described(
    Schema.NullOr(IntentCorrection),
    "The correction of the label by a person; intentSource is null then. Null if there is none since the last attempt"
  ),
  intentUndetermined: Schema.Boolean,
  awaitsLabel: described(
    Schema.Boolean,
    "Whether the conversation is still to be analyzed. While the model gives no answer, this lasts up to 24 hours"
  ),
  journeyAction: described(Schema.NullOr(JourneyAction), "The action taken because of the label; null if none yet"),
  flaggedForReview: Schema.Boolean,
  suppressedFromCampaign: Schema.Boolean,
  suppressionReason: described(Schema.NullOr(Schema.String), "The name of the intent label, or Do Not Contact"),
  callbackScheduledAt: Schema.NullOr(Timestamp),
  callbackAdjusted: described(Schema.Boolean, "Whether the callback was moved into the calling hours"),
  reminderFor: described(
    Schema.NullOr(Schema.String),
    "The promised day, such as 2026-01-31, if the next call is a reminder of it; otherwise null"
  ),
  deferralReason: described(
    Schema.NullOr(Schema.String),
    "Why the call was deferred: Frequency Cap - Daily or Frequency Cap - Weekly"
  ),
  results: described(
    CallResults,
    "The variables of the flow as the last analyzed conversation filled them, with the words that show each value; empty " +
      "before the first analysis, if the flow has no variables, and after the transcript was deleted"
  )
}).annotate({ identifier: "CallRecord" })
export type CallRecord = typeof CallRecord.Type

export const AttemptLogEntry = Schema.Struct({
  attemptNo: Schema.Int,
  kind: described(AttemptKind, "OUTBOUND: the service has called the person. INBOUND: the person has called back"),
  callSid: Schema.NullOr(Schema.String),
  callerId: described(
    Schema.NullOr(Schema.String),
    "The number that the person saw, or called; null for an attempt from before it was recorded"
  ),
  startedAt: Timestamp,
  answeredAt: Schema.NullOr(Timestamp),
  endedAt: Schema.NullOr(Timestamp),
  durationSeconds: Schema.Int,
  outcome: described(Schema.NullOr(CallOutcome), "Null while the attempt is in progress"),
  failureReason: Schema.NullOr(Schema.String),
  answeredBy: Schema.NullOr(AnsweredBy),
  machine: described(
    Schema.NullOr(MachineRecord),
    "The machine that answered, if the flow has settings for machines; null: none was found"
  ),
  flowVersion: described(
    Schema.NullOr(Schema.Int),
    "The version of the flow that the attempt uses; null for an attempt from before there were versions"
  ),
  identityConfirmedAt: described(
    Schema.NullOr(Timestamp),
    "When the person confirmed who they are; null if they did not, or the use case does not ask for it"
  ),
  costs: Schema.optionalKey(described(AttemptCosts, "Absent while nothing is counted"))
}).annotate({ identifier: "AttemptLogEntry" })
export type AttemptLogEntry = typeof AttemptLogEntry.Type

/** The checks before a call is placed, in this order. */
const Gate = Schema.Literals([
  "campaign",
  "quota",
  "dnc",
  "consent",
  "suppression",
  "frequency",
  "window",
  "live",
  "caller",
  "pacing",
  "slot"
])

/** The verdict of one gate on whether a person is called now. */
export const Decision = Schema.Struct({
  at: Timestamp,
  gate: Gate,
  verdict: Schema.Literals(["PASS", "WAIT", "REFUSE"]),
  detail: Schema.NullOr(Schema.String)
}).annotate({ identifier: "Decision" })
export type Decision = typeof Decision.Type

const TranscriptLine = Schema.Struct({
  role: Schema.Literals(["agent", "person"]),
  text: described(Schema.String, "For the agent the text whose audio was played, for the person the recognized text"),
  startMs: described(Schema.Int, "Milliseconds since the audio of the call began"),
  endMs: Schema.Int,
  interrupted: described(Schema.Boolean, "Whether the person interrupted the agent")
}).annotate({ identifier: "TranscriptLine" })

const Millis = Schema.NullOr(Schema.Finite)

const Turn = Schema.Struct({
  at: described(Timestamp, "When the turn ended"),
  endOfTurnMs: described(Millis, "From the person's last sound to the end of their turn"),
  finalMs: described(Millis, "From the person's last sound to the final transcript of their words"),
  retrievalMs: described(Millis, "From the end of the turn to the answer of the knowledge base"),
  firstTokenMs: described(Millis, "From the end of the turn to the model's first words"),
  firstAudioMs: described(Millis, "From the end of the turn to the first sound of the reply"),
  totalMs: described(Millis, "From the person's last sound to the first sound of the reply"),
  chunkIds: described(Schema.Array(Schema.String), "The chunks of the knowledge base that the model received"),
  llmProvider: described(
    Schema.NullOr(Schema.Literals(["PLATFORM_INFERENCE", "HOSTED_API"])),
    "The model that answered; null if none did, if it was a model by name, or for a call before this was recorded"
  ),
  model: described(Schema.NullOr(Schema.String), "Name of the model that answered, if it was a model by name"),
  language: described(
    Schema.NullOr(Schema.String),
    "The language in which the agent answered; null without an answer, and for a call before this was recorded"
  ),
  interrupted: Schema.Boolean,
  speculative: described(
    Schema.NullOr(Schema.Struct({ used: Schema.Boolean, discarded: Schema.Int })),
    "The replies that were prepared before the turn had ended: whether one was used, and how many were discarded; " +
      "null for a call before this was recorded"
  ),
  why: described(
    Schema.NullOr(Schema.String),
    "Why the turn ended at that moment and, if applicable, why nothing was retrieved or why the reply was cut off"
  )
}).annotate({ identifier: "Turn" })

/** The result of the last conversation that was analyzed. */
const CallAnalysis = Schema.Struct({
  attemptNo: Schema.Int,
  intentLabel: described(
    Schema.NullOr(Schema.String),
    "The label's name; null if the conversation could not be classified"
  ),
  undetermined: described(Schema.NullOr(Schema.String), "Why the conversation could not be classified"),
  evidence: described(Schema.NullOr(Schema.String), "The person's words that support the label"),
  confidence: described(Schema.NullOr(Schema.Finite), "Confidence of the analysis, from 0 to 1"),
  callbackSaid: described(Schema.NullOr(Schema.String), "The person's own words about when to call back"),
  commitment: described(
    Schema.NullOr(Commitment),
    "The promise of the person, from the variables with a role; null if nothing was promised or no variable has a role"
  ),
  noReminder: described(
    Schema.NullOr(Schema.String),
    "Why no reminder of the promise was scheduled, although the journey rule is COMMITMENT_REMINDER"
  )
}).annotate({ identifier: "CallAnalysis" })

/** A call that waits for review by a person of the organization. */
export const CallInReview = Schema.Struct({
  ...CallRecord.fields,
  campaignId: Schema.String,
  campaignName: Schema.String,
  inReviewSince: Timestamp,
  reviewReason: described(Schema.String, "Why a person should review the call"),
  evidence: CallAnalysis.fields.evidence,
  callbackSaid: CallAnalysis.fields.callbackSaid
}).annotate({ identifier: "CallInReview" })
export type CallInReview = typeof CallInReview.Type

/** The result of a review. */
export const Review = Schema.Struct({
  note: Schema.optionalKey(Schema.NullOr(shortText(1000, "The result of the review, for the security log")))
}).annotate({ identifier: "Review" })

/** A chunk of a document that the model received for a reply. */
const UsedChunk = Schema.Struct({
  chunkId: Schema.String,
  documentId: Schema.String,
  filename: Schema.String,
  text: Schema.String
}).annotate({ identifier: "UsedChunk" })
export type UsedChunk = typeof UsedChunk.Type

/** Everything known about a call, to explain its course. */
export const ExplainedCall = Schema.Struct({
  ...CallRecord.fields,
  campaignId: Schema.String,
  campaignName: Schema.String,
  inReviewSince: described(Schema.NullOr(Timestamp), "Null while the call is not in the review queue"),
  reviewReason: described(Schema.NullOr(Schema.String), "Why a person should review the call"),
  attemptLog: Schema.Array(AttemptLogEntry),
  transcript: Schema.Array(TranscriptLine).annotate({
    description:
      "The transcript of the last finished conversation in which anything was said, in order. A conversation in " +
      "progress is not shown. Empty once the organization's retention period is over"
  }),
  turns: Schema.Array(Turn).annotate({ description: "How the agent answered in that conversation, turn by turn" }),
  toolCalls: Schema.Array(ToolCallRecord).annotate({
    description: "The tools that the agent called in all conversations of the call, oldest first"
  }),
  transfers: Schema.Array(TransferTry).annotate({
    description: "The tries to transfer the call to another person, oldest first"
  }),
  chunks: Schema.Array(UsedChunk).annotate({
    description: "The chunks that the turns name, without those of documents that were deleted since"
  }),
  analysis: Schema.NullOr(CallAnalysis).annotate({
    description:
      "The result of the last conversation that was analyzed. Null before the first analysis and after the transcript was " +
      "deleted"
  }),
  variables: Schema.Record(Schema.String, Schema.Json).annotate({
    description:
      "The flow's variables as the model filled them, also where no words show the value: see `results`. A callback variable " +
      "holds the time of the next call"
  }),
  decisions: Schema.Array(Decision).annotate({
    description: "Why the person was or was not called: the verdict of each gate, oldest first"
  }),
  deliveries: Schema.Array(ExplainedDelivery).annotate({
    description: "The webhook deliveries for the call, oldest first"
  })
}).annotate({ identifier: "ExplainedCall" })
export type ExplainedCall = typeof ExplainedCall.Type
