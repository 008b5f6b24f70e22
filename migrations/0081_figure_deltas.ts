import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A figure is a sum over the rows of calls. A statement that changes calls appends by how much, and locks no figure; a
  // background step folds what was appended into the rows of figures. What is read is the sum of both, under the names
  // that the tables had, so the release before reads and fills them as it did.
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

  yield* sql`alter table campaign_figures rename to folded_figures`
  yield* sql`alter table label_figures rename to folded_label_figures`
  yield* sql`alter table campaign_days rename to folded_days`

  // Rows of some seconds, so they are vacuumed by their number and not by their share. `day` is set where a call was
  // connected or given up.
  const shortLived = "(autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000)"
  yield* sql.unsafe(`create table figure_deltas (
    id bigint primary key generated always as identity,
    campaign_id uuid not null,
    day date,
    ${each((name) => `${name} integer not null`)}
  ) with ${shortLived}`)
  yield* sql`create index on figure_deltas (campaign_id)`
  yield* sql.unsafe(`create table label_deltas (
    id bigint primary key generated always as identity,
    campaign_id uuid not null,
    intent_label_id uuid not null,
    calls integer not null
  ) with ${shortLived}`)
  yield* sql`create index on label_deltas (campaign_id, intent_label_id)`

  // Functions, because the planner inlines them and a row of a view over them can still be locked.
  yield* sql.unsafe(`create function open_figures(of_campaign uuid)
    returns table (${each((name) => `${name} integer`)}) language sql stable as $$
      select ${each((name) => `coalesce(sum(d.${name}), 0)::integer`)}
      from figure_deltas d where d.campaign_id = of_campaign
    $$`)
  yield* sql`create function open_days(of_campaign uuid, of_day date)
    returns table (connected integer, not_connected integer) language sql stable as $$
      select coalesce(sum(d.connected), 0)::integer, coalesce(sum(d.not_connected), 0)::integer
      from figure_deltas d where d.campaign_id = of_campaign and d.day = of_day
    $$`
  yield* sql`create function open_labels(of_campaign uuid, of_label uuid)
    returns table (calls integer) language sql stable as $$
      select coalesce(sum(d.calls), 0)::integer
      from label_deltas d where d.campaign_id = of_campaign and d.intent_label_id = of_label
    $$`
  yield* sql.unsafe(`create view campaign_figures as
    select f.organization_id, f.campaign_id, ${each((name) => `f.${name} + d.${name} as ${name}`)}
    from folded_figures f cross join lateral open_figures(f.campaign_id) d`)
  yield* sql`create view label_figures as
    select f.campaign_id, f.intent_label_id, f.calls + d.calls as calls
    from folded_label_figures f cross join lateral open_labels(f.campaign_id, f.intent_label_id) d
    union all
    select d.campaign_id, d.intent_label_id, sum(d.calls)::integer
    from label_deltas d
    where not exists (select from folded_label_figures f
      where f.campaign_id = d.campaign_id and f.intent_label_id = d.intent_label_id)
    group by d.campaign_id, d.intent_label_id`
  yield* sql`create view campaign_days as
    select f.campaign_id, f.day, f.connected + d.connected as connected, f.not_connected + d.not_connected as not_connected
    from folded_days f cross join lateral open_days(f.campaign_id, f.day) d
    union all
    select d.campaign_id, d.day, sum(d.connected)::integer, sum(d.not_connected)::integer
    from figure_deltas d
    where d.day is not null
      and not exists (select from folded_days f where f.campaign_id = d.campaign_id and f.day = d.day)
    group by d.campaign_id, d.day`

  // The release before inserts the figures of a campaign that starts.
  yield* sql`create function open_campaign_figures() returns trigger language plpgsql as $$
    begin
      insert into folded_figures (organization_id, campaign_id) values (new.organization_id, new.campaign_id);
      return new;
    end
  $$`
  yield* sql`create trigger open_figures instead of insert on campaign_figures
    for each row execute function open_campaign_figures()`

  // A change of calls only appends. If it made the first row of a day or a label as well, two transactions that change
  // calls of the same campaigns in another order would wait for each other. The folding makes these rows, and until then
  // the views show what was appended without one. The figures of a campaign have a row from its start.
  yield* sql.unsafe(`create or replace function count_new_calls() returns trigger language plpgsql as $$
    begin
      insert into folded_figures (organization_id, campaign_id)
      select distinct organization_id, campaign_id from added order by campaign_id
      on conflict (campaign_id) do nothing;
      insert into figure_deltas (campaign_id, ${names})
      select campaign_id, ${each((_, of) => `sum(${of})`)} from added group by campaign_id;
      return null;
    end
  $$`)
  yield* sql.unsafe(`create or replace function count_changed_calls() returns trigger language plpgsql as $$
    begin
      with changes as (
        select campaign_id, ${each((name, of) => `sum(sign * ${of}) as ${name}`)}
        from (select 1 as sign, * from changed union all select -1 as sign, * from before) c group by campaign_id
      )
      insert into figure_deltas (campaign_id, day, ${names})
      select campaign_id, case when connected <> 0 or not_connected <> 0
        then (clock_timestamp() at time zone 'UTC')::date end, ${names}
      from changes where ${each((name) => `${name} <> 0`).replaceAll(", ", " or ")};
      if exists (select from changed where intent_label_id is not null)
        or exists (select from before where intent_label_id is not null) then
        insert into label_deltas (campaign_id, intent_label_id, calls)
        select campaign_id, intent_label_id, sum(sign)
        from (select 1 as sign, * from changed union all select -1 as sign, * from before) c
        where intent_label_id is not null group by campaign_id, intent_label_id having sum(sign) <> 0;
      end if;
      return null;
    end
  $$`)

  yield* sql`create or replace view dialing_conditions as
    select c.id as campaign_id, c.organization_id, c.status, c.use_case_type, c.timezone as campaign_timezone,
      c.calls_per_minute, c.max_concurrent_calls, c.retry_within_window, c.call_timeout_minutes, c.end_at,
      o.timezone, o.calling_window, o.compliance_profile, o.minutes_quota, u.minutes_used, u.minutes_reserved,
      coalesce(k.max_calls_per_day, 0) as max_calls_per_day, coalesce(k.max_calls_per_week, 0) as max_calls_per_week,
      f.pending + f.queued + coalesce(l.remaining, 0) as waiting, f.in_progress as live, f.awaiting_tag,
      coalesce(l.remaining, 0) as unfilled
    from campaigns c
      join organizations o on o.id = c.organization_id
      join organization_usage u on u.organization_id = c.organization_id
      join campaign_figures f on f.campaign_id = c.id
      left join campaign_fillings l on l.campaign_id = c.id
      left join frequency_caps k on k.organization_id = c.organization_id`
})
