import { Effect, Layer } from "effect"
import { Signals } from "../../events/Signals.ts"
import { AppConfig } from "../../platform/config.ts"
import { keepWorking } from "../../platform/lifecycle/keep-working.ts"
import { UploadParts } from "./UploadParts.ts"

/** Applies uploads of numbers on a node that has the role `workers`. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roles } = yield* AppConfig
    if (!roles.has("workers")) return
    const signals = yield* Signals
    const { applyNext } = yield* UploadParts
    yield* Effect.forkScoped(keepApplying(applyNext, yield* signals.listen("number-uploads")))
  })
)

const keepApplying = keepWorking("Could not apply uploads of numbers; retrying")
