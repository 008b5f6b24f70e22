import { Context, Deferred, Effect, Layer, Option, Queue, Random, Schema } from "effect"
import { Entity, type Sharding } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { Attempts, type LiveAttempt } from "../calls/attempts/Attempts.ts"
import { AccountPace } from "../carriers/AccountPace.ts"
import { Signals } from "../events/Signals.ts"
import { AppConfig } from "../platform/config.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { Lifecycle } from "../platform/lifecycle/Lifecycle.ts"
import { why } from "../platform/observability/why.ts"
import { type ClaimResult, Claims } from "./Claims.ts"
import { Dispatch } from "./Dispatch.ts"
import { claimIsDeadAfter, isOverdue } from "./overdue-calls.ts"
import { Pace, type Rest } from "./Pace.ts"
import { RefusedCalls } from "./RefusedCalls.ts"

/**
 * A campaign in the cluster: it runs on one node at a time, and moves to another soon after that
 * node dies.
 */
const CampaignEntity = Entity.make("Campaign", [Rpc.make("look", { success: Schema.Void })])

/**
 * Runs a campaign on its node. The rows decide whether to dial; the actor only knows when to look
 * at them again.
 */
export const layer = CampaignEntity.toLayer(
  Effect.gen(function* () {
    const { entityId: campaignId } = yield* Entity.CurrentAddress
    const dialer = yield* makeDialer
    const context = yield* Effect.context<Sharding.Sharding | Entity.CurrentAddress>()
    const keepAlive = (on: boolean) => Effect.provideContext(Entity.keepAlive(on), context)

    // The entity is started by a message, or by the cluster after another node died: it looks at
    // the rows in both cases.
    const looks = yield* Queue.sliding<void>(1)
    yield* Queue.offer(looks, undefined)
    yield* Queue.take(looks).pipe(
      Effect.andThen(keepAlive(true)),
      Effect.andThen(dialer(campaignId)),
      Effect.andThen(keepAlive(false)),
      Effect.forever,
      Effect.forkScoped
    )
    return CampaignEntity.of({ look: () => Effect.asVoid(Queue.offer(looks, undefined)) })
  }),
  { maxIdleTime: "1 minute" }
)

/** Sends messages to the actor of a campaign, on whichever node it runs. */
export class CampaignActors extends Context.Service<
  CampaignActors,
  {
    /**
     * Makes the actor look at the rows. An actor that is unreachable now looks by itself before long. Does nothing on a
     * node that neither dials nor shares campaigns with others: the next node that dials wakes them all when it starts.
     */
    readonly wake: (campaignId: string) => Effect.Effect<void>
  }
>()("carillon/dialer/CampaignActors") {
  static readonly layer = Layer.effect(
    CampaignActors,
    Effect.gen(function* () {
      const { node, roles } = yield* AppConfig
      if (Option.isNone(node) && !roles.has("dialer")) return CampaignActors.of({ wake: () => Effect.void })
      const clientOf = yield* CampaignEntity.client
      const wake = (campaignId: string) =>
        clientOf(campaignId)
          .look()
          .pipe(
            Effect.timeout("5 seconds"),
            Effect.catchCause((cause) =>
              Effect.logWarning(
                `Could not wake campaign ${campaignId}; it will look by itself within a minute: ${why(cause)}`
              )
            )
          )
      return CampaignActors.of({ wake })
    })
  )
}

const makeDialer = Effect.gen(function* () {
  const pace = yield* Pace
  const claims = yield* Claims
  const accountPace = yield* AccountPace
  const dispatch = yield* Dispatch
  const attempts = yield* Attempts
  const signals = yield* Signals
  const { drainStarted } = yield* Lifecycle
  const refusedCalls = yield* RefusedCalls

  // Ends when the campaign has nothing to dial and no call is live. A replaced actor does not end:
  // ending would release the cluster entity that its successor is using. Either the cluster ends
  // it, or the successor is gone and it takes over again.
  const dialUntilOver = Effect.fnUntraced(function* (campaignId: string) {
    while ((yield* dialUntilReplaced(campaignId)) === "replaced") yield* Effect.sleep(replacedPauseMillis)
  })

  const dialUntilReplaced = Effect.fnUntraced(function* (campaignId: string) {
    const changed = yield* signals.listen(`campaign:${campaignId}`)
    const epoch = yield* pace.takeOver(campaignId)
    if (epoch === undefined) return "over"
    // Read before the first claim: to look up an attempt that is about to be placed may make the carrier refuse it.
    const earlier = yield* attempts.live(campaignId)
    yield* Effect.forkScoped(follow(campaignId, earlier))
    yield* Effect.forkScoped(refusedCalls.watch(campaignId))

    let busyUntil = 0
    const onBusy = (millis: number) => {
      busyUntil = Math.max(busyUntil, performance.now() + Math.min(millis, longestWaitMillis))
    }
    const waitForChange = (millis: number) => Effect.timeoutOption(changed, millis)
    // Calls that end, and their labels, send signals as well. A campaign that rests gathers several of them, and asks once
    // whether it has something to do.
    let rest: Rest | undefined
    const untilChanged = Effect.suspend(() => {
      const known = rest
      if (known === undefined) return changed
      const looks = Effect.andThen(
        Effect.andThen(changed, Effect.sleep(gatheringMillis)),
        pace.isResting(campaignId, known)
      )
      return Effect.asVoid(Effect.repeat(looks, { while: (isResting) => isResting }))
    })
    const waitWhileResting = (millis: number) => Effect.timeoutOption(untilChanged, millis)
    // A campaign that needs a start of the account waits for it without a transaction.
    let forAccount: Extract<ClaimResult, { readonly kind: "wait" }>["forAccount"]
    const waitForAccount = Effect.suspend(() =>
      forAccount === undefined
        ? Effect.void
        : Effect.raceFirst(accountPace.turn(forAccount.contender), waitWhileResting(forAccount.millis))
    )
    const act = Effect.fnUntraced(function* (result: ClaimResult) {
      forAccount = "forAccount" in result ? result.forAccount : undefined
      rest = "rest" in result ? result.rest : undefined
      switch (result.kind) {
        case "claimed":
          yield* dispatch.place(result.call, onBusy)
          yield* Effect.sleep(
            Math.max(Math.min(result.restMillis, uninterruptedMillis), busyUntil - performance.now(), 0)
          )
          if (result.restMillis > uninterruptedMillis) {
            const change = yield* waitWhileResting(result.restMillis - uninterruptedMillis)
            if (Option.isSome(change)) forAccount = undefined
          }
          return undefined
        case "again":
          return undefined
        case "wait":
          yield* waitWhileResting(result.millis)
          return undefined
        case "over":
          if ((yield* attempts.live(campaignId)).length === 0) return result.kind
          yield* waitForChange(longestWaitMillis)
          return undefined
        case "replaced":
          return result.kind
      }
    })
    const claim = Effect.suspend(() => {
      const contender = forAccount?.contender
      const next = Effect.andThen(waitForAccount, claims.next(campaignId, epoch))
      return contender === undefined ? next : Effect.ensuring(next, accountPace.endTurn(contender))
    })
    while (true) {
      const end = yield* Effect.flatMap(claim, act)
      if (end !== undefined) return end
    }
  }, Effect.scoped)

  // Looks up calls whose callbacks were missed while no actor was running, and calls whose
  // callbacks are overdue.
  const follow = (campaignId: string, earlier: ReadonlyArray<LiveAttempt>) => {
    const lookUpAll = (live: ReadonlyArray<LiveAttempt>) =>
      Effect.forEach(live, dispatch.lookUp, { concurrency: 8, discard: true })
    const lookUpOverdue = Effect.flatMap(attempts.live(campaignId), (live) => lookUpAll(live.filter(isOverdue)))
    return lookUpAll(earlier).pipe(
      Effect.andThen(Effect.sleep(claimIsDeadAfter + 100)),
      Effect.andThen(Effect.forever(Effect.andThen(lookUpOverdue, randomPause))),
      keepGoing("Could not look up the live calls of a campaign; retrying")
    )
  }

  return (campaignId: string) =>
    Effect.gen(function* () {
      const isOver = yield* Deferred.make<void>()
      const dialing = dialUntilOver(campaignId).pipe(
        Effect.andThen(Deferred.succeed(isOver, undefined)),
        Effect.andThen(Effect.never),
        keepGoing("Could not dial a campaign; retrying")
      )
      // A draining node places no new calls.
      const untilDrain = Effect.andThen(Effect.raceFirst(dialing, drainStarted), Effect.never)
      yield* Effect.raceFirst(untilDrain, Deferred.await(isOver))
    })
})

/** Maximum time between two reads of the rows, in case a wake-up is lost, ms. */
const longestWaitMillis = 30_000

// Random, so that campaigns do not all look up calls at the same moment.
const randomPause = Effect.flatMap(Random.nextBetween(longestWaitMillis / 2, longestWaitMillis), Effect.sleep)

// Pause of a replaced actor, ms. Longer than the cluster takes to end an actor whose node lost the campaign.
const replacedPauseMillis = 15_000

/** Time in which signals to a campaign that rests are gathered, ms. */
const gatheringMillis = 200

// Maximum part of a rest during which signals are ignored, ms. A fast campaign is not woken between two
// calls; a slow one still reacts to changes such as its end.
const uninterruptedMillis = 1_000
