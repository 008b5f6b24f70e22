import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Logger, Scope } from "effect"
import { type OutboxRow, readerCursor } from "../../../src/events/outbox/OutboxCursor.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import { sliceCount, sliceOf } from "../../../src/platform/sql/slices.ts"
import { makeRandom } from "../../support/random.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const { PROVE, TEST_SEED } = process.env

const database = Layer.unwrap(
  Effect.map(
    Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove)),
    ({ settings }) => Sql.layer.pipe(Layer.provide([Layer.effect(AppConfig, readSettings(settings)), Logger.layer([])]))
  )
)

layer(database, { excludeTestServices: true })("cursors that share a reader", (it) => {
  it.effect("return each row to the one with its key, once and in order, however the slices move between them", () =>
    Effect.forEach(
      Array.from({ length: PROVE === "full" ? 200 : 8 }, (_, walk) => Number(TEST_SEED) + walk),
      (seed) => Effect.scoped(walkOnce(seed)),
      { discard: true }
    )
  )
})

/** Takes random steps of three nodes that share a reader, and compares with a model of what each may see. */
const walkOnce = Effect.fnUntraced(function* (seed: number) {
  const sql = yield* PgClient.PgClient
  const random = makeRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const reader = `shared-${seed}`
  const topic = `topic of ${reader}`
  const history: Array<string> = []
  const stored = new Set<string>()
  const keys = new Map<string, string>()
  let written = 0

  const openAll = Effect.gen(function* () {
    const scope = yield* Scope.fork(yield* Effect.scope)
    const owners = Array.from({ length: sliceCount }, () => below(3))
    return yield* Effect.forEach([0, 1, 2], (node) => {
      const slices = new Set(owners.flatMap((owner, slice) => (owner === node ? [slice] : [])))
      return Effect.map(Scope.provide(readerCursor(reader, [topic], slices), scope), (cursor) => ({
        cursor,
        scope,
        slices,
        taken: [] as Array<OutboxRow>,
        settled: new Set<string>()
      }))
    })
  })
  let nodes = yield* openAll
  const one = () => nodes[below(nodes.length)]!
  const seen = () =>
    new Set([...stored, ...nodes.flatMap(({ settled, taken }) => [...settled, ...taken.map(({ id }) => id)])])
  const forget = () => {
    for (const node of nodes) for (const id of node.settled) stored.add(id)
  }

  const steps = {
    write: Effect.gen(function* () {
      for (let count = 1 + below(5); count > 0; count--) {
        const [id, key] = [`${reader} ${++written}`, `person ${below(20)}`]
        yield* sql`insert into outbox (id, topic, key, headers) values (${id}, ${topic}, ${Buffer.from(key)}, '{}')`
        keys.set(id, key)
      }
    }),
    take: Effect.gen(function* () {
      const node = one()
      const due = [...keys].filter(([id, key]) => node.slices.has(sliceOf(key)) && !seen().has(id)).map(([id]) => id)
      const limit = 1 + below(4)
      const rows = yield* node.cursor.take(limit)
      assert.deepStrictEqual(
        rows.map(({ id }) => id),
        due.slice(0, limit)
      )
      node.taken.push(...rows)
    }),
    settle: Effect.sync(() => {
      const node = one()
      const [row] = node.taken.splice(below(node.taken.length), 1)
      if (row === undefined) return
      node.cursor.settle(row)
      node.settled.add(row.id)
    }),
    advance: Effect.gen(function* () {
      const node = one()
      yield* node.cursor.advance
      for (const id of node.settled) stored.add(id)
    }),
    // Nodes hand over their slices. What they had taken and not settled is taken again.
    hand: Effect.gen(function* () {
      yield* Scope.close(nodes[0]!.scope, Exit.void)
      forget()
      nodes = yield* openAll
    }),
    // Nodes die. What they had settled and not stored is taken again.
    die: Effect.gen(function* () {
      nodes = yield* openAll
    })
  }
  const weights = { write: 4, take: 8, settle: 8, advance: 4, hand: 1, die: 1 }
  const bag = Object.entries(steps).flatMap(([name, step]) =>
    Array.from({ length: weights[name as keyof typeof steps] }, () => [name, step] as const)
  )

  const walk = Effect.gen(function* () {
    for (let count = 0; count < 120; count++) {
      const [name, step] = bag[below(bag.length)]!
      history.push(name)
      yield* step
    }
    yield* steps.hand
    for (const { cursor } of nodes) {
      for (let rows = yield* cursor.take(50); rows.length > 0; rows = yield* cursor.take(50)) {
        rows.forEach(cursor.settle)
        for (const { id } of rows) {
          assert.isFalse(stored.has(id))
          stored.add(id)
        }
      }
      yield* cursor.advance
    }
    assert.strictEqual(stored.size, written)
    const through = sql<{ isThrough: boolean }>`select ahead = '{}' and xid > coalesce((select max(xid) from outbox
      where topic = ${topic}), 0) as is_through from outbox_cursors where reader = ${reader}`
    while ((yield* through)[0]?.isThrough !== true) yield* (yield* openAll)[0]!.cursor.advance
  })
  yield* Effect.tapCause(walk, () =>
    Effect.sync(() => console.error(`TEST_SEED=${seed}, ${history.length} steps: ${history.join(", ")}`))
  )
})
