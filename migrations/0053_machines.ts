import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What the agent does when a machine answers (null: what the carrier detects is hung up), and the keys that it may send.
  yield* sql`alter table flows add column machines jsonb, add column keys jsonb not null default '[]'`

  // The machine that a conversation found, and its signs. Null: none.
  yield* sql`alter table talks add column machine jsonb`
})
