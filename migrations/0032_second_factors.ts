import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Secrets of authenticator apps, sealed. They belong to no organization, so `organization_id` is 0, which the rotation
  // of keys reads. `last_step` is the time step of the last accepted code: a code is accepted once. `recovery` has the
  // digests of the recovery codes that are left.
  yield* sql`create table person_totp (
    organization_id integer not null default 0,
    person_id uuid primary key references people (id) on delete cascade,
    secret text not null,
    confirmed_at timestamptz,
    last_step bigint not null default 0,
    recovery text[] not null default '{}'
  )`
})
