import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import { percentOf } from "../../domain/campaigns/Progress.ts"
import type { LiveOf } from "../../domain/views/LiveCampaign.ts"

/** Reads the progress of the chosen campaigns, as watchers receive it. */
export const progressRows = (sql: PgClient.PgClient, chosen: Statement.Fragment) =>
  Effect.map(
    sql<Omit<LiveOf<"progress">, "type" | "percentComplete">>`select
        c.id as campaign_id, c.name, c.status, c.status_reason,
        c.calls_per_minute, coalesce(f.total, 0) + coalesce(l.remaining, 0) as total,
        coalesce(f.pending, 0) + coalesce(l.remaining, 0) as pending,
        coalesce(f.queued, 0) as queued, coalesce(f.in_progress, 0) as in_progress,
        coalesce(f.completed, 0) as completed, coalesce(f.failed, 0) as failed, coalesce(f.skipped, 0) as skipped,
        coalesce(f.suppressed, 0) as suppressed, coalesce(f.deferrals, 0) as frequency_deferred,
        coalesce(f.awaiting_tag, 0) as awaiting_label,
        (select count(*)::int from attempts a where a.campaign_id = c.id and a.kind = 'OUTBOUND'
          and a.started_at > clock_timestamp() - interval '1 minute' and (a.ended_at is null or a.ended_at > clock_timestamp() - interval '1 minute')) as placed_in_last_minute
      from campaigns c
        left join campaign_figures f on f.organization_id = c.organization_id and f.campaign_id = c.id
        left join campaign_fillings l on l.campaign_id = c.id
      where ${chosen} order by c.id`,
    (rows) => rows.map((row) => ({ type: "progress" as const, ...row, percentComplete: percentOf(row) }))
  )
