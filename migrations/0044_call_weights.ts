import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table organizations add column call_weight integer not null default 1`

  // Start-time fair queueing. The account's virtual time is that of its last start; an organization's next start has the
  // later of that and its own. Each start moves the organization's own time on by 1 / weight.
  yield* sql`alter table carrier_pace add column virtual_time float8 not null default 0`
  yield* sql`alter table carrier_shares add column next_virtual_time float8 not null default 0`
})
