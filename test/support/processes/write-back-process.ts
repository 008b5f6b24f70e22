import { Effect, Layer } from "effect"
import { Lifecycle } from "../../../src/platform/lifecycle/Lifecycle.ts"
import { worker } from "../../../src/writeback/Sender.ts"
import { writeBackServicesOn } from "../services/write-back.ts"

// A node that only sends due webhooks, for tests that kill it. It prints a line once it is up.
const { settings } = JSON.parse(process.env.WRITE_BACK_NODE ?? "{}")

const lifecycle = Layer.succeed(Lifecycle, {
  unready: Effect.succeed([]),
  readyWhile: () => Effect.void,
  isDraining: Effect.succeed(false),
  drainStarted: Effect.never,
  drainAfter: () => Effect.void
})

Layer.effectDiscard(Effect.sync(() => process.stdout.write("ready\n"))).pipe(
  Layer.provideMerge(worker.pipe(Layer.provide(lifecycle))),
  Layer.provide(writeBackServicesOn(settings)),
  Layer.launch,
  Effect.runFork
)
