import { Effect, Layer, Schedule } from "effect"
import { Signals } from "../events/Signals.ts"
import { AppConfig } from "../platform/config.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { keepWorking } from "../platform/lifecycle/keep-working.ts"
import { Indexing } from "./Indexing.ts"
import { StrayFiles } from "./StrayFiles.ts"

/** Indexes documents and removes their files when they are gone, on a node that has the role. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roles } = yield* AppConfig
    if (!roles.has("workers")) return
    const signals = yield* Signals
    const { findOutdated, indexNext } = yield* Indexing
    const { removeDue } = yield* StrayFiles

    for (const _ of workers) {
      yield* Effect.forkScoped(
        keepWorking("Documents cannot be indexed for now")(indexNext, yield* signals.listen("documents"))
      )
    }
    yield* Effect.forkScoped(
      keepWorking("Files cannot be removed for now")(removeDue, yield* signals.listen("documents"))
    )
    // Each time some are found they are due, and nobody is kept waiting by what was found before.
    yield* findOutdated.pipe(
      Effect.repeat({ while: (found) => found }),
      Effect.repeat(Schedule.spaced("1 minute")),
      keepGoing("Documents of another model cannot be found"),
      Effect.forkScoped
    )
  })
)

// Few, since a document is read by a process of its own, and calls are talked on the same machine.
const workers = [undefined, undefined]
