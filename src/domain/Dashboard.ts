import { Schema } from "effect"
import { LabelOfCall } from "./Call.ts"
import { CampaignStatus, UseCaseType } from "./Campaign.ts"
import { Timestamp } from "./time.ts"

const rate = (description: string) =>
  Schema.NullOr(Schema.Finite.check(Schema.isBetween({ minimum: 0, maximum: 1 }))).annotate({ description })

const LabelCount = Schema.Struct({ ...LabelOfCall.fields, count: Schema.Int }).annotate({ identifier: "LabelCount" })

const DashboardCampaign = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  useCaseType: UseCaseType,
  status: CampaignStatus,
  totalContacts: Schema.Int.annotate({ description: "Before the start: of the audience as it is now" }),
  callsAttempted: Schema.Int.annotate({ description: "Attempts, retries included" }),
  connected: Schema.Int,
  notConnected: Schema.Int,
  retryQueueDepth: Schema.Int,
  connectionRate: rate("connected / (connected + notConnected), 0 to 1; null until any call resolves"),
  nextRetryAt: Schema.NullOr(Timestamp),
  positiveConnected: Schema.Int,
  positiveRate: rate("positiveConnected / connected, 0 to 1; null while nobody was reached"),
  intentSplit: Schema.Array(LabelCount).annotate({ description: "Every label of the campaign, in its order" }),
  completionPct: Schema.Int,
  health: Schema.Struct({
    level: Schema.Literals(["green", "amber", "red"]),
    reason: Schema.String
  }).annotate({ identifier: "CampaignHealth" })
}).annotate({ identifier: "DashboardCampaign" })
export type DashboardCampaign = typeof DashboardCampaign.Type

/** All campaigns of an organization at a glance. */
export const Dashboard = Schema.Struct({
  summary: Schema.Struct({
    activeCampaigns: Schema.Int,
    callsToday: Schema.Int,
    contactsToday: Schema.Int,
    generatedAt: Timestamp
  }).annotate({ description: "Of the whole organization, whatever the filters; today is its own day" }),
  campaigns: Schema.Array(DashboardCampaign)
}).annotate({ identifier: "Dashboard" })
export type Dashboard = typeof Dashboard.Type

/** Which campaigns a dashboard shows. */
export interface DashboardFilter {
  readonly useCaseType?: typeof UseCaseType.Type
  readonly status?: typeof CampaignStatus.Type
  readonly startDateFrom?: Date
  readonly startDateTo?: Date
}
