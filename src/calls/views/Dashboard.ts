import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import { Organizations } from "../../accounts/Organizations.ts"
import { Usage } from "../../accounts/Usage.ts"
import type { Organization } from "../../domain/accounts/Organization.ts"
import type { CampaignAtAGlance, DashboardFilter } from "../../domain/calls/Dashboard.ts"
import type { CampaignUnderWay } from "../../domain/calls/Overview.ts"
import { connectionRate, type HealthFacts, healthOf, seemsStalled } from "../../domain/campaigns/health.ts"
import { percentOf } from "../../domain/campaigns/Progress.ts"
import { callingRules, isOpen } from "../../domain/dialing/calling-hours.ts"
import { AppConfig } from "../../platform/config.ts"
import {
  type CampaignRow,
  campaignRows,
  type DayRow,
  type DueRow,
  dayRows,
  headRows,
  longestDue,
  type SplitRow,
  splitRows
} from "./dashboard-rows.ts"

/** Reads the dashboard: all campaigns of an organization at a glance. */
export class Dashboards extends Context.Service<
  Dashboards,
  {
    /** Returns a `Dashboard` as JSON text, newest campaign first. The summary ignores the filter. */
    readonly write: (organizationId: number, filter: DashboardFilter) => Effect.Effect<string>
    /** Returns the campaigns that run or are paused, newest first. */
    readonly underWay: (
      organizationId: number
    ) => Effect.Effect<ReadonlyArray<Omit<CampaignUnderWay, "startsInLastMinute">>>
  }
>()("carillon/calls/Dashboard") {
  static readonly layer = Layer.effect(
    Dashboards,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const plain = sql.withoutTransforms()
      const usage = yield* Usage
      const organizations = yield* Organizations
      const realCarrier = (yield* AppConfig).carrier !== "simulated"

      const write = Effect.fn("Dashboard.write")(function* (organizationId: number, filter: DashboardFilter) {
        const now = new Date(yield* Clock.currentTimeMillis)
        const [summary, campaigns] = yield* Effect.all(
          [summaryOf(organizationId, now), read(sql.and(conditionsOf(organizationId, filter)), now)],
          { concurrency: "unbounded" }
        )
        const closed = yield* closedOf(organizationId, campaigns, now)
        const shown = campaigns.map((campaign) => toJson(campaign, closed.has(campaign.row.id)))
        return `{"summary":${JSON.stringify(summary)},"campaigns":[${shown.join(",")}]}`
      }, Effect.orDie)

      const underWay = Effect.fn("Dashboard.underWay")(function* (organizationId: number) {
        const now = new Date(yield* Clock.currentTimeMillis)
        const chosen = sql`c.organization_id = ${organizationId} and c.status in ('IN_PROGRESS', 'PAUSED')`
        const campaigns = yield* read(chosen, now)
        const closed = yield* closedOf(organizationId, campaigns, now)
        return campaigns.map((campaign) => {
          const { callsPerMinute, inProgress, maxConcurrentCalls, statusReason, waiting } = campaign.row
          return {
            ...atAGlance(campaign, closed.has(campaign.row.id)),
            ...{ statusReason, callsPerMinute, maxConcurrentCalls, waiting, liveCalls: inProgress }
          }
        })
      }, Effect.orDie)

      const summaryOf = Effect.fnUntraced(function* (organizationId: number, generatedAt: Date) {
        const [active] = yield* sql<{ campaigns: number }>`select count(*)::int as campaigns from campaigns
          where organization_id = ${organizationId} and status = 'IN_PROGRESS'`
        const { calls, contacts } = yield* usage.today(organizationId)
        return { activeCampaigns: active?.campaigns ?? 0, callsToday: calls, contactsToday: contacts, generatedAt }
      })

      // Four statements for all campaigns together; each reads its rows once, by an index.
      const read = Effect.fnUntraced(function* (chosen: Statement.Fragment, now: Date) {
        const [rows, heads, days, splits] = yield* Effect.all(
          [campaignRows(plain, chosen), headRows(plain, chosen), dayRows(plain, chosen), splitRows(plain, chosen)],
          { concurrency: "unbounded" }
        )
        const headOf = new Map(heads.map((head) => [head.campaignId, head]))
        const daysOf = Map.groupBy(days, ({ campaignId }) => campaignId)
        const splitOf = new Map(splits.map((split) => [split.campaignId, split]))
        return rows.map((row): Campaign => {
          const { dueAt, nextRetryAt } = headOf.get(row.id) ?? { dueAt: null, nextRetryAt: null }
          return {
            row,
            facts: factsOf(row, dueAt, daysOf.get(row.id) ?? [], now),
            nextRetryAt,
            split: splitOf.get(row.id) ?? { positive: 0, intentSplit: "[]" }
          }
        })
      })

      const conditionsOf = (organizationId: number, filter: DashboardFilter): ReadonlyArray<Statement.Fragment> => [
        sql`c.organization_id = ${organizationId}`,
        ...(filter.useCaseType === undefined ? [] : [sql`c.use_case_type = ${filter.useCaseType}`]),
        ...(filter.status === undefined ? [] : [sql`c.status = ${filter.status}`]),
        ...(filter.startDateFrom === undefined ? [] : [sql`${createdAt} >= ${filter.startDateFrom}`]),
        ...(filter.startDateTo === undefined ? [] : [sql`${createdAt} <= ${filter.startDateTo}`])
      ]
      // Filters compare milliseconds, because answers contain milliseconds only.
      const createdAt = sql.literal("date_trunc('milliseconds', c.created_at)")

      // Returns the idle campaigns whose longest due call is outside its calling hours. Idle campaigns are rare.
      const closedOf = Effect.fnUntraced(function* (
        organizationId: number,
        campaigns: ReadonlyArray<Campaign>,
        now: Date
      ) {
        const idle = new Map(
          campaigns.filter(({ facts }) => seemsStalled(facts)).map(({ row }) => [row.id, row] as const)
        )
        if (idle.size === 0) return new Set<string>()
        const organization = yield* organizations.get(organizationId)
        const due = yield* longestDue(sql, [...idle.keys()])
        return new Set(
          due
            .filter((call) => isClosed(call, idle.get(call.campaignId) as CampaignRow, organization, realCarrier, now))
            .map(({ campaignId }) => campaignId)
        )
      })

      return Dashboards.of({ write, underWay })
    })
  )
}

interface Campaign {
  readonly row: CampaignRow
  readonly facts: Omit<HealthFacts, "closed">
  readonly nextRetryAt: Date | null
  readonly split: Pick<SplitRow, "positive" | "intentSplit">
}

const factsOf = (row: CampaignRow, dueAt: Date | null, days: ReadonlyArray<DayRow>, now: Date): Campaign["facts"] => {
  const none = { connected: 0, notConnected: 0 }
  return {
    ...row,
    failedWriteBack:
      row.failedWriteBack === null ? null : { ...row.failedWriteBack, since: new Date(row.failedWriteBack.since) },
    now,
    dueAt,
    resolved: row,
    today: days.find(({ isToday }) => isToday) ?? none,
    week: days.find(({ isToday }) => !isToday) ?? none
  }
}

const isClosed = (
  { isRetry, metadata, phoneNumber }: DueRow,
  campaign: CampaignRow,
  organization: Organization,
  realCarrier: boolean,
  now: Date
) => {
  const person = { metadata: metadata ?? {}, phoneNumber }
  const rules = callingRules({ organization, campaign, person, isRetry, realCarrier })
  // Requires five open minutes, because a campaign is normally idle right after its calling hours open.
  const before = new Date(now.getTime() - 5 * 60_000)
  return !isOpen(rules, now) || !isOpen(rules, before)
}

const toJson = (campaign: Campaign, closed: boolean): string => {
  const rest = JSON.stringify(atAGlance(campaign, closed))
  return `${rest.slice(0, -1)},"intentSplit":${campaign.split.intentSplit}}`
}

const atAGlance = ({ row, facts, nextRetryAt, split }: Campaign, closed: boolean): CampaignAtAGlance => {
  const { connected, notConnected } = row
  // The labels may have been read a moment later than `connected`, and count more calls.
  const positiveConnected = Math.min(split.positive, connected)
  const isBeforeStart = row.status === "DRAFT" || row.status === "SCHEDULED"
  return {
    id: row.id,
    name: row.name,
    useCaseType: row.useCaseType,
    status: row.status,
    totalContacts: isBeforeStart ? row.audienceSize : row.total,
    callsAttempted: row.attempts,
    connected,
    notConnected,
    retryQueueDepth: row.queued,
    connectionRate: connectionRate(row),
    nextRetryAt,
    positiveConnected,
    positiveRate: connected === 0 ? null : positiveConnected / connected,
    completionPct: percentOf(row),
    health: healthOf({ ...facts, closed })
  }
}
