import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Ids of rows that a statement makes by the thousand: UUIDv7, as those of the program.
  yield* sql`create function uuid_v7() returns uuid language sql volatile as $$
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid())
      placing substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1),
      53, 1), 'hex')::uuid
  $$`

  // One row a person and campaign. `next_attempt_at` is set while the row waits, `priority` is 0 for a callback, 1 for a
  // retry, 2 for a first call. `due_before_hours` is when it was due before the hours put it off. `extra_attempts` are those
  // beyond the retries: callbacks and restores.
  yield* sql`create table calls (
    organization_id integer not null,
    id uuid not null default uuid_v7(),
    campaign_id uuid not null,
    contact_id uuid not null,
    contact_name text not null,
    phone_number text not null,
    status text not null default 'PENDING'
      check (status in ('PENDING', 'QUEUED', 'IN_PROGRESS', 'COMPLETED', 'FAILED', 'SKIPPED', 'SUPPRESSED')),
    priority smallint not null default 2,
    next_attempt_at timestamptz,
    due_before_hours timestamptz,
    scheduled_at timestamptz,
    attempts integer not null default 0,
    extra_attempts integer not null default 0,
    callbacks integer not null default 0,
    callback_scheduled_at timestamptz,
    callback_adjusted boolean not null default false,
    deferral_reason text,
    deferrals integer not null default 0,
    call_sid text,
    started_at timestamptz,
    completed_at timestamptz,
    duration integer not null default 0,
    outcome text,
    failure_reason text,
    connected boolean not null default false,
    intent_label_id uuid,
    intent_source text,
    intent_undetermined boolean not null default false,
    journey_action text,
    flagged_for_review boolean not null default false,
    suppression text check (suppression in ('CAMPAIGN', 'ORGANIZATION')),
    suppression_reason text,
    awaits_tag_until timestamptz,
    created_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, id),
    unique (campaign_id, contact_id),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
    check ((status in ('PENDING', 'QUEUED')) = (next_attempt_at is not null)),
    check ((status = 'SUPPRESSED') = (suppression is not null))
  )`
  yield* sql`create index calls_waiting on calls (campaign_id, priority, next_attempt_at, id)
    where next_attempt_at is not null`
  yield* sql`create index calls_outside_hours on calls (organization_id)
    where due_before_hours is not null and next_attempt_at is not null`
  yield* sql`create index calls_of_campaign on calls (campaign_id, id)`
  yield* sql`create index calls_of_number on calls (organization_id, phone_number, id)`
  yield* sql`create index calls_of_contact on calls (organization_id, contact_id)`
  yield* sql`create index calls_awaiting_tag on calls (awaits_tag_until) where awaits_tag_until is not null`

  // One row a try. At most one is live for a number of an organization, whatever goes wrong elsewhere.
  yield* sql`create table attempts (
    organization_id integer not null,
    id uuid not null,
    campaign_id uuid not null,
    call_id uuid not null,
    attempt_no integer not null,
    phone_number text not null,
    account text not null,
    epoch bigint not null,
    reserved_minutes integer not null,
    first_of_day boolean not null,
    started_at timestamptz not null,
    lease_expires_at timestamptz not null,
    call_sid text,
    answered_at timestamptz,
    answered_by text,
    ended_at timestamptz,
    duration_seconds integer not null default 0,
    outcome text,
    failure_reason text,
    primary key (organization_id, id),
    unique (id),
    unique (call_id, attempt_no),
    foreign key (organization_id, call_id) references calls (organization_id, id),
    check ((ended_at is null) = (outcome is null))
  )`
  yield* sql`create unique index attempts_live_number on attempts (organization_id, phone_number) where ended_at is null`
  yield* sql`create index attempts_live on attempts (campaign_id, lease_expires_at) where ended_at is null`
  yield* sql`create index attempts_ended on attempts (campaign_id, ended_at) where ended_at is not null`

  // Why a person was, or was not, called: the verdicts of the gates, the last ones of each call.
  yield* sql`create table call_decisions (
    organization_id integer not null,
    call_id uuid not null,
    trails jsonb[] not null,
    updated_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, call_id),
    foreign key (organization_id, call_id) references calls (organization_id, id)
  )`
  yield* sql`create index on call_decisions (organization_id, updated_at)`

  // What progress and the dashboard show, kept by the statements that change the rows.
  yield* sql`create table campaign_figures (
    organization_id integer not null,
    campaign_id uuid primary key,
    total integer not null default 0,
    pending integer not null default 0,
    queued integer not null default 0,
    in_progress integer not null default 0,
    completed integer not null default 0,
    failed integer not null default 0,
    skipped integer not null default 0,
    suppressed integer not null default 0,
    attempts integer not null default 0,
    connected integer not null default 0,
    not_connected integer not null default 0,
    deferred integer not null default 0,
    deferrals integer not null default 0,
    awaiting_tag integer not null default 0,
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
  )`
  yield* sql`create table label_figures (
    campaign_id uuid not null,
    intent_label_id uuid not null,
    calls integer not null,
    primary key (campaign_id, intent_label_id)
  )`
  // Of each campaign and day (UTC): how many rows were resolved, for the mean of a week.
  yield* sql`create table campaign_days (
    campaign_id uuid not null,
    day date not null,
    connected integer not null default 0,
    not_connected integer not null default 0,
    primary key (campaign_id, day)
  )`

  // A figure is a sum over the rows; a change of rows changes it by what they are less what they were.
  const figures = {
    total: "1",
    pending: "(status = 'PENDING')::int",
    queued: "(status = 'QUEUED')::int",
    in_progress: "(status = 'IN_PROGRESS')::int",
    completed: "(status = 'COMPLETED')::int",
    failed: "(status = 'FAILED')::int",
    skipped: "(status = 'SKIPPED')::int",
    suppressed: "(status = 'SUPPRESSED')::int",
    attempts: "attempts",
    connected: "connected::int",
    not_connected: "(status = 'FAILED' and not connected)::int",
    deferred: "(next_attempt_at is not null and deferral_reason is not null)::int",
    deferrals: "deferrals",
    awaiting_tag: "(awaits_tag_until is not null)::int"
  }
  const names = Object.keys(figures).join(", ")
  const each = (write: (name: string, of: string) => string) =>
    Object.entries(figures)
      .map(([name, of]) => write(name, of))
      .join(", ")

  yield* sql.unsafe(`create function count_new_calls() returns trigger language plpgsql as $$
    begin
      insert into campaign_figures as f (organization_id, campaign_id, ${names})
      select organization_id, campaign_id, ${each((_, of) => `sum(${of})`)}
        from added group by organization_id, campaign_id order by campaign_id
      on conflict (campaign_id) do update set ${each((name) => `${name} = f.${name} + excluded.${name}`)};
      return null;
    end
  $$`)
  yield* sql.unsafe(`create function count_changed_calls() returns trigger language plpgsql as $$
    declare change record;
    begin
      -- In one order, so that two statements that change rows of the same campaigns do not wait for each other.
      for change in
        select campaign_id, ${each((name, of) => `sum(sign * ${of}) as ${name}`)}
          from (select 1 as sign, * from changed union all select -1 as sign, * from before) c
          group by campaign_id order by campaign_id
      loop
        if (${each((name) => `change.${name}`).replaceAll(", ", " <> 0 or ")} <> 0) then
          update campaign_figures f set ${each((name) => `${name} = f.${name} + change.${name}`)}
            where f.campaign_id = change.campaign_id;
        end if;
        if change.connected <> 0 or change.not_connected <> 0 then
          insert into campaign_days as d (campaign_id, day, connected, not_connected)
          values (change.campaign_id, (clock_timestamp() at time zone 'UTC')::date, change.connected,
            change.not_connected)
          on conflict (campaign_id, day) do update set connected = d.connected + excluded.connected,
            not_connected = d.not_connected + excluded.not_connected;
        end if;
      end loop;
      insert into label_figures as f (campaign_id, intent_label_id, calls)
      select campaign_id, intent_label_id, sum(sign)
        from (select 1 as sign, * from changed union all select -1 as sign, * from before) c
        where intent_label_id is not null group by campaign_id, intent_label_id having sum(sign) <> 0
        order by campaign_id, intent_label_id
      on conflict (campaign_id, intent_label_id) do update set calls = f.calls + excluded.calls;
      return null;
    end
  $$`)
  yield* sql`create trigger count_new after insert on calls
    referencing new table as added for each statement execute function count_new_calls()`
  yield* sql`create trigger count_changed after update on calls
    referencing old table as before new table as changed for each statement execute function count_changed_calls()`
})
