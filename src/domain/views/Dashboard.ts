import { Schema, SchemaTransformation, Struct } from "effect"
import { GivenTime, parseTime, Timestamp } from "../calendar/time.ts"
import { LabelOfCall } from "../calls/Call.ts"
import { CampaignStatus, UseCaseType } from "../campaigns/Campaign.ts"

const rate = (description: string) => Schema.NullOr(Schema.Finite).annotate({ description })

const LabelCount = Schema.Struct({ ...LabelOfCall.fields, count: Schema.Int }).annotate({ identifier: "LabelCount" })

/** A campaign with its results and its health. */
export const CampaignAtAGlance = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  useCaseType: UseCaseType,
  status: CampaignStatus,
  totalContacts: Schema.Int.annotate({ description: "Before the start: the current size of the audience" }),
  callsAttempted: Schema.Int.annotate({ description: "Number of attempts, retries included" }),
  connected: Schema.Int,
  notConnected: Schema.Int,
  retryQueueDepth: Schema.Int,
  connectionRate: rate("connected / (connected + notConnected), 0 to 1; null until any call resolves"),
  nextRetryAt: Schema.NullOr(Timestamp),
  positiveConnected: Schema.Int,
  positiveRate: rate("positiveConnected / connected, 0 to 1; null while connected is 0"),
  completionPct: Schema.Int,
  health: Schema.Struct({
    level: Schema.Literals(["green", "amber", "red"]),
    reason: Schema.String
  }).annotate({ identifier: "CampaignHealth" })
})
export type CampaignAtAGlance = typeof CampaignAtAGlance.Type

const { completionPct, health, ...results } = CampaignAtAGlance.fields

const DashboardCampaign = Schema.Struct({
  ...results,
  intentSplit: Schema.Array(LabelCount).annotate({
    description: "Every label of the campaign, in the order of the labels"
  }),
  completionPct,
  health
}).annotate({ identifier: "DashboardCampaign" })
export type DashboardCampaign = typeof DashboardCampaign.Type

/** All campaigns of an organization at a glance. */
export const Dashboard = Schema.Struct({
  summary: Schema.Struct({
    activeCampaigns: Schema.Int,
    callsToday: Schema.Int,
    contactsToday: Schema.Int,
    generatedAt: Timestamp
  }).annotate({
    description:
      "Covers the whole organization, regardless of the filters; today is the day in the organization's time zone"
  }),
  campaigns: Schema.Array(DashboardCampaign)
}).annotate({ identifier: "Dashboard" })
export type Dashboard = typeof Dashboard.Type

// A date without a time includes the whole day.
const Until = Schema.String.annotate({ description: "ISO 8601; a date alone includes the whole day, in UTC" })
  .check(
    Schema.makeFilter((text) =>
      parseTime(text) === undefined ? "must be a date such as 2030-01-31, or a time" : undefined
    )
  )
  .pipe(
    Schema.decodeTo(
      Schema.Date,
      SchemaTransformation.transform({
        decode: (text: string) =>
          parseTime(text.includes("T") ? text : `${text}T23:59:59.999Z`) ?? new Date(Number.NaN),
        encode: (time: Date) => time.toISOString()
      })
    )
  )

const filter = {
  useCaseType: UseCaseType,
  status: CampaignStatus,
  startDateFrom: GivenTime.annotate({ description: "Campaigns created at this time or later" }),
  startDateTo: Until
}

/** Selects the campaigns that a dashboard shows. */
export const DashboardFilter = Schema.Struct(Struct.map(filter, Schema.optionalKey))
export type DashboardFilter = typeof DashboardFilter.Type
