import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Belongs to the number, so that it outlives a contact that is deleted and imported again. A withdrawal that no
  // consent preceded has the basis NONE.
  yield* sql`create table consents (
    organization_id integer not null references organizations (id),
    phone_number text not null,
    purpose text not null,
    at timestamptz not null,
    basis text not null,
    source text not null,
    evidence text,
    expires_at timestamptz,
    withdrawn_at timestamptz,
    withdrawn_through text,
    recorded_at timestamptz not null default now(),
    primary key (organization_id, phone_number, purpose, at)
  )`

  // The country * is every country without a row of its own.
  yield* sql`create table consent_policies (
    organization_id integer not null references organizations (id),
    country text not null,
    policy text not null,
    primary key (organization_id, country)
  )`
})
