import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Usage } from "../accounts/Usage.ts"
import { Attempts } from "../calls/attempts/Attempts.ts"
import { type SpendCapReached, Spending } from "../calls/costs/Spending.ts"
import { CallQueue } from "../calls/queue/CallQueue.ts"
import { QueueFilling } from "../calls/queue/QueueFilling.ts"
import { CampaignStates } from "../campaigns/CampaignStates.ts"
import { type CampaignNotFound, Campaigns, requireStatus, type WrongState } from "../campaigns/Campaigns.ts"
import type { FlowNotFound } from "../campaigns/Flows.ts"
import { type FlowVersionNotFound, FlowVersions } from "../campaigns/FlowVersions.ts"
import { notOver } from "../campaigns/used-by/campaigns-using.ts"
import type { AllPaused, Campaign, CampaignStatus, PaceChanges } from "../domain/campaigns/Campaign.ts"
import { respaced, spacing } from "../domain/dialing/pacing.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { CampaignActors } from "./CampaignActor.ts"
import { conditionsOf } from "./conditions.ts"
import { Pace } from "./Pace.ts"
import { Readiness } from "./Readiness.ts"

/** A campaign that is not ready to be started, with everything that is missing. */
export class NotReady extends Schema.TaggedError<NotReady>()("NotReady", { missing: Schema.Array(Schema.String) }) {}
/** A campaign cannot use a version of its flow, with everything that is missing. */
export class FlowVersionRefused extends Schema.TaggedError<FlowVersionRefused>()("FlowVersionRefused", {
  version: Schema.Int,
  missing: Schema.Array(Schema.String)
}) {}
export class QuotaExceeded extends Schema.TaggedError<QuotaExceeded>()("QuotaExceeded", {
  needed: Schema.Int,
  remaining: Schema.Int
}) {}

type Refusal = CampaignNotFound | WrongState | NotReady | QuotaExceeded | SpendCapReached

/** Starts, pauses, resumes and cancels campaigns. */
export class CampaignControl extends Context.Service<
  CampaignControl,
  {
    /** Starts a campaign, or schedules it when its `scheduledAt` is still to come. */
    readonly start: (organizationId: number, id: string) => Effect.Effect<Campaign, Refusal>
    /** Starts a scheduled campaign that is due. */
    readonly startScheduled: (organizationId: number, id: string) => Effect.Effect<Campaign, Refusal>
    /** Lets the calls of a running or paused campaign use another version of its flow from the next attempt on. */
    readonly useFlowVersion: (
      organizationId: number,
      id: string,
      version: number
    ) => Effect.Effect<
      Campaign,
      CampaignNotFound | WrongState | FlowNotFound | FlowVersionNotFound | FlowVersionRefused
    >
    readonly pause: (organizationId: number, id: string) => Effect.Effect<void, CampaignNotFound | WrongState>
    /**
     * Pauses the running campaigns of an organization, and makes the scheduled ones drafts again, which start by no clock.
     * One transaction: all of them or none.
     */
    readonly pauseAll: (organizationId: number) => Effect.Effect<AllPaused>
    readonly resume: (
      organizationId: number,
      id: string
    ) => Effect.Effect<void, CampaignNotFound | WrongState | QuotaExceeded | SpendCapReached>
    /**
     * Changes the pace of a campaign that is not over. No claim that begins afterwards starts a call above it, and a faster
     * one makes no burst.
     */
    readonly setPace: (
      organizationId: number,
      id: string,
      changes: PaceChanges
    ) => Effect.Effect<Campaign, CampaignNotFound | WrongState>
    readonly cancel: (organizationId: number, id: string) => Effect.Effect<void, CampaignNotFound | WrongState>
  }
>()("carillon/dialer/CampaignControl") {
  static readonly layer = Layer.effect(
    CampaignControl,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const campaigns = yield* Campaigns
      const states = yield* CampaignStates
      const queue = yield* CallQueue
      const filling = yield* QueueFilling
      const usage = yield* Usage
      const spending = yield* Spending
      const pace = yield* Pace
      const readiness = yield* Readiness
      const attempts = yield* Attempts
      const actors = yield* CampaignActors
      const versions = yield* FlowVersions

      const start = Effect.fn("CampaignControl.start")((organizationId: number, id: string) =>
        startFrom(["DRAFT", "SCHEDULED"], organizationId, id)
      )

      const startScheduled = Effect.fn("CampaignControl.startScheduled")((organizationId: number, id: string) =>
        startFrom(["SCHEDULED"], organizationId, id)
      )

      const startFrom = Effect.fnUntraced(function* (
        statuses: ReadonlyArray<CampaignStatus>,
        organizationId: number,
        id: string
      ) {
        const started = yield* change(
          organizationId,
          id,
          Effect.fnUntraced(function* (campaign) {
            yield* requireStatus(campaign, statuses)
            const { scheduledAt, status } = campaign
            const isInFuture = scheduledAt !== null && (yield* isAhead(scheduledAt))
            const { flowVersion } = yield* requireReady(campaign)
            return status === "DRAFT" && isInFuture
              ? yield* states.change(campaign, "SCHEDULED")
              : yield* launch(campaign, flowVersion)
          })
        )
        if (started.status === "IN_PROGRESS") yield* wakeAfterCommit(id)
        return started
      })

      // By the clock of the database, as the scheduler starts it.
      const isAhead = (time: Date) =>
        Effect.map(sql`select 1 where ${time} > clock_timestamp()`, (rows) => rows.length > 0)

      const requireReady = Effect.fnUntraced(function* (campaign: Campaign) {
        const { atOnce, flow, missing } = yield* readiness.examine(campaign)
        if (missing.length > 0 || flow === undefined) return yield* new NotReady({ missing })
        yield* requireMinutes(campaign, atOnce)
        yield* spending.checkCaps(campaign.id)
        return { flowVersion: flow.version }
      })

      const requireMinutes = Effect.fnUntraced(function* ({ organizationId }: Campaign, needed: number) {
        const { quota, reserved, used } = yield* usage.minutes(organizationId)
        const remaining = Math.max(0, quota - used - reserved)
        if (remaining < needed) return yield* new QuotaExceeded({ needed, remaining })
      })

      // Uses the version that was found ready, even if another one was published since.
      const launch = Effect.fnUntraced(function* (campaign: Campaign, flowVersion: number) {
        yield* states.setFlowVersion(campaign.id, flowVersion)
        yield* pace.open(campaign.organizationId, campaign.id)
        yield* filling.begin(campaign)
        return yield* states.change(campaign, "IN_PROGRESS")
      })

      const useFlowVersion = Effect.fn("CampaignControl.useFlowVersion")(
        (organizationId: number, id: string, version: number) =>
          change(
            organizationId,
            id,
            Effect.fnUntraced(function* (campaign) {
              yield* requireStatus(campaign, ["IN_PROGRESS", "PAUSED"])
              const flow = yield* versions.get(organizationId, campaign.flowId, version)
              if (version === campaign.flowVersion) return campaign
              const missing = yield* readiness.examineFlow(campaign, flow)
              if (missing.length > 0) return yield* new FlowVersionRefused({ version, missing })
              return yield* states.changeFlowVersion(campaign, version)
            })
          )
      )

      const pause = Effect.fn("CampaignControl.pause")((organizationId: number, id: string) =>
        change(
          organizationId,
          id,
          Effect.fnUntraced(function* (campaign) {
            yield* requireStatus(campaign, ["IN_PROGRESS", "PAUSED"])
            if (campaign.status === "IN_PROGRESS") yield* states.change(campaign, "PAUSED")
          })
        )
      )

      const pauseAll = Effect.fn("CampaignControl.pauseAll")(
        function* (organizationId: number) {
          const found = yield* sql<{ id: string }>`select id from campaigns where organization_id = ${organizationId}
            and status in ('IN_PROGRESS', 'SCHEDULED') order by id`
          const before = yield* Effect.forEach(found, ({ id }) => change(organizationId, id, halt))
          const count = (status: CampaignStatus) => before.filter((one) => one === status).length
          return { paused: count("IN_PROGRESS"), unscheduled: count("SCHEDULED") }
        },
        transaction(sql),
        Effect.orDie
      )

      // Returns the status before. A campaign that has ended since it was found stays as it is.
      const halt = Effect.fnUntraced(function* (campaign: Campaign) {
        const { status } = campaign
        if (status === "IN_PROGRESS") yield* states.change(campaign, "PAUSED")
        if (status === "SCHEDULED") yield* states.change(campaign, "DRAFT")
        return status
      })

      const resume = Effect.fn("CampaignControl.resume")(function* (organizationId: number, id: string) {
        yield* change(
          organizationId,
          id,
          Effect.fnUntraced(function* (campaign) {
            yield* requireStatus(campaign, ["PAUSED", "IN_PROGRESS"])
            if (campaign.status === "IN_PROGRESS") return
            const { waiting } = yield* conditionsOf(sql, campaign.id)
            yield* requireMinutes(campaign, Math.min(waiting, campaign.maxConcurrentCalls))
            yield* spending.checkCaps(campaign.id)
            yield* pace.resume(campaign.id)
            yield* states.change(campaign, "IN_PROGRESS")
          })
        )
        yield* wakeAfterCommit(id)
      })

      const cancel = Effect.fn("CampaignControl.cancel")((organizationId: number, id: string) =>
        change(
          organizationId,
          id,
          Effect.fnUntraced(function* (campaign) {
            yield* requireStatus(campaign, ["DRAFT", "SCHEDULED", "IN_PROGRESS", "PAUSED", "CANCELLED"])
            if (campaign.status === "CANCELLED") return
            yield* states.change(campaign, "CANCELLED")
            yield* queue.cancel(organizationId, campaign.id)
          })
        )
      )

      const setPace = Effect.fn("CampaignControl.setPace")((organizationId: number, id: string, changes: PaceChanges) =>
        change(
          organizationId,
          id,
          Effect.fnUntraced(function* (before) {
            yield* requireStatus(before, notOver)
            const after = yield* campaigns.changePace(before, changes)
            if (after.callsPerMinute !== before.callsPerMinute) yield* respace(id, before, after)
            return after
          })
        )
      )

      // A start whose attempt was deleted since then, because it was not placed, is known by the stored time only. After a
      // change to a lower pace that time may be far ahead, though no start is.
      const respace = Effect.fnUntraced(function* (id: string, before: Campaign, { callsPerMinute }: Campaign) {
        const stored = yield* pace.nextStartAt(id)
        if (stored === undefined) return
        const { now } = yield* conditionsOf(sql, id)
        const last = Math.min(stored - spacing(before.callsPerMinute, 60_000), now)
        const afterLast = last + spacing(callsPerMinute, 60_000)
        const next = respaced(yield* attempts.recentStarts(id), callsPerMinute)
        yield* pace.advance(id, Math.max(afterLast, next ?? afterLast))
      })

      // Locks the pace row first: no claim is in progress while the status changes, and none begins
      // until it has changed.
      const change = <A, E>(organizationId: number, id: string, act: (campaign: Campaign) => Effect.Effect<A, E>) =>
        // Reads the campaign first, so that no request locks the pace of another organization's campaign.
        campaigns
          .get(organizationId, id)
          .pipe(
            Effect.andThen(pace.lock(id)),
            Effect.andThen(campaigns.lock(organizationId, id)),
            Effect.flatMap(act),
            transaction(sql),
            Effect.catchTag("SqlError", Effect.die)
          )

      // A request with an idempotency key runs in an outer transaction, so the wake-up waits for its commit.
      const wakeAfterCommit = (id: string) => sql.afterCommit(actors.wake(id))

      return CampaignControl.of({ start, startScheduled, useFlowVersion, pause, pauseAll, resume, cancel, setPace })
    })
  )
}
