import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The keys that sign audit archives, the oldest first in use. The private part is sealed; organization 0 is the
  // installation.
  yield* sql`create table signing_keys (
    organization_id integer not null default 0,
    id uuid primary key,
    public_key text not null,
    private_key text not null,
    created_at timestamptz not null default clock_timestamp()
  )`
})
