import { Effect, Layer } from "effect"
import { Attempts } from "../calls/attempts/Attempts.ts"
import { CampaignStates } from "../campaigns/CampaignStates.ts"
import { Signals } from "../events/Signals.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { SharedWork } from "../platform/sql/SharedWork.ts"
import { sliceOf } from "../platform/sql/slices.ts"
import { CampaignActors } from "./CampaignActor.ts"

/**
 * Makes sure that every campaign with calls to place or live calls has an actor, even if the
 * message that should have started it was lost: wakes each campaign once a minute, and a new one at
 * once. Nodes share the campaigns.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { inSlices } = yield* SharedWork
    const signals = yield* Signals
    const states = yield* CampaignStates
    const attempts = yield* Attempts
    const actors = yield* CampaignActors

    const work = (slices: ReadonlySet<number>) =>
      Effect.gen(function* () {
        const changed = yield* signals.listen("campaigns")
        while (true) {
          const woken = new Set<string>()
          for (const end = performance.now() + minuteMillis; performance.now() < end; ) {
            const alive = new Set([...(yield* states.running), ...(yield* attempts.campaignsWithLive)])
            const asleep = [...alive].filter((id) => slices.has(sliceOf(id)) && !woken.has(id))
            yield* Effect.forEach(asleep, actors.wake, { concurrency: 16, discard: true })
            for (const id of asleep) woken.add(id)
            yield* Effect.timeoutOption(changed, Math.max(0, end - performance.now()))
          }
        }
      }).pipe(Effect.scoped, keepGoing("Could not wake the running campaigns; retrying"))
    yield* Effect.forkScoped(inSlices(work))
  })
)

const minuteMillis = 60_000
