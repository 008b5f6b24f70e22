import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Who listens to a live call now, and on which node. The row of a node that died counts until `listening_until`.
  // The primary key limits the listeners of a call: each has a place of its own.
  yield* sql`create table call_listeners (
    organization_id integer not null,
    attempt_id uuid not null,
    place smallint not null,
    id uuid not null,
    node uuid not null,
    listening_until timestamptz not null,
    primary key (organization_id, attempt_id, place),
    foreign key (organization_id, attempt_id) references attempts (organization_id, id) on delete cascade
  )`
})
