import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Whether the node has the role `workers`. Null for a node of the release before, of which it is not known.
  yield* sql`alter table node_loads add column works boolean`
})
