import { Schema, Struct } from "effect"
import { OrganizationId } from "../accounts/OrganizationId.ts"
import { GivenTime, parseTime, Timestamp } from "../calendar/time.ts"
import { CallerPool } from "../callers/CallerId.ts"
import { Purpose } from "../law/Law.ts"
import { countProblem } from "../schema/count-problem.ts"
import { documented } from "../schema/documented.ts"
import { withDefault } from "../schema/with-default.ts"
import { GivenTimeZone, Name, requiredText } from "../text/text.ts"

export const CampaignStatus = Schema.Literals(["DRAFT", "SCHEDULED", "IN_PROGRESS", "PAUSED", "COMPLETED", "CANCELLED"])
export type CampaignStatus = typeof CampaignStatus.Type

/** The purpose of a campaign; decides its initial intent labels. */
export const UseCaseType = Schema.Literals([
  "COLLECTIONS",
  "LEAD_QUALIFICATION",
  "MEDICAL_BOOKING",
  "CUSTOMER_SUPPORT",
  "EDUTECH",
  "CUSTOM"
])
export type UseCaseType = typeof UseCaseType.Type

const whole = (minimum: number, maximum: number, description: string) =>
  Schema.Int.annotate({ description: `${description}, ${minimum} to ${maximum}` }).check(
    Schema.makeFilter(
      (value) => (value >= minimum && value <= maximum ? undefined : `must be from ${minimum} to ${maximum}`),
      documented({ minimum, maximum })
    )
  )

const retryDelay = whole(30, 4320, "Minutes before a retry")

const retryPolicy = {
  maxRetries: whole(0, 10, "Retries for each contact"),
  retryDelayMinutes: retryDelay,
  retryDelaysMinutes: Schema.Array(retryDelay)
    .annotate({
      description:
        "The delay after each attempt; the last one applies to all further attempts. If empty, retryDelayMinutes applies"
    })
    .check(Schema.makeFilter((delays) => countProblem(delays.length, 10, "delays"), documented({ maxItems: 10 }))),
  retryWithinWindow: Schema.Boolean,
  bestTimeOptimization: Schema.Boolean,
  endAt: Schema.NullOr(GivenTime)
}

// Stays a text, because its meaning may depend on the time zone in another field.
const ScheduledTime = Schema.String.annotate({
  description: "ISO 8601; without an offset it is local time in `timezone`"
}).check(
  Schema.makeFilter((text) =>
    parseTime(text) === undefined ? "must be a time such as 2030-01-31T09:00:00" : undefined
  )
)

const fields = {
  name: Name,
  useCaseType: UseCaseType,
  flowId: Schema.String,
  audienceId: Schema.String,
  callsPerMinute: whole(1, 1000, "Maximum number of calls started per minute"),
  maxConcurrentCalls: whole(1, 1000, "Maximum number of live calls at a time"),
  ...retryPolicy,
  callTimeoutMinutes: whole(1, 60, "Maximum length of a call in minutes"),
  scheduledAt: Schema.NullOr(ScheduledTime),
  timezone: Schema.NullOr(GivenTimeZone)
}

export const lacksTimezone = "is required when scheduledAt is set"

export const NewCampaign = Schema.Struct({
  name: fields.name,
  useCaseType: fields.useCaseType,
  flowId: fields.flowId,
  audienceId: fields.audienceId,
  callsPerMinute: withDefault(fields.callsPerMinute, 10),
  maxConcurrentCalls: withDefault(fields.maxConcurrentCalls, 5),
  maxRetries: withDefault(fields.maxRetries, 3),
  retryDelayMinutes: withDefault(fields.retryDelayMinutes, 60),
  retryDelaysMinutes: withDefault(fields.retryDelaysMinutes, []),
  retryWithinWindow: withDefault(fields.retryWithinWindow, true),
  bestTimeOptimization: withDefault(fields.bestTimeOptimization, false),
  endAt: withDefault(fields.endAt, null),
  callTimeoutMinutes: withDefault(fields.callTimeoutMinutes, 5),
  scheduledAt: withDefault(fields.scheduledAt, null),
  timezone: withDefault(fields.timezone, null)
})
  .check(
    Schema.makeFilter(({ scheduledAt, timezone }) =>
      scheduledAt !== null && timezone === null ? { path: ["timezone"], issue: lacksTimezone } : undefined
    )
  )
  .annotate({ identifier: "NewCampaign" })
export type NewCampaign = typeof NewCampaign.Type

/** The fields that can be changed while the campaign is a draft. */
export const CampaignChanges = Schema.Struct(Struct.map(fields, Schema.optionalKey)).annotate({
  identifier: "CampaignChanges"
})
export type CampaignChanges = typeof CampaignChanges.Type

/** The fields that can be changed until the campaign is over. */
export const RetryPolicyChanges = Schema.Struct(Struct.map(retryPolicy, Schema.optionalKey)).annotate({
  identifier: "RetryPolicyChanges"
})
export type RetryPolicyChanges = typeof RetryPolicyChanges.Type

/** Which version of its flow a campaign is to use. */
export const FlowVersionChoice = Schema.Struct({
  version: Schema.Int.annotate({ description: "Number of a version of the campaign's flow" })
}).annotate({ identifier: "FlowVersionChoice" })

/** The fields that can be changed while the campaign runs, and until it is over. */
export const PaceChanges = Schema.Struct(
  Struct.map(
    { callsPerMinute: fields.callsPerMinute, maxConcurrentCalls: fields.maxConcurrentCalls },
    Schema.optionalKey
  )
).annotate({ identifier: "PaceChanges" })
export type PaceChanges = typeof PaceChanges.Type

/** Numbers of campaigns that the pause of all has changed. */
export const AllPaused = Schema.Struct({
  paused: Schema.Int.annotate({ description: "Campaigns that were IN_PROGRESS and are PAUSED now" }),
  unscheduled: Schema.Int.annotate({ description: "Campaigns that were SCHEDULED and are DRAFT now" })
}).annotate({ identifier: "AllPaused" })
export type AllPaused = typeof AllPaused.Type

/** Why a campaign calls, as an admin states it. */
export const CampaignPurpose = Schema.Struct({
  purpose: Schema.NullOr(Purpose).annotate({ description: "Null: what useCaseType says" }),
  reason: requiredText(1000, "Why it is stated, for the security log")
}).annotate({ identifier: "CampaignPurpose" })
export type CampaignPurpose = typeof CampaignPurpose.Type

/** From which numbers a campaign calls. */
export const CampaignCallerPool = Schema.Struct({
  pool: Schema.NullOr(CallerPool).annotate({
    description: "The pool of the organization's numbers that it uses; null: all of them"
  })
}).annotate({ identifier: "CampaignCallerPool" })

const optionalTime = Schema.NullOr(Timestamp)

export const Campaign = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  status: CampaignStatus,
  statusReason: Schema.NullOr(Schema.String).annotate({
    description: "Why the service paused it, could not start it, or starts no new calls while it runs"
  }),
  useCaseType: UseCaseType,
  useCaseTypeConfirmed: Schema.Boolean,
  purpose: Schema.NullOr(Purpose).annotate({
    description:
      "Why the campaign calls, as laws distinguish it, if an admin stated more than useCaseType says; null otherwise"
  }),
  callerPool: Schema.NullOr(Schema.String).annotate({
    description: "The pool of the organization's numbers from which it calls; null: all of them"
  }),
  flowId: Schema.String,
  flowVersion: Schema.NullOr(Schema.Int).annotate({
    description: "The version of the flow that its calls use: the one that was published when it started; null before"
  }),
  audienceId: Schema.String,
  callsPerMinute: Schema.Int,
  maxConcurrentCalls: Schema.Int,
  maxRetries: Schema.Int,
  retryDelayMinutes: Schema.Int,
  retryDelaysMinutes: Schema.Array(Schema.Int),
  retryWithinWindow: Schema.Boolean,
  bestTimeOptimization: Schema.Boolean,
  endAt: optionalTime,
  callTimeoutMinutes: Schema.Int,
  scheduledAt: optionalTime,
  timezone: Schema.NullOr(Schema.String),
  organizationId: OrganizationId,
  createdAt: Timestamp,
  startedAt: optionalTime,
  completedAt: optionalTime,
  resultsExportedAt: optionalTime.annotate({
    description:
      "When its results were stored as the file that results.csv returns from then on; null again while a call that is analyzed on request awaits its label"
  })
}).annotate({ identifier: "Campaign" })
export type Campaign = typeof Campaign.Type
