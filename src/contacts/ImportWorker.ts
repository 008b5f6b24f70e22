import { Effect, Layer, Queue } from "effect"
import { Signals } from "../events/Signals.ts"
import { AppConfig } from "../platform/config.ts"
import { keepWorking } from "../platform/keep-working.ts"
import { ImportChunks } from "./ImportChunks.ts"
import { ImportWebhooks } from "./ImportWebhooks.ts"

/** Applies imports and tells their clients, on a node that has the role. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { roles } = yield* AppConfig
    if (!roles.has("workers")) return
    const signals = yield* Signals
    const chunks = yield* ImportChunks
    const webhooks = yield* ImportWebhooks

    const completed = yield* Queue.sliding<void>(senders.length)
    const wakeSenders = Queue.offerAll(completed, senders)
    const applyNext = chunks.applyNext.pipe(
      Effect.tap((turn) => (turn === "completed" ? wakeSenders : Effect.void)),
      Effect.map((turn) => turn !== "idle")
    )
    yield* Effect.forkScoped(keepAt(applyNext, yield* signals.listen("imports")))
    for (const _ of senders) yield* Effect.forkScoped(keepAt(webhooks.deliverNext, Queue.take(completed)))
  })
)

// Several, because a target may take its time.
const senders = [undefined, undefined, undefined, undefined]

const keepAt = keepWorking("Imports cannot go on for now")
