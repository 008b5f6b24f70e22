import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Every claim sums the deltas of its organization and of its campaign. Few are open, but the index also has those that
  // were folded since the last vacuum. An index scan marks their entries, so that later scans pass over them; a bitmap
  // scan, which the planner prefers as soon as it expects several rows, visits all of them each time.
  yield* sql`alter table usage_deltas alter column organization_id set (n_distinct = -1)`
  yield* sql`alter table figure_deltas alter column campaign_id set (n_distinct = -1)`
  yield* sql`alter table label_deltas alter column campaign_id set (n_distinct = -1)`
})
