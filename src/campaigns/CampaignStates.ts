import { PgClient } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer } from "effect"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import type { SecurityLogAction } from "../domain/accounts/SecurityLogAction.ts"
import type { Campaign, CampaignStatus } from "../domain/campaigns/Campaign.ts"
import type { RetryBehavior } from "../domain/campaigns/IntentLabel.ts"
import type { JourneyAction } from "../domain/campaigns/JourneyRule.ts"
import { doNotCall as doNotCallSeed } from "../domain/campaigns/seed-labels.ts"
import { Outbox } from "../events/outbox/Outbox.ts"
import { Signals } from "../events/Signals.ts"
import { campaignColumns } from "./Campaigns.ts"

type Status = typeof CampaignStatus.Type

/**
 * Changes the status of campaigns and publishes the change. Does not check whether the change is allowed: callers do.
 */
export class CampaignStates extends Context.Service<
  CampaignStates,
  {
    /** Reads the campaign and locks it until the transaction ends. */
    readonly lock: (id: string) => Effect.Effect<Campaign | undefined>
    /** Reads the campaign and share-locks it: its status cannot change until the transaction ends. */
    readonly shareLock: (id: string) => Effect.Effect<Campaign>
    /** Changes the status. The API shows `reason` with the campaign, and the event contains it. */
    readonly change: (campaign: Campaign, to: Status, reason?: string | null) => Effect.Effect<Campaign>
    /** Pauses a campaign that is in progress, in the caller's transaction. Returns whether it was. */
    readonly pauseInProgress: (id: string, reason: string) => Effect.Effect<boolean>
    /** Sets the version of the flow with which a campaign starts. */
    readonly setFlowVersion: (id: string, version: number) => Effect.Effect<void>
    /** Lets the attempts of a campaign that begin from now on use another version of its flow. */
    readonly changeFlowVersion: (campaign: Campaign, version: number) => Effect.Effect<Campaign>
    /** Sets the reason why a campaign makes no progress, without changing its status. */
    readonly explain: (id: string, reason: string | null) => Effect.Effect<void>
    /** The ids of the campaigns in progress. */
    readonly running: Effect.Effect<ReadonlyArray<string>>
    /** Scheduled campaigns, the next start first. */
    readonly scheduled: Effect.Effect<ReadonlyArray<Scheduled>>
    /** Paused campaigns with an end time, the next end first. */
    readonly endingInPause: Effect.Effect<ReadonlyArray<EndingInPause>>
    /** The label of unanswered calls with its journey rule. A rule overrides the retry policy. */
    readonly notReachable: (id: string) => Effect.Effect<NotReachable>
    /** A label of the campaign with its current journey rule. */
    readonly label: (id: string, labelId: string) => Effect.Effect<RuledLabel | undefined>
    /** The campaign's initial label Do Not Call, even if it was renamed; undefined if it was deleted, which old campaigns could. */
    readonly doNotCall: (id: string) => Effect.Effect<DoNotCall | undefined>
  }
>()("carillon/campaigns/CampaignStates") {
  static readonly layer = Layer.effect(
    CampaignStates,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const outbox = yield* Outbox
      const log = yield* SecurityLog
      const signals = yield* Signals
      const columns = sql.literal(campaignColumns)

      const lock = Effect.fnUntraced(function* (id: string) {
        const [campaign] = yield* sql<Campaign>`select ${columns} from campaigns where id = ${id} for no key update`
        return campaign
      }, Effect.orDie)

      const shareLock = Effect.fnUntraced(function* (id: string) {
        const [campaign] = yield* sql<Campaign>`select ${columns} from campaigns where id = ${id} for share`
        return campaign as Campaign
      }, Effect.orDie)

      const change = Effect.fn("CampaignStates.change")(function* (campaign: Campaign, to: Status, reason = null) {
        const [changed] = yield* sql<Campaign>`update campaigns set status = ${to}, status_reason = ${reason},
            started_at = case when ${to === "IN_PROGRESS"} then coalesce(started_at, clock_timestamp()) else started_at end,
            completed_at = case when ${to === "COMPLETED" || to === "CANCELLED"} then clock_timestamp() end
          where id = ${campaign.id} returning ${columns}`
        yield* outbox.add([
          {
            topic: "campaign-changed.v1",
            data: {
              organizationId: campaign.organizationId,
              campaignId: campaign.id,
              from: campaign.status,
              to,
              reason,
              at: new Date(yield* Clock.currentTimeMillis)
            }
          }
        ])
        const action = actionOf(campaign.status, to)
        const details = { from: campaign.status, to, ...(reason !== null && { reason }) }
        yield* log.append(campaign.organizationId, { action, target: campaign.id, details })
        yield* signals.send(`campaign:${campaign.id}`)
        yield* signals.send("campaigns")
        return changed as Campaign
      }, Effect.orDie)

      const pauseInProgress = Effect.fnUntraced(function* (id: string, reason: string) {
        const campaign = yield* lock(id)
        if (campaign?.status !== "IN_PROGRESS") return false
        yield* change(campaign, "PAUSED", reason)
        return true
      })

      const setFlowVersion = Effect.fnUntraced(function* (id: string, version: number) {
        yield* sql`update campaigns set flow_version = ${version} where id = ${id}`
      }, Effect.orDie)

      const changeFlowVersion = Effect.fn("CampaignStates.changeFlowVersion")(function* (
        { flowVersion, id, organizationId }: Campaign,
        version: number
      ) {
        const [changed] = yield* sql<Campaign>`update campaigns set flow_version = ${version}
          where id = ${id} returning ${columns}`
        const details = { from: flowVersion, to: version }
        yield* log.append(organizationId, { action: "campaign.flow-version", target: id, details })
        // The other version may have other fixed lines, which the nodes render before they are said.
        yield* signals.send("campaigns")
        return changed as Campaign
      }, Effect.orDie)

      const explain = Effect.fnUntraced(function* (id: string, reason: string | null) {
        yield* sql`update campaigns set status_reason = ${reason} where id = ${id} and status_reason is distinct from ${reason}`
      }, Effect.orDie)

      const running = sql<{ id: string }>`select id from campaigns where status = 'IN_PROGRESS'`.pipe(ids)

      const scheduled = sql<Scheduled>`select id, organization_id,
          (extract(epoch from scheduled_at - clock_timestamp()) * 1000)::float8 as due_in_millis
        from campaigns where status = 'SCHEDULED' order by scheduled_at limit 1000`.pipe(Effect.orDie)

      const endingInPause = sql<EndingInPause>`select id,
          (extract(epoch from end_at - clock_timestamp()) * 1000)::float8 as ends_in_millis
        from campaigns where status = 'PAUSED' and end_at is not null order by end_at limit 1000`.pipe(Effect.orDie)

      const notReachable = Effect.fnUntraced(function* (id: string) {
        const [row] = yield* sql<NotReachableRow>`select l.id as label_id, l.name as label_name, r.action,
            r.retry_delay_minutes as delay_minutes
          from intent_labels l left join journey_rules r on r.organization_id = l.organization_id
            and r.campaign_id = l.campaign_id and r.intent_label_id = l.id
          where l.campaign_id = ${id} and l.seed = 'Not Reachable'`
        const { action, delayMinutes, labelId, labelName } = row as NotReachableRow
        return { labelId, labelName, rule: action === null ? null : { action, delayMinutes } }
      }, Effect.orDie)

      const label = Effect.fnUntraced(function* (id: string, labelId: string) {
        const [row] = yield* sql<Omit<RuledLabel, "rule"> & RuleRow>`select l.id as label_id, l.name as label_name,
            l.is_positive, l.retry_behavior, r.action, r.retry_delay_minutes as delay_minutes
          from intent_labels l left join journey_rules r on r.organization_id = l.organization_id
            and r.campaign_id = l.campaign_id and r.intent_label_id = l.id
          where l.campaign_id = ${id} and l.id = ${labelId}`
        if (row === undefined) return undefined
        const { action, delayMinutes, ...label } = row
        return { ...label, rule: action === null ? null : { action, delayMinutes } }
      }, Effect.orDie)

      const doNotCall = Effect.fnUntraced(function* (id: string) {
        const [label] = yield* sql<DoNotCall>`select id as label_id, name as label_name, is_positive
          from intent_labels where campaign_id = ${id} and seed = ${doNotCallSeed}`
        return label
      }, Effect.orDie)

      return CampaignStates.of({
        lock,
        shareLock,
        change,
        pauseInProgress,
        setFlowVersion,
        changeFlowVersion,
        explain,
        running,
        scheduled,
        endingInPause,
        notReachable,
        label,
        doNotCall
      })
    })
  )
}

// The word for a change of status in the security log.
const actionOf = (from: Status, to: Status) =>
  from === "PAUSED" && to === "IN_PROGRESS" ? "campaign.resume" : actions[to]

const actions = {
  DRAFT: "campaign.draft",
  SCHEDULED: "campaign.schedule",
  IN_PROGRESS: "campaign.start",
  PAUSED: "campaign.pause",
  COMPLETED: "campaign.complete",
  CANCELLED: "campaign.cancel"
} as const satisfies Readonly<Record<Status, SecurityLogAction>>

export interface Scheduled {
  readonly organizationId: number
  readonly id: string
  readonly dueInMillis: number
}

export interface EndingInPause {
  readonly id: string
  readonly endsInMillis: number
}

interface Rule {
  readonly action: typeof JourneyAction.Type
  readonly delayMinutes: number | null
}

export interface NotReachable {
  readonly labelId: string
  readonly labelName: string
  readonly rule: Rule | null
}

export interface RuledLabel extends DoNotCall {
  readonly retryBehavior: typeof RetryBehavior.Type
  readonly rule: Rule | null
}

export interface DoNotCall {
  readonly labelId: string
  readonly labelName: string
  readonly isPositive: boolean
}

interface RuleRow {
  readonly action: typeof JourneyAction.Type | null
  readonly delayMinutes: number | null
}

interface NotReachableRow extends RuleRow {
  readonly labelId: string
  readonly labelName: string
}

const ids = <E>(query: Effect.Effect<ReadonlyArray<{ readonly id: string }>, E>) =>
  query.pipe(
    Effect.map((rows) => rows.map(({ id }) => id)),
    Effect.orDie
  )
