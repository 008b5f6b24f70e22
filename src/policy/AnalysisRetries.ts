import { Cause, Effect, Layer, Random } from "effect"
import { type AwaitedLabel, AwaitedLabels } from "../calls/outcomes/AwaitedLabels.ts"
import { AppConfig } from "../platform/config.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { CallAnalysis } from "./CallAnalysis.ts"
import { firstPace, nextPace, type RetryPace } from "./retry-pace.ts"

/**
 * Analyzes conversations again that no model answered for, on nodes that have the role `workers`. Each provider has a
 * pace of its own, apart from the calls that have just ended, so that neither waits for an outage of the other.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    if (!(yield* AppConfig).roles.has("workers")) return
    const analysis = yield* CallAnalysis
    const awaited = yield* AwaitedLabels

    const analyze = Effect.fnUntraced(function* (label: AwaitedLabel) {
      const { apply, failed } = yield* analysis.of({ ...label, attempt: label.attemptNo })
      yield* apply
      return failed
    })

    // A conversation that cannot be read, for example, must not hold up the others.
    const noteDefect = Effect.fnUntraced(function* (
      { attemptId: id, organizationId, provider }: AwaitedLabel,
      defect: unknown
    ) {
      yield* Effect.logError("Could not analyze a conversation again; retrying later", Cause.die(defect))
      const failed = { provider, reason: "The analysis failed", retryAfterMillis: 0 }
      yield* awaited.noteFailure({ organizationId, id }, failed)
      return failed
    })

    // A provider keeps its pace, which may be slow for a reason.
    const paces = new Map<Provider, RetryPace>()
    const working = new Set<Provider>()

    const round = Effect.fnUntraced(function* (provider: Provider) {
      const pace = paces.get(provider) ?? firstPace
      const due = yield* awaited.claim(provider, pace.width)
      if (due.length === 0) return false
      const results = yield* Effect.forEach(
        due,
        (label) => Effect.catchDefect(analyze(label), (defect) => noteDefect(label, defect)),
        { concurrency: "unbounded" }
      )
      const failures = results.flatMap((failed) => (failed === undefined ? [] : [failed.retryAfterMillis]))
      const next = nextPace(pace, { answered: results.length - failures.length, failures })
      paces.set(provider, next)
      // Random, so that the nodes do not ask a provider that comes back all at once.
      yield* Effect.sleep(next.pauseMillis * (yield* Random.nextBetween(1, 1.25)))
      return true
    })
    const work = (provider: Provider) =>
      Effect.repeat(round(provider), { while: (found) => found }).pipe(
        Effect.catchCause((cause) => Effect.logError("Could not analyze a conversation again; retrying", cause)),
        Effect.onExit(() => Effect.sync(() => working.delete(provider)))
      )

    // A provider gets a worker while analyses wait for it.
    const startWorkers = Effect.gen(function* () {
      while (true) {
        for (const provider of yield* awaited.dueProviders) {
          if (working.has(provider)) continue
          working.add(provider)
          yield* Effect.forkChild(work(provider))
        }
        yield* Effect.sleep(idleMillis)
      }
    })
    yield* Effect.forkScoped(keepGoing("Could not look for conversations to analyze again; retrying")(startWorkers))
  })
)

type Provider = AwaitedLabel["provider"]

/** Interval at which a node looks for conversations to analyze again, ms. */
const idleMillis = 2_000
