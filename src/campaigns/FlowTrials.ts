import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema } from "effect"
import { Requester } from "../accounts/Requester.ts"
import { SecurityLog } from "../accounts/SecurityLog.ts"
import { newId } from "../platform/ids.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { type FlowNotFound, Flows } from "./Flows.ts"

/** There is no such trial, or it was opened before, is too old, or was begun by another. */
export class TrialNotFound extends Schema.TaggedError<TrialNotFound>()("TrialNotFound", {}) {}
/** The organization has as many trials under way as it may. */
export class TooManyTrials extends Schema.TaggedError<TooManyTrials>()("TooManyTrials", { most: Schema.Int }) {}

/** A trial, by the ids of its address. */
export interface TrialId {
  readonly organizationId: number
  readonly flowId: string
  readonly trialId: string
}

/** Trials of flows: who may open which, and how many are under way on all nodes. */
export class FlowTrials extends Context.Service<
  FlowTrials,
  {
    /** Permits one websocket, within a minute, to the one who makes the request. Returns the id of the trial. */
    readonly begin: (organizationId: number, flowId: string) => Effect.Effect<string, FlowNotFound | TooManyTrials>
    /** Fails if the trial does not wait to be opened. */
    readonly require: (trial: TrialId) => Effect.Effect<void, TrialNotFound>
    /** Opens a trial, once. From then on it counts, until it ends or is not renewed. */
    readonly open: (trial: TrialId) => Effect.Effect<void, TrialNotFound | TooManyTrials>
    /** Counts the trial as under way for another while. */
    readonly renew: (trial: TrialId) => Effect.Effect<void>
    readonly end: (trial: TrialId) => Effect.Effect<void>
  }
>()("carillon/campaigns/FlowTrials") {
  static readonly layer = Layer.effect(
    FlowTrials,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const flows = yield* Flows
      const log = yield* SecurityLog

      /** Locks the organization, so that requests at the same time count each other. */
      const requireRoom = Effect.fnUntraced(function* (organizationId: number) {
        yield* sql`select from organizations where id = ${organizationId} for no key update`
        yield* sql`delete from flow_trials
          where organization_id = ${organizationId} and lease_until < clock_timestamp()`
        const open = yield* sql`select 1 from flow_trials
          where organization_id = ${organizationId} and opened_at is not null`
        if (open.length >= mostTrials) return yield* new TooManyTrials({ most: mostTrials })
      })

      const begin = Effect.fn("FlowTrials.begin")(
        function* (organizationId: number, flowId: string) {
          const flow = yield* flows.get(organizationId, flowId)
          yield* requireRoom(organizationId)
          const { actor } = yield* Requester
          const id = newId()
          yield* sql`insert into flow_trials (organization_id, id, flow_id, actor, lease_until)
            values (${organizationId}, ${id}, ${flow.id}, ${actor},
              clock_timestamp() + ${openWithin}::interval)`
          yield* log.append(organizationId, { action: "flow.try", target: flow.id })
          return id
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const require = Effect.fn("FlowTrials.require")(
        function* ({ flowId, organizationId, trialId }: TrialId) {
          const found = yield* sql`select 1 from flow_trials
            where organization_id = ${organizationId} and id = ${trialId} and flow_id = ${flowId}
              and opened_at is null and lease_until > clock_timestamp()`
          if (found.length === 0) return yield* new TrialNotFound()
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      const open = Effect.fn("FlowTrials.open")(
        function* ({ flowId, organizationId, trialId }: TrialId) {
          yield* requireRoom(organizationId)
          const { actor } = yield* Requester
          const opened = yield* sql`update flow_trials set opened_at = clock_timestamp(),
              lease_until = clock_timestamp() + ${leaseTime}::interval
            where organization_id = ${organizationId} and id = ${trialId} and flow_id = ${flowId}
              and actor = ${actor} and opened_at is null returning 1`
          if (opened.length === 0) return yield* new TrialNotFound()
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const renew = Effect.fn("FlowTrials.renew")(function* ({ organizationId, trialId }: TrialId) {
        yield* sql`update flow_trials set lease_until = clock_timestamp() + ${leaseTime}::interval
          where organization_id = ${organizationId} and id = ${trialId}`
      }, Effect.orDie)

      const end = Effect.fn("FlowTrials.end")(function* ({ organizationId, trialId }: TrialId) {
        yield* sql`delete from flow_trials where organization_id = ${organizationId} and id = ${trialId}`
      }, Effect.orDie)

      return FlowTrials.of({ begin, require, open, renew, end })
    })
  )
}

// Maximum number of trials of an organization under way.
const mostTrials = 3
// Time in which a trial must be opened.
const openWithin = "1 minute"
// Time without a renewal after which a trial counts as over, because its node has died.
const leaseTime = "30 seconds"
