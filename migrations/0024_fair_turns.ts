import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The starts of a carrier account are counted. An organization and a campaign remember the number of their last start:
  // among those that want a start, the one with the lowest number has the next turn.
  yield* sql`alter table carrier_pace add column turns bigint not null default 0`
  yield* sql`create table carrier_shares (
    account text not null,
    organization_id integer not null,
    last_turn bigint not null,
    primary key (account, organization_id)
  )`
  // Campaigns that are or were waiting for the account. A campaign that stops asking is passed over after `wants_until`.
  yield* sql`create table carrier_wants (
    account text not null,
    campaign_id uuid not null,
    organization_id integer not null,
    wants_until timestamptz not null,
    last_turn bigint not null default 0,
    primary key (account, campaign_id)
  )`
  yield* sql`create index on carrier_wants (account, wants_until)`
})
