import { Effect, Layer } from "effect"
import * as IndexingWorker from "../../../../src/rag/IndexingWorker.ts"
import { embedderNamed, ragServicesOn, readLines } from "../../data/knowledge/uploads.ts"

// A node that only indexes documents, for tests that kill it. It prints a line at each step.
const [, , settings = "{}"] = process.argv

const print = (line: string) => Effect.sync(() => process.stdout.write(`${line}\n`))
const embedder = embedderNamed("one")

IndexingWorker.layer.pipe(
  Layer.provide(
    ragServicesOn(JSON.parse(settings), {
      read: (document) => Effect.andThen(print("reads"), readLines(document)),
      embedder: {
        ...embedder,
        embed: (texts, use) => Effect.tap(embedder.embed(texts, use), () => print("embedded"))
      }
    })
  ),
  Layer.launch,
  Effect.runFork
)
