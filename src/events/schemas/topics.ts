import { Schema, SchemaTransformation } from "effect"
import { describedOrganizationId } from "../../domain/accounts/OrganizationId.ts"
import { MaskedPhoneNumber } from "../../domain/calendar/phone-number.ts"
import { parseTime } from "../../domain/calendar/time.ts"
import { AnsweredBy, AttemptKind, CallOutcome, CallStatus, IntentSource } from "../../domain/calls/Call.ts"
import { ResultValue } from "../../domain/calls/CallResult.ts"
import { CampaignStatus } from "../../domain/campaigns/Campaign.ts"
import { JourneyAction } from "../../domain/campaigns/JourneyRule.ts"
import { UsageCost } from "../../domain/costs/Usage.ts"

// Data teams rely on these schemas. Fields may be added as `Schema.optionalKey`; any other change
// is a new version of the topic.

const about = (description: string) => ({ description })

// Consumers of the service decode events too: a time in a form other than that of `Date.toISOString`
// makes a record invalid.
const time = (description: string) =>
  Schema.String.annotate({ format: "date-time", description })
    .check(
      Schema.makeFilter((text) =>
        parseTime(text)?.toISOString() === text ? undefined : "must be a time such as 2030-01-31T00:00:00.000Z"
      )
    )
    .pipe(Schema.decodeTo(Schema.Date, SchemaTransformation.dateFromString))

const nullable = <S extends Schema.Top>(schema: S, description: string) =>
  Schema.NullOr(schema).annotate(about(description))

const ofCampaign = {
  organizationId: describedOrganizationId("Id of the organization that owns the data"),
  campaignId: Schema.String.annotate(about("Id of the campaign"))
}

const ofCall = {
  ...ofCampaign,
  callId: Schema.String.annotate(about("Id of the contact's call in the campaign; the same for all attempts")),
  contactId: Schema.String.annotate(about("Id of the contact")),
  phoneNumber: MaskedPhoneNumber,
  attempt: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate(
    about("Number of the attempt, from 1; 0 when there was no attempt yet")
  )
}

// Kinds and purposes may be added, so they are no enumerations for data teams.
const UsageOfCall = Schema.Struct({
  ...UsageCost.fields,
  kind: Schema.String.annotate(about("ear, voice, promptTokens, cachedTokens, completionTokens or carrier")),
  purpose: Schema.String.annotate(about("conversation, or speculative: replies that were discarded"))
})

const CallEnded = Schema.Struct({
  ...ofCall,
  kind: Schema.optionalKey(
    AttemptKind.annotate(
      about("OUTBOUND, also when absent: the service has called. INBOUND: the person has called back")
    )
  ),
  callSid: nullable(Schema.String, "The carrier's id of the attempt; null when it is unknown"),
  status: CallStatus.annotate(about("Status of the call after the attempt")),
  outcome: CallOutcome.annotate(about("Outcome of the attempt")),
  failureReason: nullable(Schema.String, "Reason why there was no conversation, such as No Answer"),
  durationSeconds: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate(
    about("Length of the conversation in seconds; 0 when there was none")
  ),
  answeredBy: nullable(AnsweredBy, "Answering party as detected by the carrier"),
  startedAt: time("Time when the attempt started, in UTC"),
  endedAt: time("Time when the attempt ended, in UTC"),
  cost: Schema.optionalKey(
    nullable(
      Schema.String,
      "Cost of the attempt without its later analysis, as a decimal number; null when the price of a part is unknown"
    )
  ),
  costCurrency: Schema.optionalKey(nullable(Schema.String, "Currency of the costs; null when no price is known")),
  usage: Schema.optionalKey(
    Schema.Array(UsageOfCall).annotate(about("Usage of the attempt that vendors bill, without its later analysis"))
  ),
  // Further words may follow, so they are no enumeration for data teams.
  machine: Schema.optionalKey(
    nullable(
      Schema.String,
      "How the attempt ended with a machine, such as MESSAGE_LEFT, NO_MESSAGE or SCREENED; null without one"
    )
  )
})

const CallTagged = Schema.Struct({
  ...ofCall,
  intentLabelId: nullable(Schema.String, "null when the call could not be classified"),
  intentLabelName: nullable(Schema.String, "Name of the label when the call was tagged; null without a label"),
  isPositive: nullable(Schema.Boolean, "Whether the label counts as a positive outcome; null without a label"),
  intentSource: nullable(IntentSource, "auto: by the analysis; system: by a rule, such as Not Reachable"),
  intentUndetermined: Schema.Boolean.annotate(about("Whether the call could not be classified")),
  journeyAction: nullable(JourneyAction, "Action that was taken because of the label"),
  status: CallStatus.annotate(about("Status of the call after that action")),
  nextAttemptAt: Schema.NullOr(time("Time of the next attempt, in UTC; null when there will be none")),
  reminderFor: Schema.optionalKey(
    nullable(
      Schema.String,
      "Promised day, such as 2030-01-31, of which the next attempt reminds the person; null otherwise"
    )
  ),
  results: Schema.optionalKey(
    Schema.Record(Schema.String, ResultValue).annotate(
      about("Values of the flow's variables that were found, by name, without free texts; absent without an analysis")
    )
  ),
  corrected: Schema.optionalKey(
    Schema.Boolean.annotate(
      about("Whether a person gave the label, instead of an earlier one; false or absent otherwise")
    )
  ),
  correction: Schema.optionalKey(
    Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate(
      about("Number of the correction of this call by a person, from 1; 0 or absent otherwise")
    )
  )
})

const CallSuppressed = Schema.Struct({
  ...ofCall,
  scope: Schema.Literals(["CAMPAIGN", "ORGANIZATION"]).annotate(
    about(
      "CAMPAIGN: not called again by this campaign. ORGANIZATION: not called again at all; the number is on Do Not Contact"
    )
  ),
  reason: Schema.String.annotate(about("Name of the intent label that caused it, or Do Not Contact")),
  intentLabelId: nullable(Schema.String, "null when no label caused it")
})

const CampaignChanged = Schema.Struct({
  ...ofCampaign,
  from: CampaignStatus.annotate(about("Status before the change")),
  to: CampaignStatus.annotate(about("Status after the change")),
  reason: nullable(Schema.String, "Reason of an automatic change, such as a spent quota; null when it was requested"),
  at: time("Time when the status changed, in UTC")
})

const PersonErased = Schema.Struct({
  organizationId: ofCampaign.organizationId,
  contactId: ofCall.contactId,
  phoneNumber: MaskedPhoneNumber,
  callIds: Schema.Array(Schema.String).annotate(about("Ids of all calls to the contact, in every campaign")),
  at: time("Time when the person was erased, in UTC")
})

const keyOfPerson = ({ organizationId, contactId }: { organizationId: number; contactId: string }) =>
  `${organizationId}:${contactId}`
const keyOfCampaign = ({ organizationId, campaignId }: { organizationId: number; campaignId: string }) =>
  `${organizationId}:${campaignId}`

const topic = <S extends Schema.Top>(options: {
  readonly title: string
  readonly description: string
  readonly schema: S
  /** Form of a record's key. All records of one key stay in order. */
  readonly key: string
  readonly keyOf: (data: S["Type"]) => string
}) => options

/**
 * The topics for data teams, by their names without the prefix. The name is also the type of the
 * topic's events.
 */
export const topics = {
  "call-ended.v1": topic({
    title: "CallEnded",
    description: "An attempt to call a person has ended, answered or not.",
    schema: CallEnded,
    key: "<organizationId>:<contactId>",
    keyOf: keyOfPerson
  }),
  "call-tagged.v1": topic({
    title: "CallTagged",
    description: "A call received its intent label, or could not be classified, and the next step was decided.",
    schema: CallTagged,
    key: "<organizationId>:<contactId>",
    keyOf: keyOfPerson
  }),
  "call-suppressed.v1": topic({
    title: "CallSuppressed",
    description: "A contact will not be called again, by the campaign or by the organization.",
    schema: CallSuppressed,
    key: "<organizationId>:<contactId>",
    keyOf: keyOfPerson
  }),
  "person-erased.v1": topic({
    title: "PersonErased",
    description: "An organization erased a person: erase what you hold about the contact and its calls, too.",
    schema: PersonErased,
    key: "<organizationId>:<contactId>",
    keyOf: keyOfPerson
  }),
  "campaign-changed.v1": topic({
    title: "CampaignChanged",
    description: "The status of a campaign changed.",
    schema: CampaignChanged,
    key: "<organizationId>:<campaignId>",
    keyOf: keyOfCampaign
  })
} as const

export type TopicName = keyof typeof topics
export const topicNames = Object.keys(topics) as ReadonlyArray<TopicName>

/** An event as its producer passes it to the outbox. */
export type DomainEvent = {
  readonly [Name in TopicName]: { readonly topic: Name; readonly data: (typeof topics)[Name]["schema"]["Type"] }
}[TopicName]
