import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Nodes of the earlier version insert flows without these columns, and read labels as before.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table flows add column opt_out_key text default '9',
    add column opt_out_by_model_only boolean not null default false`

  // Do Not Call is a system label by its seed. A label that was renamed and no longer ends all calls has become another
  // label, so it loses the seed; one that kept its name ends all calls again.
  yield* sql`update intent_labels set seed = null
    where seed = 'Do Not Call' and folded_name <> 'do not call' and retry_behavior <> 'SUPPRESS_ORG_WIDE'`
  yield* sql`update intent_labels set retry_behavior = 'SUPPRESS_ORG_WIDE', is_positive = false
    where seed = 'Do Not Call' and (retry_behavior <> 'SUPPRESS_ORG_WIDE' or is_positive)`

  // Campaigns that are not over and have no such label any more get it back, before all others. A custom label of that
  // name takes its place if it ends all calls.
  yield* sql`update intent_labels l set seed = 'Do Not Call', is_custom = false, is_positive = false
    from campaigns c
    where c.id = l.campaign_id and c.status not in ('COMPLETED', 'CANCELLED')
      and l.folded_name = 'do not call' and l.seed is null and l.retry_behavior = 'SUPPRESS_ORG_WIDE'
      and not exists (select from intent_labels o where o.campaign_id = l.campaign_id and o.seed = 'Do Not Call')`
  yield* sql`insert into intent_labels (organization_id, campaign_id, id, name, folded_name, color, is_positive,
      retry_behavior, is_system, is_custom, seed, sort_order)
    select c.organization_id, c.id, gen_random_uuid(), 'Do Not Call', 'do not call', '#dc2626', false,
      'SUPPRESS_ORG_WIDE', false, false, 'Do Not Call',
      (select coalesce(min(l.sort_order), 0) - 1 from intent_labels l where l.campaign_id = c.id)
    from campaigns c
    where c.status not in ('COMPLETED', 'CANCELLED') and not exists (
      select from intent_labels l
      where l.campaign_id = c.id and (l.seed = 'Do Not Call' or l.folded_name = 'do not call'))`
})
