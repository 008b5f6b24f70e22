import { Effect, Layer } from "effect"
import { Attempts } from "../calls/attempts/Attempts.ts"
import { CampaignStates } from "../campaigns/CampaignStates.ts"
import { Signals } from "../events/Signals.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { Leader } from "../platform/sql/Leader.ts"
import { CampaignActors } from "./CampaignActor.ts"

/**
 * Makes sure that every campaign with calls to place or live calls has an actor, even if the
 * message that should have started it was lost: the leading node wakes each campaign once a minute,
 * and a new one at once.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { whileLeading } = yield* Leader
    const signals = yield* Signals
    const states = yield* CampaignStates
    const attempts = yield* Attempts
    const actors = yield* CampaignActors

    const work = Effect.gen(function* () {
      const changed = yield* signals.listen("campaigns")
      while (true) {
        const woken = new Set<string>()
        for (const end = performance.now() + minuteMillis; performance.now() < end; ) {
          const alive = new Set([...(yield* states.running), ...(yield* attempts.campaignsWithLive)])
          const asleep = [...alive].filter((id) => !woken.has(id))
          yield* Effect.forEach(asleep, actors.wake, { concurrency: 16, discard: true })
          for (const id of asleep) woken.add(id)
          yield* Effect.timeoutOption(changed, Math.max(0, end - performance.now()))
        }
      }
    }).pipe(Effect.scoped, keepGoing("Could not wake the running campaigns; retrying"))
    yield* Effect.forkScoped(whileLeading(work))
  })
)

const minuteMillis = 60_000
