import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Conversations with a flow in the browser. A row says who may open the websocket of a trial, once and on any node,
  // and counts the trials under way. It is a lease: the node that carries the trial renews it until the end.
  yield* sql`create table flow_trials (
    organization_id integer not null references organizations (id) on delete cascade,
    id uuid not null,
    flow_id uuid not null,
    actor text not null,
    opened_at timestamptz,
    lease_until timestamptz not null,
    primary key (organization_id, id)
  )`
})
