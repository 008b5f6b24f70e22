import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Where an organization is told what came of its calls. The credential is sealed. What ended before `enabled_since`, or
  // `csv_since`, is neither told nor exported by itself.
  yield* sql`create table write_back_configs (
    organization_id integer primary key references organizations (id),
    webhook_enabled boolean not null default false,
    webhook_url text,
    webhook_method text not null default 'POST' check (webhook_method in ('POST', 'PATCH')),
    auth_type text not null default 'NONE' check (auth_type in ('NONE', 'API_KEY', 'BEARER')),
    auth_header_name text,
    credential text,
    csv_auto_export boolean not null default false,
    share_transcript boolean not null default false,
    enabled_since timestamptz,
    csv_since timestamptz,
    check (not webhook_enabled or webhook_url is not null),
    check (webhook_enabled = (enabled_since is not null)),
    check (csv_auto_export = (csv_since is not null))
  )`

  // When the results of a campaign were kept as a file, which is what is shown from then on.
  yield* sql`alter table campaigns add column results_exported_at timestamptz`
  yield* sql`create index campaigns_to_export on campaigns (organization_id, completed_at)
    where status in ('COMPLETED', 'CANCELLED') and results_exported_at is null`

  // The campaigns whose outcomes the organization's system does not take, since it last took one.
  yield* sql`create table write_back_troubles (
    organization_id integer not null,
    campaign_id uuid not null,
    since timestamptz not null default clock_timestamp(),
    failures integer not null,
    error text not null,
    primary key (organization_id, campaign_id),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
  )`

  // One row a thing to be told, with the body that every attempt sends. Of a call there is one an attempt, and one more, its
  // end, where the attempt had announced a callback that was not placed. `next_attempt_at` is when it is due; of a claimed one
  // that is when whoever claimed it must have died, and `claims` tells an old claim from the present one. No foreign key to
  // calls: to tell of a call never waits for it.
  yield* sql`create table deliveries (
    organization_id integer not null references organizations (id),
    id uuid not null default uuid_v7(),
    kind text not null check (kind in ('CALL', 'IMPORT')),
    campaign_id uuid,
    call_id uuid,
    attempt_no integer,
    is_end boolean not null default false,
    import_id uuid,
    url text,
    body text not null,
    status text not null default 'PENDING' check (status in ('PENDING', 'DELIVERED', 'FAILED', 'PERMANENT_FAILURE')),
    attempts integer not null default 0,
    next_attempt_at timestamptz default clock_timestamp(),
    claimed boolean not null default false,
    claims integer not null default 0,
    last_error text,
    last_attempt_at timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, id),
    foreign key (organization_id, import_id) references imports (organization_id, id),
    check ((kind = 'CALL') = (campaign_id is not null and call_id is not null and attempt_no is not null)),
    check ((kind = 'IMPORT') = (import_id is not null and url is not null)),
    check ((status = 'PENDING') = (next_attempt_at is not null)),
    check (status = 'PENDING' or not claimed)
  )`
  yield* sql`create unique index on deliveries (organization_id, call_id, attempt_no, is_end) where call_id is not null`
  yield* sql`create unique index on deliveries (organization_id, import_id) where import_id is not null`
  yield* sql`create index deliveries_waiting on deliveries (organization_id, kind, next_attempt_at)
    where next_attempt_at is not null`
  yield* sql`create index deliveries_claimed on deliveries (organization_id, kind, next_attempt_at) where claimed`
  yield* sql`create index deliveries_failed on deliveries (organization_id, id)
    where status in ('FAILED', 'PERMANENT_FAILURE')`

  // What a target said, or why it said nothing.
  yield* sql`create table delivery_attempts (
    organization_id integer not null,
    delivery_id uuid not null,
    id uuid not null default uuid_v7(),
    at timestamptz not null,
    duration_ms integer not null,
    status_code integer,
    response text,
    error text,
    primary key (organization_id, delivery_id, id),
    foreign key (organization_id, delivery_id) references deliveries (organization_id, id) on delete cascade
  )`

  // The calls that came to something, for write-back to look at, whether it heard of them by an event or not. Most have been
  // told of by then.
  yield* sql`create table calls_to_tell (
    organization_id integer not null,
    call_id uuid not null,
    look_at timestamptz not null,
    primary key (organization_id, call_id)
  )`
  yield* sql`create index on calls_to_tell (look_at)`
  yield* sql`create function note_calls_to_tell() returns trigger language plpgsql as $$
    begin
      if exists (select 1 from write_back_configs where webhook_enabled) then
        insert into calls_to_tell as t (organization_id, call_id, look_at)
        select c.organization_id, c.id, coalesce(c.awaits_tag_until, clock_timestamp()) + interval '5 seconds'
          from changed c
            join before b on b.organization_id = c.organization_id and b.id = c.id
            join write_back_configs w on w.organization_id = c.organization_id and w.webhook_enabled
          where (c.attempts > 0 and (c.status in ('COMPLETED', 'FAILED', 'SUPPRESSED')
              or c.status = 'QUEUED' and c.priority = 0) or c.failure_reason = 'Callback Fulfilled')
            and (c.status, c.attempts, c.awaits_tag_until) is distinct from (b.status, b.attempts, b.awaits_tag_until)
          order by c.organization_id, c.id
        on conflict (organization_id, call_id) do update set look_at = excluded.look_at;
      end if;
      return null;
    end
  $$`
  yield* sql`create trigger note_to_tell after update on calls
    referencing old table as before new table as changed for each statement execute function note_calls_to_tell()`
})
