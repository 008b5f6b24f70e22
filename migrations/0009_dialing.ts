import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Who dials a campaign, and how fast: an actor writes only under the epoch that it took, and no call begins before
  // `next_start_at`, in the time of the database. Whoever changes the status of a campaign locks its row here first.
  yield* sql`create table campaign_pace (
    organization_id integer not null,
    campaign_id uuid primary key,
    epoch bigint not null default 0,
    next_start_at timestamptz,
    resumed_at timestamptz not null default clock_timestamp(),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id)
  )`

  // What the gates ask about a campaign, beside what they ask about a person.
  yield* sql`create view dialing_conditions as
    select c.id as campaign_id, c.organization_id, c.status, c.use_case_type, c.timezone as campaign_timezone,
      c.calls_per_minute, c.max_concurrent_calls, c.retry_within_window, c.call_timeout_minutes, c.end_at,
      o.timezone, o.calling_window, o.compliance_profile, o.minutes_quota, u.minutes_used, u.minutes_reserved,
      coalesce(k.max_calls_per_day, 0) as max_calls_per_day, coalesce(k.max_calls_per_week, 0) as max_calls_per_week,
      f.pending + f.queued as waiting, f.in_progress as live, f.awaiting_tag
    from campaigns c
      join organizations o on o.id = c.organization_id
      join organization_usage u on u.organization_id = c.organization_id
      join campaign_figures f on f.campaign_id = c.id
      left join frequency_caps k on k.organization_id = c.organization_id`

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
