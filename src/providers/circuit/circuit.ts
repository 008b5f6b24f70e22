import { Clock, Deferred, Effect, Stream } from "effect"
import type { Absence } from "../../domain/flows/provider-role.ts"
import { observing } from "../../platform/observability/observing.ts"
import { CurrentStalls } from "../../platform/observability/stalls.ts"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import {
  afterAnswer,
  afterProbeAnswered,
  afterProbeSent,
  afterRequest,
  type CircuitSignal,
  type CircuitState,
  closed,
  failureIn,
  millisBeforeProbe,
  signalOf
} from "./circuit-state.ts"

/** A circuit breaker for the requests to one provider. */
export interface Circuit {
  /** Fails while the circuit is open. */
  readonly check: Effect.Effect<void, ProviderFailure>
  /** Why the circuit is open; undefined while it is closed. */
  readonly absence: () => Absence | undefined
  /** Returns the stream, failing at once while the circuit is open. */
  readonly protect: <A>(stream: Stream.Stream<A, ProviderFailure>) => Stream.Stream<A, ProviderFailure>
}

/** Makes the circuit of one provider, whose probes stop when the scope closes. */
export const makeCircuit = Effect.fnUntraced(function* (options: {
  readonly provider: string
  /** A cheap request; only its success or failure matters. */
  readonly probe: Effect.Effect<unknown, ProviderFailure>
  /**
   * A small request like those of calls. It verifies that the provider refuses the account, and probes while it does; without
   * it, the first refusal opens the circuit.
   */
  readonly probeAccount?: Effect.Effect<unknown, ProviderFailure>
  /** A request that is interrupted after this time without an answer counts as failed, ms. */
  readonly patienceMillis: number
}) {
  const { patienceMillis, probe, probeAccount, provider } = options
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  const stalls = yield* CurrentStalls
  let state: CircuitState = closed
  /** Number of times that the circuit has opened: a request from before the last one says nothing about now. */
  let openings = 0
  /** Why the provider refuses the account, if that has opened the circuit. */
  let refusal: string | undefined
  let isVerifying = false

  // A probe that hangs delays no other: the provider may answer the next one at once.
  const probing = Effect.gen(function* () {
    const answered = yield* Deferred.make<void>()
    const send = (refusal === undefined ? probe : (probeAccount ?? probe)).pipe(
      Effect.timeout(probeMillis),
      Effect.andThen(Deferred.succeed(answered, undefined)),
      Effect.ignore
    )
    const sendAll = Effect.gen(function* () {
      while (true) {
        yield* Effect.sleep(millisBeforeProbe(state.probes))
        state = afterProbeSent(state)
        yield* Effect.forkChild(send)
      }
    })
    yield* Effect.raceFirst(sendAll, Deferred.await(answered))
    state = afterProbeAnswered(state)
    yield* Effect.logInfo("A provider answers again; its circuit is closed").pipe(Effect.annotateLogs({ provider }))
  })

  const note = Effect.fnUntraced(function* (signal: CircuitSignal, reason: string | undefined) {
    const before = state.kind
    state = afterRequest(state, signal)
    if (before === state.kind || state.kind === "closed") return
    openings++
    refusal = signal === "refused" ? reason : undefined
    const problem = refusal === undefined ? "keeps failing" : `refuses the account (${refusal}; see carillon doctor)`
    yield* Effect.logWarning(`A provider ${problem}; its circuit is open until a probe succeeds`).pipe(
      Effect.annotateLogs({ provider })
    )
    // The clock of a simulated call stops with its line, so the probes use the clock of the node.
    yield* Effect.forkIn(Effect.provideService(probing, Clock.Clock, clock), scope)
  })

  // Vendors refuse a voice or a model that is not in the plan with the status of a refused account. Calls with other voices
  // go on if a small request succeeds.
  const verifyRefusal = (request: Effect.Effect<unknown, ProviderFailure>, reason: string | undefined) =>
    request.pipe(
      Effect.timeout(probeMillis),
      Effect.matchEffect({ onFailure: () => note("refused", reason), onSuccess: () => Effect.void }),
      Effect.ensuring(
        Effect.sync(() => {
          isVerifying = false
        })
      ),
      Effect.provideService(Clock.Clock, clock),
      Effect.forkIn(scope)
    )

  const report = (signal: CircuitSignal, reason: string | undefined) =>
    Effect.suspend(() => {
      if (signal !== "refused" || probeAccount === undefined) return note(signal, reason)
      if (isVerifying) return Effect.void
      isVerifying = true
      return Effect.asVoid(verifyRefusal(probeAccount, reason))
    })

  const check = Effect.suspend(() =>
    state.kind === "open"
      ? Effect.fail(
          new ProviderFailure({ provider, reason: `circuit open after ${refusal ?? "failures"}`, retryable: true })
        )
      : Effect.void
  )

  const protect: Circuit["protect"] = (stream) =>
    Stream.unwrap(
      Effect.gen(function* () {
        yield* check
        const began = yield* Clock.currentTimeMillis
        const stalledBefore = stalls.millis()
        const openedBefore = openings
        let answered = false
        return stream.pipe(
          observing(() => {
            if (!answered && openedBefore === openings) state = afterAnswer(state)
            answered = true
          }),
          Stream.onExit((exit) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) => {
              const millis = now - began - (stalls.millis() - stalledBefore)
              return openedBefore === openings
                ? report(signalOf(exit, { answered, millis, patienceMillis }), failureIn(exit)?.reason)
                : Effect.void
            })
          )
        )
      })
    )

  const absence = () => {
    if (state.kind === "closed") return undefined
    return refusal === undefined ? "SILENT" : "REFUSED"
  }

  return { check, absence, protect } satisfies Circuit
})

/** Timeout of a probe, ms. */
const probeMillis = 5_000
