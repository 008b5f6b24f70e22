import { once } from "node:events"
import { Effect, Redacted } from "effect"
import { startLine } from "../../src/carriers/simulated/SimulatedLine.ts"
import { readSettings } from "../../src/platform/config.ts"

// The simulated line in a process of its own, with the settings of the product and the token
// `LINE_TOKEN`. It prints its URL, and ends with its input.
await Effect.gen(function* () {
  const { simulatorFaults: faults, simulatorSpeed: speed } = yield* readSettings(process.env)
  const authToken = Redacted.make(process.env.LINE_TOKEN ?? "")
  const { url } = yield* startLine({ speed, authToken, faults })
  console.log(JSON.stringify({ url, speed }))
  yield* Effect.promise(() => once(process.stdin.resume(), "end"))
}).pipe(Effect.scoped, Effect.runPromise)
