import { Array as Arr, Effect } from "effect"
import type { SqlClient } from "effect/sql"
import type { UseCaseType } from "../domain/campaigns/Campaign.ts"
import { seedLabels } from "../domain/campaigns/seed-labels.ts"
import { foldCase } from "../domain/text/text.ts"
import { newId } from "../platform/ids.ts"

/** An IntentLabel as it is selected from `intent_labels l`. */
export const labelColumns = `l.id, l.name, l.color, l.is_positive as "isPositive", l.retry_behavior as "retryBehavior",
  l.retry_behavior <> 'RETRYABLE' as "suppressRetries", l.is_system as "isSystem", l.is_custom as "isCustom",
  l.sort_order as "sortOrder"`

/** Gives a campaign the labels that its use case begins with. */
export const addSeedLabels = (
  sql: SqlClient.SqlClient,
  organizationId: number,
  campaignId: string,
  useCaseType: UseCaseType
) =>
  sql`insert into intent_labels ${sql.insert(
    Arr.map(seedLabels(useCaseType), (label, index) => ({
      organization_id: organizationId,
      campaign_id: campaignId,
      id: newId(),
      name: label.name,
      folded_name: foldCase(label.name),
      color: label.color,
      is_positive: label.isPositive,
      retry_behavior: label.retryBehavior,
      is_system: label.isSystem,
      is_custom: false,
      seed: label.name,
      sort_order: index
    }))
  )}`

/** Puts the labels of another use case before the custom ones, in the place of those that were seeded before. */
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

/** The custom label of a campaign that has a name of those that a use case begins with. */
export const customLabelInTheWay = (
  sql: SqlClient.SqlClient,
  organizationId: number,
  campaignId: string,
  useCaseType: UseCaseType
) =>
  Effect.map(
    sql<{ name: string }>`select name from intent_labels
      where organization_id = ${organizationId} and campaign_id = ${campaignId} and is_custom
        and folded_name = any(${seedLabels(useCaseType).map(({ name }) => foldCase(name))}::text[]) limit 1`,
    ([label]) => label?.name
  )
