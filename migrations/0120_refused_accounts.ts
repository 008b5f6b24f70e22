import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Those of the providers that are away which refuse the account. A node of the release before reports none.
  yield* sql`alter table provider_reports add column refused text[] not null default '{}'`
})
