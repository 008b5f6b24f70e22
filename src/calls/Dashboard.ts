import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import { Organizations } from "../accounts/Organizations.ts"
import { Usage } from "../accounts/Usage.ts"
import type { CampaignStatus, UseCaseType } from "../domain/Campaign.ts"
import type { Metadata } from "../domain/Contact.ts"
import { callingRules, isOpen } from "../domain/calling-hours.ts"
import type { DashboardCampaign, DashboardFilter, Dashboard as Shown } from "../domain/Dashboard.ts"
import { connectionRate, type HealthFacts, healthOf, seemsStalled } from "../domain/health.ts"
import type { Organization } from "../domain/Organization.ts"
import { percentOf } from "../domain/Progress.ts"
import { AppConfig } from "../platform/config.ts"

/** All campaigns of an organization at a glance. */
export class Dashboard extends Context.Service<
  Dashboard,
  {
    /** The summary is of the whole organization, whatever the filter. Newest first. */
    readonly get: (organizationId: number, filter: DashboardFilter) => Effect.Effect<Shown>
  }
>()("carillon/calls/Dashboard") {
  static readonly layer = Layer.effect(
    Dashboard,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const usage = yield* Usage
      const organizations = yield* Organizations
      const realCarrier = (yield* AppConfig).carrier !== "simulated"

      const get = Effect.fn("Dashboard.get")(function* (organizationId: number, filter: DashboardFilter) {
        const now = new Date(yield* Clock.currentTimeMillis)
        const [active] = yield* sql<{ campaigns: number }>`select count(*)::int as campaigns from campaigns
          where organization_id = ${organizationId} and status = 'IN_PROGRESS'`
        const today = yield* usage.today(organizationId)
        // The labels first: a person is reached before there is a label.
        const labels = yield* labelsOf(organizationId, filter)
        const rows = yield* campaignRows(sql, sql.and(conditionsOf(organizationId, filter)))
        const closed = yield* closedOf(organizationId, rows, now)
        return {
          summary: {
            activeCampaigns: active?.campaigns ?? 0,
            callsToday: today.calls,
            contactsToday: today.contacts,
            generatedAt: now
          },
          campaigns: rows.map((row) => toCampaign(row, labels.get(row.id) ?? [], now, closed.has(row.id)))
        }
      }, Effect.orDie)

      const conditionsOf = (organizationId: number, filter: DashboardFilter): ReadonlyArray<Statement.Fragment> => [
        sql`c.organization_id = ${organizationId}`,
        ...(filter.useCaseType === undefined ? [] : [sql`c.use_case_type = ${filter.useCaseType}`]),
        ...(filter.status === undefined ? [] : [sql`c.status = ${filter.status}`]),
        ...(filter.startDateFrom === undefined ? [] : [sql`${createdAt} >= ${filter.startDateFrom}`]),
        ...(filter.startDateTo === undefined ? [] : [sql`${createdAt} <= ${filter.startDateTo}`])
      ]
      // As it is shown: in milliseconds.
      const createdAt = sql.literal("date_trunc('milliseconds', c.created_at)")

      // One text a campaign: as rows, the labels of a thousand campaigns take several times as long.
      const labelsOf = Effect.fnUntraced(function* (organizationId: number, filter: DashboardFilter) {
        const rows = yield* sql<{ campaignId: string; labels: Labels }>`
          select l.campaign_id as "campaignId", json_agg(json_build_object('id', l.id, 'name', l.name, 'color', l.color,
              'isPositive', l.is_positive, 'count', coalesce(f.calls, 0)) order by l.sort_order) as labels
          from intent_labels l
          left join label_figures f on f.campaign_id = l.campaign_id and f.intent_label_id = l.id
          where l.organization_id = ${organizationId} and l.campaign_id in (
            select c.id from campaigns c where ${sql.and(conditionsOf(organizationId, filter))})
          group by l.campaign_id`
        return new Map(rows.map(({ campaignId, labels }) => [campaignId, labels]))
      })

      // Which of the campaigns that call nobody may not at this hour: there are seldom any to be looked at.
      const closedOf = Effect.fnUntraced(function* (organizationId: number, rows: ReadonlyArray<Row>, now: Date) {
        const idle = rows.filter((row) => seemsStalled(factsOf(row, now)))
        if (idle.length === 0) return new Set<string>()
        const organization = yield* organizations.get(organizationId)
        const due = yield* longestDue(
          sql,
          idle.map(({ id }) => id)
        )
        return new Set(
          idle.filter((row) => isClosed(row, due.get(row.id), organization, realCarrier, now)).map(({ id }) => id)
        )
      })

      return Dashboard.of({ get })
    })
  )
}

interface Row {
  readonly id: string
  readonly name: string
  readonly useCaseType: UseCaseType
  readonly status: CampaignStatus
  readonly statusReason: string | null
  readonly timezone: string | null
  readonly retryWithinWindow: boolean
  readonly callsPerMinute: number
  readonly maxConcurrentCalls: number
  readonly startedAt: Date | null
  readonly endAt: Date | null
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
  readonly connectedToday: number
  readonly notConnectedToday: number
  readonly connectedBefore: number
  readonly notConnectedBefore: number
  readonly nextRetryAt: Date | null
  readonly dueAt: Date | null
  readonly lastDialAt: Date | null
}

type Labels = DashboardCampaign["intentSplit"]

// The calls themselves are asked only who is next, of campaigns in which somebody waits. When a campaign last dialed is
// told by when it may dial again.
const campaignRows = (sql: PgClient.PgClient, condition: Statement.Fragment) => sql<Row>`
  select c.id, c.name, c.use_case_type as "useCaseType", c.status, c.status_reason as "statusReason", c.timezone,
    c.retry_within_window as "retryWithinWindow", c.calls_per_minute as "callsPerMinute",
    c.max_concurrent_calls as "maxConcurrentCalls", c.started_at as "startedAt", c.end_at as "endAt",
    case when c.started_at is null and c.status in ('DRAFT', 'SCHEDULED') then coalesce(a.contact_count, 0)
      else coalesce(f.total, 0) end as total,
    coalesce(f.pending + f.queued, 0) as waiting, coalesce(f.queued, 0) as queued,
    coalesce(f.in_progress, 0) as "inProgress", coalesce(f.completed, 0) as completed, coalesce(f.failed, 0) as failed,
    coalesce(f.skipped, 0) as skipped, coalesce(f.suppressed, 0) as suppressed, coalesce(f.attempts, 0) as attempts,
    coalesce(f.connected, 0) as connected, coalesce(f.not_connected, 0) as "notConnected",
    coalesce(f.deferred, 0) as deferred,
    coalesce(d.connected_today, 0) as "connectedToday", coalesce(d.not_connected_today, 0) as "notConnectedToday",
    coalesce(d.connected_before, 0) as "connectedBefore", coalesce(d.not_connected_before, 0) as "notConnectedBefore",
    case when f.queued > 0 then (
      select min(next) from (values (0::smallint), (1::smallint)) p (priority) cross join lateral (
        select next_attempt_at as next from calls w
        where w.campaign_id = c.id and w.priority = p.priority and w.next_attempt_at is not null and w.status = 'QUEUED'
        order by w.next_attempt_at limit 1) first) end as "nextRetryAt",
    case when f.pending + f.queued > 0 and c.status = 'IN_PROGRESS' then (
      select min(next) from (values (0::smallint), (1::smallint), (2::smallint)) p (priority) cross join lateral (
        select next_attempt_at as next from calls w
        where w.campaign_id = c.id and w.priority = p.priority and w.next_attempt_at is not null
        order by w.next_attempt_at limit 1) first) end as "dueAt",
    greatest(p.next_start_at - interval '1 minute' / c.calls_per_minute, p.resumed_at) as "lastDialAt"
  from campaigns c
  left join audiences a on a.organization_id = c.organization_id and a.id = c.audience_id
  left join campaign_figures f on f.organization_id = c.organization_id and f.campaign_id = c.id
  left join campaign_pace p on p.organization_id = c.organization_id and p.campaign_id = c.id
  left join lateral (
    select sum(connected) filter (where day = today)::int as connected_today,
      sum(not_connected) filter (where day = today)::int as not_connected_today,
      sum(connected) filter (where day < today)::int as connected_before,
      sum(not_connected) filter (where day < today)::int as not_connected_before
    from campaign_days, (select (now() at time zone 'UTC')::date as today) t
    where campaign_id = c.id and day between today - 7 and today) d on true
  where ${condition}
  order by c.id desc`

interface Due {
  readonly campaignId: string
  readonly phoneNumber: string
  readonly metadata: Metadata | null
  readonly isRetry: boolean
}

// Of each campaign, who has waited longest.
const longestDue = Effect.fnUntraced(function* (sql: PgClient.PgClient, campaignIds: ReadonlyArray<string>) {
  const rows = yield* sql<Due>`select c.id as "campaignId", w.phone_number as "phoneNumber", k.metadata,
      w.attempts > 0 as "isRetry"
    from campaigns c
    cross join lateral (select first.* from (values (0::smallint), (1::smallint), (2::smallint)) p (priority)
      cross join lateral (select * from calls w
        where w.campaign_id = c.id and w.priority = p.priority and w.next_attempt_at is not null
        order by w.next_attempt_at limit 1) first
      order by next_attempt_at limit 1) w
    left join contacts k on k.organization_id = w.organization_id and k.id = w.contact_id
    where c.id = any(${campaignIds}::uuid[])`
  return new Map(rows.map((row) => [row.campaignId, row]))
})

const isClosed = (row: Row, due: Due | undefined, organization: Organization, realCarrier: boolean, now: Date) => {
  if (due === undefined) return false
  const { isRetry, metadata, phoneNumber } = due
  const rules = callingRules({
    organization,
    campaign: row,
    person: { metadata: metadata ?? {}, phoneNumber },
    isRetry,
    realCarrier
  })
  // Where it has just been opened nobody can have been called for long.
  const before = new Date(now.getTime() - 5 * 60_000)
  return !isOpen(rules, now) || !isOpen(rules, before)
}

const factsOf = (row: Row, now: Date): Omit<HealthFacts, "closed"> => ({
  ...row,
  now,
  resolved: row,
  today: { connected: row.connectedToday, notConnected: row.notConnectedToday },
  week: { connected: row.connectedBefore, notConnected: row.notConnectedBefore }
})

const toCampaign = (row: Row, intentSplit: Labels, now: Date, closed: boolean): DashboardCampaign => {
  const positiveConnected = intentSplit.reduce((sum, { count, isPositive }) => sum + (isPositive ? count : 0), 0)
  return {
    id: row.id,
    name: row.name,
    useCaseType: row.useCaseType,
    status: row.status,
    totalContacts: row.total,
    callsAttempted: row.attempts,
    connected: row.connected,
    notConnected: row.notConnected,
    retryQueueDepth: row.queued,
    connectionRate: connectionRate(row),
    nextRetryAt: row.nextRetryAt,
    positiveConnected,
    positiveRate: row.connected === 0 ? null : positiveConnected / row.connected,
    intentSplit,
    completionPct: percentOf(row),
    health: healthOf({ ...factsOf(row, now), closed })
  }
}
