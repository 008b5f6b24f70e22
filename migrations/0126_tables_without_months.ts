import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Earlier releases dropped the last month of a table when every month was over, as after a long stop, and then had no end
// to begin the next month at: the table got no months again. As before, but such a table begins with the current month.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.unsafe(`create or replace function add_partition(of_table text) returns void language plpgsql as $$
    declare
      key text := substring(pg_get_partkeydef(of_table::regclass) from '^RANGE \\((.*)\\)$');
      starts_at timestamptz;
      low text;
      high text;
      name text;
      rest text := of_table || '_rest';
      is_early boolean;
    begin
      select coalesce(max(ends_at), date_trunc('month', now() at time zone 'UTC') at time zone 'UTC') into strict starts_at
        from table_partitions where parent = of_table;
      execute coalesce((select format('lock table %s in share row exclusive mode',
          string_agg(format('%I', target), ', ' order by target))
        from (select distinct confrelid::regclass::text as target from pg_constraint
          where conrelid = of_table::regclass and contype = 'f') t having count(*) > 0), 'select 1');
      low := first_id(starts_at);
      high := first_id((starts_at at time zone 'UTC' + interval '1 month') at time zone 'UTC');
      name := of_table || to_char(starts_at at time zone 'UTC', '_YYYY_MM');
      execute format('create table %I (like %I including defaults including constraints including storage including indexes)
        with (autovacuum_vacuum_scale_factor = 0.02)', name, rest);
      execute format('select exists (select from %I where %s >= %L and %s < %L)', rest, key, low, key, high)
        into is_early;
      if is_early then
        execute format('lock table %I in access exclusive mode', rest);
        execute format('alter table %I disable trigger user', rest);
        execute format('with early as (delete from %I where %s >= %L and %s < %L returning *)
          insert into %I select * from early', rest, key, low, key, high, name);
        execute format('alter table %I enable trigger user', rest);
      end if;
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', of_table, name, low, high);
    end
  $$`)
})
