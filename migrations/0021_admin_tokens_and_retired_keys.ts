import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // An action on the installation itself belongs to no organization. The id and the address of the request are null
  // for actions of the service, and for entries of earlier releases.
  yield* sql`alter table security_log
    alter column organization_id drop not null,
    add column request_id text,
    add column address text`
  yield* sql`create index on security_log (target, id)`

  yield* sql`create table admin_tokens (
    id uuid primary key,
    name text not null,
    role text not null check (role in ('VIEWER', 'OPERATOR', 'ADMIN')),
    prefix text not null,
    digest bytea not null unique,
    digest_key text not null,
    expires_at timestamptz,
    revoked_at timestamptz,
    last_used_at timestamptz,
    created_at timestamptz not null default now()
  )`

  // The id of the encryption key from which the key of the digest was derived; null for rows of earlier releases.
  yield* sql`alter table api_keys add column digest_key text`
  yield* sql`alter table do_not_contact add column digest_key text`

  // The encryption keys that no node may seal with any longer. A row of encryption_keys moves here.
  yield* sql`create table retired_encryption_keys (
    key_id text primary key,
    retired_at timestamptz not null default clock_timestamp()
  )`

  // The digest keys of retired encryption keys, sealed: they find rows whose digests cannot be made anew. They open
  // nothing.
  yield* sql`create table retired_digest_keys (
    key_id text not null references retired_encryption_keys (key_id),
    purpose text not null,
    sealed text not null,
    primary key (key_id, purpose)
  )`

  // The nodes of the last days, with the key that each of them seals with. A node that has died is one that did not
  // stop, and was not seen for a minute.
  yield* sql`create table sealing_nodes (
    node_id uuid primary key,
    key_id text not null,
    seen_at timestamptz not null default clock_timestamp(),
    stopped boolean not null default false
  )`

  // Seals everything anew with one key. All tables before `table_name` are done, and of that table all rows up to the
  // one with these ids.
  yield* sql`create table key_rotations (
    key_id text primary key,
    started_at timestamptz not null default clock_timestamp(),
    finished_at timestamptz,
    resealed integer not null default 0,
    unreadable integer not null default 0,
    table_name text,
    organization_id integer,
    row_id text
  )`
})
