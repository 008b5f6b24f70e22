import { Clock, Effect, Stream } from "effect"
import { ProviderFailure } from "../contract/ProviderFailure.ts"
import {
  afterFailedProbe,
  afterRequest,
  type CircuitState,
  closed,
  millisBeforeProbe,
  signalOf
} from "./circuit-state.ts"

/** A circuit breaker for the requests to one provider. */
export interface Circuit {
  /** Fails while the circuit is open. */
  readonly check: Effect.Effect<void, ProviderFailure>
  /** Returns the stream, failing at once while the circuit is open. */
  readonly protect: <A>(stream: Stream.Stream<A, ProviderFailure>) => Stream.Stream<A, ProviderFailure>
}

/** Makes the circuit of one provider, whose probes stop when the scope closes. */
export const makeCircuit = Effect.fnUntraced(function* (options: {
  readonly provider: string
  /** A cheap request; only its success or failure matters. */
  readonly probe: Effect.Effect<unknown, ProviderFailure>
  /** A request that is interrupted after this time without an answer counts as failed, ms. */
  readonly patienceMillis: number
}) {
  const { patienceMillis, probe, provider } = options
  const scope = yield* Effect.scope
  const clock = yield* Clock.Clock
  let state: CircuitState = closed

  const probing = Effect.gen(function* () {
    while (state.kind === "open") {
      yield* Effect.sleep(millisBeforeProbe(state.probes))
      const answers = yield* probe.pipe(Effect.timeout(probeMillis), Effect.isSuccess)
      state = answers ? closed : afterFailedProbe(state)
    }
    yield* Effect.logInfo("A provider answers again; its circuit is closed").pipe(Effect.annotateLogs({ provider }))
  })

  const report = Effect.fnUntraced(function* (signal: ReturnType<typeof signalOf>) {
    const before = state.kind
    state = afterRequest(state, signal)
    if (before === state.kind || state.kind === "closed") return
    yield* Effect.logWarning("A provider keeps failing; its circuit is open until a probe succeeds").pipe(
      Effect.annotateLogs({ provider })
    )
    // The clock of a simulated call stops with its line, so the probes use the clock of the node.
    yield* Effect.forkIn(Effect.provideService(probing, Clock.Clock, clock), scope)
  })

  const check = Effect.suspend(() =>
    state.kind === "open"
      ? Effect.fail(new ProviderFailure({ provider, reason: "circuit open after failures", retryable: true }))
      : Effect.void
  )

  const protect: Circuit["protect"] = (stream) =>
    Stream.unwrap(
      Effect.gen(function* () {
        yield* check
        const began = yield* Clock.currentTimeMillis
        let answered = false
        return stream.pipe(
          Stream.tap(() =>
            Effect.sync(() => {
              answered = true
            })
          ),
          Stream.onExit((exit) =>
            Effect.flatMap(Clock.currentTimeMillis, (now) =>
              report(signalOf(exit, { answered, millis: now - began, patienceMillis }))
            )
          )
        )
      })
    )

  return { check, protect } satisfies Circuit
})

/** Timeout of a probe, ms. */
const probeMillis = 5_000
