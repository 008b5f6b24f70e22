import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // How the last attempt ended with a machine, as in `talks`: lists, webhooks and tables of results show it. Null: there
  // was none.
  yield* sql`alter table calls add column machine text`
})
