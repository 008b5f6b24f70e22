import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Whether calls of the flow are recorded: OFF, ON or AFTER_CONSENT. Versions of flows from before have none.
  yield* sql`alter table flows add column recording text not null default 'OFF'`

  // What the person answered when they were asked: GIVEN, REFUSED, UNANSWERED or WITHDRAWN; null: they were not asked.
  yield* sql`alter table attempts add column recording_consent text`

  // Whether the webhooks of the organization contain links to recordings.
  yield* sql`alter table write_back_configs add column share_recording boolean not null default false`

  // The recording of an attempt. Its parts are files, encrypted with the data key, which is sealed. The part `parts` may
  // have a file already.
  yield* sql`create table recordings (
    organization_id integer not null,
    attempt_id uuid not null,
    call_id uuid not null,
    data_key text not null,
    from_millis integer not null,
    parts integer not null default 0,
    samples integer not null default 0,
    peaks bytea not null default '',
    began_at timestamptz not null default clock_timestamp(),
    written_at timestamptz not null default clock_timestamp(),
    ended_at timestamptz,
    primary key (organization_id, attempt_id),
    foreign key (organization_id, attempt_id) references attempts (organization_id, id) on delete cascade
  )`
  yield* sql`create index on recordings (organization_id, call_id)`
  yield* sql`create index on recordings (organization_id, began_at)`
  yield* sql`create index on recordings (written_at) where ended_at is null`

  // Recordings whose files are to be removed. While a node may still write one, the files are removed twice.
  yield* sql`create table removed_recordings (
    attempt_id uuid primary key,
    parts integer not null,
    due_at timestamptz not null,
    last_due_at timestamptz not null
  )`
  yield* sql`create index on removed_recordings (due_at)`
  yield* sql`create function remove_recording() returns trigger language plpgsql as $$
    begin
      insert into removed_recordings (attempt_id, parts, due_at, last_due_at)
        values (old.attempt_id, old.parts, clock_timestamp(),
          clock_timestamp() + case when old.ended_at is null then interval '1 minute' else interval '0' end)
        on conflict (attempt_id) do update set parts = greatest(removed_recordings.parts, excluded.parts),
          due_at = excluded.due_at, last_due_at = excluded.last_due_at;
      return null;
    end
  $$`
  yield* sql`create trigger remove_files after delete on recordings
    for each row execute function remove_recording()`
})
