import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import type { Statement } from "effect/sql"
import { Organizations } from "../../accounts/Organizations.ts"
import { Usage } from "../../accounts/Usage.ts"
import type { Organization } from "../../domain/accounts/Organization.ts"
import {
  connectionRate,
  type HealthFacts,
  healthOf,
  minimumResolved,
  seemsStalled
} from "../../domain/campaigns/health.ts"
import { percentOf } from "../../domain/campaigns/Progress.ts"
import { callingRules, isOpen } from "../../domain/dialing/calling-hours.ts"
import type { CampaignAtAGlance, DashboardFilter } from "../../domain/views/Dashboard.ts"
import type { CampaignUnderWay } from "../../domain/views/Overview.ts"
import { AppConfig } from "../../platform/config.ts"
import {
  type CampaignRow,
  campaignRows,
  type DayRow,
  type DueRow,
  dayRows,
  headRows,
  longestDue
} from "./dashboard-rows.ts"
import { type LabelSplit, makeLabelSplits, noLabels } from "./label-splits.ts"

/** Reads the dashboard: all campaigns of an organization at a glance. */
export class Dashboards extends Context.Service<
  Dashboards,
  {
    /** Returns a `Dashboard` as JSON in UTF-8, newest campaign first. The summary ignores the filter. */
    readonly write: (organizationId: number, filter: DashboardFilter) => Effect.Effect<Uint8Array>
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
        return toJson(summary, campaigns, closed)
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

      const labelSplits = makeLabelSplits(plain)

      // Four statements for all campaigns together; each reads its rows once, by an index.
      const read = Effect.fnUntraced(function* (chosen: Statement.Fragment, now: Date) {
        const [rows, heads, days, splits] = yield* Effect.all(
          [
            campaignRows(plain, chosen),
            headRows(plain, chosen),
            dayRows(plain, chosen, minimumResolved),
            labelSplits(chosen)
          ],
          { concurrency: "unbounded" }
        )
        const headOf = new Map(heads.map((head) => [head.campaignId, head]))
        const daysOf = new Map(days.map((day) => [day.campaignId, day]))
        return rows.map((row): Campaign => {
          const { dueAt, nextRetryAt } = headOf.get(row.id) ?? { dueAt: null, nextRetryAt: null }
          return {
            row,
            facts: factsOf(row, dueAt, daysOf.get(row.id), now),
            nextRetryAt,
            split: splits.get(row.id) ?? noLabels
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
  readonly split: LabelSplit
}

const factsOf = (row: CampaignRow, dueAt: Date | null, days: DayRow | undefined, now: Date): Campaign["facts"] => ({
  // Named one by one, because a copy of the whole row takes longer than all else here.
  status: row.status,
  statusReason: row.statusReason,
  waiting: row.waiting,
  deferred: row.deferred,
  awaitingLabel: row.awaitingLabel,
  labelDueAt: row.labelDueAt,
  inProgress: row.inProgress,
  maxConcurrentCalls: row.maxConcurrentCalls,
  callsPerMinute: row.callsPerMinute,
  attempts: row.attempts,
  startedAt: row.startedAt,
  endAt: row.endAt,
  lastDialAt: row.lastDialAt,
  failedWriteBack:
    row.failedWriteBack === null ? null : { ...row.failedWriteBack, since: new Date(row.failedWriteBack.since) },
  now,
  dueAt,
  resolved: row,
  today: days ?? { connected: 0, notConnected: 0 },
  week: { connected: days?.weekConnected ?? 0, notConnected: days?.weekNotConnected ?? 0 }
})

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

// Joins bytes, because the labels of the campaigns are most of the answer and are there as bytes.
const toJson = (summary: object, campaigns: ReadonlyArray<Campaign>, closed: ReadonlySet<string>): Uint8Array => {
  const pieces: Array<Uint8Array> = [Buffer.from(`{"summary":${JSON.stringify(summary)},"campaigns":[`)]
  for (const [index, campaign] of campaigns.entries()) {
    // An object without a date is written three times as fast.
    const nextRetryAt = campaign.nextRetryAt?.toISOString() ?? null
    const text = JSON.stringify({ ...atAGlance(campaign, closed.has(campaign.row.id)), nextRetryAt })
    pieces.push(Buffer.from(`${index === 0 ? "" : "},"}${text.slice(0, -1)},"intentSplit":`), campaign.split.json)
  }
  return Buffer.concat([...pieces, Buffer.from(campaigns.length === 0 ? "]}" : "}]}")])
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
