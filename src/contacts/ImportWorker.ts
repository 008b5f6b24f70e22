import { Effect, Layer } from "effect"
import { Signals } from "../events/Signals.ts"
import { AppConfig } from "../platform/config.ts"
import { keepWorking } from "../platform/lifecycle/keep-working.ts"
import { ImportChunks } from "./ImportChunks.ts"

/** Applies imports, on a node that has the role. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roles } = yield* AppConfig
    if (!roles.has("workers")) return
    const signals = yield* Signals
    const chunks = yield* ImportChunks
    const applyNext = Effect.map(chunks.applyNext, (turn) => turn !== "idle")
    yield* Effect.forkScoped(keepAt(applyNext, yield* signals.listen("imports")))
  })
)

const keepAt = keepWorking("Imports cannot go on for now")
