import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { CampaignNotFound } from "../../campaigns/Campaigns.ts"
import { type Progress, percentOf } from "../../domain/campaigns/Progress.ts"

/**
 * Reads the progress of a campaign from figures that triggers maintain. People whose calls are not
 * added yet count as pending.
 */
export class CampaignProgress extends Context.Service<
  CampaignProgress,
  { readonly get: (organizationId: number, campaignId: string) => Effect.Effect<Progress, CampaignNotFound> }
>()("carillon/calls/CampaignProgress") {
  static readonly layer = Layer.effect(
    CampaignProgress,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient

      const get = Effect.fn("CampaignProgress.get")(
        function* (organizationId: number, campaignId: string) {
          const [progress] = yield* sql<Omit<Progress, "percentComplete">>`select c.status,
              coalesce(f.total, 0) + coalesce(l.remaining, 0) as total,
              coalesce(f.pending, 0) + coalesce(l.remaining, 0) as pending, coalesce(f.queued, 0) as queued,
              coalesce(f.in_progress, 0) as in_progress, coalesce(f.completed, 0) as completed,
              coalesce(f.failed, 0) as failed, coalesce(f.skipped, 0) as skipped,
              coalesce(f.suppressed, 0) as suppressed, coalesce(f.awaiting_tag, 0) as awaiting_label,
              coalesce(f.deferrals, 0) as frequency_deferred
            from campaigns c
            left join campaign_figures f on f.organization_id = c.organization_id and f.campaign_id = c.id
            left join campaign_fillings l on l.campaign_id = c.id
            where c.organization_id = ${organizationId} and c.id = ${campaignId}`
          return progress === undefined
            ? yield* new CampaignNotFound()
            : { ...progress, percentComplete: percentOf(progress) }
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return CampaignProgress.of({ get })
    })
  )
}
