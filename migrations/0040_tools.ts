import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The requests that the model may have sent during a call. Versions of flows from before have none.
  yield* sql`alter table flows add column tools jsonb not null default '[]'`

  // Headers of an organization for requests of tools, such as API keys: sealed, and sent to one origin only.
  yield* sql`create table tool_headers (
    organization_id integer not null references organizations (id) on delete cascade,
    id uuid not null,
    name text not null,
    origin text not null,
    headers text not null,
    created_at timestamptz not null default clock_timestamp(),
    created_by text not null,
    primary key (organization_id, id),
    unique (organization_id, name)
  )`

  // Calls of tools in conversations. A row is written before its request is sent; when its node dies, the row stays
  // RUNNING, and after `running_until` nobody knows whether the request had an effect.
  yield* sql`create table tool_calls (
    organization_id integer not null,
    id uuid not null,
    attempt_id uuid not null,
    call_id uuid not null,
    turn integer not null,
    tool text not null,
    content text not null,
    status text not null,
    http_status integer,
    started_at timestamptz not null default clock_timestamp(),
    running_until timestamptz not null,
    took_millis integer,
    said text,
    primary key (organization_id, id),
    foreign key (organization_id, attempt_id) references attempts (organization_id, id) on delete cascade
  )`
  yield* sql`create index on tool_calls (organization_id, call_id)`
  yield* sql`create index on tool_calls (organization_id, started_at)`
})
