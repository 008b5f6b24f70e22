import { Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { CampaignStatus } from "../../domain/campaigns/Campaign.ts"

/** A flow or an audience, by its id. */
export type Part = { readonly flowId: string } | { readonly audienceId: string }

/** The statuses of campaigns that have not ended. */
export const notOver = ["DRAFT", "SCHEDULED", "IN_PROGRESS", "PAUSED"] as const satisfies ReadonlyArray<CampaignStatus>

/** The names of the campaigns in one of the statuses that use a flow or an audience, the oldest first. */
export const campaignsUsing = (
  sql: SqlClient.SqlClient,
  organizationId: number,
  part: Part,
  statuses: ReadonlyArray<CampaignStatus>
) =>
  Effect.map(
    sql<{ name: string }>`select name from campaigns where organization_id = ${organizationId}
      and ${"flowId" in part ? sql`flow_id = ${part.flowId}` : sql`audience_id = ${part.audienceId}`}
      and status = any(${statuses}::text[]) order by id`,
    (campaigns) => campaigns.map(({ name }) => name)
  )
