import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The usage of an organization is the sum of its row, which says what was folded, and of what calls have appended. The
  // release before changes the row itself.
  yield* sql`create table usage_deltas (
    id bigint primary key generated always as identity,
    organization_id integer not null,
    minutes_used integer not null default 0,
    minutes_reserved integer not null default 0,
    day date,
    calls integer not null default 0,
    contacts integer not null default 0
  ) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)`
  yield* sql`create index on usage_deltas (organization_id)`

  // Minutes that a campaign has reserved for its next calls. They are part of the reserved minutes of the organization's
  // row, so that a node of the release before does not reserve them as well, and free for everyone who asks.
  yield* sql`create table minute_portions (
    campaign_id uuid primary key,
    organization_id integer not null,
    minutes integer not null check (minutes >= 0),
    used_at timestamptz not null default clock_timestamp()
  ) with (fillfactor = 40, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 2000)`
  yield* sql`create index on minute_portions (organization_id)`

  yield* sql`create function open_usage(of_organization integer)
    returns table (minutes_used integer, minutes_reserved integer) language sql stable as $$
      select coalesce(sum(d.minutes_used), 0)::integer, (coalesce(sum(d.minutes_reserved), 0)
        - (select coalesce(sum(p.minutes), 0) from minute_portions p where p.organization_id = of_organization))::integer
      from usage_deltas d where d.organization_id = of_organization
    $$`
  yield* sql`create view current_usage as
    select u.organization_id, u.minutes_used + d.minutes_used as minutes_used,
      u.minutes_reserved + d.minutes_reserved as minutes_reserved
    from organization_usage u cross join lateral open_usage(u.organization_id) d`

  // Reserves minutes for a call: at least so many, at most those that are wanted. Returns their number, or 0. A campaign
  // has some in its portion, which only it locks. A new portion is up to nine more calls and at most a sixty-fourth of what
  // is free. Where too few are free, the portions of other campaigns are used, except those that a claim uses now. The
  // statements of a function see what was committed before each, so the sum is exact under the lock of the row.
  yield* sql`create function reserve_minutes(of_organization integer, of_campaign uuid, least_minutes integer, wanted integer)
    returns integer language plpgsql as $$
    declare
      free integer;
      own integer;
      granted integer;
      kept integer := 0;
    begin
      update minute_portions set minutes = minutes - wanted, used_at = clock_timestamp()
        where campaign_id = of_campaign and minutes >= wanted;
      if found then return wanted; end if;

      perform from organization_usage where organization_id = of_organization for update;
      delete from minute_portions where campaign_id = of_campaign returning minutes into own;
      select o.minutes_quota - u.minutes_used - u.minutes_reserved - coalesce(d.used, 0) - coalesce(d.reserved, 0)
          + coalesce(own, 0) into free
        from organization_usage u join organizations o on o.id = u.organization_id cross join lateral (
          select sum(minutes_used) as used, sum(minutes_reserved) as reserved from usage_deltas
            where organization_id = u.organization_id) d
        where u.organization_id = of_organization;
      if free < wanted then
        with taken as (
          delete from minute_portions where campaign_id in (
            select campaign_id from minute_portions where organization_id = of_organization for update skip locked
          ) returning minutes
        )
        select coalesce(own, 0) + coalesce(sum(minutes), 0), free + coalesce(sum(minutes), 0) into own, free from taken;
      end if;
      granted := case when free >= least_minutes then least(wanted, free) else 0 end;
      if of_campaign is not null and granted > 0 then
        kept := greatest(least(9 * wanted, (free - granted) / 64), 0);
      end if;
      if kept > 0 then
        insert into minute_portions (campaign_id, organization_id, minutes) values (of_campaign, of_organization, kept);
      end if;
      update organization_usage set minutes_reserved = minutes_reserved - coalesce(own, 0) + granted + kept
        where organization_id = of_organization;
      return granted;
    end
  $$`

  // A quota that is lowered holds from the next call on.
  yield* sql`create function free_portions() returns trigger language plpgsql as $$
    begin
      perform from organization_usage where organization_id = new.id for update;
      with freed as (delete from minute_portions where organization_id = new.id returning minutes)
      update organization_usage set minutes_reserved = minutes_reserved - (select coalesce(sum(minutes), 0) from freed)
        where organization_id = new.id;
      return null;
    end
  $$`
  yield* sql`create trigger free_portions after update of minutes_quota on organizations
    for each row when (new.minutes_quota < old.minutes_quota) execute function free_portions()`

  yield* sql`create or replace view dialing_conditions as
    select c.id as campaign_id, c.organization_id, c.status, c.use_case_type, c.timezone as campaign_timezone,
      c.calls_per_minute, c.max_concurrent_calls, c.retry_within_window, c.call_timeout_minutes, c.end_at,
      o.timezone, o.calling_window, o.compliance_profile, o.minutes_quota, u.minutes_used, u.minutes_reserved,
      coalesce(k.max_calls_per_day, 0) as max_calls_per_day, coalesce(k.max_calls_per_week, 0) as max_calls_per_week,
      f.pending + f.queued + coalesce(l.remaining, 0) as waiting, f.in_progress as live, f.awaiting_tag,
      coalesce(l.remaining, 0) as unfilled
    from campaigns c
      join organizations o on o.id = c.organization_id
      join current_usage u on u.organization_id = c.organization_id
      join campaign_figures f on f.campaign_id = c.id
      left join campaign_fillings l on l.campaign_id = c.id
      left join frequency_caps k on k.organization_id = c.organization_id`
})
