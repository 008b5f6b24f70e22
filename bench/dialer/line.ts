import { once } from "node:events"
import { Effect, Redacted } from "effect"
import { startLine } from "../../src/carriers/simulated/SimulatedLine.ts"
import { readSettings } from "../../src/platform/config.ts"

// The simulated line as a process of its own, by the settings of the product: `LINE_TOKEN` opens it. It prints where it is,
// and ends with its input.
await Effect.gen(function* () {
  const { simulatorFaults: faults, simulatorSpeed: speed } = yield* readSettings(process.env)
  const authToken = Redacted.make(process.env.LINE_TOKEN ?? "")
  const { url } = yield* startLine({ speed, authToken, faults })
  console.log(JSON.stringify({ url, speed }))
  yield* Effect.promise(() => once(process.stdin.resume(), "end"))
}).pipe(Effect.scoped, Effect.runPromise)
