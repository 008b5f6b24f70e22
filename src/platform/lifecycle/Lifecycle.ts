import { constants } from "node:os"
import { Cause, Clock, Context, Deferred, Effect, Exit, Latch, Layer, Metric, Runtime, Scope } from "effect"
import { AppConfig } from "../config.ts"
import { causeText, singleLine } from "../observability/Logging.ts"
import { redactText } from "../secrets/redact.ts"
import { within } from "./within.ts"

/** Whether this node accepts new work, and when it drains. */
export class Lifecycle extends Context.Service<
  Lifecycle,
  {
    /** Reasons why this node should receive no new work; empty when it is ready. */
    readonly unready: Effect.Effect<ReadonlyArray<string>>
    /** Adds a condition to readiness while the scope lasts. */
    readonly readyWhile: (name: string, condition: Effect.Effect<boolean>) => Effect.Effect<void, never, Scope.Scope>
    readonly isDraining: Effect.Effect<boolean>
    /** Completes when the drain starts; long-running work races with it. */
    readonly drainStarted: Effect.Effect<void>
    /**
     * Makes the drain wait for an effect, at most `DRAIN_SECONDS`, before any layer is closed. `callsLeft` counts the
     * calls that it waits for.
     */
    readonly drainAfter: (
      end: Effect.Effect<void>,
      callsLeft?: Effect.Effect<number>
    ) => Effect.Effect<void, never, Scope.Scope>
    /** The calls that a drain waits for. */
    readonly callsLeft: Effect.Effect<number>
  }
>()("carillon/platform/Lifecycle") {}

/**
 * Runs the application until SIGTERM or SIGINT, and then drains it: readiness turns false, calls in progress end, and
 * then the finalizers run, dependents first. Soon after `DRAIN_SECONDS` the process exits anyway; a second signal makes
 * it exit at once.
 */
export const launch = <A, E, R>(app: Layer.Layer<A, E, R>): Effect.Effect<void, E, AppConfig | Exclude<R, Lifecycle>> =>
  Effect.gen(function* () {
    const { drainSeconds, noticeSeconds } = yield* AppConfig
    const notice = Math.min(noticeSeconds, drainSeconds)
    const node = makeNode()
    const stopped = yield* stopSignal(drainSeconds)
    const running = Effect.gen(function* () {
      yield* Layer.build(Layer.provide(app, Layer.succeed(Lifecycle, node.lifecycle)))
      // Added last, so that it runs first.
      yield* Effect.addFinalizer(() =>
        node.drain.pipe(
          // Proxies send no more requests once they have noticed that the node is not ready.
          Effect.andThen(Effect.sleep(`${notice} seconds`)),
          Effect.andThen(Effect.timeoutOption(node.awaited, `${drainSeconds - notice} seconds`)),
          Effect.raceFirst(reportCallsLeft(node.callsLeft, drainSeconds))
        )
      )
      node.started()
      return yield* Effect.never
    })
    yield* Effect.raceFirst(running, stopped)
  }).pipe(Effect.scoped)

/** Reports the calls that a drain waits for: in a gauge, and in the log whenever their number has changed. */
const reportCallsLeft = Effect.fnUntraced(function* (callsLeft: Effect.Effect<number>, drainSeconds: number) {
  const endsAt = (yield* Clock.currentTimeMillis) + drainSeconds * 1_000
  let logged = { calls: 0, at: Number.NEGATIVE_INFINITY }
  while (true) {
    const calls = yield* callsLeft
    yield* Metric.update(drainCallsLeft, calls)
    const now = yield* Clock.currentTimeMillis
    if (calls !== logged.calls && now - logged.at >= logPauseMillis) {
      logged = { calls, at: now }
      yield* Effect.logInfo(
        `Draining: ${calls === 1 ? "1 call is" : `${calls} calls are`} left, for at most ${Math.ceil((endsAt - now) / 1_000)} s more`
      )
    }
    yield* Effect.sleep("1 second")
  }
})

const drainCallsLeft = Metric.gauge("drain_calls_left", {
  description: "Calls that a stopping node still waits for"
})

/** Minimum time between two log lines about the calls that are left, ms. */
const logPauseMillis = 10_000

/**
 * Closes the layer as soon as the drain starts, so that other nodes take over its work; the rest of the node continues.
 */
export const untilDrain = <A, E, R>(layer: Layer.Layer<A, E, R>): Layer.Layer<A, E, R | Lifecycle> =>
  Layer.effectContext(
    Effect.gen(function* () {
      const { drainStarted } = yield* Lifecycle
      const scope = yield* Effect.acquireRelease(Scope.make(), Scope.close)
      const context = yield* Layer.buildWithScope(layer, scope)
      yield* Effect.forkScoped(Effect.andThen(drainStarted, Scope.close(scope, Exit.void)))
      return context
    })
  )

/** Runs a program as the process: a failure is one line on stderr and the exit code. */
export const runMain = <A, E>(program: Effect.Effect<A, E>): void => {
  // New files are readable by this user only.
  process.umask(0o077)
  process.on("uncaughtException", (error) => {
    report(Cause.die(error))
    process.exit(1)
  })
  run(program, { disableErrorReporting: true })
}

const run = Runtime.makeRunMain(({ fiber }) => {
  fiber.addObserver((exit) => {
    if (Exit.isFailure(exit)) report(exit.cause)
    const code = Exit.isSuccess(exit) ? 0 : Runtime.getErrorExitCode(Cause.squash(exit.cause))
    // Flushes stdout before the process exits.
    process.stdout.write("", () => process.exit(code))
  })
})

const report = (cause: Cause.Cause<unknown>) => {
  process.stderr.write(failureLine(cause))
}

/** Returns the line that reports a failed program; empty if the failure was reported before. */
export const failureLine = (cause: Cause.Cause<unknown>): string => {
  const error = Cause.squash(cause)
  if (!Runtime.getErrorReported(error)) return ""
  const expected = !Cause.hasDies(cause) && error instanceof Error && error.message !== ""
  return `carillon: ${singleLine(expected ? messageOf(error) : causeText(cause))}\n`
}

/** Marks an error of a command: its message goes only to the person who typed the command, so nothing is redacted. */
export const forTerminal: unique symbol = Symbol("carillon/platform/Lifecycle/forTerminal")

const messageOf = (error: Error) => (forTerminal in error ? error.message : redactText(error.message))

const makeNode = () => {
  let phase: "starting" | "ready" | "draining" = "starting"
  const latch = Latch.makeUnsafe()
  const ends = new Set<Effect.Effect<void>>()
  const counts = new Set<Effect.Effect<number>>()
  const conditions = new Set<readonly [name: string, condition: Effect.Effect<boolean>]>()

  // A condition that hangs counts as not met.
  const unmet = ([name, condition]: readonly [string, Effect.Effect<boolean>]) =>
    condition.pipe(
      within("2 seconds"),
      Effect.catchCause(() => Effect.succeed(false)),
      Effect.map((met) => (met ? [] : [name]))
    )
  // Several parts may count the same call. A count that cannot be read now is left out.
  const callsLeft = Effect.suspend(() =>
    Effect.forEach(
      counts,
      (count) =>
        count.pipe(
          within("2 seconds"),
          Effect.catchCause(() => Effect.succeed(0))
        ),
      { concurrency: "unbounded" }
    )
  ).pipe(Effect.map((numbers) => Math.max(0, ...numbers)))
  const reasonOfPhase = Effect.suspend(() => {
    if (phase === "ready") return Effect.succeed([])
    if (phase === "starting") return Effect.succeed([phase])
    return Effect.map(callsLeft, (calls) => [
      calls === 0 ? "draining" : `draining (${calls} ${calls === 1 ? "call" : "calls"} left)`
    ])
  })
  const lifecycle = Lifecycle.of({
    unready: Effect.suspend(() =>
      Effect.all([reasonOfPhase, Effect.forEach(conditions, unmet, { concurrency: "unbounded" })], {
        concurrency: 2
      }).pipe(Effect.map(([ofPhase, names]) => [...ofPhase, ...names.flat()]))
    ),
    readyWhile: (name, condition) => {
      const entry = [name, condition] as const
      return Effect.acquireRelease(
        Effect.sync(() => conditions.add(entry)),
        () => Effect.sync(() => conditions.delete(entry))
      )
    },
    isDraining: Effect.sync(() => phase === "draining"),
    drainStarted: latch.await,
    callsLeft,
    drainAfter: (end, count) =>
      Effect.acquireRelease(
        Effect.sync(() => {
          ends.add(end)
          if (count !== undefined) counts.add(count)
        }),
        () =>
          Effect.sync(() => {
            ends.delete(end)
            if (count !== undefined) counts.delete(count)
          })
      )
  })
  return {
    lifecycle,
    callsLeft,
    started: () => {
      phase = "ready"
    },
    awaited: Effect.suspend(() => Effect.all([...ends], { concurrency: "unbounded", discard: true })),
    drain: Effect.suspend(() => {
      phase = "draining"
      return latch.open
    })
  }
}

// Completes at the first signal. From then on the time limit applies, whatever the application does.
const stopSignal = Effect.fnUntraced(function* (drainSeconds: number) {
  const first = yield* Deferred.make<void>()
  const log = Effect.runSyncWith(yield* Effect.context<never>())
  const cutOff = () => {
    log(Effect.logError(`The drain did not end within ${drainSeconds} s: exiting now`))
    process.exit(1)
  }
  let since: number | undefined
  const onSignal = (signal: NodeJS.Signals) => {
    if (since !== undefined) {
      // A terminal and npm both forward one Ctrl-C, so a repetition within 500 ms does not count.
      if (performance.now() - since > 500) process.exit(128 + constants.signals[signal])
      return
    }
    since = performance.now()
    log(Effect.logInfo(`Got ${signal}: draining for at most ${drainSeconds} s, a second signal ends at once`))
    // Guards against a finalizer that never ends. The 5 seconds let the remaining finalizers run after one that has
    // used up the whole drain time.
    setTimeout(cutOff, (drainSeconds + 5) * 1000)
    Deferred.doneUnsafe(first, Effect.void)
  }
  yield* Effect.acquireRelease(
    Effect.sync(() => {
      for (const signal of stopSignals) process.on(signal, onSignal)
    }),
    // After a signal, the handler stays until the process ends, to handle a second one.
    () =>
      Effect.sync(() => {
        if (since === undefined) for (const signal of stopSignals) process.off(signal, onSignal)
      })
  )
  return Deferred.await(first)
})

/** Completes when the process receives a stop signal; for commands that do not use `launch`. */
export const stopAsked: Effect.Effect<void> = Effect.callback((resume) => {
  const stop = () => resume(Effect.void)
  for (const signal of stopSignals) process.on(signal, stop)
  return Effect.sync(() => {
    for (const signal of stopSignals) process.off(signal, stop)
  })
})

const stopSignals = ["SIGTERM", "SIGINT"] as const
