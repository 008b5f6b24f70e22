import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // OUTBOUND: the service has called the person. INBOUND: the person has called back.
  yield* sql`alter table attempts add column kind text not null default 'OUTBOUND'`

  // The number that the person has seen, and calls back. Null for attempts of earlier releases.
  yield* sql`alter table attempts add column caller_id text`
})
