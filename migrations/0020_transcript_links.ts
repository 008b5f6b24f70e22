import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Links to transcripts that were made before this time do not work; null: all do.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`alter table write_back_configs add column links_valid_from timestamptz`
})
