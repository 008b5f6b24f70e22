import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { NodeLoads } from "../../../src/calls/capacity/NodeLoads.ts"
import { onDatabase, onNewDatabase } from "../../support/services/ground.ts"

const load = { carries: true, callLimit: 10, streams: 2, dials: true, answered: 0, unanswered: 0, works: true }

const ground = onNewDatabase((settings) => onDatabase(settings)(Layer.empty))()

// Two nodes that share a database.
const nodes = Effect.gen(function* () {
  const [one, other] = yield* Effect.all([
    Effect.scoped(Layer.build(Layer.fresh(NodeLoads.layer))),
    Effect.scoped(Layer.build(Layer.fresh(NodeLoads.layer)))
  ])
  return [yield* Effect.provide(NodeLoads, one), yield* Effect.provide(NodeLoads, other)] as const
})

it.layer(ground)("nodes that share a database", (it) => {
  describe("their loads", () => {
    it.effect("are shared, and forgotten when a node leaves or has died", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const [one, other] = yield* nodes
        assert.strictEqual((yield* one.report(load)).starts, 8)
        const both = { calls: 6, capacity: 20, nodes: 2 }
        assert.deepStrictEqual(yield* other.report({ ...load, streams: 4 }), { starts: 6, ...both })
        assert.deepStrictEqual(yield* other.capacity, both)
        assert.strictEqual((yield* one.report(load)).starts, 7)
        yield* other.leave
        assert.deepStrictEqual(yield* one.capacity, { calls: 2, capacity: 10, nodes: 1 })
        yield* other.report(load)
        yield* sql`update node_loads set seen_at = clock_timestamp() - interval '16 seconds' where streams = 2`
        assert.strictEqual((yield* one.capacity).nodes, 0)
        yield* one.report(load)
        assert.strictEqual((yield* sql`select 1 from node_loads`).length, 1)
        yield* one.leave
      })
    )

    it.effect("tell whether a node has the role workers, and count one that does not say so as if it had", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const [one, other] = yield* nodes
        assert.isTrue(yield* one.haveWorkers)
        yield* one.report({ ...load, works: false })
        assert.isFalse(yield* one.haveWorkers)
        yield* other.report(load)
        assert.isTrue(yield* one.haveWorkers)
        yield* sql`update node_loads set works = null where works`
        assert.isTrue(yield* one.haveWorkers)
        yield* other.leave
        assert.isFalse(yield* one.haveWorkers)
        yield* one.leave
      })
    )

    it.effect("have no limit while nothing is limited", () =>
      Effect.gen(function* () {
        const [one] = yield* nodes
        assert.strictEqual((yield* one.report({ ...load, callLimit: null })).starts, Number.POSITIVE_INFINITY)
        yield* one.leave
      })
    )
  })
})
