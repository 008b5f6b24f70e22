import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // How the person signed in. Null for a session of an earlier release.
  yield* sql`alter table sessions add column signed_in_by text`
})
