import { Cause, type Exit, Option } from "effect"
import type { ProviderFailure } from "../contract/ProviderFailure.ts"

/** Open, a provider is left alone: it is tried off the calls' path until it answers. */
export type CircuitState =
  | { readonly kind: "closed"; readonly failures: number }
  | { readonly kind: "open"; readonly probes: number }

export const closed: CircuitState = { kind: "closed", failures: 0 }

const failuresToOpen = 5

/** What a request says about its provider; null when it says nothing. */
export type CircuitSignal = "succeeded" | "failed" | null

export const afterRequest = (state: CircuitState, verdict: CircuitSignal): CircuitState => {
  // A request from before the circuit opened does not close it: the probe does.
  if (state.kind === "open" || verdict === null) return state
  if (verdict === "succeeded") return closed
  return state.failures + 1 < failuresToOpen
    ? { kind: "closed", failures: state.failures + 1 }
    : { kind: "open", probes: 0 }
}

export const afterFailedProbe = (state: CircuitState): CircuitState =>
  state.kind === "open" ? { kind: "open", probes: state.probes + 1 } : state

export const millisBeforeProbe = (probes: number): number => Math.min(1_000 * 2 ** probes, 30_000)

/**
 * How a request went. Whoever gives up waiting interrupts it, as does a person who begins to speak: only one that had gone
 * without an answer for as long as `patienceMillis` counts.
 */
export const verdictOf = (
  exit: Exit.Exit<unknown, ProviderFailure>,
  request: { readonly answered: boolean; readonly millis: number; readonly patienceMillis: number }
): CircuitSignal => {
  if (exit._tag === "Failure" && !Cause.hasInterruptsOnly(exit.cause)) {
    const failure = Option.getOrUndefined(Cause.findErrorOption(exit.cause))
    return failure === undefined || failure.retryable ? "failed" : null
  }
  if (request.answered) return "succeeded"
  return exit._tag === "Failure" && request.millis >= request.patienceMillis ? "failed" : null
}
