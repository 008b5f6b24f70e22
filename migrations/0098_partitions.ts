import { Effect } from "effect"
import { SqlClient } from "effect/sql"

// Tables that grow with each call are partitioned by month. The time is that of their ids, which are UUIDv7, so the
// primary keys stay as they are and a row is found by its id in one partition.
export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create function first_id(moment timestamptz) returns uuid language sql stable strict as $$
    select (lpad(to_hex((extract(epoch from moment) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid
  $$`

  yield* sql`create function time_of_id(id text) returns timestamptz language sql immutable strict as $$
    select to_timestamp(('x' || substr(replace(id, '-', ''), 1, 12))::bit(48)::bigint / 1000.0)
  $$`

  // The partitions of each table. Both times are null for the one that takes the rows of no month.
  yield* sql`create view table_partitions as
    select p.relname::text as parent, c.relname::text as name,
      case when b.bound like '%(MINVALUE)%' then '-infinity'
        else time_of_id(substring(b.bound from 'FROM ..([0-9a-f-]{36})')) end as starts_at,
      time_of_id(substring(b.bound from 'TO ..([0-9a-f-]{36})')) as ends_at
      from pg_inherits i
        join pg_class p on p.oid = i.inhparent and p.relkind = 'p'
        join pg_class c on c.oid = i.inhrelid
        cross join lateral pg_get_expr(c.relpartbound, c.oid) b (bound)
      where p.relnamespace = current_schema()::regnamespace`

  // Adds the partition of the month after the last one. A table is made first and attached then, because that blocks
  // nobody. Rows of the month that came before their partition are moved into it. Locks the tables to which it refers
  // before its own, as transactions of calls do.
  yield* sql`create function add_partition(of_table text) returns void language plpgsql as $$
    declare
      key text;
      starts_at timestamptz;
      low text;
      high text;
      name text;
      rest text := of_table || '_rest';
      is_early boolean;
    begin
      select a.attname into strict key from pg_partitioned_table t
        join pg_attribute a on a.attrelid = t.partrelid and a.attnum = t.partattrs[0]
        where t.partrelid = of_table::regclass;
      select max(ends_at) into strict starts_at from table_partitions where parent = of_table;
      execute coalesce((select format('lock table %s in share row exclusive mode',
          string_agg(format('%I', target), ', ' order by target))
        from (select distinct confrelid::regclass::text as target from pg_constraint
          where conrelid = of_table::regclass and contype = 'f') t having count(*) > 0), 'select 1');
      low := first_id(starts_at);
      high := first_id((starts_at at time zone 'UTC' + interval '1 month') at time zone 'UTC');
      name := of_table || to_char(starts_at at time zone 'UTC', '_YYYY_MM');
      execute format('create table %I (like %I including defaults including constraints including storage)
        with (autovacuum_vacuum_scale_factor = 0.02)', name, of_table);
      execute format('select exists (select from %I where %I >= %L and %I < %L)', rest, key, low, key, high)
        into is_early;
      if is_early then
        execute format('lock table %I in access exclusive mode', rest);
        execute format('alter table %I disable trigger user', rest);
        execute format('with early as (delete from %I where %I >= %L and %I < %L returning *)
          insert into %I select * from early', rest, key, low, key, high, name);
        execute format('alter table %I enable trigger user', rest);
      end if;
      execute format('alter table %I attach partition %I for values from (%L) to (%L)', of_table, name, low, high);
    end
  $$`

  // A table with rows becomes the first partition of itself, in three transactions. The first forbids ids of the month
  // after the next, which nobody makes yet; the second reads all rows, which blocks nobody; so the third need not read
  // them and takes milliseconds. Each can be repeated. A table with ids of another kind stays as it is.
  yield* sql`create function begin_partitioning(of_table text, key text) returns void language plpgsql as $$
    declare
      bound timestamptz := (date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC';
      is_strange boolean;
      is_empty boolean;
    begin
      if (select relkind from pg_class where oid = of_table::regclass) = 'p' then return; end if;
      execute format('select not exists (select from %I), exists (select from %I where %I >= %L)',
        of_table, of_table, key, first_id(bound)::text) into is_empty, is_strange;
      execute format('alter table %I drop constraint if exists %I', of_table, of_table || '_bound');
      if is_empty or is_strange then return; end if;
      execute format('alter table %I add constraint %I check (%I < %L) not valid',
        of_table, of_table || '_bound', key, first_id(bound)::text);
    end
  $$`
  yield* sql`create function check_partitioning(of_table text) returns void language plpgsql as $$
    begin
      if exists (select from pg_constraint where conrelid = of_table::regclass and conname = of_table || '_bound') then
        execute format('alter table %I validate constraint %I', of_table, of_table || '_bound');
      end if;
    exception when check_violation then
      execute format('alter table %I drop constraint %I', of_table, of_table || '_bound');
    end
  $$`

  // Returns whether the table is partitioned. Constraints and indexes keep their names; those of the first partition
  // get new ones.
  yield* sql`create function finish_partitioning(of_table text, key text) returns boolean language plpgsql as $$
    declare
      month timestamp := date_trunc('month', now() at time zone 'UTC');
      first text := of_table || '_first';
      low text := 'minvalue';
      bound text;
      rows_found integer;
      is_strange boolean;
      part record;
      remake text[] := '{}';
      command text;
    begin
      if (select relkind from pg_class where oid = of_table::regclass) = 'p' then return true; end if;
      -- Transactions of calls would wait for this one, and this one for them: so first no new one begins, then those that
      -- go on end, in the order in which they use the tables.
      if exists (select from pg_constraint where conrelid = of_table::regclass and confrelid = to_regclass('calls')) then
        lock table campaign_pace in exclusive mode;
      end if;
      execute format('lock table %s in access exclusive mode', (select
          string_agg(format('%I', target), ', ' order by target = of_table, target)
        from (select confrelid::regclass::text as target from pg_constraint
            where conrelid = of_table::regclass and contype = 'f'
          union select of_table) t));
      select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') into bound from pg_constraint
        where conrelid = of_table::regclass and conname = of_table || '_bound';
      if bound is null then
        execute format('select count(*) from (select from %I limit 1001) t', of_table) into rows_found;
        if rows_found > 1000 then return false; end if;
        bound := first_id((month + interval '2 months') at time zone 'UTC')::text;
        -- Without rows it is the partition of this month.
        if rows_found = 0 then
          first := of_table || to_char(month, '_YYYY_MM');
          low := quote_literal(first_id(month at time zone 'UTC')::text);
          bound := first_id((month + interval '1 month') at time zone 'UTC')::text;
        end if;
        execute format('select exists (select from %I where %I >= %L)', of_table, key, bound) into is_strange;
        if is_strange then return false; end if;
      end if;

      for part in select conname as name, contype as kind, pg_get_constraintdef(oid) as definition
        from pg_constraint where conrelid = of_table::regclass and contype in ('p', 'f') order by contype desc
      loop
        remake := remake || format('alter table %I add constraint %I %s', of_table, part.name, part.definition);
        if part.kind = 'p' then
          execute format('alter table %I rename constraint %I to %I', of_table, part.name, first || '_pkey');
        end if;
      end loop;
      for part in select c.relname as name, pg_get_indexdef(i.indexrelid) as definition
        from pg_index i join pg_class c on c.oid = i.indexrelid
        where i.indrelid = of_table::regclass and not i.indisprimary and i.indisvalid
      loop
        remake := remake || part.definition;
        execute format('alter index %I rename to %I', part.name, left(replace(part.name, of_table, first), 63));
      end loop;

      execute format('alter table %I rename to %I', of_table, first);
      execute format('create table %I (like %I including defaults including constraints including storage)
        partition by range (%I)', of_table, first, key);
      execute format('alter table %I drop constraint if exists %I', of_table, of_table || '_bound');
      foreach command in array remake loop execute command; end loop;
      execute format('alter table %I attach partition %I for values from (%s) to (%L)', of_table, first, low, bound);
      execute format('alter table %I drop constraint if exists %I', first, of_table || '_bound');
      execute format('create table %I (like %I including defaults including constraints including storage)
        with (autovacuum_vacuum_scale_factor = 0.02)', of_table || '_rest', of_table);
      execute format('alter table %I attach partition %I default', of_table, of_table || '_rest');
      while (select max(ends_at) from table_partitions where parent = of_table) < now() + interval '2 months' loop
        perform add_partition(of_table);
      end loop;
      return true;
    end
  $$`
})
