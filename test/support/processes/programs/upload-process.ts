import { Effect, Layer } from "effect"
import { UploadParts } from "../../../../src/calls/uploads/UploadParts.ts"
import * as UploadWorker from "../../../../src/calls/uploads/UploadWorker.ts"
import { uploadServicesOn } from "../../services/uploads.ts"

// A node that only applies uploads of numbers, for tests that kill it. It prints a line after each part.
const [, , settings = "{}"] = process.argv

const print = (worked: boolean) => Effect.sync(() => process.stdout.write(worked ? "worked\n" : "idle\n"))

const Announced = Layer.effect(
  UploadParts,
  Effect.map(UploadParts, ({ applyNext }) => ({ applyNext: Effect.tap(applyNext, print) }))
)

UploadWorker.layer.pipe(
  Layer.provide(Announced),
  Layer.provide(uploadServicesOn(JSON.parse(settings))),
  Layer.launch,
  Effect.runFork
)
