import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { type AudienceNotFound, Audiences } from "../contacts/Audiences.ts"
import { startTime } from "../domain/calendar/start-time.ts"
import type {
  Campaign,
  CampaignChanges,
  CampaignStatus,
  NewCampaign,
  RetryPolicyChanges,
  UseCaseType
} from "../domain/campaigns/Campaign.ts"
import type { Listed, Page } from "../domain/schema/page.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { containsPattern, foldCase } from "../domain/text/text.ts"
import { Signals } from "../events/Signals.ts"
import { newId } from "../platform/ids.ts"
import { newestFirst } from "../platform/sql/newest-first.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { campaignsUsing, notOver } from "./campaigns-using.ts"
import { type FlowNotFound, Flows } from "./Flows.ts"
import { addSeedLabels, customLabelInTheWay, replaceSeedLabels } from "./label-rows.ts"

export class CampaignNotFound extends Schema.TaggedError<CampaignNotFound>()("CampaignNotFound", {}) {}
/** What was asked for is not possible in the state in which the campaign is. */
export class WrongState extends Schema.TaggedError<WrongState>()("WrongState", { message: Schema.String }) {}
/** A time to start at would be left without the time zone that it needs. */
export class TimezoneMissing extends Schema.TaggedError<TimezoneMissing>()("TimezoneMissing", {}) {}
/** A custom label has a name that the labels of the other use case have too. */
export class CustomLabelInTheWay extends Schema.TaggedError<CustomLabelInTheWay>()("CustomLabelInTheWay", {
  name: Schema.String
}) {}
/** The audience cannot be deleted: these campaigns need it. */
export class AudienceInUse extends Schema.TaggedError<AudienceInUse>()("AudienceInUse", {
  campaigns: Schema.Array(Schema.String)
}) {}

/** Of a list of campaigns: those in a status, and those with a part of a name. */
export interface CampaignFilter {
  readonly status?: CampaignStatus
  readonly search?: string
}

/** The campaign of a select from `campaigns`. */
export const campaignColumns = `id, name, status, status_reason as "statusReason", use_case_type as "useCaseType",
  true as "useCaseTypeConfirmed", flow_id as "flowId", audience_id as "audienceId",
  calls_per_minute as "callsPerMinute", max_concurrent_calls as "maxConcurrentCalls", max_retries as "maxRetries",
  retry_delay_minutes as "retryDelayMinutes", retry_delays_minutes as "retryDelaysMinutes",
  retry_within_window as "retryWithinWindow", best_time_optimization as "bestTimeOptimization", end_at as "endAt",
  call_timeout_minutes as "callTimeoutMinutes", scheduled_at as "scheduledAt", timezone,
  organization_id::text as "organizationId", created_at as "createdAt", started_at as "startedAt",
  completed_at as "completedAt", results_exported_at as "resultsExportedAt"`

/** What a campaign is: its settings, and the labels that it begins with. */
export class Campaigns extends Context.Service<
  Campaigns,
  {
    readonly list: (organizationId: number, page: Page, filter: CampaignFilter) => Effect.Effect<Listed<Campaign>>
    readonly get: (organizationId: number, id: string) => Effect.Effect<Campaign, CampaignNotFound>
    /** Reads it and keeps it as it is until the transaction ends. */
    readonly lock: (organizationId: number, id: string) => Effect.Effect<Campaign, CampaignNotFound>
    readonly create: (
      organizationId: number,
      campaign: NewCampaign
    ) => Effect.Effect<Campaign, FlowNotFound | AudienceNotFound>
    /** Another use case brings its own labels: they take the place of the former ones, behind them stay the custom ones. */
    readonly update: (
      organizationId: number,
      id: string,
      changes: CampaignChanges
    ) => Effect.Effect<
      Campaign,
      CampaignNotFound | FlowNotFound | AudienceNotFound | TimezoneMissing | CustomLabelInTheWay | WrongState
    >
    readonly updateRetryPolicy: (
      organizationId: number,
      id: string,
      changes: RetryPolicyChanges
    ) => Effect.Effect<Campaign, CampaignNotFound | WrongState>
    /** The results of one that is over were kept as a file. */
    readonly noteExport: (organizationId: number, id: string) => Effect.Effect<void>
    /** Deletes an audience that no campaign is about to call. */
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
      const audiences = yield* Audiences
      const columns = sql.literal(campaignColumns)

      const list = Effect.fn("Campaigns.list")((organizationId: number, page: Page, filter: CampaignFilter) => {
        const conditions = [
          sql`organization_id = ${organizationId}`,
          ...(filter.status === undefined ? [] : [sql`status = ${filter.status}`]),
          ...(filter.search === undefined ? [] : [sql`search like ${containsPattern(foldCase(filter.search))}`])
        ]
        return newestFirst<Campaign>(sql, columns, sql`from campaigns where ${sql.and(conditions)}`, page)
      }, Effect.orDie)

      const select = Effect.fnUntraced(
        function* (organizationId: number, id: string, lock: "" | "for no key update") {
          if (!isUuid(id)) return yield* new CampaignNotFound()
          const [campaign] = yield* sql<Campaign>`select ${columns} from campaigns
          where organization_id = ${organizationId} and id = ${id} ${sql.literal(lock)}`
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
          const [created] = yield* sql<Campaign>`insert into campaigns ${sql.insert({
            organization_id: organizationId,
            id,
            ...toRow(campaign),
            scheduled_at: scheduledAt === null || timezone === null ? null : startTime(scheduledAt, timezone)
          })} returning ${columns}`
          yield* addSeedLabels(sql, organizationId, id, campaign.useCaseType)
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
          // The campaign may end at another time now.
          yield* send(`campaign:${id}`)
          yield* send("campaigns")
          return after
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const noteExport = Effect.fn("Campaigns.noteExport")(
        (organizationId: number, id: string) => sql`update campaigns set results_exported_at = clock_timestamp()
          where organization_id = ${organizationId} and id = ${id} and results_exported_at is null`,
        Effect.orDie,
        Effect.asVoid
      )

      // A start holds its campaign and reads the audience with a share lock, so one of the two is first: either this
      // finds the campaign started, or the start finds no audience. It asks only when it has the audience's row.
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

      // The flow is held until the campaign is there: it cannot be deleted in between.
      const requireParts = Effect.fnUntraced(function* (organizationId: number, parts: CampaignChanges) {
        if (parts.flowId !== undefined) yield* flows.hold(organizationId, parts.flowId)
        if (parts.audienceId !== undefined) yield* audiences.get(organizationId, parts.audienceId)
      })

      const changeUseCase = Effect.fnUntraced(function* (organizationId: number, id: string, useCase: UseCaseType) {
        const name = yield* customLabelInTheWay(sql, organizationId, id, useCase)
        if (name !== undefined) return yield* new CustomLabelInTheWay({ name })
        yield* replaceSeedLabels(sql, organizationId, id, useCase)
      })

      const write = Effect.fnUntraced(function* (before: Campaign, row: Record<string, Value>) {
        if (Object.keys(row).length === 0) return before
        const [after] = yield* sql<Campaign>`update campaigns set ${sql.update(row)}
          where organization_id = ${Number(before.organizationId)} and id = ${before.id} returning ${columns}`
        return after as Campaign
      })

      return Campaigns.of({ list, get, lock, create, update, updateRetryPolicy, noteExport, removeAudience })
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

type Value = string | number | boolean | Date | ReadonlyArray<number> | null

const toRow = (fields: CampaignChanges) => ({
  ...(fields.name !== undefined && { name: fields.name, search: foldCase(fields.name) }),
  ...(fields.useCaseType !== undefined && { use_case_type: fields.useCaseType }),
  ...(fields.flowId !== undefined && { flow_id: fields.flowId }),
  ...(fields.audienceId !== undefined && { audience_id: fields.audienceId }),
  ...(fields.callsPerMinute !== undefined && { calls_per_minute: fields.callsPerMinute }),
  ...(fields.maxConcurrentCalls !== undefined && { max_concurrent_calls: fields.maxConcurrentCalls }),
  ...(fields.maxRetries !== undefined && { max_retries: fields.maxRetries }),
  ...(fields.retryDelayMinutes !== undefined && { retry_delay_minutes: fields.retryDelayMinutes }),
  ...(fields.retryDelaysMinutes !== undefined && { retry_delays_minutes: fields.retryDelaysMinutes }),
  ...(fields.retryWithinWindow !== undefined && { retry_within_window: fields.retryWithinWindow }),
  ...(fields.bestTimeOptimization !== undefined && { best_time_optimization: fields.bestTimeOptimization }),
  ...(fields.endAt !== undefined && { end_at: fields.endAt }),
  ...(fields.callTimeoutMinutes !== undefined && { call_timeout_minutes: fields.callTimeoutMinutes }),
  ...(fields.timezone !== undefined && { timezone: fields.timezone })
})

// A time that was stored stays the same moment when only the zone changes.
const scheduleRow = ({ scheduledAt, timezone }: Campaign, changes: CampaignChanges) => {
  const zone = changes.timezone === undefined ? timezone : changes.timezone
  const given = changes.scheduledAt
  if ((given === undefined ? scheduledAt : given) !== null && zone === null) return Effect.fail(new TimezoneMissing())
  if (given === undefined) return Effect.succeed({})
  return Effect.succeed({ scheduled_at: given === null || zone === null ? null : startTime(given, zone) })
}
