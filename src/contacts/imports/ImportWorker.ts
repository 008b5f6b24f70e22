import { Effect, Layer } from "effect"
import { Signals } from "../../events/Signals.ts"
import { AppConfig } from "../../platform/config.ts"
import { keepWorking } from "../../platform/lifecycle/keep-working.ts"
import { ImportChunks } from "./ImportChunks.ts"

/** Applies imports on a node that has the role `workers`. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roles } = yield* AppConfig
    if (!roles.has("workers")) return
    const signals = yield* Signals
    const chunks = yield* ImportChunks
    const applyNext = Effect.map(chunks.applyNext, (result) => result !== "idle")
    yield* Effect.forkScoped(keepApplying(applyNext, yield* signals.listen("imports")))
  })
)

const keepApplying = keepWorking("Could not apply imports; retrying")
