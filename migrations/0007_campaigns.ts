import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // What an organization has used: minutes of talk, those reserved for calls under way, and its calls of the day.
  yield* sql`create table organization_usage (
    organization_id integer primary key references organizations (id),
    minutes_used integer not null default 0 check (minutes_used >= 0),
    minutes_reserved integer not null default 0 check (minutes_reserved >= 0),
    day date,
    calls integer not null default 0,
    contacts integer not null default 0
  )`
  yield* sql`insert into organization_usage (organization_id, minutes_used) select id, minutes_used from organizations`
  yield* sql`alter table organizations drop column minutes_used`

  // The flow and the audience may be deleted once the campaign is over; it keeps their ids.
  yield* sql`create table campaigns (
    organization_id integer not null references organizations (id),
    id uuid not null unique,
    name text not null,
    search text not null,
    status text not null default 'DRAFT'
      check (status in ('DRAFT', 'SCHEDULED', 'IN_PROGRESS', 'PAUSED', 'COMPLETED', 'CANCELLED')),
    status_reason text,
    use_case_type text not null check (use_case_type in
      ('COLLECTIONS', 'LEAD_QUALIFICATION', 'MEDICAL_BOOKING', 'CUSTOMER_SUPPORT', 'EDUTECH', 'CUSTOM')),
    flow_id uuid not null,
    audience_id uuid not null,
    calls_per_minute integer not null,
    max_concurrent_calls integer not null,
    max_retries integer not null,
    retry_delay_minutes integer not null,
    retry_delays_minutes integer[] not null,
    retry_within_window boolean not null,
    best_time_optimization boolean not null,
    end_at timestamptz,
    call_timeout_minutes integer not null,
    scheduled_at timestamptz,
    timezone text,
    created_at timestamptz not null default now(),
    started_at timestamptz,
    completed_at timestamptz,
    primary key (organization_id, id)
  )`
  yield* sql`create index on campaigns (organization_id, status, id)`
  yield* sql`create index on campaigns (organization_id, audience_id)`
  yield* sql`create index on campaigns (organization_id, flow_id)`
  yield* sql`create index on campaigns (scheduled_at) where status = 'SCHEDULED'`
  yield* sql`create index on campaigns (end_at) where status = 'PAUSED'`
  yield* sql`create index campaigns_running on campaigns (id) where status = 'IN_PROGRESS'`

  // `seed` is the name that a label had when it was seeded: it may be renamed, and is still what the rules mean.
  yield* sql`create table intent_labels (
    organization_id integer not null,
    campaign_id uuid not null,
    id uuid not null,
    name text not null,
    folded_name text not null,
    color text not null,
    is_positive boolean not null,
    retry_behavior text not null check (retry_behavior in ('RETRYABLE', 'SUPPRESS_CAMPAIGN', 'SUPPRESS_ORG_WIDE')),
    is_system boolean not null,
    is_custom boolean not null,
    seed text,
    sort_order integer not null,
    primary key (organization_id, id),
    foreign key (organization_id, campaign_id) references campaigns (organization_id, id),
    unique (organization_id, campaign_id, id),
    unique (campaign_id, folded_name) deferrable
  )`

  yield* sql`create table journey_rules (
    organization_id integer not null,
    campaign_id uuid not null,
    intent_label_id uuid not null,
    id uuid not null,
    action text not null check (action in ('RETRY', 'SUPPRESS_CAMPAIGN', 'SUPPRESS_ORG_WIDE', 'FLAG_REVIEW',
      'COMMITMENT_REMINDER', 'MARK_COMPLETED')),
    retry_delay_minutes integer,
    primary key (organization_id, campaign_id, intent_label_id),
    foreign key (organization_id, campaign_id, intent_label_id)
      references intent_labels (organization_id, campaign_id, id) on delete cascade
  )`

  yield* sql`create table do_not_contact (
    organization_id integer not null references organizations (id),
    id uuid not null,
    phone_number text not null,
    reason text not null default 'Do Not Contact',
    source_campaign_name text not null default '',
    intent_label text not null default '',
    created_at timestamptz not null default clock_timestamp(),
    primary key (organization_id, id),
    unique (organization_id, phone_number)
  )`

  yield* sql`create table frequency_caps (
    organization_id integer primary key references organizations (id),
    max_calls_per_day integer not null default 0,
    max_calls_per_week integer not null default 0
  )`

  // One row a number that was ever about to be called, or to be called no more: whoever decides about a number locks it.
  // The calls are those of the last 168 hours.
  yield* sql`create table phone_ledger (
    organization_id integer not null references organizations (id),
    phone_number text not null,
    calls timestamptz[] not null default '{}',
    primary key (organization_id, phone_number)
  )`
})
