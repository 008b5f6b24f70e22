import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { TestClock } from "effect/testing"
import { readingFrom } from "../../../src/calls/views/ReadReplica.ts"

describe("a view with a replica", () => {
  it.effect("reads there while it is fresh, and from the database otherwise or where the replica fails", () =>
    Effect.gen(function* () {
      let fresh = false
      let fails = false
      const copy = { get: () => (fails ? Effect.die("The replica is away") : Effect.succeed("replica")) }
      const own = { get: () => Effect.succeed("database") }
      const { get } = readingFrom(copy, own, () => fresh)
      const read = () => get?.() ?? Effect.die("no read")
      assert.strictEqual(yield* read(), "database")
      fresh = true
      assert.strictEqual(yield* read(), "replica")
      fails = true
      assert.strictEqual(yield* read(), "database")
    })
  )

  it.effect("reads from the database when the replica hangs", () =>
    Effect.gen(function* () {
      const { get } = readingFrom({ get: () => Effect.never }, { get: () => Effect.succeed("database") }, () => true)
      const read = yield* Effect.forkChild(get?.() ?? Effect.die("no read"))
      yield* TestClock.adjust("3 seconds")
      assert.strictEqual(yield* Fiber.join(read), "database")
    })
  )

  it.effect("passes on a failure of the view itself, such as that nothing was found", () =>
    Effect.gen(function* () {
      const copy = { get: () => Effect.fail("not found") }
      const own = { get: () => Effect.succeed("database") }
      const { get } = readingFrom(copy, own, () => true)
      assert.strictEqual(yield* Effect.flip(get?.() ?? Effect.succeed("no read")), "not found")
    })
  )
})
