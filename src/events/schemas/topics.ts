import { Schema, SchemaTransformation } from "effect"
import { MaskedPhoneNumber } from "../../domain/calendar/phone-number.ts"
import { parseTime } from "../../domain/calendar/time.ts"
import { AnsweredBy, CallOutcome, CallStatus, IntentSource } from "../../domain/calls/Call.ts"
import { CampaignStatus } from "../../domain/campaigns/Campaign.ts"
import { JourneyAction } from "../../domain/campaigns/JourneyRule.ts"

// What data teams rely on: fields may be added as `Schema.optionalKey`. Anything else is a new version of a topic.

const about = (description: string) => ({ description })

// Our own consumers read events back: what a Date does not write is no time to them, and no event.
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
  organizationId: Schema.String.annotate(about("The organization whose data this is")),
  campaignId: Schema.String.annotate(about("The campaign"))
}

const ofCall = {
  ...ofCampaign,
  callId: Schema.String.annotate(
    about("The person's call record in the campaign; it stays the same over all attempts")
  ),
  contactId: Schema.String.annotate(about("The person")),
  phoneNumber: MaskedPhoneNumber,
  attempt: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate(
    about("Which attempt of the call record, from 1; 0 when there was none yet")
  )
}

const CallEnded = Schema.Struct({
  ...ofCall,
  callSid: nullable(Schema.String, "The carrier's id of the attempt; null when it was never learnt"),
  status: CallStatus.annotate(about("Of the call record, once the attempt had ended")),
  outcome: CallOutcome.annotate(about("Of the attempt")),
  failureReason: nullable(Schema.String, "Why nobody was talked to, such as No Answer"),
  durationSeconds: Schema.Int.check(Schema.isGreaterThanOrEqualTo(0)).annotate(about("Of the talk; 0 without one")),
  answeredBy: nullable(AnsweredBy, "Who took the phone, as the carrier heard it"),
  startedAt: time("When the attempt began, in UTC"),
  endedAt: time("When the attempt ended, in UTC")
})

const CallTagged = Schema.Struct({
  ...ofCall,
  intentLabelId: nullable(Schema.String, "null when the call could not be classified"),
  intentLabelName: nullable(Schema.String, "As it was when the call was tagged; null without a label"),
  isPositive: nullable(Schema.Boolean, "Whether the label counts as a positive outcome; null without a label"),
  intentSource: nullable(IntentSource, "auto: by the analysis; system: by a rule, such as Not Reachable"),
  intentUndetermined: Schema.Boolean.annotate(about("Whether the call could not be classified")),
  journeyAction: nullable(JourneyAction, "What was done because of the label"),
  status: CallStatus.annotate(about("Of the call record, after that")),
  nextAttemptAt: Schema.NullOr(time("When the person is called again, in UTC; null when not"))
})

const CallSuppressed = Schema.Struct({
  ...ofCall,
  scope: Schema.Literals(["CAMPAIGN", "ORGANIZATION"]).annotate(
    about("CAMPAIGN: not called again by this campaign. ORGANIZATION: by none, the number is on Do Not Contact")
  ),
  reason: Schema.String.annotate(about("The intent label that decided it, or Do Not Contact")),
  intentLabelId: nullable(Schema.String, "null when no label decided it")
})

const CampaignChanged = Schema.Struct({
  ...ofCampaign,
  from: CampaignStatus.annotate(about("The status before")),
  to: CampaignStatus.annotate(about("The status from then on")),
  reason: nullable(Schema.String, "Why, when nobody asked for it, such as a spent quota"),
  at: time("When the status changed, in UTC")
})

const keyOfPerson = ({ organizationId, contactId }: { organizationId: string; contactId: string }) =>
  `${organizationId}:${contactId}`
const keyOfCampaign = ({ organizationId, campaignId }: { organizationId: string; campaignId: string }) =>
  `${organizationId}:${campaignId}`

const topic = <S extends Schema.Top>(options: {
  readonly title: string
  readonly description: string
  readonly schema: S
  /** What the key of a record consists of: all records of one key stay in order. */
  readonly key: string
  readonly keyOf: (data: S["Type"]) => string
}) => options

/** The topics for data teams, by their names without the prefix. The name is the type of their events too. */
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
    description: "A call got its intent label, or could not be classified, and what follows is decided.",
    schema: CallTagged,
    key: "<organizationId>:<contactId>",
    keyOf: keyOfPerson
  }),
  "call-suppressed.v1": topic({
    title: "CallSuppressed",
    description: "A person will not be called again, by the campaign or by the organization.",
    schema: CallSuppressed,
    key: "<organizationId>:<contactId>",
    keyOf: keyOfPerson
  }),
  "campaign-changed.v1": topic({
    title: "CampaignChanged",
    description: "A campaign has another status.",
    schema: CampaignChanged,
    key: "<organizationId>:<campaignId>",
    keyOf: keyOfCampaign
  })
} as const

export type TopicName = keyof typeof topics
export const topicNames = Object.keys(topics) as ReadonlyArray<TopicName>

/** What happened, as the one who saw it says it. */
export type DomainEvent = {
  readonly [Name in TopicName]: { readonly topic: Name; readonly data: (typeof topics)[Name]["schema"]["Type"] }
}[TopicName]
