import { assert, describe, it } from "@effect/vitest"
import { Clock, Deferred, Effect, Exit, Fiber, Schema } from "effect"
import { makeLineClock, withLineClockPaused } from "../../../src/media/line/LineClock.ts"

const onLine = (clock: Clock.Clock) => Effect.provideService(Clock.Clock, clock)

describe("LineClock", () => {
  it.live("does not advance until audio comes", () =>
    Effect.gen(function* () {
      const clock = makeLineClock(1_000_000)
      let woke = 0
      const fiber = yield* Effect.forkChild(
        Effect.sleep("20 millis").pipe(
          Effect.andThen(Clock.currentTimeMillis),
          Effect.tap((now) => Effect.sync(() => (woke = now))),
          onLine(clock)
        ),
        { startImmediately: true }
      )
      yield* Effect.sleep("30 millis")
      clock.advanceTo(19.875)
      yield* Effect.yieldNow
      assert.strictEqual(woke, 0)
      assert.strictEqual(clock.currentTimeMillisUnsafe(), 1_000_019)
      clock.advanceTo(20)
      assert.strictEqual(yield* Fiber.join(fiber), 1_000_020)
    })
  )

  it.effect("returns the same time in all formats", () =>
    Effect.gen(function* () {
      const clock = makeLineClock(5)
      clock.advanceTo(1_234.5)
      assert.strictEqual(yield* clock.currentTimeMillis, 1_239)
      assert.strictEqual(clock.currentTimeMillisUnsafe(), 1_239)
      assert.strictEqual(yield* clock.currentTimeNanos, 1_239_500_000n)
      assert.strictEqual(clock.currentTimeNanosUnsafe(), 1_239_500_000n)
      assert.strictEqual(yield* clock.monotonicTimeNanos, 1_234_500_000n)
      assert.strictEqual(clock.monotonicTimeNanosUnsafe(), 1_234_500_000n)
      clock.advanceTo(1_000)
      assert.strictEqual(yield* clock.monotonicTimeNanos, 1_234_500_000n)
    })
  )

  it.effect("runs timeouts in the line's time", () =>
    Effect.gen(function* () {
      const clock = makeLineClock(0)
      const fiber = yield* Effect.forkChild(onLine(clock)(Effect.timeoutOption(Effect.never, "10 seconds")), {
        startImmediately: true
      })
      clock.advanceTo(9_999)
      yield* Effect.yieldNow
      assert.isUndefined(fiber.pollUnsafe())
      clock.advanceTo(10_000)
      assert.isTrue(Exit.isSuccess(yield* Fiber.await(fiber)))
    })
  )

  it.effect("does not sleep for zero or less, and never wakes from an infinite sleep", () =>
    Effect.gen(function* () {
      const clock = makeLineClock(0)
      yield* onLine(clock)(Effect.sleep(0))
      yield* onLine(clock)(Effect.sleep(-1))
      const fiber = yield* Effect.forkChild(onLine(clock)(Effect.sleep("Infinity")), { startImmediately: true })
      clock.advanceTo(Number.MAX_SAFE_INTEGER)
      yield* Effect.yieldNow
      assert.isUndefined(fiber.pollUnsafe())
      yield* Fiber.interrupt(fiber)
    })
  )

  it.effect("wakes each sleeper at its own time, again and again, within one large advance", () =>
    Effect.gen(function* () {
      const clock = makeLineClock(0)
      const ticks: Array<string> = []
      const ticking = Effect.fnUntraced(function* (name: string, millis: number) {
        while (true) {
          yield* Effect.sleep(millis)
          ticks.push(`${name}${clock.currentTimeMillisUnsafe()}`)
        }
      }, onLine(clock))
      yield* Effect.forkChild(ticking("a", 20), { startImmediately: true })
      yield* Effect.forkChild(ticking("b", 50), { startImmediately: true })
      clock.advanceTo(100)
      assert.deepStrictEqual(ticks, ["a20", "a40", "b50", "a60", "a80", "b100", "a100"])
    })
  )

  const millis = (minimum: number) => Schema.Int.check(Schema.isBetween({ minimum, maximum: 60 }))
  const Act = Schema.Union([
    Schema.Struct({ does: Schema.Literal("sleep"), millis: millis(1) }),
    Schema.Struct({ does: Schema.Literal("hear"), millis: millis(0) }),
    Schema.Struct({ does: Schema.Literal("interrupt"), which: millis(0) })
  ])

  it.effect.prop("wakes the same sleepers as a model with a list", { acts: Schema.Array(Act) }, ({ acts }) =>
    Effect.gen(function* () {
      const clock = makeLineClock(0)
      const woke: Array<string> = []
      const fibers: Array<Fiber.Fiber<unknown>> = []
      const expected: Array<string> = []
      let asleep: Array<{ readonly id: number; readonly at: number }> = []
      let now = 0
      for (const act of acts) {
        switch (act.does) {
          case "sleep": {
            const id = fibers.length
            asleep.push({ id, at: now + act.millis })
            const sleeping = Effect.sleep(act.millis).pipe(
              Effect.andThen(Effect.sync(() => woke.push(`${id} at ${clock.currentTimeMillisUnsafe()}`)))
            )
            fibers.push(yield* Effect.forkChild(onLine(clock)(sleeping), { startImmediately: true }))
            break
          }
          case "hear": {
            now += act.millis
            clock.advanceTo(now)
            const due = asleep
              .filter(({ at }) => at <= now)
              .sort((one, other) => one.at - other.at || one.id - other.id)
            expected.push(...due.map(({ at, id }) => `${id} at ${at}`))
            asleep = asleep.filter(({ at }) => at > now)
            assert.strictEqual(clock.currentTimeMillisUnsafe(), now)
            break
          }
          case "interrupt": {
            const fiber = fibers[act.which]
            if (fiber === undefined) break
            yield* Fiber.interrupt(fiber)
            asleep = asleep.filter(({ id }) => id !== act.which)
          }
        }
        assert.deepStrictEqual(woke, expected)
      }
    })
  )

  it.effect("pauses the line while any of several effects runs, and resumes it when they are done or interrupted", () =>
    Effect.gen(function* () {
      const held: Array<boolean> = []
      const clock = makeLineClock(0, { pause: () => held.push(true), resume: () => held.push(false) })
      const first = yield* Deferred.make<string>()
      const asking = yield* Effect.forkChild(onLine(clock)(withLineClockPaused(Deferred.await(first))), {
        startImmediately: true
      })
      const other = yield* Effect.forkChild(onLine(clock)(withLineClockPaused(Effect.never)), {
        startImmediately: true
      })
      assert.deepStrictEqual(held, [true])
      yield* Deferred.succeed(first, "an answer")
      assert.strictEqual(yield* Fiber.join(asking), "an answer")
      assert.deepStrictEqual(held, [true])
      yield* Fiber.interrupt(other)
      assert.deepStrictEqual(held, [true, false])
    })
  )

  it.effect("pauses nothing on the wall clock", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* withLineClockPaused(Effect.succeed(1)), 1)
    })
  )
})
