import { Effect, Layer } from "effect"
import { Signals } from "../events/Signals.ts"
import { AppConfig } from "../platform/config.ts"
import { why } from "../platform/why.ts"
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

/** Works as long as there is work, then waits for more; looks by itself as well, since some work falls due by the clock. */
const keepAt = (workNext: Effect.Effect<boolean>, moreWork: Effect.Effect<void>) =>
  workNext.pipe(
    Effect.repeat({ while: (worked) => worked }),
    Effect.catchDefect((defect) => Effect.logError(`Imports cannot go on for now: ${why(defect)}`)),
    Effect.andThen(Effect.timeoutOption(moreWork, "5 seconds")),
    Effect.forever
  )
