import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // A change of calls only appends. If it made the first row of a day or a label as well, two transactions that change
  // calls of the same campaigns in another order would wait for each other. The rows are made by the folding, and until
  // then the views show what was appended without one.
  yield* sql`create or replace view campaign_days as
    select f.campaign_id, f.day, f.connected + d.connected as connected, f.not_connected + d.not_connected as not_connected
    from folded_days f cross join lateral open_days(f.campaign_id, f.day) d
    union all
    select d.campaign_id, d.day, sum(d.connected)::integer, sum(d.not_connected)::integer
    from figure_deltas d
    where d.day is not null
      and not exists (select from folded_days f where f.campaign_id = d.campaign_id and f.day = d.day)
    group by d.campaign_id, d.day`
  yield* sql`create or replace view label_figures as
    select f.campaign_id, f.intent_label_id, f.calls + d.calls as calls
    from folded_label_figures f cross join lateral open_labels(f.campaign_id, f.intent_label_id) d
    union all
    select d.campaign_id, d.intent_label_id, sum(d.calls)::integer
    from label_deltas d
    where not exists (select from folded_label_figures f
      where f.campaign_id = d.campaign_id and f.intent_label_id = d.intent_label_id)
    group by d.campaign_id, d.intent_label_id`

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
  const sums = Object.entries(figures).map(([name, of]) => `sum(sign * ${of}) as ${name}`)
  const anyChange = Object.keys(figures).map((name) => `${name} <> 0`)
  yield* sql.unsafe(`create or replace function count_changed_calls() returns trigger language plpgsql as $$
    begin
      with changes as (
        select campaign_id, ${sums.join(", ")}
        from (select 1 as sign, * from changed union all select -1 as sign, * from before) c group by campaign_id
      )
      insert into figure_deltas (campaign_id, day, ${names})
      select campaign_id, case when connected <> 0 or not_connected <> 0
        then (clock_timestamp() at time zone 'UTC')::date end, ${names}
      from changes where ${anyChange.join(" or ")};
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
})
