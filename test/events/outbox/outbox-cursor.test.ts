import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Exit, Layer, Logger, Scope } from "effect"
import type { SqlError } from "effect/sql"
import { type OutboxCursor, type OutboxRow, readerCursor } from "../../../src/events/outbox/OutboxCursor.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import { everySlice } from "../../../src/platform/sql/slices.ts"
import { makeRandom } from "../../support/random.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

const { PROVE, TEST_SEED } = process.env

const database = Layer.unwrap(
  Effect.map(
    Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove)),
    ({ settings }) => Sql.layer.pipe(Layer.provide([Layer.effect(AppConfig, readSettings(settings)), Logger.layer([])]))
  )
)

type Rows = ReadonlyArray<string>
const idsOf = (rows: ReadonlyArray<OutboxRow>): Rows => rows.map(({ id }) => id)
const some = 5000

layer(database, { excludeTestServices: true })("an outbox cursor", (it) => {
  it.effect("returns each row once, in order, also after it was opened again", () =>
    Effect.gen(function* () {
      const reader = yield* newReader
      yield* write(reader.topic, ["1", "2", "3", "4"])
      const first = yield* reader.open
      const rows = yield* first.take(3)
      assert.deepStrictEqual(idsOf(rows), ["1", "2", "3"])
      assert.deepStrictEqual(idsOf(yield* first.take(0)), [])
      assert.deepStrictEqual(idsOf(yield* first.take(some)), ["4"])
      assert.deepStrictEqual(idsOf(yield* first.take(some)), [])
      // Settled out of order, as happens with events of different keys.
      first.settle(rows[2]!)
      first.settle(rows[0]!)
      yield* first.advance

      const second = yield* reader.open
      assert.deepStrictEqual(idsOf(yield* second.take(some)), ["2", "4"])
    })
  )

  it.effect("returns settled rows again when it was lost before it stored its position", () =>
    Effect.gen(function* () {
      const reader = yield* newReader
      yield* write(reader.topic, ["1", "2"])
      const first = yield* reader.open
      for (const row of yield* first.take(some)) first.settle(row)
      const second = yield* reader.open
      assert.deepStrictEqual(idsOf(yield* second.take(some)), ["1", "2"])
    })
  )

  it.effect("returns every field of a row, with unchanged bytes", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const { open, topic } = yield* newReader
      const bytes = Uint8Array.from({ length: 256 }, (_, index) => index)
      yield* sql`insert into outbox (id, topic, key, value, headers) values
        ('whole', ${topic}, ${bytes}, ${bytes}, ${JSON.stringify({ a: "\0", __proto__: "b", é: "" })}::json),
        ('empty', ${topic}, null, null, '{}')`
      const [whole, empty] = yield* (yield* open).take(some)
      assert.deepStrictEqual(Buffer.from(whole!.key!), Buffer.from(bytes))
      assert.deepStrictEqual(Buffer.from(whole!.value!), Buffer.from(bytes))
      assert.deepStrictEqual(whole!.headers, JSON.parse('{"a":"\\u0000","é":""}'))
      assert.deepStrictEqual([empty!.key, empty!.value, empty!.headers], [null, null, {}])
      assert.deepStrictEqual([whole!.origin, whole!.topic], [`outbox:${whole!.seq}`, topic])
    })
  )

  it.effect("skips events that the consumer received by another bus or applied before a crash", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const reader = yield* newReader
      yield* write(reader.topic, ["1"])
      yield* write(reader.topic, ["2"])
      yield* sql`insert into inbox (consumer, event_id) values (${reader.name}, '1')`
      const cursor = yield* reader.open
      const rows = yield* cursor.take(some)
      assert.deepStrictEqual(idsOf(rows), ["2"])
      rows.forEach(cursor.settle)
      // If the position stopped at the first row, nothing would be deleted, and after 50,000 events
      // nothing read.
      yield* reader.assertIsThrough(cursor)
    })
  )

  it.effect("skips events that the consumer gave up, until they are replayed", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const reader = yield* newReader
      yield* write(reader.topic, ["given up"])
      yield* write(reader.topic, ["replayed"])
      for (const [id, replayedAt] of [
        ["given up", null],
        ["replayed", new Date()]
      ] as const) {
        yield* sql`insert into dead_letters ${sql.insert({
          id: randomUUID(),
          topic: reader.topic,
          consumer: reader.name,
          event_id: id,
          headers: "{}",
          origin: id,
          attempts: 3,
          error_type: "Error",
          error: "no",
          replayed_at: replayedAt
        })}`
      }
      const cursor = yield* reader.open
      const rows = yield* cursor.take(some)
      assert.deepStrictEqual(idsOf(rows), ["replayed"])
      rows.forEach(cursor.settle)
      yield* reader.assertIsThrough(cursor)
    })
  )

  it.effect("returns rows of its topics only", () =>
    Effect.gen(function* () {
      const [one, other] = [yield* newReader, yield* newReader]
      yield* write(one.topic, ["1", "3"])
      yield* write(other.topic, ["2"])
      const cursor = yield* one.open
      const rows = yield* cursor.take(some)
      assert.deepStrictEqual(idsOf(rows), ["1", "3"])
      rows.forEach(cursor.settle)
      yield* one.assertIsThrough(cursor)
      assert.deepStrictEqual(idsOf(yield* (yield* other.open).take(some)), ["2"])
    })
  )

  it.effect("agrees with a simple model, one transaction at a time", () => agreeWithModel({ transactions: 1 }))
})

describe.skipIf(engine !== "postgres")("an outbox cursor under concurrent transactions", () => {
  layer(database, { excludeTestServices: true })((it) => {
    it.effect("returns a late row that a reader by `seq` alone misses", () =>
      Effect.gen(function* () {
        const reader = yield* newReader
        const [late, early] = [yield* begin, yield* begin]
        yield* late.write(reader.topic, "late")
        yield* early.write(reader.topic, "early")
        yield* early.commit
        const [naive, ours] = [naiveReader(reader.topic), yield* reader.open]

        assert.deepStrictEqual(yield* naive, ["early"])
        assert.deepStrictEqual(idsOf(yield* takeAndSettle(ours)), ["early"])
        yield* late.commit
        assert.deepStrictEqual(yield* naive, [], "the control: the naive reader misses it")
        assert.deepStrictEqual(idsOf(yield* takeAndSettle(ours)), ["late"])
      })
    )

    it.effect("is not delayed by a long transaction", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const reader = yield* newReader
        const long = yield* begin
        yield* long.write(reader.topic, "long")
        const ids = Array.from({ length: 100 }, (_, index) => String(index))
        for (const id of ids) yield* write(reader.topic, [id])

        const certain = yield* sql<{ id: string }>`select id from outbox
          where topic = ${reader.topic} and xid < pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
        assert.deepStrictEqual(certain, [], "the control: no row is below pg_snapshot_xmin")
        const cursor = yield* reader.open
        assert.deepStrictEqual(idsOf(yield* takeAndSettle(cursor)), ids)
        assert.deepStrictEqual(idsOf(yield* takeAndSettle(yield* reader.open)), [], "the progress is stored")
        yield* long.commit
        assert.deepStrictEqual(idsOf(yield* takeAndSettle(cursor)), ["long"])
        yield* reader.assertIsThrough(cursor)
      })
    )

    it.effect("returns a cause before its effect, whichever transaction began first", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const reader = yield* newReader
        yield* sql`create table person (id int primary key)`
        yield* sql`insert into person values (1)`
        const lockPerson = "select from person where id = 1 for update"

        const [second, between, first] = [yield* begin, yield* begin, yield* begin]
        yield* second.getId
        yield* between.getId
        yield* first.run(lockPerson)
        yield* first.write(reader.topic, "A")
        yield* first.commit
        yield* second.run(lockPerson)
        yield* second.write(reader.topic, "B")
        yield* second.commit

        const byTransaction = yield* sql<{ id: string }>`select id from outbox where topic = ${reader.topic}
          order by xid, seq`
        assert.deepStrictEqual(
          byTransaction.map(({ id }) => id),
          ["B", "A"],
          "the control: the order of transaction ids is different"
        )
        const cursor = yield* reader.open
        assert.deepStrictEqual(idsOf(yield* takeAndSettle(cursor)), ["A", "B"])
        yield* between.commit
        yield* reader.assertIsThrough(cursor)
      })
    )

    it.effect("reads no more rows ahead than its limit during a long transaction, and continues after it", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const reader = yield* newReader
        const long = yield* begin
        yield* long.getId
        for (let part = 0; part < 6; part++) {
          yield* sql`insert into outbox (id, topic, headers)
            select n::text, ${reader.topic}, '{}' from generate_series(1, 10000) n`
        }
        const cursor = yield* reader.open
        let taken = 0
        for (let rows = yield* cursor.take(some); rows.length > 0; rows = yield* cursor.take(some)) {
          rows.forEach(cursor.settle)
          taken += rows.length
        }
        assert.isBelow(taken, 60_000)
        yield* long.commit
        while (taken < 60_000) taken += (yield* takeAndSettle(cursor)).length
        yield* reader.assertIsThrough(cursor)
      })
    )

    it.effect("returns all events of a transaction that has more than the limit of rows ahead", () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const reader = yield* newReader
        yield* sql`insert into outbox (id, topic, headers)
          select n::text, ${reader.topic}, '{}' from generate_series(1, 60000) n`
        const cursor = yield* reader.open
        let taken = 0
        for (let rows = yield* takeAndSettle(cursor); rows.length > 0; rows = yield* takeAndSettle(cursor)) {
          taken += rows.length
        }
        assert.strictEqual(taken, 60_000)
        yield* reader.assertIsThrough(cursor)
      })
    )

    it.effect("agrees with a simple model, however transactions overlap", () => agreeWithModel({ transactions: 5 }))
  })
})

let readers = 0

/** A reader with a topic of its own. */
const newReader = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const name = `reader-${++readers}`
  const topic = `topic-${readers}`
  return {
    name,
    topic,
    open: readerCursor(name, [topic], everySlice).pipe(Effect.provideService(PgClient.PgClient, sql)),
    /**
     * Asserts that everything is settled and no rows are ahead, once no running transaction is as
     * old as the rows.
     */
    assertIsThrough: Effect.fnUntraced(function* (cursor: OutboxCursor) {
      const rows = sql`select from outbox where topic = ${topic}
        and xid >= pg_snapshot_xmin(pg_current_snapshot())::text::bigint`
      while ((yield* rows).length > 0) yield* Effect.sleep(10)
      const rest = yield* takeAndSettle(cursor)
      const [position] = yield* sql`select ahead::float8[] as ahead, xid > coalesce((
        select max(xid) from outbox where topic = ${topic}), 0) as "isPast" from outbox_cursors where reader = ${name}`
      assert.deepStrictEqual([idsOf(rest), position], [[], { ahead: [], isPast: true }])
    })
  }
})

const write = (topic: string, ids: Rows) =>
  PgClient.PgClient.use(
    (sql) => sql`insert into outbox (id, topic, headers)
      select id, ${topic}, '{}' from unnest(${ids}::text[]) with ordinality t (id, place) order by place`
  )

const takeAndSettle = Effect.fnUntraced(function* (cursor: OutboxCursor) {
  const rows = yield* cursor.take(some)
  rows.forEach(cursor.settle)
  yield* cursor.advance
  return rows
})

/** A naive reader, which stores only the last `seq`. */
const naiveReader = (topic: string) => {
  let last = 0
  return Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const rows = yield* sql<{ seq: number; id: string }>`select seq::float8 as seq, id from outbox
      where topic = ${topic} and seq > ${last} order by seq`
    last = rows.at(-1)?.seq ?? last
    return rows.map(({ id }) => id)
  })
}

/** A transaction that stays open on a connection of its own. */
const begin = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const scope = yield* Scope.fork(yield* Effect.scope)
  const connection = yield* Scope.provide(sql.reserve, scope)
  const run = (statement: string, parameters: ReadonlyArray<unknown> = []) =>
    connection.execute(statement, parameters, undefined)
  yield* run("begin")
  // The transaction waits for the test, however loaded the machine is.
  yield* run("set local idle_in_transaction_session_timeout = 0")
  yield* Scope.addFinalizer(scope, Effect.ignore(run("rollback")))
  const end = (statement: string) => Effect.andThen(run(statement), Scope.close(scope, Exit.void))
  return {
    run,
    getId: run("select pg_current_xact_id()::text"),
    write: (topic: string, id: string) =>
      run("insert into outbox (id, topic, headers) values ($1, $2, '{}')", [id, topic]),
    commit: end("commit"),
    rollback: end("rollback")
  }
})

interface Transaction {
  readonly write: (topic: string, id: string) => Effect.Effect<unknown, SqlError.SqlError>
  readonly commit: Effect.Effect<unknown, SqlError.SqlError>
  readonly rollback: Effect.Effect<unknown, SqlError.SqlError>
}

/**
 * On a database with one connection, the rows of a transaction are written when it ends. They get
 * their `seq` then, as in any transaction that runs alone.
 */
const beginAlone = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const rows: Array<readonly [topic: string, id: string]> = []
  const apply = sql.withTransaction(
    Effect.forEach(rows, ([topic, id]) => sql`insert into outbox (id, topic, headers) values (${id}, ${topic}, '{}')`)
  )
  return {
    write: (topic, id) => Effect.sync(() => rows.push([topic, id])),
    commit: Effect.suspend(() => apply),
    rollback: Effect.ignore(
      sql.withTransaction(
        Effect.andThen(
          Effect.suspend(() => apply),
          Effect.fail("undo")
        )
      )
    )
  } satisfies Transaction as Transaction
})

/**
 * Takes random steps of transactions and of one reader, and compares with a model that knows which
 * rows are committed: the reader must return exactly the rows that are due.
 */
const agreeWithModel = Effect.fnUntraced(function* ({ transactions }: { readonly transactions: number }) {
  for (let walk = 0; walk < (PROVE === "full" ? 400 : 10); walk++) {
    yield* walkOnce(Number(TEST_SEED) + walk, transactions).pipe(Effect.scoped)
  }
})

const walkOnce = Effect.fnUntraced(function* (seed: number, most: number) {
  const sql = yield* PgClient.PgClient
  const random = makeRandom(seed)
  const below = (limit: number) => Math.floor(random() * limit)
  const reader = yield* newReader
  const topics = [reader.topic, `${reader.topic} of another`]
  const history: Array<string> = []

  const open: Array<{ readonly transaction: Transaction; readonly written: Array<string> }> = []
  const committed = new Set<string>()
  /** Events that the consumer received from elsewhere. */
  const applied = new Set<string>()
  let cursor = yield* reader.open
  const taken = new Map<string, OutboxRow>()
  const settled = new Set<string>()
  const stored = new Set<string>()
  let ids = 0

  const steps: ReadonlyArray<
    readonly [
      weight: number,
      name: string,
      step: Effect.Effect<unknown, SqlError.SqlError, Scope.Scope | PgClient.PgClient>
    ]
  > = [
    [
      3,
      "begin",
      Effect.gen(function* () {
        if (open.length < most) open.push({ transaction: yield* most === 1 ? beginAlone : begin, written: [] })
      })
    ],
    [
      8,
      "write",
      Effect.gen(function* () {
        const one = open[below(open.length)]
        if (one === undefined) return
        const id = `${reader.name} ${++ids}`
        const topic = topics[below(10) === 0 ? 1 : 0]!
        yield* one.transaction.write(topic, id)
        if (topic === reader.topic) one.written.push(id)
      })
    ],
    [
      3,
      "end",
      Effect.gen(function* () {
        const [one] = open.splice(below(open.length), 1)
        if (one === undefined) return
        if (below(4) === 0) return yield* one.transaction.rollback
        yield* one.transaction.commit
        for (const id of one.written) committed.add(id)
      })
    ],
    [
      4,
      "take",
      Effect.gen(function* () {
        const limit = 1 + below(6)
        const rows = yield* cursor.take(limit)
        const order = yield* sql<{ id: string }>`select id from outbox where topic = ${reader.topic} order by seq`
        const due = order.flatMap(({ id }) =>
          committed.has(id) && !taken.has(id) && !settled.has(id) && !applied.has(id) ? [id] : []
        )
        // Events applied elsewhere count towards the limit, so fewer rows may be returned.
        assert.deepStrictEqual(idsOf(rows), due.slice(0, rows.length))
        assert.isAtMost(rows.length, limit)
        if (applied.size === 0) assert.strictEqual(rows.length, Math.min(limit, due.length))
        else if (due.length > 0) assert.isAbove(rows.length, 0)
        for (const row of rows) taken.set(row.id, row)
      })
    ],
    [
      6,
      "settle",
      Effect.sync(() => {
        const row = [...taken.values()][below(taken.size)]
        if (row === undefined) return
        cursor.settle(row)
        taken.delete(row.id)
        settled.add(row.id)
      })
    ],
    [
      4,
      "advance",
      Effect.gen(function* () {
        yield* cursor.advance
        for (const id of settled) stored.add(id)
      })
    ],
    [
      1,
      "open anew",
      Effect.gen(function* () {
        cursor = yield* reader.open
        taken.clear()
        settled.clear()
        for (const id of stored) settled.add(id)
      })
    ],
    [
      1,
      "apply elsewhere",
      Effect.gen(function* () {
        const waiting = [...committed].filter((id) => !taken.has(id) && !settled.has(id))
        const id = waiting[below(waiting.length)]
        if (id === undefined) return
        yield* sql`insert into inbox (consumer, event_id) values (${reader.name}, ${id}) on conflict do nothing`
        applied.add(id)
      })
    ]
  ]
  const bag = steps.flatMap(([weight, ...step]) => Array<typeof step>(weight).fill(step))

  const walk = Effect.gen(function* () {
    for (let count = 0; count < 100; count++) {
      const [name, step] = bag[below(bag.length)]!
      history.push(name)
      yield* step
    }
    for (const { transaction, written } of open) {
      yield* transaction.commit
      for (const id of written) committed.add(id)
    }
    for (const row of taken.values()) cursor.settle(row)
    const rest: Array<string> = []
    for (let rows = yield* takeAndSettle(cursor); rows.length > 0; rows = yield* takeAndSettle(cursor)) {
      rest.push(...idsOf(rows))
    }
    const all = new Set([...taken.keys(), ...settled, ...applied, ...rest])
    assert.strictEqual(all.size, committed.size)
    yield* reader.assertIsThrough(cursor)
  })
  yield* Effect.tapCause(walk, () =>
    Effect.sync(() => console.error(`TEST_SEED=${seed}, ${history.length} steps: ${history.join(", ")}`))
  )
})
