import { Schema } from "effect"
import { CampaignStatus } from "./Campaign.ts"

/** How far a campaign is. */
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
  percentComplete: Schema.Int.annotate({ description: "0 to 100, rounded down: 100 when nobody is left to call" }),
  frequencyDeferred: Schema.Int.annotate({ description: "How often the frequency cap put off a call to a later date" })
}).annotate({ identifier: "CampaignProgress" })
export type Progress = typeof Progress.Type

interface Counts {
  readonly total: number
  readonly completed: number
  readonly failed: number
  readonly skipped: number
  readonly suppressed: number
}

/** How much of a campaign is done. Rounded down, so that 100 means all of it. */
export const percentOf = ({ total, completed, failed, skipped, suppressed }: Counts): number =>
  total === 0 ? 0 : Math.floor(((completed + failed + skipped + suppressed) * 100) / total)
