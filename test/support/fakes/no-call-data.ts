import { Effect, Layer } from "effect"
import { CallData } from "../../../src/tools/CallData.ts"

/** Fetches nothing before a call. */
export const withoutCallData = Layer.succeed(CallData, {
  fetch: () => Effect.void,
  valuesOf: () => Effect.succeed({})
})
