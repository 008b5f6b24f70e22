import { Effect, Layer } from "effect"
import { worker } from "../../../../src/writeback/Sender.ts"
import { neverDrains } from "../../services/never-drains.ts"
import { writeBackServicesOn } from "../../services/write-back.ts"

// A node that only sends due webhooks, for tests that kill it. It prints a line once it is up.
const { settings } = JSON.parse(process.env.WRITE_BACK_NODE ?? "{}")

Layer.effectDiscard(Effect.sync(() => process.stdout.write("ready\n"))).pipe(
  Layer.provideMerge(worker.pipe(Layer.provide(neverDrains))),
  Layer.provide(writeBackServicesOn(settings)),
  Layer.launch,
  Effect.runFork
)
