import { Array as Arr, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { UseCaseType } from "../domain/campaigns/Campaign.ts"
import { IntentLabel } from "../domain/campaigns/IntentLabel.ts"
import { doNotCall, seedLabels } from "../domain/campaigns/seed-labels.ts"
import { foldName } from "../domain/text/text.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"

/**
 * The columns of an `IntentLabel` in a select from `intent_labels l`. Do Not Call is known as a
 * system label by its seed. Its column `is_system` stays unset, because nodes of an earlier version
 * would give it to no conversation otherwise.
 */
export const labelColumns = `l.id, l.name, l.color, l.is_positive, l.retry_behavior,
  l.retry_behavior <> 'RETRYABLE' as suppress_retries,
  l.is_system or l.seed is not distinct from '${doNotCall}' as is_system, l.is_custom, l.sort_order`

/** Decodes rows with these columns. */
export const labelRows = rowsOf(IntentLabel)

/** Inserts the initial labels of a campaign's use case. */
export const addSeedLabels = (
  sql: SqlClient.SqlClient,
  organizationId: number,
  campaignId: string,
  useCaseType: UseCaseType
) =>
  sql`insert into intent_labels ${sql.insert(
    Arr.map(seedLabels(useCaseType), (label, index) => ({
      organizationId,
      campaignId,
      id: newId(),
      ...label,
      isSystem: label.isSystem && label.name !== doNotCall,
      foldedName: foldName(label.name),
      isCustom: false,
      seed: label.name,
      sortOrder: index
    }))
  )}`

/** Replaces the initial labels with those of another use case; the custom labels follow them. */
export const replaceSeedLabels = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  organizationId: number,
  campaignId: string,
  useCaseType: UseCaseType
) {
  yield* sql`delete from intent_labels
    where organization_id = ${organizationId} and campaign_id = ${campaignId} and not is_custom`
  yield* sql`update intent_labels l set sort_order = ${seedLabels(useCaseType).length} + c.place
    from (select id, row_number() over (order by sort_order)::int - 1 as place from intent_labels
      where organization_id = ${organizationId} and campaign_id = ${campaignId}) c
    where l.organization_id = ${organizationId} and l.id = c.id`
  yield* addSeedLabels(sql, organizationId, campaignId, useCaseType)
})

/**
 * Returns the name of a custom label that conflicts with an initial label of a use case; undefined without a conflict.
 */
export const conflictingCustomLabel = (
  sql: SqlClient.SqlClient,
  organizationId: number,
  campaignId: string,
  useCaseType: UseCaseType
) =>
  Effect.map(
    sql<{ name: string }>`select name from intent_labels
      where organization_id = ${organizationId} and campaign_id = ${campaignId} and is_custom
        and folded_name = any(${seedLabels(useCaseType).map(({ name }) => foldName(name))}::text[]) limit 1`,
    ([label]) => label?.name
  )
