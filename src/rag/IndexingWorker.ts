import { Effect, Layer, Schedule } from "effect"
import { Signals } from "../events/Signals.ts"
import { AppConfig } from "../platform/config.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { keepWorking } from "../platform/lifecycle/keep-working.ts"
import { Indexing } from "./Indexing.ts"
import { StrayFiles } from "./StrayFiles.ts"

/** Indexes documents, and removes the files of deleted ones, on a node that has the role `workers`. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roles } = yield* AppConfig
    if (!roles.has("workers")) return
    const signals = yield* Signals
    const { findOutdated, indexNext } = yield* Indexing
    const { removeDue } = yield* StrayFiles

    for (const _ of workers) {
      yield* Effect.forkScoped(
        keepWorking("Could not index documents; retrying")(indexNext, yield* signals.listen("documents"))
      )
    }
    yield* Effect.forkScoped(
      keepWorking("Could not remove files; retrying")(removeDue, yield* signals.listen("documents"))
    )
    // Each batch becomes due before the next is searched, so that indexing can begin at once.
    yield* findOutdated.pipe(
      Effect.repeat({ while: (found) => found }),
      Effect.repeat(Schedule.spaced("1 minute")),
      keepGoing("Could not look for documents of another model; retrying"),
      Effect.forkScoped
    )
  })
)

// Few, because each document is read by a separate process, and live calls run on the same machine.
const workers = [undefined, undefined]
