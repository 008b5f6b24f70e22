/** Columns of the figures of a campaign, in the folded rows and in their deltas. */
export const figureColumns: ReadonlyArray<string> = [
  ...["total", "pending", "queued", "in_progress", "completed", "failed", "skipped", "suppressed", "attempts"],
  ...["connected", "not_connected", "deferred", "deferrals", "awaiting_tag"]
]
