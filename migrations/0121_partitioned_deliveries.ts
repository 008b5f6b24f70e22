import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const run = (statement: string) => SqlClient.SqlClient.use((sql) => sql.unsafe(statement))

// A delivery belongs to the month of the call or import that it reports, never to its own: so all deliveries of a call
// are in one partition, and its unique indexes refuse the second report of an outcome. Postgres has no unique index
// over partitions by an expression, so each partition has its own, copied from `deliveries_rest`.
const month = "coalesce(call_id, import_id)"

// As before, but the key of the table may be an expression, and a new partition has the indexes of `…_rest`.
const addPartition = run(`create or replace function add_partition(of_table text) returns void language plpgsql as $$
  declare
    key text := substring(pg_get_partkeydef(of_table::regclass) from '^RANGE \\((.*)\\)$');
    starts_at timestamptz;
    low text;
    high text;
    name text;
    rest text := of_table || '_rest';
    is_early boolean;
  begin
    select max(ends_at) into strict starts_at from table_partitions where parent = of_table;
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

// The reference of `delivery_attempts` needs a unique index over all partitions, and would forbid to drop one. Only a
// statement that has locked the delivery adds to its attempts, so a trigger that removes them does the same.
const replaceReference = run(`do $$
  begin
    if exists (select from pg_constraint where conrelid = 'delivery_attempts'::regclass and contype = 'f') then
      lock table deliveries, delivery_attempts in access exclusive mode;
      alter table delivery_attempts drop constraint delivery_attempts_organization_id_delivery_id_fkey;
      create function remove_delivery_attempts() returns trigger language plpgsql as 'begin
        delete from delivery_attempts a using gone g
          where a.organization_id = g.organization_id and a.delivery_id = g.id;
        return null;
      end';
      create trigger remove_attempts after delete on deliveries
        referencing old table as gone for each statement execute function remove_delivery_attempts();
    end if;
  end
$$`)

// The parts are those of `begin_partitioning`, `check_partitioning` and `finish_partitioning`.
const begin = run(`do $$
  declare
    bound uuid := first_id((date_trunc('month', now() at time zone 'UTC') + interval '2 months') at time zone 'UTC');
    is_strange boolean;
  begin
    if (select relkind from pg_class where oid = 'deliveries'::regclass) = 'p' then return; end if;
    select exists (select from deliveries where num_nonnulls(call_id, import_id) <> 1 or ${month} >= bound) into is_strange;
    alter table deliveries drop constraint if exists deliveries_bound, drop constraint if exists deliveries_of_one_thing;
    if is_strange or not exists (select from deliveries) then return; end if;
    execute format('alter table deliveries
      add constraint deliveries_of_one_thing check (num_nonnulls(call_id, import_id) = 1) not valid,
      add constraint deliveries_bound check (${month} is not null and ${month} < %L) not valid', bound);
  end
$$`)

const check = run(`do $$
  begin
    if exists (select from pg_constraint where conrelid = 'deliveries'::regclass and conname = 'deliveries_bound') then
      alter table deliveries validate constraint deliveries_of_one_thing, validate constraint deliveries_bound;
    end if;
  exception when check_violation then
    alter table deliveries drop constraint deliveries_of_one_thing, drop constraint deliveries_bound;
  end
$$`)

const finish = run(`do $$
  declare
    month timestamp := date_trunc('month', now() at time zone 'UTC');
    first text := 'deliveries_first';
    low text := 'minvalue';
    bound uuid;
    index text;
  begin
    if (select relkind from pg_class where oid = 'deliveries'::regclass) = 'p' then return; end if;
    lock table organizations, imports, deliveries in access exclusive mode;
    select substring(pg_get_constraintdef(oid) from '''([0-9a-f-]{36})''') into bound from pg_constraint
      where conrelid = 'deliveries'::regclass and conname = 'deliveries_bound';
    if bound is null then
      if exists (select from deliveries offset 1000) then return; end if;
      bound := first_id((month + interval '2 months') at time zone 'UTC');
      -- Without rows it is the partition of this month.
      if not exists (select from deliveries) then
        first := 'deliveries' || to_char(month, '_YYYY_MM');
        low := quote_literal(first_id(month at time zone 'UTC'));
        bound := first_id((month + interval '1 month') at time zone 'UTC');
      end if;
      if exists (select from deliveries where num_nonnulls(call_id, import_id) <> 1 or ${month} >= bound) then return; end if;
      alter table deliveries add constraint deliveries_of_one_thing check (num_nonnulls(call_id, import_id) = 1);
    end if;

    for index in select relname from pg_index join pg_class on oid = indexrelid where indrelid = 'deliveries'::regclass loop
      execute format('alter index %I rename to %I', index, left(replace(index, 'deliveries', first), 63));
    end loop;
    drop trigger remove_attempts on deliveries;
    execute format('alter table deliveries rename to %I', first);
    execute format('create table deliveries (like %I including defaults including constraints including storage)
      partition by range (${month})', first);
    alter table deliveries drop constraint if exists deliveries_bound,
      add foreign key (organization_id) references organizations (id),
      add foreign key (organization_id, import_id) references imports (organization_id, id);
    create trigger remove_attempts after delete on deliveries
      referencing old table as gone for each statement execute function remove_delivery_attempts();
    execute format('create table deliveries_rest
      (like %I including defaults including constraints including storage including indexes)
      with (autovacuum_vacuum_scale_factor = 0.02)', first);
    alter table deliveries_rest drop constraint if exists deliveries_bound;
    execute format('alter table deliveries attach partition %I for values from (%s) to (%L)', first, low, bound);
    execute format('alter table %I drop constraint if exists deliveries_bound', first);
    alter table deliveries attach partition deliveries_rest default;
    while (select max(ends_at) from table_partitions where parent = 'deliveries') < now() + interval '2 months' loop
      perform add_partition('deliveries');
    end loop;
  end
$$`)

// Less than the time after which Postgres looks for a deadlock: a part gives way, not the transaction of a call.
const givingWay = <A, E, R>(part: Effect.Effect<A, E, R>) =>
  Effect.andThen(run("set local lock_timeout = '500ms'"), part)

export const parts = [
  addPartition,
  givingWay(replaceReference),
  givingWay(begin),
  check,
  givingWay(finish),
  run("select begin_partitioning('delivery_attempts', 'delivery_id')"),
  run("select check_partitioning('delivery_attempts')"),
  givingWay(run("select finish_partitioning('delivery_attempts', 'delivery_id')"))
]
