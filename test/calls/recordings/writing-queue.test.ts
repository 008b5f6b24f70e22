import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlError } from "effect/sql"
import { TestClock } from "effect/testing"
import { makeWritingQueue } from "../../../src/calls/recordings/writing-queue.ts"

describe("the queue of a recording", () => {
  it.effect("gives up a part whose store does not answer, and goes on with the next one", () =>
    Effect.gen(function* () {
      const done: Array<string> = []
      const queue = makeWritingQueue()
      const running = yield* Effect.forkChild(queue.run)
      queue.add({ isPart: true, work: Effect.never, failure: "A part is lost" })
      queue.add({ isPart: true, work: Effect.sync(() => done.push("part")), failure: "" })
      yield* TestClock.adjust("19 seconds")
      assert.deepStrictEqual(done, [])
      yield* TestClock.adjust("1 second")
      assert.deepStrictEqual(done, ["part"])
      queue.end()
      yield* Fiber.join(running)
    })
  )

  it.effect("drops the parts that still wait some time after the call, and no other step", () =>
    Effect.gen(function* () {
      let asked = 0
      const done: Array<string> = []
      const queue = makeWritingQueue()
      const running = yield* Effect.forkChild(queue.run)
      const hanging = Effect.suspend(() => {
        asked++
        return Effect.never
      })
      for (let part = 0; part < 20; part++) queue.add({ isPart: true, work: hanging, failure: "A part is lost" })
      queue.add({ isPart: false, work: Effect.sync(() => done.push("consent")), failure: "" })
      queue.end()
      yield* TestClock.adjust("70 seconds")
      yield* Fiber.join(running)
      assert.isAtMost(asked, 4)
      assert.deepStrictEqual(done, ["consent"])
    })
  )

  it.effect("keeps the newest of the parts that wait, and all other steps", () =>
    Effect.gen(function* () {
      const done: Array<string | number> = []
      const queue = makeWritingQueue()
      queue.add({ isPart: false, work: Effect.sync(() => done.push("consent")), failure: "" })
      for (let part = 0; part < 30; part++)
        queue.add({ isPart: true, work: Effect.sync(() => done.push(part)), failure: "A part is lost" })
      queue.end()
      yield* queue.run
      assert.deepStrictEqual(done, ["consent", ...Array.from({ length: 24 }, (_, index) => index + 6)])
    })
  )

  it.effect("deletes what a person no longer wants recorded, also when the database was away for an hour", () =>
    Effect.gen(function* () {
      let isAway = true
      const done: Array<string> = []
      const queue = makeWritingQueue()
      const running = yield* Effect.forkChild(queue.run)
      const discard = Effect.suspend(() => (isAway ? Effect.fail(refusal) : Effect.sync(() => done.push("deleted"))))
      queue.add({ isPart: false, work: discard, failure: "The recording stays" })
      queue.end()
      yield* TestClock.adjust("1 hour")
      assert.isUndefined(running.pollUnsafe())
      isAway = false
      yield* TestClock.adjust("2 seconds")
      yield* Fiber.join(running)
      assert.deepStrictEqual(done, ["deleted"])
    })
  )
})

const refusal = new SqlError.SqlError({
  reason: new SqlError.ConnectionError({ cause: new Error("Connection refused") })
})
