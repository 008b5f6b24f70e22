import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What each node carries and may start. A node renews its row every few seconds; those of dead nodes are deleted. Free
  // space in each page lets a row be renewed without work for an index.
  yield* sql`create table node_loads (
    id uuid primary key,
    seen_at timestamptz not null default clock_timestamp(),
    carries boolean not null,
    call_limit integer,
    streams integer not null,
    dials boolean not null,
    reserved_starts integer not null,
    answered double precision not null,
    unanswered double precision not null
  ) with (fillfactor = 10)`
})
