import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // How many campaigns of each organization wait on a node for a start of the account. A node that is gone counts until
  // `wants_until`.
  yield* sql`create table carrier_demands (
    account text not null,
    node uuid not null,
    organizations integer[] not null,
    wanted integer[] not null,
    wants_until timestamptz not null,
    primary key (account, node)
  ) with (fillfactor = 50)`
  yield* sql`alter table carrier_pace set (fillfactor = 50)`
  yield* sql`alter table carrier_shares set (fillfactor = 70)`

  // Leases the next starts of an account to a node. A start is a point of time on the database clock, and the row of the
  // account has the first one that no node has leased: a start is leased once, and one that was not used is lost.
  //
  // The starts within the lead go to the organizations that want one, on any node, by start-time fair queueing. Of the
  // starts of an organization the node gets those of its own campaigns; the fraction of a start is drawn by lot, so that
  // no node waits forever. The virtual time of the account is not later than the next start of an organization that
  // still waits, whose turns would be lost otherwise. Little is leased in advance while nodes of an older release wait,
  // which take a start only once it has come. The first starts, as many as are urgent, are for claims that are ready
  // because they came too late for their own; their organizations have had their turn.
  yield* sql`create function lease_starts(of_account text, of_node uuid, organizations integer[], wanted integer[],
      urgent integer, interval_millis float8, ahead_millis float8, lead_millis float8, older_lead_millis float8, patience_millis float8)
    returns table (organization_id integer, starts integer, first_start_at float8, leased_at float8)
    language plpgsql as $$
    #variable_conflict use_column
    declare
      pace carrier_pace;
      at timestamptz;
      first timestamptz;
      lead float8 := lead_millis;
      free integer;
      urgent_first timestamptz;
    begin
      select p.* into pace from carrier_pace p where p.account = of_account for no key update;
      if not found then
        insert into carrier_pace (account, next_start_at) values (of_account, clock_timestamp())
          on conflict (account) do nothing;
        select p.* into pace from carrier_pace p where p.account = of_account for no key update;
      end if;
      -- Read after the lock, and so are the shares and demands below, because each statement sees what is committed then.
      at := clock_timestamp();
      if exists (select from carrier_wants w where w.account = of_account and w.wants_until > at) then
        lead := older_lead_millis;
      end if;
      first := greatest(pace.next_start_at, at + ahead_millis * interval '1 millisecond');
      urgent_first := first;
      first := first + urgent * interval_millis * interval '1 millisecond';
      free := greatest(0, floor(
        (ahead_millis + lead - extract(epoch from first - at)::float8 * 1000) / interval_millis)::integer + 1);
      return query
        with wants as (
          select o.organization_id, o.wanted, true as is_mine from unnest(organizations, wanted) o (organization_id, wanted)
          union all
          select o.organization_id, o.wanted, false
            from carrier_demands d, unnest(d.organizations, d.wanted) o (organization_id, wanted)
            where d.account = of_account and d.node <> of_node and d.wants_until > at
          union all
          select w.organization_id, 1, false from carrier_wants w where w.account = of_account and w.wants_until > at
        ), demands as (
          select w.organization_id, sum(w.wanted)::integer as total,
            coalesce(sum(w.wanted) filter (where w.is_mine), 0)::integer as mine
          from wants w group by w.organization_id
        ), shares as (
          select d.*, greatest(pace.virtual_time, coalesce(s.next_virtual_time, 0)) as start_time,
            coalesce(s.last_turn, 0) as last_turn, coalesce(o.call_weight, 1)::float8 as weight
          from demands d
            left join carrier_shares s on s.account = of_account and s.organization_id = d.organization_id
            left join organizations o on o.id = d.organization_id
        ), turns as (
          select s.* from shares s, generate_series(0, least(s.total, free) - 1) n
          order by s.start_time + n / s.weight, s.last_turn, s.organization_id, n limit free
        ), grants as (
          select t.organization_id, t.start_time, t.weight,
            least(t.mine, floor(count(*)::float8 * t.mine / t.total + random())::integer) as starts
          from turns t group by t.organization_id, t.start_time, t.weight, t.mine, t.total
        ), given as (
          select g.*, sum(g.starts) over (order by g.start_time, g.organization_id)::integer as place
          from grants g where g.starts > 0
        ), moved as (
          update carrier_pace p set
            next_start_at = first + g.starts * interval_millis * interval '1 millisecond',
            turns = p.turns + urgent + g.starts,
            virtual_time = greatest(p.virtual_time, least(g.last_start_time, (
              select min(s.start_time + coalesce(v.starts, 0) / s.weight)
              from shares s left join given v on v.organization_id = s.organization_id
              where s.total > coalesce(v.starts, 0))))
          from (select coalesce(sum(starts), 0) as starts, max(start_time + (starts - 1) / weight) as last_start_time
            from given) g
          where p.account = of_account and urgent + g.starts > 0
        ), shared as (
          insert into carrier_shares as s (account, organization_id, last_turn, next_virtual_time)
          select of_account, g.organization_id, pace.turns + g.place, g.start_time + g.starts / g.weight from given g
          on conflict (account, organization_id) do update
            set last_turn = excluded.last_turn, next_virtual_time = excluded.next_virtual_time
        ), demanded as (
          insert into carrier_demands as d (account, node, organizations, wanted, wants_until)
          select of_account, of_node, coalesce(array_agg(w.organization_id), '{}'),
            coalesce(array_agg(w.wanted - coalesce(g.starts, 0)), '{}'),
            at + patience_millis * interval '1 millisecond'
          from unnest(organizations, wanted) w (organization_id, wanted)
            left join given g on g.organization_id = w.organization_id
          where w.wanted > coalesce(g.starts, 0)
          on conflict (account, node) do update set organizations = excluded.organizations, wanted = excluded.wanted,
            wants_until = excluded.wants_until
        ), removed as (
          delete from carrier_demands d
            where d.account = of_account and d.node <> of_node and d.wants_until < at - interval '1 hour'
        )
        select l.organization_id, l.starts, (extract(epoch from urgent_first) * 1000)::float8,
          (extract(epoch from at) * 1000)::float8
        from (
          select null::integer as organization_id, urgent as starts, 0 as place where urgent > 0
          union all
          select g.organization_id, g.starts, g.place from given g
        ) l order by l.place;
    end
  $$`
})
