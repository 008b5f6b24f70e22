import { isDeepStrictEqual } from "node:util"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { CallerIdRefused, CallerIds } from "../accounts/callers/CallerIds.ts"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { type AudienceNotFound, Audiences } from "../contacts/Audiences.ts"
import { startTime } from "../domain/calendar/start-time.ts"
import {
  Campaign,
  type CampaignChanges,
  type CampaignPurpose,
  type CampaignStatus,
  type NewCampaign,
  type PaceChanges,
  type RetryPolicyChanges,
  type UseCaseType
} from "../domain/campaigns/Campaign.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { containsPattern, foldForSearch } from "../domain/text/text.ts"
import { Signals } from "../events/Signals.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { type FlowNotFound, Flows } from "./Flows.ts"
import { addSeedLabels, conflictingCustomLabel, replaceSeedLabels } from "./label-rows.ts"
import { campaignsUsing, notOver } from "./used-by/campaigns-using.ts"

export class CampaignNotFound extends Schema.TaggedError<CampaignNotFound>()("CampaignNotFound", {}) {}
/** The request is not possible in the campaign's current status. */
export class WrongState extends Schema.TaggedError<WrongState>()("WrongState", { message: Schema.String }) {}
/** The change would leave a start time without a time zone, which every start time needs. */
export class TimezoneMissing extends Schema.TaggedError<TimezoneMissing>()("TimezoneMissing", {}) {}
/** A custom label has the same name as an initial label of the new use case. */
export class CustomLabelConflict extends Schema.TaggedError<CustomLabelConflict>()("CustomLabelConflict", {
  name: Schema.String
}) {}
/** The audience cannot be deleted because these campaigns use it. */
export class AudienceInUse extends Schema.TaggedError<AudienceInUse>()("AudienceInUse", {
  campaigns: Schema.Array(Schema.String)
}) {}

/** Selects campaigns by their status, and by a part of their name. */
export interface CampaignFilter {
  readonly status?: CampaignStatus
  readonly search?: string
}

/** The columns of a `Campaign` in a select from `campaigns`. */
export const campaignColumns = `id, name, status, status_reason, use_case_type, true as use_case_type_confirmed, purpose, caller_pool,
  flow_id, flow_version, audience_id, calls_per_minute, max_concurrent_calls, max_retries, retry_delay_minutes,
  retry_delays_minutes, retry_within_window, best_time_optimization, end_at, call_timeout_minutes, scheduled_at,
  timezone, organization_id, created_at, started_at, completed_at, results_exported_at`

/** The settings of campaigns, and their initial labels. */
export class Campaigns extends Context.Service<
  Campaigns,
  {
    readonly list: (organizationId: number, page: Page, filter: CampaignFilter) => Effect.Effect<Listed<Campaign>>
    readonly get: (organizationId: number, id: string) => Effect.Effect<Campaign, CampaignNotFound>
    /** Reads the campaign and locks it until the transaction ends. */
    readonly lock: (organizationId: number, id: string) => Effect.Effect<Campaign, CampaignNotFound>
    readonly create: (
      organizationId: number,
      campaign: NewCampaign
    ) => Effect.Effect<Campaign, FlowNotFound | AudienceNotFound>
    /** Changes a draft. A new use case brings its own initial labels; custom labels stay and follow them. */
    readonly update: (
      organizationId: number,
      id: string,
      changes: CampaignChanges
    ) => Effect.Effect<
      Campaign,
      CampaignNotFound | FlowNotFound | AudienceNotFound | TimezoneMissing | CustomLabelConflict | WrongState
    >
    readonly updateRetryPolicy: (
      organizationId: number,
      id: string,
      changes: RetryPolicyChanges
    ) => Effect.Effect<Campaign, CampaignNotFound | WrongState>
    /** Changes the pace of a campaign that is locked and not over, and wakes its actor after the commit. */
    readonly changePace: (campaign: Campaign, changes: PaceChanges) => Effect.Effect<Campaign>
    /** States why a campaign calls, until it is over. */
    readonly statePurpose: (
      organizationId: number,
      id: string,
      stated: CampaignPurpose
    ) => Effect.Effect<Campaign, CampaignNotFound | WrongState>
    /** Names the pool of numbers from which a campaign calls, until it is over; null: all of the organization. */
    readonly setCallerPool: (
      organizationId: number,
      id: string,
      pool: string | null
    ) => Effect.Effect<Campaign, CampaignNotFound | WrongState | CallerIdRefused>
    /** Records that the results of a finished campaign were stored as a file. */
    readonly recordExport: (organizationId: number, id: string) => Effect.Effect<void>
    /**
     * Records that the stored results of a campaign are no longer right, because a call may get another label. They are
     * stored anew once no label is awaited.
     */
    readonly outdateExport: (organizationId: number, id: string) => Effect.Effect<void>
    /** Deletes an audience unless a scheduled, running or paused campaign uses it. */
    readonly removeAudience: (
      organizationId: number,
      id: string
    ) => Effect.Effect<void, AudienceNotFound | AudienceInUse>
  }
>()("carillon/campaigns/Campaigns") {
  static readonly layer = Layer.effect(
    Campaigns,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { send } = yield* Signals
      const flows = yield* Flows
      const log = yield* SecurityLog
      const callerIds = yield* CallerIds
      const audiences = yield* Audiences
      const columns = sql.literal(campaignColumns)

      const list = Effect.fn("Campaigns.list")((organizationId: number, page: Page, filter: CampaignFilter) => {
        const conditions = [
          sql`organization_id = ${organizationId}`,
          ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]),
          ...(filter.search === undefined ? [] : [sql`search like ${containsPattern(foldForSearch(filter.search))}`])
        ]
        // Unchecked: clients poll this list.
        return newestFirst<Campaign>(sql, columns, sql`from campaigns where ${sql.and(conditions)}`, page)
      }, Effect.orDie)

      const select = Effect.fnUntraced(
        function* (organizationId: number, id: string, lock: "" | "for no key update") {
          const [campaign] = yield* campaignRows(sql`select ${columns} from campaigns
            where organization_id = ${organizationId} and id = ${id} ${sql.literal(lock)}`)
          return campaign ?? (yield* new CampaignNotFound())
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const get = Effect.fn("Campaigns.get")((organizationId: number, id: string) => select(organizationId, id, ""))

      const lock = Effect.fn("Campaigns.lock")((organizationId: number, id: string) =>
        select(organizationId, id, "for no key update")
      )

      const create = Effect.fn("Campaigns.create")(
        function* (organizationId: number, campaign: NewCampaign) {
          yield* requireParts(organizationId, campaign)
          const { scheduledAt, timezone } = campaign
          const id = newId()
          const [created] = yield* campaignRows(
            sql`insert into campaigns ${sql.insert({
              organizationId,
              id,
              ...toRow(campaign),
              scheduledAt: scheduledAt === null || timezone === null ? null : startTime(scheduledAt, timezone)
            })} returning ${columns}`
          )
          yield* addSeedLabels(sql, organizationId, id, campaign.useCaseType)
          yield* log.append(organizationId, { action: "campaign.create", target: id, details: { name: campaign.name } })
          return created as Campaign
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const update = Effect.fn("Campaigns.update")(
        function* (organizationId: number, id: string, changes: CampaignChanges) {
          const before = yield* lock(organizationId, id)
          const row = { ...toRow(changes), ...(yield* scheduleRow(before, changes)) }
          yield* requireParts(organizationId, changes)
          yield* requireStatus(before, ["DRAFT"])
          if (changes.useCaseType !== undefined && changes.useCaseType !== before.useCaseType) {
            yield* changeUseCase(organizationId, id, changes.useCaseType)
          }
          return yield* write(before, row)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const updateRetryPolicy = Effect.fn("Campaigns.updateRetryPolicy")(
        function* (organizationId: number, id: string, changes: RetryPolicyChanges) {
          const before = yield* lock(organizationId, id)
          yield* requireStatus(before, notOver)
          const after = yield* write(before, toRow(changes))
          // Wakes the campaign and the scheduler: the end time may have changed.
          yield* send(`campaign:${id}`)
          yield* send("campaigns")
          return after
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const changePace = Effect.fn("Campaigns.changePace")(function* (before: Campaign, changes: PaceChanges) {
        const after = { ...paceOf(before), ...changes }
        if (isDeepStrictEqual(paceOf(before), after)) return before
        const [changed] = yield* campaignRows(sql`update campaigns set ${sql.update(after)}
          where organization_id = ${before.organizationId} and id = ${before.id} returning ${columns}`)
        const details = { from: paceOf(before), to: after }
        yield* log.append(before.organizationId, { action: "campaign.pace", target: before.id, details })
        yield* send(`campaign:${before.id}`)
        return changed as Campaign
      }, Effect.orDie)

      const statePurpose: Campaigns["Service"]["statePurpose"] = Effect.fn("Campaigns.statePurpose")(
        function* (organizationId, id, { purpose, reason }) {
          const before = yield* lock(organizationId, id)
          yield* requireStatus(before, notOver)
          const details = { from: before.purpose, to: purpose, reason }
          yield* log.append(organizationId, { action: "campaign.purpose", target: id, details })
          const [after] = yield* campaignRows(sql`update campaigns set purpose = ${purpose}
            where organization_id = ${organizationId} and id = ${id} returning ${columns}`)
          yield* send(`campaign:${id}`)
          return after as Campaign
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const setCallerPool: Campaigns["Service"]["setCallerPool"] = Effect.fn("Campaigns.setCallerPool")(
        function* (organizationId, id, pool) {
          const before = yield* lock(organizationId, id)
          yield* requireStatus(before, notOver)
          if (pool !== null && (yield* callerIds.pool(organizationId, pool))?.length === 0) {
            const message = `is no pool of the organization's numbers: put a number into it first`
            return yield* new CallerIdRefused({ path: "pool", message })
          }
          const details = { from: before.callerPool, to: pool }
          yield* log.append(organizationId, { action: "campaign.caller-pool", target: id, details })
          const [after] = yield* campaignRows(sql`update campaigns set caller_pool = ${pool}
            where organization_id = ${organizationId} and id = ${id} returning ${columns}`)
          yield* send(`campaign:${id}`)
          return after as Campaign
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const recordExport = Effect.fn("Campaigns.recordExport")(
        (organizationId: number, id: string) => sql`update campaigns set results_exported_at = clock_timestamp()
          where organization_id = ${organizationId} and id = ${id} and results_exported_at is null`,
        Effect.orDie,
        Effect.asVoid
      )

      // Locks the campaign even if nothing is stored: an export that is being recorded sees what made it outdated.
      const outdateExport = Effect.fn("Campaigns.outdateExport")(
        function* (organizationId: number, id: string) {
          yield* sql`select 1 from campaigns where organization_id = ${organizationId} and id = ${id}
            for no key update`
          const outdated = yield* sql`update campaigns set results_exported_at = null
            where organization_id = ${organizationId} and id = ${id} and results_exported_at is not null returning 1`
          if (outdated.length > 0) yield* send("campaigns")
        },
        transaction(sql),
        Effect.orDie
      )

      // Looks up campaigns only after locking the audience. The start of a campaign share-locks the audience too, so
      // either this transaction finds the campaign started, or the start finds no audience.
      const removeAudience = Effect.fn("Campaigns.removeAudience")(
        function* (organizationId: number, id: string) {
          yield* audiences.lock(organizationId, id)
          const campaigns = yield* campaignsUsing(sql, organizationId, { audienceId: id }, [
            "SCHEDULED",
            "IN_PROGRESS",
            "PAUSED"
          ])
          if (campaigns.length > 0) return yield* new AudienceInUse({ campaigns })
          yield* audiences.remove(organizationId, id)
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      // Share-locks the flow, so that it cannot be deleted before the campaign is stored.
      const requireParts = Effect.fnUntraced(function* (organizationId: number, parts: CampaignChanges) {
        if (parts.flowId !== undefined) yield* flows.shareLock(organizationId, parts.flowId)
        if (parts.audienceId !== undefined) yield* audiences.get(organizationId, parts.audienceId)
      })

      const changeUseCase = Effect.fnUntraced(function* (organizationId: number, id: string, useCase: UseCaseType) {
        const name = yield* conflictingCustomLabel(sql, organizationId, id, useCase)
        if (name !== undefined) return yield* new CustomLabelConflict({ name })
        yield* replaceSeedLabels(sql, organizationId, id, useCase)
      })

      const write = Effect.fnUntraced(function* (before: Campaign, row: Record<string, Value>) {
        if (Object.keys(row).length === 0) return before
        const [after] = yield* campaignRows(sql`update campaigns set ${sql.update(row)}
          where organization_id = ${before.organizationId} and id = ${before.id} returning ${columns}`)
        const details = { fields: Object.keys(row) }
        yield* log.append(before.organizationId, { action: "campaign.update", target: before.id, details })
        return after as Campaign
      })

      return Campaigns.of({
        list,
        get,
        lock,
        create,
        update,
        updateRetryPolicy,
        changePace,
        statePurpose,
        setCallerPool,
        recordExport,
        outdateExport,
        removeAudience
      })
    })
  )
}

/** Fails unless the campaign is in one of the statuses. */
export const requireStatus = ({ status }: Campaign, statuses: ReadonlyArray<CampaignStatus>) =>
  statuses.includes(status)
    ? Effect.void
    : Effect.fail(
        new WrongState({
          message: `The campaign is ${status}; this is possible only while it is ${statuses.join(" or ")}`
        })
      )

const campaignRows = rowsOf(Campaign)

type Value = string | number | boolean | Date | ReadonlyArray<number> | null

// Leaves out the start time: `scheduleRow` converts it into a moment.
const toRow = ({ scheduledAt: _, ...fields }: CampaignChanges) => ({
  ...fields,
  ...(fields.name !== undefined && { search: foldForSearch(fields.name) })
})

const paceOf = ({ callsPerMinute, maxConcurrentCalls }: Campaign) => ({ callsPerMinute, maxConcurrentCalls })

// A stored start time remains the same moment if only the time zone changes.
const scheduleRow = ({ scheduledAt, timezone }: Campaign, changes: CampaignChanges) => {
  const zone = changes.timezone === undefined ? timezone : changes.timezone
  const given = changes.scheduledAt
  if ((given === undefined ? scheduledAt : given) !== null && zone === null) return Effect.fail(new TimezoneMissing())
  if (given === undefined) return Effect.succeed({})
  return Effect.succeed({ scheduledAt: given === null || zone === null ? null : startTime(given, zone) })
}
