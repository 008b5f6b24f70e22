import { Effect, Layer } from "effect"
import { PartSize } from "../../../../src/calls/queue/PartSize.ts"
import { makeTurn } from "../../../../src/calls/queue/QueueParts.ts"
import { everySlice } from "../../../../src/platform/sql/slices.ts"
import { records } from "../../services/calls.ts"
import { onDatabase } from "../../services/ground.ts"

// A node that only moves the parts of starts and cancels, for tests that kill it. It prints a line after each turn.
const [, , settings = "{}", partSize = "100"] = process.argv

const print = (line: string) => Effect.sync(() => process.stdout.write(`${line}\n`))

makeTurn.pipe(
  Effect.flatMap((turn) =>
    Effect.forever(
      Effect.flatMap(turn(everySlice), (moved) =>
        moved ? print("moved") : Effect.andThen(print("idle"), Effect.never)
      )
    )
  ),
  Effect.provide(
    records.pipe(Layer.provide(Layer.succeed(PartSize, Number(partSize))), onDatabase(JSON.parse(settings)))
  ),
  Effect.runFork
)
