import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // The conversations whose analysis no model has answered yet. `provider` is the model of the flow, asked first.
  // `next_at` is the time of the next analysis; while a node analyzes, the time at which that node must have died.
  yield* sql`create table awaited_labels (
    organization_id integer not null,
    attempt_id uuid not null,
    call_id uuid not null,
    provider text not null,
    failures integer not null default 0,
    last_failure text,
    next_at timestamptz not null,
    added_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, attempt_id),
    foreign key (organization_id, attempt_id) references attempts (organization_id, id),
    foreign key (organization_id, call_id) references calls (organization_id, id)
  )`
  yield* sql`create index on awaited_labels (provider, next_at)`
  yield* sql`create index on awaited_labels (organization_id, call_id)`
  // For the health of a campaign.
  yield* sql`create index calls_awaiting_tag_of_campaign on calls (campaign_id, awaits_tag_until)
    where awaits_tag_until is not null`

  // A label that comes after the call was reported as undetermined is reported by a delivery of its own.
  yield* sql`alter table deliveries add column is_correction boolean not null default false`
  yield* sql`create unique index deliveries_of_calls
    on deliveries (organization_id, call_id, attempt_no, is_end, is_correction) where call_id is not null`
  yield* sql`drop index deliveries_organization_id_call_id_attempt_no_is_end_idx`
})
