import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Language models of an organization. `api_key` is sealed; null for a server that needs none.
  yield* sql`create table organization_models (
    organization_id integer not null references organizations (id),
    id uuid not null,
    name text not null,
    base_url text not null,
    model text not null,
    api_key text,
    reasoning_effort text,
    temperature double precision,
    created_at timestamptz not null default now(),
    primary key (organization_id, id),
    unique (organization_id, name)
  )`

  // The name of the model of a flow; null: the one that llm_provider names.
  yield* sql`alter table flows
    add column model text,
    add column reasoning_effort text,
    add column temperature double precision`
})
