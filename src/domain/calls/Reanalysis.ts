import { Schema } from "effect"
import { GivenTime } from "../calendar/time.ts"
import { RowId } from "../schema/uuid.ts"

/** Selects calls that no model gave an answer for. */
export const ReanalysisFilter = Schema.Struct({
  campaignId: Schema.optionalKey(RowId.annotate({ description: "Only calls of this campaign" })),
  since: Schema.optionalKey(GivenTime.annotate({ description: "Only calls that ended at this time or later" })),
  until: Schema.optionalKey(GivenTime.annotate({ description: "Only calls that ended before this time" }))
}).annotate({ identifier: "ReanalysisFilter" })
export type ReanalysisFilter = typeof ReanalysisFilter.Type

/** The number of calls that are analyzed soon. */
export const Reanalysis = Schema.Struct({ queued: Schema.Int }).annotate({ identifier: "Reanalysis" })
export type Reanalysis = typeof Reanalysis.Type
