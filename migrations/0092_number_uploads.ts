import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Files of numbers that are being applied, or were. Without an organization, the list is the installation's. `layout`
  // says which column has what, and `requester` who sent the file.
  yield* sql`create table number_uploads (
    id uuid primary key,
    organization_id integer references organizations (id),
    kind text not null check (kind in ('DO_NOT_CONTACT', 'LIST')),
    registry text,
    name text,
    dated date,
    expires_at timestamptz,
    layout json not null,
    requester json not null,
    status text not null default 'PENDING'
      check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'COMPLETED_WITH_ERRORS', 'CANCELLED')),
    total integer not null,
    done integer not null default 0,
    added integer not null default 0,
    rejected integer not null default 0,
    list_id uuid,
    failures integer not null default 0,
    due_at timestamptz not null default now(),
    served_at timestamptz,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    completed_at timestamptz
  )`
  yield* sql`create index on number_uploads (organization_id, id)`
  yield* sql`create index on number_uploads (id) where completed_at is null`

  // The file in pieces. A piece of a list becomes digests when it is read, and one of Do Not Contact is deleted when it is
  // applied, so what is left to do is what has rows. The rows are sealed: they may be numbers of strangers. The
  // organization is 0 for a list of the installation.
  yield* sql`create table number_upload_parts (
    organization_id integer not null,
    id uuid primary key,
    upload_id uuid not null references number_uploads (id) on delete cascade,
    first_index integer not null,
    rows text,
    digests bytea,
    unique (upload_id, first_index)
  )`
  // Neither can be compressed.
  yield* sql`alter table number_upload_parts alter column rows set storage external,
    alter column digests set storage external`

  yield* sql`create table number_upload_errors (
    upload_id uuid not null references number_uploads (id) on delete cascade,
    index integer not null,
    phone_number text,
    reason text not null,
    primary key (upload_id, index)
  )`
})
