import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Which recognizers and voices the calls of an organization prefer, by language.
  yield* sql`create table speech_profiles (
    organization_id integer primary key references organizations (id),
    ears json not null,
    voices json not null,
    updated_at timestamptz not null default now()
  )`

  // An organization's own keys at vendors of speech. `api_key` is sealed; `last_four` is shown, and null for a short key.
  yield* sql`create table speech_keys (
    organization_id integer not null references organizations (id),
    id uuid not null,
    vendor text not null,
    api_key text not null,
    last_four text,
    primary key (organization_id, id),
    unique (organization_id, vendor)
  )`
})
