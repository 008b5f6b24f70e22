import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Which keys seal the secrets of this database; proof is a known text sealed with each, so that a wrong key shows at the start.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`
    create table encryption_keys (
      key_id text primary key,
      proof text not null,
      created_at timestamptz not null default now()
    )`
})
