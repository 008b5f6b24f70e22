import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Where an organization is told what came of its calls. The credential is sealed. What ended before `enabled_since`, or
  // `csv_since`, is neither told nor exported by itself.
  yield* sql`create table write_back_configs (
    organization_id integer primary key references organizations (id),
    webhook_enabled boolean not null default false,
    webhook_url text,
    webhook_method text not null default 'POST' check (webhook_method in ('POST', 'PATCH')),
    auth_type text not null default 'NONE' check (auth_type in ('NONE', 'API_KEY', 'BEARER')),
    auth_header_name text,
    credential text,
    csv_auto_export boolean not null default false,
    share_transcript boolean not null default false,
    enabled_since timestamptz,
    csv_since timestamptz,
    check (not webhook_enabled or webhook_url is not null),
    check (webhook_enabled = (enabled_since is not null)),
    check (csv_auto_export = (csv_since is not null))
  )`

  // When the results of a campaign were kept as a file, which is what is shown from then on.
  yield* sql`alter table campaigns add column results_exported_at timestamptz`
  yield* sql`create index campaigns_to_export on campaigns (organization_id, completed_at)
    where status in ('COMPLETED', 'CANCELLED') and results_exported_at is null`

  // The campaigns whose outcomes the organization's system does not take, since it last took one.
  yield* sql`create table write_back_troubles (
    organization_id integer not null,
    campaign_id uuid not null,
    since timestamptz not null default clock_timestamp(),
    failures integer not null default 1,
    error text not null,
    primary key (organization_id, campaign_id),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
  )`
})
