import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The request that fetches data for the prompt before a call. Null: none.
  yield* sql`alter table flows add column call_data jsonb`

  // What was fetched for a call, sealed. Without content the request is under way, or has failed.
  yield* sql`create table call_data (
    organization_id integer not null,
    call_id uuid not null,
    content text,
    pending_until timestamptz,
    fetched_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, call_id),
    foreign key (organization_id, call_id) references calls (organization_id, id) on delete cascade
  )`
  yield* sql`create index on call_data (organization_id, fetched_at)`
})
