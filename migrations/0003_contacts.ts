import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  yield* sql`create extension if not exists pg_trgm`

  // `search` is the folded name, a line break and the number: what a search looks through.
  yield* sql`create table contacts (
    organization_id integer not null references organizations (id),
    id uuid not null,
    name text not null,
    phone_number text not null,
    language text,
    metadata jsonb not null default '{}',
    age_band text,
    gender text,
    city_tier text,
    occupation text,
    income_band text,
    product_type text,
    search text not null,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (organization_id, id),
    unique (organization_id, phone_number)
  )`
  yield* sql`create index contacts_search on contacts using gin (search gin_trgm_ops)`

  // A list's total is exact without counting a million rows: the statements that change the rows keep it.
  yield* sql`create table contact_totals (
    organization_id integer primary key references organizations (id),
    total integer not null
  )`
  yield* sql`create function count_contacts() returns trigger language plpgsql as $$
    begin
      insert into contact_totals as t (organization_id, total)
      select organization_id, case tg_op when 'INSERT' then count(*) else -count(*) end
        from changed group by organization_id order by organization_id
      on conflict (organization_id) do update set total = t.total + excluded.total;
      return null;
    end
  $$`
  yield* sql`create trigger count_inserted after insert on contacts
    referencing new table as changed for each statement execute function count_contacts()`
  yield* sql`create trigger count_deleted after delete on contacts
    referencing old table as changed for each statement execute function count_contacts()`

  yield* sql`create table audiences (
    organization_id integer not null references organizations (id),
    id uuid not null,
    name text not null,
    description text,
    contact_count integer not null default 0,
    created_at timestamptz not null default now(),
    updated_at timestamptz not null default now(),
    primary key (organization_id, id)
  )`
  yield* sql`create table audience_members (
    organization_id integer not null,
    audience_id uuid not null,
    contact_id uuid not null,
    primary key (organization_id, audience_id, contact_id),
    foreign key (organization_id, audience_id) references audiences (organization_id, id) on delete cascade,
    foreign key (organization_id, contact_id) references contacts (organization_id, id) on delete cascade
  )`
  yield* sql`create index on audience_members (organization_id, contact_id)`

  yield* sql`create function count_audience_members() returns trigger language plpgsql as $$
    begin
      perform from audiences where (organization_id, id) in (select organization_id, audience_id from changed)
        order by id for no key update;
      update audiences a set contact_count = contact_count + case tg_op when 'INSERT' then c.n else -c.n end
        from (select organization_id, audience_id, count(*) as n from changed group by 1, 2) c
        where a.organization_id = c.organization_id and a.id = c.audience_id;
      return null;
    end
  $$`
  yield* sql`create trigger count_inserted after insert on audience_members
    referencing new table as changed for each statement execute function count_audience_members()`
  yield* sql`create trigger count_deleted after delete on audience_members
    referencing old table as changed for each statement execute function count_audience_members()`
})
