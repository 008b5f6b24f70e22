import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What was said in an attempt. The row is there from the person's first word, or their wish not to be called again: what
  // decides about the end of a call is kept at once. The transcript is sealed; it is null while the talk goes on, and when
  // nothing was said. `noted_at` is when something was kept last.
  yield* sql`create table talks (
    organization_id integer not null,
    attempt_id uuid not null,
    call_id uuid not null,
    heard boolean not null default false,
    opted_out boolean not null default false,
    failed boolean not null default false,
    noted_at timestamptz not null default clock_timestamp(),
    transcript text,
    turns jsonb not null default '[]',
    ended_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, attempt_id),
    foreign key (organization_id, attempt_id) references attempts (organization_id, id),
    foreign key (organization_id, call_id) references calls (organization_id, id)
  )`
  yield* sql`create index on talks (organization_id, call_id)`
  yield* sql`create index on talks (organization_id, created_at)`
})
