import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The numbers from which an organization calls. `calls` counts those of the day `calls_on`. `recent` has a digit for
  // each of the last calls that ended, 1 if a person answered it; `ended` and `answered` count all calls.
  yield* sql`create table caller_ids (
    organization_id integer not null references organizations (id) on delete cascade,
    number text not null unique,
    pool text,
    daily_cap integer,
    is_off boolean not null default false,
    resting_until timestamptz,
    reason text,
    calls_on date,
    calls integer not null default 0,
    recent text not null default '',
    ended integer not null default 0,
    answered integer not null default 0,
    changed_at timestamptz not null default clock_timestamp(),
    changed_by text not null,
    primary key (organization_id, number)
  )`

  // The pool of numbers that the campaign uses. Null: all numbers of its organization.
  yield* sql`alter table campaigns add column caller_pool text`
})
