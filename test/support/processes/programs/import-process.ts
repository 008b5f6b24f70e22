import { Effect, Layer } from "effect"
import { ImportChunks } from "../../../../src/contacts/imports/ImportChunks.ts"
import * as ImportWorker from "../../../../src/contacts/imports/ImportWorker.ts"
import { importServicesOn } from "../../services/imports.ts"

// A node that only imports, for tests that kill it. It prints a line after each chunk.
const [, , settings = "{}"] = process.argv

const print = (line: string) => Effect.sync(() => process.stdout.write(`${line}\n`))

const Announced = Layer.effect(
  ImportChunks,
  Effect.map(ImportChunks, ({ applyNext }) => ({ applyNext: Effect.tap(applyNext, print) }))
)

ImportWorker.layer.pipe(
  Layer.provide(Announced),
  Layer.provide(importServicesOn(JSON.parse(settings))),
  Layer.launch,
  Effect.runFork
)
