import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Campaigns whose calls are still being added, with the number of people left. `due_at` is the time of the start, at
  // which all calls of the campaign are due.
  yield* sql`create table campaign_fillings (
    organization_id integer not null,
    campaign_id uuid primary key,
    remaining integer not null,
    due_at timestamptz not null default now(),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
  )`
  // The audience as it was at the start, in parts. A part is deleted in the transaction that adds its calls.
  yield* sql`create table calls_to_add (
    campaign_id uuid not null references campaign_fillings (campaign_id) on delete cascade,
    part integer not null,
    contact_ids uuid[] not null,
    primary key (campaign_id, part)
  )`
  // Cancelled campaigns that still have waiting calls.
  yield* sql`create table calls_to_cancel (
    organization_id integer not null,
    campaign_id uuid primary key,
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
  )`

  // People whose calls are not added yet count as waiting, so that no release completes the campaign before.
  yield* sql`create or replace view dialing_conditions as
    select c.id as campaign_id, c.organization_id, c.status, c.use_case_type, c.timezone as campaign_timezone,
      c.calls_per_minute, c.max_concurrent_calls, c.retry_within_window, c.call_timeout_minutes, c.end_at,
      o.timezone, o.calling_window, o.compliance_profile, o.minutes_quota, u.minutes_used, u.minutes_reserved,
      coalesce(k.max_calls_per_day, 0) as max_calls_per_day, coalesce(k.max_calls_per_week, 0) as max_calls_per_week,
      f.pending + f.queued + coalesce(l.remaining, 0) as waiting, f.in_progress as live, f.awaiting_tag,
      coalesce(l.remaining, 0) as unfilled
    from campaigns c
      join organizations o on o.id = c.organization_id
      join organization_usage u on u.organization_id = c.organization_id
      join campaign_figures f on f.campaign_id = c.id
      left join campaign_fillings l on l.campaign_id = c.id
      left join frequency_caps k on k.organization_id = c.organization_id`
})
