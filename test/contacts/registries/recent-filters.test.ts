import { assert, describe, it } from "@effect/vitest"
import { Effect, Queue } from "effect"
import { TestClock } from "effect/testing"
import { makeFilter, type NumberFilter } from "../../../src/contacts/registries/number-filter.ts"
import { makeFilters } from "../../../src/contacts/registries/recent-filters.ts"

/** Filters that are read when the test provides them. */
const provided = Effect.gen(function* () {
  const reads: Array<string> = []
  const results = yield* Queue.unbounded<NumberFilter | "failure">()
  const filters = yield* makeFilters((id) =>
    Effect.gen(function* () {
      reads.push(id)
      const result = yield* Queue.take(results)
      return result === "failure" ? yield* Effect.fail(new Error("no database")) : result
    })
  )
  const settle = Effect.gen(function* () {
    for (let turn = 0; turn < 20; turn++) yield* Effect.yieldNow
  })
  return {
    filters,
    reads,
    provide: (result: NumberFilter | "failure") => Effect.andThen(Queue.offer(results, result), settle),
    settle
  }
})

describe("the filters of lists", () => {
  it.effect("are read once in the background, and are none until then", () =>
    Effect.gen(function* () {
      const { filters, provide, reads, settle } = yield* provided
      const filter = makeFilter(1)
      assert.isUndefined(filters.of("one"))
      yield* settle
      assert.isUndefined(filters.of("one"))
      yield* provide(filter)
      assert.strictEqual(filters.of("one"), filter)
      assert.deepStrictEqual(reads, ["one"])
    })
  )

  it.effect("are read again when it failed and they are asked for", () =>
    Effect.gen(function* () {
      const { filters, provide, reads } = yield* provided
      const filter = makeFilter(1)
      assert.isUndefined(filters.of("one"))
      yield* provide("failure")
      assert.isUndefined(filters.of("one"))
      yield* TestClock.adjust("1 second")
      yield* provide(filter)
      assert.strictEqual(filters.of("one"), filter)
      assert.deepStrictEqual(reads, ["one", "one"])
    })
  )

  it.effect("are dropped for others when they are too many, the least recently used first", () =>
    Effect.gen(function* () {
      const { filters, provide } = yield* provided
      const ids = Array.from({ length: 100 }, (_, index) => `list ${index}`)
      for (const id of ids) {
        filters.of(id)
        yield* provide(makeFilter(1))
      }
      assert.isDefined(filters.of("list 0"))
      filters.of("another")
      yield* provide(makeFilter(1))
      assert.isDefined(filters.of("list 0"))
      assert.isUndefined(filters.of("list 1"))
    })
  )
})
