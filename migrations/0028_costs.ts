import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Usage of the conversation, stored with the transcript. Null for a conversation of an earlier release.
  yield* sql`alter table talks add column usage jsonb`

  // Each attempt's usage with its cost. `month` is the one of its start, in the time zone that the organization had then.
  yield* sql`create table attempt_costs (
    organization_id integer not null,
    attempt_id uuid not null,
    campaign_id uuid not null,
    month date not null,
    lines jsonb not null default '[]',
    primary key (organization_id, attempt_id),
    foreign key (organization_id, attempt_id) references attempts (organization_id, id)
  )`

  // The sums, changed in the transaction that changes the usage of an attempt. `currency` is empty without a price.
  // Amounts are millionths of the currency's unit.
  yield* sql`create table campaign_costs (
    organization_id integer not null,
    month date not null,
    campaign_id uuid not null,
    purpose text not null,
    kind text not null,
    vendor text not null,
    model text not null,
    estimated boolean not null,
    currency text not null,
    quantity bigint not null,
    micros bigint not null,
    primary key (organization_id, month, campaign_id, purpose, kind, vendor, model, estimated, currency),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
  )`
  yield* sql`create index on campaign_costs (organization_id, campaign_id)`

  // Caps of a calendar month: of a campaign, or of the whole organization where `campaign_id` is all zeros.
  yield* sql`create table spend_caps (
    organization_id integer not null references organizations (id),
    campaign_id uuid not null default '00000000-0000-0000-0000-000000000000',
    micros bigint not null,
    currency text not null,
    primary key (organization_id, campaign_id)
  )`
})
