import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { LabelOfCall } from "../calls/Call.ts"
import { CampaignStatus } from "../campaigns/Campaign.ts"

const LabelOnDay = Schema.Struct({ ...LabelOfCall.fields, count: Schema.Int })

/** How a campaign has gone, and why it places no call now. */
export const CampaignInsight = Schema.Struct({
  timezone: Schema.String.annotate({
    description: "Time zone of the days and hours: the campaign's or the organization's"
  }),
  funnel: Schema.Struct({
    contacts: Schema.Int,
    called: Schema.Int.annotate({ description: "Contacts with an attempt" }),
    connected: Schema.Int.annotate({ description: "Contacts who talked" }),
    labelled: Schema.Int.annotate({ description: "Contacts who talked and whose call has a label" }),
    positive: Schema.Int
  }),
  labelsByDay: Schema.Array(
    Schema.Struct({
      day: Schema.String.annotate({ description: "YYYY-MM-DD, the day of the call's last attempt" }),
      labels: Schema.Array(LabelOnDay),
      undetermined: Schema.Int
    })
  ).annotate({ description: "The last 60 days with calls, oldest first" }),
  retryQueue: Schema.Array(
    Schema.Struct({
      hour: Timestamp,
      callbacks: Schema.Int,
      reminders: Schema.Int.annotate({ description: "Calls that remind of a promise" }),
      retries: Schema.Int,
      first: Schema.Int.annotate({ description: "First attempts" })
    })
  ).annotate({
    description: "The calls that wait, by the hour in which they are due; those overdue in the current hour"
  }),
  answersByHour: Schema.Array(
    Schema.Struct({
      hour: Schema.Int.annotate({ description: "0 to 23" }),
      attempts: Schema.Int,
      answered: Schema.Int,
      rate: Schema.NullOr(Schema.Finite).annotate({ description: "answered / attempts, 0 to 1; null without attempts" })
    })
  ).annotate({ description: "The attempts that ended in the last 60 days, for each hour of the day" }),
  idle: Schema.NullOr(
    Schema.Struct({
      status: CampaignStatus,
      reasons: Schema.Array(
        Schema.Struct({
          gate: Schema.String.annotate({
            description:
              "campaign, quota, dnc, window, frequency, live, caller, pacing, slot, or due: no call is due yet. dnc: a list of numbers is too old"
          }),
          detail: Schema.String,
          until: Schema.NullOr(Timestamp).annotate({ description: "When this ends by itself; null if that is unknown" })
        })
      )
    })
  ).annotate({
    description: "Why the dialer places no call now; null while it does. A wait for the pace counts from 21 seconds on"
  }),
  oldLists: Schema.Array(Schema.String).annotate({
    description:
      "Lists of numbers that are too old, each with what to do. The contacts whom they concern wait until a newer list is uploaded"
  })
}).annotate({ identifier: "CampaignInsight" })
export type CampaignInsight = typeof CampaignInsight.Type
