import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The row of a flow is its published version. Author and note are those of this version; the author is null for what
  // was published before there were versions, or by a node of the release before.
  yield* sql`alter table flows
    add column version integer not null default 1,
    add column published_by text,
    add column published_by_name text,
    add column version_note text`

  // Every version that a flow ever had, as its row was. A version never changes.
  yield* sql`create table flow_versions (
    organization_id integer not null,
    flow_id uuid not null,
    version integer not null,
    flow jsonb not null,
    primary key (organization_id, flow_id, version),
    foreign key (organization_id, flow_id) references flows (organization_id, id) on delete cascade
  )`
  yield* sql`create function flow_versions_never_change() returns trigger language plpgsql as $$
    begin
      raise exception 'a version of a flow never changes';
    end
  $$`
  yield* sql`create trigger never_change before update or truncate on flow_versions
    for each statement execute function flow_versions_never_change()`

  // A node of the release before changes a flow without raising its version.
  yield* sql`create function raise_flow_version() returns trigger language plpgsql as $$
    declare
      others constant text[] := '{version,published_by,published_by_name,version_note,updated_at}';
    begin
      if new.version = old.version and to_jsonb(new) - others is distinct from to_jsonb(old) - others then
        new.version := old.version + 1;
        new.published_by := null;
        new.published_by_name := null;
        new.version_note := null;
      end if;
      return new;
    end
  $$`
  yield* sql`create trigger raise_version before update on flows
    for each row execute function raise_flow_version()`
  yield* sql`create function store_flow_version() returns trigger language plpgsql as $$
    begin
      insert into flow_versions (organization_id, flow_id, version, flow)
        values (new.organization_id, new.id, new.version,
          to_jsonb(new) - '{organization_id,id,created_at}'::text[]);
      return null;
    end
  $$`
  yield* sql`create trigger store_first_version after insert on flows
    for each row execute function store_flow_version()`
  yield* sql`create trigger store_version after update on flows
    for each row when (new.version is distinct from old.version) execute function store_flow_version()`
  yield* sql`insert into flow_versions (organization_id, flow_id, version, flow)
    select organization_id, id, version, to_jsonb(flows) - '{organization_id,id,created_at}'::text[] from flows`

  // What is to be published next. `revision` is new with each change, so that no editor overwrites another's.
  yield* sql`create table flow_drafts (
    organization_id integer not null,
    flow_id uuid not null,
    revision uuid not null,
    based_on integer not null,
    content jsonb not null,
    saved_at timestamptz not null default clock_timestamp(),
    saved_by text not null,
    saved_by_name text,
    primary key (organization_id, flow_id),
    foreign key (organization_id, flow_id) references flows (organization_id, id) on delete cascade
  )`

  // The version with which the calls of a campaign are held, from its start on. Null before, and for campaigns that were
  // over before there were versions. The version of an attempt is that of its campaign when it was placed.
  yield* sql`alter table campaigns add column flow_version integer`
  yield* sql`alter table attempts add column flow_version integer`
  // The trigger comes before the update, so that no start of another node is missed.
  yield* sql`create function set_flow_version() returns trigger language plpgsql as $$
    begin
      new.flow_version := (select version from flows
        where organization_id = new.organization_id and id = new.flow_id);
      return new;
    end
  $$`
  yield* sql`create trigger set_version before insert or update of status on campaigns
    for each row when (new.status = 'IN_PROGRESS' and new.flow_version is null) execute function set_flow_version()`
  // Conversations that ended shortly before still await their analysis.
  yield* sql`update campaigns c set flow_version = f.version from flows f
    where f.organization_id = c.organization_id and f.id = c.flow_id
      and (c.status in ('IN_PROGRESS', 'PAUSED') or c.completed_at > clock_timestamp() - interval '2 days')`
})
