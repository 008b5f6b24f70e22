import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Lists of numbers that must not be called, such as a national registry. A list without an organization is the
  // installation's.
  yield* sql`create table number_lists (
    id uuid primary key,
    organization_id integer references organizations (id),
    registry text not null,
    name text not null,
    dated date not null,
    expires_at timestamptz,
    numbers integer not null,
    rejected integer not null,
    created_at timestamptz not null default now()
  )`
  yield* sql`create unique index number_lists_name on number_lists (coalesce(organization_id, 0), registry, name)`

  // The numbers themselves are not stored. A part has the digests that begin with the same two bytes, side by side.
  yield* sql`create table number_list_parts (
    list_id uuid not null references number_lists (id) on delete cascade,
    part integer not null,
    digests bytea not null,
    primary key (list_id, part)
  )`
  // Digests cannot be compressed.
  yield* sql`alter table number_list_parts alter column digests set storage external`

  yield* sql`alter table do_not_contact add column expires_at timestamptz, add column upload_id uuid`
})
