import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`alter table organizations add column model_fallback text not null default 'NONE'
    check (model_fallback in ('NONE', 'TO_PRIVATE', 'ANY'))`

  // Set when the line is gone while words are still recognized from the recorded audio.
  yield* sql`alter table talks add column catches_up_until timestamptz`

  // The providers that do not answer, as each node with the role media saw them last.
  yield* sql`create table provider_reports (
    node text primary key,
    away text[] not null,
    seen_at timestamptz not null default clock_timestamp()
  )`
})
