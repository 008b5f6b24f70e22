import { Schema } from "effect"
import { CampaignStatus } from "./Campaign.ts"

/** The progress of a campaign: its number of calls by status. */
export const Progress = Schema.Struct({
  status: CampaignStatus,
  total: Schema.Int,
  pending: Schema.Int,
  queued: Schema.Int,
  inProgress: Schema.Int,
  completed: Schema.Int,
  failed: Schema.Int,
  skipped: Schema.Int,
  suppressed: Schema.Int,
  percentComplete: Schema.Int.annotate({
    description: "0 to 100, rounded down; 100 means that no call is left"
  }),
  awaitingLabel: Schema.Int.annotate({ description: "Number of calls whose conversation is not analyzed yet" }),
  frequencyDeferred: Schema.Int.annotate({ description: "Number of times that the frequency cap deferred a call" })
}).annotate({ identifier: "CampaignProgress" })
export type Progress = typeof Progress.Type

interface Counts {
  readonly total: number
  readonly completed: number
  readonly failed: number
  readonly skipped: number
  readonly suppressed: number
}

/** The share of finished calls. Rounded down, so that 100 means all of them. */
export const percentOf = ({ total, completed, failed, skipped, suppressed }: Counts): number =>
  total === 0 ? 0 : Math.floor(((completed + failed + skipped + suppressed) * 100) / total)
