import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // To whom, and how, the agent may transfer a call. Null: it may not.
  yield* sql`alter table flows add column transfer jsonb`

  // The people and desks of an organization that take transferred calls.
  yield* sql`create table transfer_targets (
    organization_id integer not null references organizations (id) on delete cascade,
    name text not null,
    address text not null,
    hours jsonb,
    priority integer not null,
    language text,
    changed_at timestamptz not null default clock_timestamp(),
    changed_by text not null,
    primary key (organization_id, name)
  )`

  // Each try to transfer a call to a target. The row is written before the carrier is asked. `remaining` are the targets
  // that are called after it; `briefing` is what the target is told, sealed.
  yield* sql`create table transfer_tries (
    organization_id integer not null,
    id uuid not null unique,
    attempt_id uuid not null,
    call_id uuid not null,
    kind text not null,
    target text not null,
    address text not null,
    remaining jsonb not null default '[]',
    language text not null,
    briefing text,
    status text not null,
    leg_sid text,
    account text not null,
    limit_seconds integer not null,
    started_at timestamptz not null default clock_timestamp(),
    stream_opened_at timestamptz,
    connected_at timestamptz,
    ended_at timestamptz,
    leg_seconds integer,
    primary key (organization_id, id),
    foreign key (organization_id, attempt_id) references attempts (organization_id, id) on delete cascade
  )`
  yield* sql`create index on transfer_tries (attempt_id)`
  yield* sql`create index on transfer_tries (organization_id, call_id)`

  // Set when no target took a transferred call: the carrier opens the media stream of the attempt once more.
  yield* sql`alter table attempts add column stream_returns boolean not null default false`
})
