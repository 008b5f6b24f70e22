import { Cause, type Exit, Option } from "effect"
import type { ProviderFailure } from "../contract/ProviderFailure.ts"

/** While the circuit is open calls do not use the provider; background probes do, until one succeeds. */
export type CircuitState =
  | { readonly kind: "closed"; readonly failures: number }
  | { readonly kind: "open"; readonly probes: number }

export const closed: CircuitState = { kind: "closed", failures: 0 }

/** Number of consecutive failures that open the circuit. */
const failuresToOpen = 5

/** The evidence that a request yields about its provider; null when it yields none. */
export type CircuitSignal = "succeeded" | "failed" | null

export const afterRequest = (state: CircuitState, signal: CircuitSignal): CircuitState => {
  // A request from before the circuit opened does not close it: the probe does.
  if (state.kind === "open" || signal === null) return state
  if (signal === "succeeded") return closed
  return state.failures + 1 < failuresToOpen
    ? { kind: "closed", failures: state.failures + 1 }
    : { kind: "open", probes: 0 }
}

export const afterFailedProbe = (state: CircuitState): CircuitState =>
  state.kind === "open" ? { kind: "open", probes: state.probes + 1 } : state

export const millisBeforeProbe = (probes: number): number => Math.min(1_000 * 2 ** probes, 30_000)

/**
 * Classifies a request. An interruption may be a timeout of the caller or the person beginning to speak, so it is a
 * failure only when the request had gone without an answer for `patienceMillis`.
 */
export const signalOf = (
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
