import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The people who use the console. `password` is a digest by argon2id with its parameters; the first person has neither
  // e-mail nor password until they enter them.
  yield* sql`create table people (
    id uuid primary key,
    name text not null,
    email text,
    is_super_admin boolean not null default false,
    password text,
    last_signed_in_at timestamptz,
    created_at timestamptz not null default now()
  )`
  yield* sql`create unique index people_email on people (lower(email))`

  yield* sql`create table memberships (
    organization_id integer not null references organizations (id),
    person_id uuid not null references people (id) on delete cascade,
    role text not null check (role in ('VIEWER', 'MEMBER', 'ADMIN')),
    created_at timestamptz not null default now(),
    primary key (organization_id, person_id)
  )`
  yield* sql`create index on memberships (person_id)`

  // The digests of tokens are plain: a token is random, so nobody can guess its way from a digest to it.
  yield* sql`create table sessions (
    id uuid primary key,
    person_id uuid not null references people (id) on delete cascade,
    digest bytea not null unique,
    address text,
    user_agent text,
    last_used_at timestamptz not null default now(),
    created_at timestamptz not null default now()
  )`
  yield* sql`create index on sessions (person_id)`

  // Links that sign a person in once. Without a person, the link is for the first one of the installation.
  yield* sql`create table sign_in_links (
    digest bytea primary key,
    person_id uuid references people (id) on delete cascade,
    expires_at timestamptz not null
  )`

  // Without an organization, the invitation is for a SUPER_ADMIN.
  yield* sql`create table invitations (
    id uuid primary key,
    digest bytea not null unique,
    organization_id integer references organizations (id),
    role text not null check (role in ('VIEWER', 'MEMBER', 'ADMIN', 'SUPER_ADMIN')),
    email text not null,
    expires_at timestamptz not null,
    created_at timestamptz not null default now()
  )`
  yield* sql`create index on invitations (organization_id)`
  yield* sql`create index on invitations (lower(email))`

  // The name that a person had when they acted; null for all other actors.
  yield* sql`alter table security_log add column actor_name text`
})
