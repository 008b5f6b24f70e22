import { Effect, Layer } from "effect"
import { ProviderAbsences } from "../../calls/attempts/ProviderAbsences.ts"
import { AppConfig } from "../../platform/config.ts"
import { newId } from "../../platform/ids.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { CurrentLiveCircuits } from "../../providers/circuit/live-circuits.ts"

/**
 * Reports which providers do not answer this node, so that no call is placed that no node could
 * hold. Runs on each node with the role media.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    if (!(yield* AppConfig).roles.has("media")) return
    const absences = yield* ProviderAbsences
    const circuits = yield* CurrentLiveCircuits
    const node = newId()
    yield* Effect.addFinalizer(() => Effect.ignoreCause(absences.forget(node)))
    let reported: string | undefined
    let reportedAt = 0

    const work = Effect.gen(function* () {
      while (true) {
        const away = circuits.open()
        const state = away.join()
        if (state !== reported || performance.now() - reportedAt >= refreshMillis) {
          yield* absences.report(node, away)
          reported = state
          reportedAt = performance.now()
        }
        yield* Effect.sleep(lookMillis)
      }
    }).pipe(keepGoing("Could not report the providers that do not answer; retrying"))
    yield* Effect.forkScoped(work)
  })
)

// Interval between two looks at the circuits, ms.
const lookMillis = 250
// Interval between two reports of the same state, ms: a report counts for 30 s.
const refreshMillis = 10_000
