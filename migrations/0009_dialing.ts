import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Who dials a campaign, and how fast: an actor writes only under the epoch that it took, and no call begins before
  // `next_start_at`, in the time of the database.
  yield* sql`create table campaign_pace (
    organization_id integer not null,
    campaign_id uuid primary key,
    epoch bigint not null default 0,
    next_start_at timestamptz,
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
  )`

  // Of a person, a group of people alike, or all of an organization: how often tries in a band of the day were answered.
  // The weights are those at `updated_at`: older tries weigh less.
  yield* sql`create table answer_times (
    organization_id integer not null references organizations (id),
    whose text not null,
    band smallint not null check (band between 0 and 5),
    attempts integer not null default 0,
    connects integer not null default 0,
    attempt_weight double precision not null default 0,
    connect_weight double precision not null default 0,
    updated_at timestamptz not null default now(),
    primary key (organization_id, whose, band)
  )`
})
