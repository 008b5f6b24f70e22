import { Cause, type Exit, Option } from "effect"
import type { ProviderFailure } from "../contract/ProviderFailure.ts"

/** While the circuit is open calls do not use the provider; background probes do, until one succeeds. */
export type CircuitState =
  /** `probes` is the number of probes until the circuit closed; 0 once a request was answered since. */
  | { readonly kind: "closed"; readonly failures: number; readonly probes: number }
  | { readonly kind: "open"; readonly probes: number }

export const closed: CircuitState = { kind: "closed", failures: 0, probes: 0 }

/** Number of consecutive failures that open the circuit. */
const failuresToOpen = 5

/**
 * The evidence that a request yields about its provider; null when it yields none. "refused": the provider refuses the
 * account, so that every other request would fail, too.
 */
export type CircuitSignal = "succeeded" | "failed" | "refused" | null

export const afterRequest = (state: CircuitState, signal: CircuitSignal): CircuitState => {
  // A request from before the circuit opened does not close it: the probe does.
  if (state.kind === "open" || signal === null) return state
  if (signal === "succeeded") return closed
  // Each further call would end with an apology.
  if (signal === "refused") return { kind: "open", probes: state.probes }
  // A probe is no request of a call, so the first failure after it opens the circuit again.
  return state.failures + 1 < failuresToOpen && state.probes === 0
    ? { kind: "closed", failures: state.failures + 1, probes: 0 }
    : { kind: "open", probes: state.probes }
}

/** Ends an outage when the provider answers a call again. The request may still break, so the failures are kept. */
export const afterAnswer = (state: CircuitState): CircuitState =>
  state.kind === "closed" && state.probes > 0 ? { ...state, probes: 0 } : state

export const afterProbeSent = (state: CircuitState): CircuitState =>
  state.kind === "open" ? { kind: "open", probes: state.probes + 1 } : state

export const afterProbeAnswered = ({ probes }: CircuitState): CircuitState => ({ kind: "closed", failures: 0, probes })

/**
 * Returns the time before the next probe, ms. Short at first, because people wait on the line for
 * the provider; a long outage is probed less often.
 */
export const millisBeforeProbe = (probes: number): number =>
  Math.min(shortestMillis * 2 ** Math.max(0, probes - quickProbes), longestMillis)

const shortestMillis = 500
const longestMillis = 30_000
// Number of probes at the shortest interval: while a call may still wait.
const quickProbes = 24

/** Returns the failure with which a request has ended, if it has. */
export const failureIn = (exit: Exit.Exit<unknown, ProviderFailure>): ProviderFailure | undefined =>
  exit._tag === "Failure" ? Option.getOrUndefined(Cause.findErrorOption(exit.cause)) : undefined

/**
 * Classifies a request. An interruption may be a timeout of the caller or the person beginning to speak, so it is a
 * failure only when the request had gone without an answer for `patienceMillis`.
 */
export const signalOf = (
  exit: Exit.Exit<unknown, ProviderFailure>,
  request: { readonly answered: boolean; readonly millis: number; readonly patienceMillis: number }
): CircuitSignal => {
  if (exit._tag === "Failure" && !Cause.hasInterruptsOnly(exit.cause)) {
    const failure = failureIn(exit)
    if (failure?.refusesAccount === true) return "refused"
    return failure === undefined || failure.retryable ? "failed" : null
  }
  if (request.answered) return "succeeded"
  return exit._tag === "Failure" && request.millis >= request.patienceMillis ? "failed" : null
}
