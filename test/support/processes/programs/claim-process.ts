import { createInterface } from "node:readline"
import { Effect, Layer } from "effect"
import { AppConfig } from "../../../../src/platform/config.ts"
import { DataDir } from "../../../../src/platform/files/DataDir.ts"

// Claims DATA_DIR and releases it, each at a line of input, and prints a line each time.
const commands = createInterface({ input: process.stdin })[Symbol.asyncIterator]()
const next = Effect.promise(() => commands.next())
const print = (line: string) => Effect.sync(() => process.stdout.write(`${line}\n`))

const round = Effect.gen(function* () {
  const dataDir = yield* DataDir
  yield* dataDir.claim
  yield* print("claimed")
  yield* next
}).pipe(
  Effect.scoped,
  Effect.andThen(print("given back")),
  Effect.catch((error) => print(error.message))
)

const rounds = Effect.gen(function* () {
  yield* print("ready")
  while (!(yield* next).done) yield* round
})

await Effect.runPromise(rounds.pipe(Effect.provide(DataDir.layer.pipe(Layer.provide(AppConfig.layer)))))
