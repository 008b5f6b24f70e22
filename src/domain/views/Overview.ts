import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { CallOutcome, LabelOfCall } from "../calls/Call.ts"
import { CampaignAtAGlance } from "./Dashboard.ts"

const { id: _, ...label } = LabelOfCall.fields

/** A campaign that runs or is paused, as the overview shows it. */
const CampaignUnderWay = Schema.Struct({
  ...CampaignAtAGlance.fields,
  statusReason: Schema.NullOr(Schema.String).annotate({
    description: "Why the service paused the campaign, or why it places no call now although it runs"
  }),
  callsPerMinute: Schema.Int,
  maxConcurrentCalls: Schema.Int,
  liveCalls: Schema.Int,
  waiting: Schema.Int.annotate({ description: "Calls that wait for an attempt, new ones included" }),
  startsInLastMinute: Schema.Int
}).annotate({ identifier: "CampaignUnderWay" })
export type CampaignUnderWay = typeof CampaignUnderWay.Type

/** An organization's calling now and today. */
export const Overview = Schema.Struct({
  generatedAt: Timestamp,
  live: Schema.Struct({ ringing: Schema.Int, talking: Schema.Int }),
  starts: Schema.Struct({
    lastMinute: Schema.Int.annotate({ description: "Attempts that started in the last 60 seconds" }),
    allowedPerMinute: Schema.Int.annotate({
      description: "The sum of callsPerMinute of the running campaigns, at most what the carrier accepts"
    })
  }),
  today: Schema.Struct({
    since: Timestamp.annotate({ description: "The start of the day in the organization's time zone" }),
    calls: Schema.Int,
    contacts: Schema.Int,
    outcomes: Schema.Array(Schema.Struct({ outcome: CallOutcome, count: Schema.Int })).annotate({
      description: "The attempts that ended today, the most frequent outcome first"
    }),
    labels: Schema.Array(Schema.Struct({ ...label, count: Schema.Int })).annotate({
      description: "The labels of the calls whose last attempt started today, by name, the most frequent first"
    }),
    undetermined: Schema.Int
  }),
  campaigns: Schema.Array(CampaignUnderWay).annotate({ description: "Those IN_PROGRESS or PAUSED, newest first" })
}).annotate({ identifier: "Overview" })
export type Overview = typeof Overview.Type
