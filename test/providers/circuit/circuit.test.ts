import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Exit, Fiber, Scope, Stream } from "effect"
import { TestClock } from "effect/testing"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import { CurrentStalls, makeStalls } from "../../../src/platform/observability/stalls.ts"
import { makeCircuit } from "../../../src/providers/circuit/circuit.ts"
import { ProviderFailure } from "../../../src/providers/contract/ProviderFailure.ts"

const failure = (retryable: boolean) => new ProviderFailure({ provider: "p", reason: "no", retryable })
const refused = new ProviderFailure({ provider: "p", reason: "HTTP 401", retryable: false, refusesAccount: true })

/** A circuit whose provider the test switches on and off; counts the requests that reach the provider. */
const setUp = Effect.gen(function* () {
  const provider = { isUp: false, isHanging: false, takesAccount: false, probes: 0, accountProbes: 0, requests: 0 }
  const circuit = yield* makeCircuit({
    provider: "p",
    patienceMillis: 1_500,
    probe: Effect.suspend(() => {
      provider.probes += 1
      if (provider.isHanging) return Effect.never
      return provider.isUp ? Effect.void : Effect.fail(failure(true))
    }),
    probeAccount: Effect.suspend(() => {
      provider.accountProbes += 1
      return provider.takesAccount ? Effect.void : Effect.fail(refused)
    })
  })
  const ask = <A>(stream: Stream.Stream<A, ProviderFailure>) =>
    Stream.runCollect(
      circuit.protect(
        Stream.suspend(() => {
          provider.requests += 1
          return stream
        })
      )
    )
  const failing = Effect.flip(ask(Stream.fail(failure(true))))
  return { provider, ask, failing, open: Effect.repeat(failing, { times: 4 }) }
})

const isOpen = ({ reason }: ProviderFailure) => reason === "circuit open after failures"

describe("circuit", () => {
  it.effect("opens after five consecutive failures, and keeps requests from the provider", () =>
    Effect.gen(function* () {
      const { ask, failing, provider } = yield* setUp
      yield* Effect.repeat(failing, { times: 3 })
      yield* ask(Stream.make(1))
      yield* Effect.repeat(failing, { times: 4 })
      assert.strictEqual(provider.requests, 10)
      const refused = yield* Effect.flip(ask(Stream.make(1)))
      assert.isTrue(isOpen(refused) && refused.retryable)
      assert.strictEqual(provider.requests, 10)
    })
  )

  it.effect("probes at growing intervals until a probe succeeds, and then closes", () =>
    Effect.gen(function* () {
      const { ask, open, provider } = yield* setUp
      yield* open
      const probed: Array<number> = []
      for (let second = 1; second <= 100; second++) {
        const before = provider.probes
        yield* TestClock.adjust("1 second")
        if (provider.probes > before) probed.push(second)
      }
      const often = Array.from({ length: 14 }, (_, index) => index + 1)
      assert.deepStrictEqual(probed, [...often, 16, 20, 28, 44, 74])
      provider.isUp = true
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* ask(Stream.make(1)), [1])
      const after = provider.probes
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(provider.probes, after)
    })
  )

  it.effect("stays closed when people interrupt requests that were late because the process stood still", () =>
    Effect.gen(function* () {
      let stalled = 0
      const stalls = { ...makeStalls(), millis: () => stalled }
      const { ask, provider } = yield* Effect.provideService(setUp, CurrentStalls, stalls)
      provider.isUp = true
      const interruptAll = Effect.fnUntraced(function* (stallMillis: number) {
        const asking = yield* Effect.forEach(Array.from({ length: 5 }), () => Effect.forkChild(ask(Stream.never)))
        yield* Effect.yieldNow
        stalled += stallMillis
        yield* TestClock.adjust("1.6 seconds")
        yield* Fiber.interruptAll(asking)
      })
      yield* interruptAll(200)
      assert.deepStrictEqual(yield* ask(Stream.make(1)), [1])
      yield* interruptAll(0)
      assert.isTrue(isOpen(yield* Effect.flip(ask(Stream.make(1)))))
    })
  )

  it.effect("probes on its own clock, not on that of the call in which it opened", () =>
    Effect.gen(function* () {
      const { ask, open, provider } = yield* setUp
      yield* Effect.provideService(open, Clock.Clock, makeLineClock(0))
      provider.isUp = true
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(yield* ask(Stream.make(1)), [1])
    })
  )

  it.effect("does not wait for a probe that hangs before it sends the next", () =>
    Effect.gen(function* () {
      const { ask, open, provider } = yield* setUp
      provider.isHanging = true
      yield* open
      yield* TestClock.adjust("1 second")
      Object.assign(provider, { isHanging: false, isUp: true })
      yield* TestClock.adjust("500 millis")
      assert.deepStrictEqual(yield* ask(Stream.make(1)), [1])
    })
  )

  it.effect("opens again at the first failure after a probe, and after five once a request has succeeded", () =>
    Effect.gen(function* () {
      const { ask, failing, open, provider } = yield* setUp
      yield* open
      provider.isUp = true
      yield* TestClock.adjust("500 millis")
      yield* failing
      assert.isTrue(isOpen(yield* Effect.flip(ask(Stream.make(1)))))
      yield* TestClock.adjust("500 millis")
      assert.strictEqual(provider.probes, 2)
      yield* ask(Stream.make(1))
      yield* failing
      assert.deepStrictEqual(yield* ask(Stream.make(1)), [1])
    })
  )

  it.effect("probes as soon as at first after each of many short outages that broke answered requests", () =>
    Effect.gen(function* () {
      const { ask, open, provider } = yield* setUp
      const broken = ask(Stream.concat(Stream.make(1), Stream.fail(failure(true))))
      yield* open
      for (let outage = 0; outage < 30; outage++) {
        provider.isUp = true
        yield* TestClock.adjust("500 millis")
        provider.isUp = false
        const failures = yield* Effect.replicateEffect(Effect.flip(broken), 6)
        assert.deepStrictEqual(failures.map(isOpen), [false, false, false, false, false, true])
      }
    })
  )

  it.effect("does not count a request from before it opened", () =>
    Effect.gen(function* () {
      const { ask, open, provider } = yield* setUp
      const old = yield* Effect.forkChild(
        Effect.flip(ask(Stream.fromEffect(Effect.andThen(Effect.sleep(900), Effect.fail(failure(true))))))
      )
      yield* TestClock.adjust(1)
      yield* open
      provider.isUp = true
      yield* TestClock.adjust(950)
      yield* Fiber.join(old)
      assert.deepStrictEqual(yield* ask(Stream.make(1)), [1])
    })
  )

  it.effect("does not count a failure that is not retryable", () =>
    Effect.gen(function* () {
      const { ask } = yield* setUp
      const refused = Effect.flip(ask(Stream.fail(failure(false))))
      yield* Effect.repeat(refused, { times: 9 })
      assert.isFalse(isOpen(yield* refused))
    })
  )

  it.effect("stays closed when the provider refuses one request of an account that it accepts otherwise", () =>
    Effect.gen(function* () {
      const { ask, provider } = yield* setUp
      provider.takesAccount = true
      const refuse = Effect.flip(ask(Stream.fail(refused)))
      for (let verified = 1; verified <= 9; verified++) {
        yield* refuse
        yield* refuse
        yield* TestClock.adjust("1 second")
        assert.strictEqual(provider.accountProbes, verified)
        assert.deepStrictEqual(yield* ask(Stream.make(1)), [1])
      }
    })
  )

  it.effect("opens at the first refusal of the account, until a request with the account succeeds", () =>
    Effect.gen(function* () {
      const { ask, provider } = yield* setUp
      provider.isUp = true
      yield* Effect.flip(ask(Stream.fail(refused)))
      yield* TestClock.adjust(0)
      const { reason, retryable } = yield* Effect.flip(ask(Stream.make(1)))
      // A call that is live meanwhile waits for the probe: a refusal may be a fault of the provider.
      assert.deepStrictEqual([reason, retryable], ["circuit open after HTTP 401", true])
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(yield* Effect.flip(ask(Stream.make(1))).pipe(Effect.map((one) => one.reason)), reason)
      provider.takesAccount = true
      yield* TestClock.adjust("30 seconds")
      assert.deepStrictEqual(yield* ask(Stream.make(1)), [1])
      assert.strictEqual(provider.probes, 0)
      assert.isAbove(provider.accountProbes, 10)
    })
  )

  it.effect("counts an interruption only after the patience has run out", () =>
    Effect.gen(function* () {
      const { ask } = yield* setUp
      const interrupted = (stream: Stream.Stream<number>, millis: number) =>
        Effect.gen(function* () {
          const asking = yield* Effect.forkChild(ask(stream))
          yield* TestClock.adjust(millis)
          yield* Fiber.interrupt(asking)
        })
      yield* Effect.repeat(interrupted(Stream.never, 1_499), { times: 9 })
      yield* Effect.repeat(interrupted(Stream.concat(Stream.make(1), Stream.never), 9_000), { times: 9 })
      assert.deepStrictEqual(yield* ask(Stream.make(1)), [1])
      yield* Effect.repeat(interrupted(Stream.never, 1_500), { times: 4 })
      assert.isTrue(isOpen(yield* Effect.flip(ask(Stream.make(1)))))
    })
  )

  it.effect("counts a stream that breaks after its first answer", () =>
    Effect.gen(function* () {
      const { ask } = yield* setUp
      const breaking = Effect.flip(ask(Stream.concat(Stream.make(1), Stream.fail(failure(true)))))
      yield* Effect.repeat(breaking, { times: 4 })
      assert.isTrue(isOpen(yield* breaking))
    })
  )

  it.effect("stops probing when its scope closes", () =>
    Effect.gen(function* () {
      const scope = yield* Scope.make()
      const { open, provider } = yield* setUp.pipe(Scope.provide(scope))
      yield* open
      yield* Scope.close(scope, Exit.void)
      yield* TestClock.adjust("10 minutes")
      assert.strictEqual(provider.probes, 0)
    })
  )
})
