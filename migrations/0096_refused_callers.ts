import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // When the carrier did not let a number call, which has switched it off. Null: an admin has, or it is not off.
  yield* sql`alter table caller_ids add column refused_at timestamptz`

  // When the carrier last accepted the token of an account. Null: it was not examined, and `not_examined` says why.
  yield* sql`alter table carrier_accounts add column examined_at timestamptz, add column not_examined text`
})
