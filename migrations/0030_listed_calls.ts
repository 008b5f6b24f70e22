import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The costs of each call, by currency, kept by a trigger on the costs of its attempts. `currency` is empty where the
  // price of a part is unknown; `parts` is the number of lines. No foreign key to calls: costs never wait for a call.
  yield* sql`create table call_costs (
    organization_id integer not null,
    call_id uuid not null,
    currency text not null,
    micros bigint not null,
    parts integer not null,
    primary key (organization_id, call_id, currency)
  )`
  yield* sql`create function sum_call_costs() returns trigger language plpgsql as $$
    begin
      insert into call_costs as k (organization_id, call_id, currency, micros, parts)
      select new.organization_id, a.call_id, x.currency, x.micros, x.parts
        from (select coalesce(line ->> 'currency', '') as currency, sum(sign * (line ->> 'micros')::bigint) as micros,
              sum(sign) as parts
            from (select 1 as sign, line from jsonb_array_elements(new.lines) line
              union all select -1, line
                from jsonb_array_elements(case tg_op when 'UPDATE' then old.lines else '[]' end) line) l
            group by 1) x
          join attempts a on a.organization_id = new.organization_id and a.id = new.attempt_id
        where x.micros <> 0 or x.parts <> 0 order by x.currency
      on conflict (organization_id, call_id, currency) do update
        set micros = k.micros + excluded.micros, parts = k.parts + excluded.parts;
      return null;
    end
  $$`
  // The trigger comes first: it locks out writers, so that the sums below miss none of them.
  yield* sql`create trigger sum_costs after insert or update of lines on attempt_costs
    for each row execute function sum_call_costs()`
  yield* sql`insert into call_costs (organization_id, call_id, currency, micros, parts)
    select a.organization_id, a.call_id, coalesce(line ->> 'currency', ''), sum((line ->> 'micros')::bigint), count(*)
    from attempt_costs c
      join attempts a on a.organization_id = c.organization_id and a.id = c.attempt_id
      cross join jsonb_array_elements(c.lines) line
    group by 1, 2, 3`

  // The labels that people gave to calls instead of that of the analysis. The last one counts while its attempt is the
  // last of the call.
  yield* sql`create table label_corrections (
    organization_id integer not null,
    call_id uuid not null,
    correction_no integer not null,
    attempt_no integer not null,
    intent_label_id uuid not null,
    from_label text,
    corrected_by text not null,
    note text,
    created_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, call_id, correction_no),
    foreign key (organization_id, call_id) references calls (organization_id, id)
  )`

  // Each correction by a person is a delivery of its own; 0 for all other deliveries.
  yield* sql`alter table deliveries add column correction_no integer not null default 0`
  yield* sql`create unique index deliveries_of_outcomes
    on deliveries (organization_id, call_id, attempt_no, is_end, is_correction, correction_no) where call_id is not null`
  yield* sql`drop index deliveries_of_calls`

  // When an operator asked for the end of a live attempt.
  yield* sql`alter table attempts add column hang_up_requested_at timestamptz`
})
