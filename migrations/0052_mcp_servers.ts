import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Servers of the Model Context Protocol whose tools the flows of an organization may use. The headers are sealed.
  yield* sql`create table mcp_servers (
    organization_id integer not null references organizations (id) on delete cascade,
    id uuid not null,
    name text not null,
    url text not null,
    headers text not null,
    created_at timestamptz not null default clock_timestamp(),
    created_by text not null,
    primary key (organization_id, id),
    unique (organization_id, name)
  )`
})
