import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Sign-ins that have begun: single sign-on at a provider, and challenges of passkeys. `digest` is of the state that
  // leaves the browser, so a row cannot complete anything. A row is used up once.
  yield* sql`create table handshakes (
    digest bytea primary key,
    purpose text not null,
    data jsonb not null,
    expires_at timestamptz not null
  )`

  // The accounts of people at providers of single sign-on. A person has one account at a provider, so an e-mail address
  // that the provider gives to another account opens nothing.
  yield* sql`create table person_identities (
    issuer text not null,
    subject text not null,
    person_id uuid not null references people (id) on delete cascade,
    created_at timestamptz not null default now(),
    primary key (issuer, subject),
    unique (person_id, issuer)
  )`

  // Public keys by which people sign in. `host` is the name of the console that the key was made for; `counter` is the
  // number of signatures that the authenticator last reported.
  yield* sql`create table passkeys (
    id uuid primary key,
    person_id uuid not null references people (id) on delete cascade,
    name text not null,
    credential_id text not null unique,
    public_key bytea not null,
    counter bigint not null,
    transports text[] not null,
    host text not null,
    last_used_at timestamptz,
    created_at timestamptz not null default now()
  )`
  yield* sql`create index on passkeys (person_id)`
})
