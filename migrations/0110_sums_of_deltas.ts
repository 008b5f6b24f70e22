import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Every claim sums the deltas of its organization and of its campaign. Few are open, but the tables and indexes also
  // have those that were folded since the last vacuum. An index scan marks the entries of these, so that later scans pass
  // over them. A plan that was made while a table was small reads all of it, and a bitmap scan visits all entries each
  // time, so the functions that claims call allow neither.
  const byIndex = sql.literal("set enable_seqscan = off set enable_bitmapscan = off")

  yield* sql`create or replace function open_usage(of_organization integer)
    returns table (minutes_used integer, minutes_reserved integer) language plpgsql stable rows 1 ${byIndex} as $$
    begin
      return query select coalesce(sum(d.minutes_used), 0)::integer, (coalesce(sum(d.minutes_reserved), 0)
          - (select coalesce(sum(p.minutes), 0) from minute_portions p where p.organization_id = of_organization))::integer
        from usage_deltas d where d.organization_id = of_organization;
    end
  $$`
  yield* sql`alter function reserve_minutes(integer, uuid, integer, integer) ${byIndex}`

  // Those of the figures of a campaign that claims need.
  yield* sql`create function dialing_figures(of_campaign uuid)
    returns table (waiting integer, live integer, awaiting_tag integer) language plpgsql stable rows 1 ${byIndex} as $$
    begin
      return query select f.pending + f.queued + d.waiting, f.in_progress + d.live, f.awaiting_tag + d.awaiting_tag
        from folded_figures f cross join lateral (
          select coalesce(sum(o.pending + o.queued), 0)::integer as waiting, coalesce(sum(o.in_progress), 0)::integer as live,
            coalesce(sum(o.awaiting_tag), 0)::integer as awaiting_tag
          from figure_deltas o where o.campaign_id = of_campaign) d
        where f.campaign_id = of_campaign;
    end
  $$`
})
