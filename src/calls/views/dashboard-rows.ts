import type { PgClient } from "@effect/sql-pg"
import type { Statement } from "effect/sql"
import type { CampaignStatus, UseCaseType } from "../../domain/campaigns/Campaign.ts"
import type { Resolved } from "../../domain/campaigns/health.ts"
import type { Metadata } from "../../domain/contacts/Contact.ts"
import type { Purpose } from "../../domain/law/Law.ts"
import { figureColumns } from "../queue/figure-columns.ts"

// Rows are unchecked: decoding a thousand campaigns costs more than it protects. For the same reason the statements of
// many rows name their columns as the program does, and take a client that renames none.

/** A campaign with its figures. */
export interface CampaignRow {
  readonly id: string
  readonly name: string
  readonly useCaseType: UseCaseType
  readonly purpose: Purpose | null
  readonly status: CampaignStatus
  readonly statusReason: string | null
  readonly timezone: string | null
  readonly retryWithinWindow: boolean
  readonly callsPerMinute: number
  readonly maxConcurrentCalls: number
  readonly startedAt: Date | null
  readonly endAt: Date | null
  readonly audienceSize: number
  readonly total: number
  readonly waiting: number
  readonly queued: number
  readonly inProgress: number
  readonly completed: number
  readonly failed: number
  readonly skipped: number
  readonly suppressed: number
  readonly attempts: number
  readonly connected: number
  readonly notConnected: number
  readonly deferred: number
  readonly awaitingLabel: number
  readonly labelDueAt: Date | null
  readonly lastDialAt: Date | null
  readonly failedWriteBack: { readonly failures: number; readonly since: string; readonly error: string } | null
}

// The views of figures add the open deltas of each of their rows by a lookup of its own. For a thousand campaigns, which
// have ten thousand labels, it is faster to add up the deltas of all of them once. A statement has one snapshot, so the
// sums are exact.

const each = (write: (name: string) => string) => figureColumns.map(write).join(", ")

// Derives the time of the last attempt from the time at which the pacing permits the next one.
export const campaignRows = (sql: PgClient.PgClient, chosen: Statement.Fragment) => sql<CampaignRow>`
  select c.id, c.name, c.use_case_type as "useCaseType", c.purpose, c.status, c.status_reason as "statusReason",
    c.timezone, c.retry_within_window as "retryWithinWindow", c.calls_per_minute as "callsPerMinute",
    c.max_concurrent_calls as "maxConcurrentCalls", c.started_at as "startedAt", c.end_at as "endAt",
    coalesce(a.contact_count, 0) as "audienceSize",
    f.total + coalesce(l.remaining, 0) as total,
    f.pending + f.queued + coalesce(l.remaining, 0) as waiting, f.queued, f.in_progress as "inProgress", f.completed,
    f.failed, f.skipped, f.suppressed, f.attempts, f.connected, f.not_connected as "notConnected", f.deferred,
    f.awaiting_tag as "awaitingLabel",
    case when f.awaiting_tag > 0 then (select min(w.awaits_tag_until) from calls w where w.campaign_id = c.id
      and w.awaits_tag_until is not null) end as "labelDueAt",
    greatest(p.next_start_at - interval '1 minute' / c.calls_per_minute, p.resumed_at) as "lastDialAt",
    case when t.campaign_id is not null then
      json_build_object('failures', t.failures, 'since', t.since, 'error', t.error)
    end as "failedWriteBack"
  from campaigns c
  left join audiences a on a.organization_id = c.organization_id and a.id = c.audience_id
  left join folded_figures g on g.organization_id = c.organization_id and g.campaign_id = c.id
  left join (select d.campaign_id, ${sql.literal(each((name) => `sum(d.${name})::integer as ${name}`))}
    from campaigns c join figure_deltas d on d.campaign_id = c.id where ${chosen} group by d.campaign_id) d
    on d.campaign_id = c.id
  cross join lateral (select ${sql.literal(
    each((name) => `coalesce(g.${name}, 0) + coalesce(d.${name}, 0) as ${name}`)
  )}) f
  left join campaign_fillings l on l.campaign_id = c.id
  left join campaign_pace p on p.organization_id = c.organization_id and p.campaign_id = c.id
  left join write_back_troubles t on t.organization_id = c.organization_id and t.campaign_id = c.id
  where ${chosen} order by c.id desc`

/** The due time of the next waiting call of a campaign. */
export interface HeadRow {
  readonly campaignId: string
  readonly dueAt: Date
  /** Due time of the next callback or retry. */
  readonly nextRetryAt: Date | null
}

// Reads the first callback, retry and new call: three index lookups per campaign.
export const headRows = (sql: PgClient.PgClient, chosen: Statement.Fragment) => sql<HeadRow>`
  select c.id as "campaignId", min(w.next_attempt_at) as "dueAt",
    min(w.next_attempt_at) filter (where p.priority < 2) as "nextRetryAt"
  from campaigns c
  cross join (values (0::smallint), (1::smallint), (2::smallint)) p (priority)
  cross join lateral (select next_attempt_at from calls
    where campaign_id = c.id and priority = p.priority and next_attempt_at is not null
    order by next_attempt_at limit 1) w
  where ${chosen} and c.status in ('IN_PROGRESS', 'PAUSED') group by c.id`

/** The connected and not connected calls of a campaign today, and in the seven days before. */
export interface DayRow extends Resolved {
  readonly campaignId: string
  readonly weekConnected: number
  readonly weekNotConnected: number
}

/** Returns the days of campaigns that have resolved at least this number of calls today. */
export const dayRows = (sql: PgClient.PgClient, chosen: Statement.Fragment, leastResolved: number) => {
  const days = sql.literal(`(select campaign_id, day, connected, not_connected from folded_days
    union all select campaign_id, day, connected, not_connected from figure_deltas) d`)
  const today = sql.literal("(now() at time zone 'UTC')::date")
  return sql<DayRow>`
    select t.campaign_id as "campaignId", t.connected, t.not_connected as "notConnected",
      w.connected as "weekConnected", w.not_connected as "weekNotConnected"
    from (select d.campaign_id, sum(d.connected)::int as connected, sum(d.not_connected)::int as not_connected
      from campaigns c join ${days} on d.campaign_id = c.id and d.day = ${today}
      where ${chosen} group by d.campaign_id having sum(d.connected + d.not_connected) >= ${leastResolved}) t
    cross join lateral (select coalesce(sum(d.connected), 0)::int as connected,
        coalesce(sum(d.not_connected), 0)::int as not_connected
      from ${days} where d.campaign_id = t.campaign_id and d.day between ${today} - 7 and ${today} - 1) w`
}

/** Numbers of calls by the id of the label, as JSON: `folded` ones, and `open` ones, which are to be added to these. */
export interface CountRow {
  readonly campaignId: string
  readonly folded: string | null
  readonly open: string | null
}

export const countRows = (sql: PgClient.PgClient, chosen: Statement.Fragment) => sql<CountRow>`
  select c.id as "campaignId", s.counts as folded, d.counts as open
  from campaigns c
  left join folded_splits s on s.campaign_id = c.id
  left join (select campaign_id, json_object_agg(intent_label_id, calls)::text as counts
    from (select d.campaign_id, d.intent_label_id, sum(d.calls)::integer as calls
      from campaigns c join label_deltas d on d.campaign_id = c.id where ${chosen} group by 1, 2) sums
    group by campaign_id) d on d.campaign_id = c.id
  where ${chosen}`

export interface LabelRow {
  readonly campaignId: string
  readonly id: string
  readonly name: string
  readonly color: string
  readonly isPositive: boolean
  /** Whether the campaign has started, so that its labels stay as they are. */
  readonly isFixed: boolean
}

export const labelRows = (sql: PgClient.PgClient, campaignIds: ReadonlyArray<string>) => sql<LabelRow>`
  select l.campaign_id as "campaignId", l.id, l.name, l.color, l.is_positive as "isPositive",
    c.status not in ('DRAFT', 'SCHEDULED') as "isFixed"
  from campaigns c join intent_labels l on l.organization_id = c.organization_id and l.campaign_id = c.id
  where c.id = any(${campaignIds}::uuid[]) order by l.campaign_id, l.sort_order`

export interface DueRow {
  readonly campaignId: string
  readonly phoneNumber: string
  readonly metadata: Metadata | null
  readonly isRetry: boolean
}

/** Returns the call of each campaign that has been due longest. */
export const longestDue = (sql: PgClient.PgClient, campaignIds: ReadonlyArray<string>) =>
  sql<DueRow>`select c.id as campaign_id, w.phone_number, k.metadata, w.attempts > 0 as is_retry
    from campaigns c
    cross join lateral (select first.* from (values (0::smallint), (1::smallint), (2::smallint)) p (priority)
      cross join lateral (select * from calls
        where campaign_id = c.id and priority = p.priority and next_attempt_at is not null
        order by next_attempt_at limit 1) first
      order by first.next_attempt_at limit 1) w
    left join contacts k on k.organization_id = w.organization_id and k.id = w.contact_id
    where c.id = any(${campaignIds}::uuid[])`
