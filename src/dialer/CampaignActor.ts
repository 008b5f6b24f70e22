import { Deferred, Effect, Queue, Random, Schema } from "effect"
import { Entity, type Sharding } from "effect/cluster"
import { Rpc } from "effect/rpc"
import { Attempts, type LiveAttempt } from "../calls/attempts/Attempts.ts"
import { Signals } from "../events/Signals.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { Lifecycle } from "../platform/lifecycle/Lifecycle.ts"
import { type ClaimResult, Claims } from "./Claims.ts"
import { claimIsDeadAfter, Dispatch } from "./Dispatch.ts"
import { Pace } from "./Pace.ts"

/** A campaign in the cluster: on one node at a time, and elsewhere soon after that node has died. */
export const CampaignEntity = Entity.make("Campaign", [Rpc.make("look", { success: Schema.Void })])

/** What a campaign does on its node: the rows say whether it dials; the actor only knows when to look at them again. */
export const layer = CampaignEntity.toLayer(
  Effect.gen(function* () {
    const { entityId: campaignId } = yield* Entity.CurrentAddress
    const dialer = yield* makeDialer
    const context = yield* Effect.context<Sharding.Sharding | Entity.CurrentAddress>()
    const keepAlive = (on: boolean) => Effect.provideContext(Entity.keepAlive(on), context)

    // Built by a message, or by the cluster after another node has died: it looks in both cases.
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

const makeDialer = Effect.gen(function* () {
  const pace = yield* Pace
  const claims = yield* Claims
  const dispatch = yield* Dispatch
  const attempts = yield* Attempts
  const signals = yield* Signals
  const { drainStarted } = yield* Lifecycle

  // Ends when the campaign neither dials nor talks any more. An actor that was replaced does not end: to let go of the
  // campaign would let go of it for the other, too. The cluster ends it; or else the other one is gone.
  const dialUntilOver = Effect.fnUntraced(function* (campaignId: string) {
    while ((yield* dialUntilReplaced(campaignId)) === "replaced") yield* Effect.sleep(replacedRestsFor)
  })

  const dialUntilReplaced = Effect.fnUntraced(function* (campaignId: string) {
    const changed = yield* signals.listen(`campaign:${campaignId}`)
    const epoch = yield* pace.takeOver(campaignId)
    if (epoch === undefined) return "over"
    yield* Effect.forkScoped(follow(campaignId))

    let restUntil = 0
    const onBusy = (millis: number) => {
      restUntil = Math.max(restUntil, performance.now() + Math.min(millis, longest))
    }
    const changeWithin = (millis: number) => Effect.timeoutOption(changed, millis)
    const take = Effect.fnUntraced(function* (turn: ClaimResult) {
      switch (turn.kind) {
        case "claimed":
          yield* dispatch.place(turn.call, onBusy)
          yield* Effect.sleep(Math.max(Math.min(turn.restMillis, deafFor), restUntil - performance.now(), 0))
          if (turn.restMillis > deafFor) yield* changeWithin(turn.restMillis - deafFor)
          return undefined
        case "passed":
          return undefined
        case "wait":
          yield* changeWithin(turn.millis)
          return undefined
        case "over":
          if ((yield* attempts.live(campaignId)).length === 0) return turn.kind
          yield* changeWithin(longest)
          return undefined
        case "replaced":
          return turn.kind
      }
    })
    while (true) {
      const end = yield* Effect.flatMap(claims.next(campaignId, epoch), take)
      if (end !== undefined) return end
    }
  }, Effect.scoped)

  // What the carrier said while nobody listened, and what it should have said by now, is asked for.
  const follow = (campaignId: string) => {
    const lookUpThose = (overdue: (attempt: LiveAttempt) => boolean) =>
      Effect.flatMap(attempts.live(campaignId), (live) =>
        Effect.forEach(live.filter(overdue), dispatch.lookUp, { concurrency: 8, discard: true })
      )
    return lookUpThose(() => true).pipe(
      Effect.andThen(Effect.sleep(claimIsDeadAfter + 100)),
      Effect.andThen(Effect.forever(Effect.andThen(lookUpThose(isOverdue), someTime))),
      keepGoing("Calls under way cannot be looked up")
    )
  }

  return (campaignId: string) =>
    Effect.gen(function* () {
      const isOver = yield* Deferred.make<void>()
      const dialing = dialUntilOver(campaignId).pipe(
        Effect.andThen(Deferred.succeed(isOver, undefined)),
        Effect.andThen(Effect.never),
        keepGoing("A campaign cannot be dialed")
      )
      // A node that stops makes no new calls.
      const untilDrain = Effect.andThen(Effect.raceFirst(dialing, drainStarted), Effect.never)
      yield* Effect.raceFirst(untilDrain, Deferred.await(isOver))
    })
})

const longest = 30_000

// Not all campaigns at the same moment.
const someTime = Effect.flatMap(Random.nextBetween(longest / 2, longest), Effect.sleep)

// Longer than the cluster takes to end an actor whose node has lost the campaign.
const replacedRestsFor = 15_000

// Between two calls of a fast campaign nothing wakes the actor; in a slow one it hears what changes, such as its end.
const deafFor = 1_000

const isOverdue = ({ ageMillis, callSid, leaseMillis }: LiveAttempt) =>
  leaseMillis <= 0 || ageMillis > (callSid === null ? claimIsDeadAfter : 60_000)
