import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Who watches a campaign now, on whichever node; one who has died is believed no longer than `watched_until`.
  yield* sql`create table live_watchers (
    organization_id integer not null,
    id uuid not null,
    campaign_id uuid not null,
    watched_until timestamptz not null,
    primary key (organization_id, id),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id) on delete cascade
  )`

  // What is being said in calls that somebody watches, sealed. A row lives as long as somebody watches and the talk goes on.
  yield* sql`create table live_talks (
    organization_id integer not null,
    attempt_id uuid not null,
    campaign_id uuid not null,
    lines text not null,
    primary key (organization_id, attempt_id),
    foreign key (organization_id, attempt_id) references attempts (organization_id, id) on delete cascade
  )`
})
