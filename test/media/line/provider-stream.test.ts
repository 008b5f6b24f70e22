import { setImmediate as nextTurn } from "node:timers/promises"
import { assert, describe, it } from "@effect/vitest"
import { Clock, Effect, Fiber, Result, Stream } from "effect"
import { TestClock } from "effect/testing"
import { makeLineClock } from "../../../src/media/line/LineClock.ts"
import { withTimeouts } from "../../../src/media/line/provider-stream.ts"
import { CurrentStalls, makeStalls } from "../../../src/platform/observability/stalls.ts"

/** Elements of a provider, each this time after the one before, ms. */
const arriving = (...pauses: ReadonlyArray<number>) =>
  Stream.mapEffect(Stream.fromArray(pauses), (pause) => Effect.as(Effect.sleep(pause), pause))

type Stall = readonly [at: number, millis: number]

/** Runs a stream while the process stalls, and returns its elements or its failure, and when it ended, ms. */
const run = Effect.fnUntraced(function* (stream: Stream.Stream<number>, ...stalls: ReadonlyArray<Stall>) {
  let stalled = 0
  const running = yield* Effect.gen(function* () {
    const began = yield* Clock.currentTimeMillis
    const result = yield* Effect.result(Stream.runCollect(withTimeouts("p", { first: 800, next: 400 })(stream)))
    return { result, millis: (yield* Clock.currentTimeMillis) - began }
  }).pipe(Effect.provideService(CurrentStalls, { ...makeStalls(), millis: () => stalled }), Effect.forkChild)
  yield* Effect.yieldNow
  for (let at = 0; at < 3_000; at += 50) {
    for (const [when, millis] of stalls) if (when === at) stalled += millis
    yield* TestClock.adjust(50)
  }
  const { millis, result } = yield* Fiber.join(running)
  return [Result.isSuccess(result) ? result.success : result.failure.reason, millis]
})

describe("the timeouts of a provider's stream", () => {
  it.effect("are one for the first element, and one for each after it", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* run(arriving(750, 350, 350)), [[750, 350, 350], 1_450])
      assert.deepStrictEqual(yield* run(arriving(850)), ["nothing within 800 ms", 800])
      assert.deepStrictEqual(yield* run(arriving(100, 450)), ["nothing within 400 ms", 500])
    })
  )

  it.effect("do not end a stream whose element arrives at the last moment", () =>
    Effect.gen(function* () {
      const clock = makeLineClock(0)
      const running = yield* Stream.runCollect(withTimeouts("p", { first: 800, next: 400 })(arriving(799, 399))).pipe(
        Effect.result,
        Effect.provideService(Clock.Clock, clock),
        Effect.forkChild
      )
      const letItRun = Effect.repeat(
        Effect.promise(() => nextTurn()),
        { times: 9 }
      )
      yield* letItRun
      for (let at = 0; at <= 1_200; at += 20) {
        clock.advanceTo(at)
        yield* letItRun
      }
      assert.deepStrictEqual(yield* Fiber.join(running), Result.succeed([799, 399]))
    })
  )

  it.effect("do not count the time in which the reader does not wait", () =>
    Effect.gen(function* () {
      const read: Array<number> = []
      const reading = yield* arriving(100, 100, 700, 450).pipe(
        withTimeouts("p", { first: 800, next: 400 }),
        Stream.mapEffect((pause) => Effect.as(Effect.sleep(600), pause)),
        Stream.runForEach((pause) => Effect.sync(() => read.push(pause))),
        Effect.result,
        Effect.forkChild
      )
      yield* TestClock.adjust(1_600)
      assert.deepStrictEqual(read, [100, 100])
      yield* TestClock.adjust(1_400)
      assert.isTrue(Result.isSuccess(yield* Fiber.join(reading)))
      assert.deepStrictEqual(read, [100, 100, 700, 450])
    })
  )

  it.effect("do not count the time in which the process stood still", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* run(arriving(1_050), [400, 300]), [[1_050], 1_050])
      assert.deepStrictEqual(yield* run(arriving(1_150), [400, 300]), ["nothing within 800 ms", 1_100])
      // A stall in the added time adds to it; one from before does not.
      assert.deepStrictEqual(yield* run(arriving(1_150), [400, 300], [900, 100]), [[1_150], 1_150])
      assert.deepStrictEqual(yield* run(arriving(700, 450), [400, 300]), ["nothing within 400 ms", 1_100])
    })
  )

  it.effect("end after twice their time, however long the process stood still", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* run(Stream.never, [400, 60_000]), ["nothing within 800 ms", 1_600])
      assert.deepStrictEqual(yield* run(Stream.never, [0, 500], [900, 500]), ["nothing within 800 ms", 1_600])
    })
  )
})
