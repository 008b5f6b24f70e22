import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { Outbox } from "../../src/events/outbox/Outbox.ts"
import { readerCursor } from "../../src/events/outbox/OutboxCursor.ts"
import { prune } from "../../src/events/Retention.ts"
import { everySlice } from "../../src/platform/sql/slices.ts"
import { callEnded } from "../support/events/call-ended.ts"
import { makeDatabase } from "../support/servers/test-database.ts"
import { eventServicesOn } from "../support/services/events.ts"

const services = () =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove)),
      // Without workers, so that nothing is published or handled by itself.
      ({ settings }) => eventServicesOn({ ...settings, ROLES: "api" })
    )
  )

// The events left in the outbox, identified by their attempt.
const left = PgClient.PgClient.use(
  (sql) => sql<{ attempt: number }>`select (convert_from(value, 'UTF8')::json ->> 'attempt')::int as attempt
    from outbox order by seq`
).pipe(Effect.map((rows) => rows.map(({ attempt }) => attempt)))

const age = (attempt: number, interval: string) =>
  PgClient.PgClient.use(
    (sql) => sql`update outbox set created_at = now() - ${interval}::interval
      where (convert_from(value, 'UTF8')::json ->> 'attempt')::int = ${attempt}`
  )

const add = (...attempts: ReadonlyArray<number>) =>
  Outbox.use((outbox) => outbox.add(attempts.map((attempt) => callEnded("asha", attempt))))

const readAll = (reader: string, topics: ReadonlyArray<string> | null) =>
  Effect.gen(function* () {
    const sql = yield* PgClient.PgClient
    const read = Effect.gen(function* () {
      const cursor = yield* readerCursor(reader, topics, everySlice)
      for (const row of yield* cursor.take(100)) cursor.settle(row)
      yield* cursor.advance
    })
    // A running transaction anywhere on the server, even in another database, delays the position.
    const isBehind = sql`select 1 from outbox_cursors where reader = ${reader} and xid <= (select max(xid) from outbox)`
    do yield* read
    while ((yield* isBehind).length > 0)
  })

const applied = (consumer: string, attempt: number) =>
  PgClient.PgClient.use(
    (sql) => sql`insert into inbox (consumer, event_id) select ${consumer}, id from outbox
      where (convert_from(value, 'UTF8')::json ->> 'attempt')::int = ${attempt}`
  )

const pruned = (withKafka: boolean) => PgClient.PgClient.use((sql) => prune(sql, withKafka)).pipe(Effect.andThen(left))

layer(services(), { excludeTestServices: true })("Retention without Kafka", (it) => {
  it.effect("keeps events for a week, and then until each group has handled them", () =>
    Effect.gen(function* () {
      yield* readAll("late", ["call-ended.v1"])
      yield* add(1, 2, 3)
      yield* age(1, "8 days")
      yield* age(2, "6 days")
      yield* readAll("policy", ["call-ended.v1"])
      assert.deepStrictEqual(yield* pruned(false), [1, 2, 3])
      yield* readAll("late", ["call-ended.v1"])
      assert.deepStrictEqual(yield* pruned(false), [2, 3])
    })
  )
})

layer(services(), { excludeTestServices: true })("Retention with Kafka", (it) => {
  it.effect(
    "keeps events until they are published and each group of their topic has handled them, for a week at most",
    () =>
      Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        yield* add(1, 2, 3, 4, 5)
        for (const attempt of [1, 2, 3]) yield* age(attempt, "2 minutes")
        yield* age(4, "8 days")
        // Nothing is published yet, so not even old events are deleted.
        assert.deepStrictEqual(yield* pruned(true), [1, 2, 3, 4, 5])

        yield* readAll("other", ["campaign-changed.v1"])
        yield* sql`insert into outbox_cursors (reader, topics) values ('policy', array['call-ended.v1'])`
        yield* applied("policy", 1)
        yield* sql`insert into dead_letters (id, topic, consumer, event_id, headers, origin, attempts, error_type, error)
        select gen_random_uuid(), topic, 'policy', id, headers, 'here', 3, 'Error', 'no' from outbox
        where (convert_from(value, 'UTF8')::json ->> 'attempt')::int = 2`
        yield* applied("policy", 5)
        yield* readAll("relay", null)
        // The group has not handled 3; 4 is older than Kafka's retention; 5 is too young for
        // viewers of the live stream.
        assert.deepStrictEqual(yield* pruned(true), [3, 5])
        yield* applied("policy", 3)
        assert.deepStrictEqual(yield* pruned(true), [5])
      })
  )

  it.effect("deletes groups that are gone, and old rows of the inbox and dead letters", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* sql`update outbox_cursors set seen_at = now() - interval '8 days'`
      yield* sql`insert into inbox (consumer, event_id, applied_at) values
        ('x', 'old', now() - interval '63 days'), ('x', 'young', now() - interval '61 days')`
      yield* sql`update dead_letters set replayed_at = now() - interval '31 days'`
      yield* pruned(true)
      const readers = yield* sql<{ reader: string }>`select reader from outbox_cursors`
      assert.deepStrictEqual(readers, [{ reader: "relay" }])
      const ids = yield* sql`select event_id from inbox where consumer = 'x'`
      assert.deepStrictEqual(ids, [{ eventId: "young" }])
      assert.deepStrictEqual(yield* sql`select id from dead_letters`, [])
    })
  )
})

// The largest number of rows that one statement has deleted from the inbox.
const watchDeletions = PgClient.PgClient.use((sql) =>
  Effect.gen(function* () {
    yield* sql`create table deletions (rows integer)`
    yield* sql.unsafe(`create function note_deletion() returns trigger language plpgsql as $$
      begin insert into deletions select count(*) from gone; return null; end $$`)
    yield* sql`create trigger note_deletion after delete on inbox referencing old table as gone
      for each statement execute function note_deletion()`
  })
)

layer(services(), { excludeTestServices: true })("Retention of the inbox", (it) => {
  it.effect("deletes what has outlived its month by another in parts, and nothing else", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const insert = (count: number, days: number) =>
        sql`insert into inbox (consumer, event_id, applied_at)
          select 'policy', ${days}::text || ' ' || i, now() - ${`${days} days`}::interval
          from generate_series(1, ${count}::int) i`
      yield* insert(12_000, 63)
      yield* insert(3, 61)
      yield* watchDeletions
      yield* prune(sql, false)
      assert.deepStrictEqual(yield* sql`select count(*)::int as kept from inbox`, [{ kept: 3 }])
      const [deleted] = yield* sql<{ largest: number; rows: number }>`select max(rows)::int as largest,
        sum(rows)::int as rows from deletions`
      assert.strictEqual(deleted?.rows, 12_000)
      assert.isAtMost(deleted?.largest ?? 0, 5_000)
    })
  )

  it.effect("drops a month once its last event is older than 30 days, without deleting a row", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const idOf = (moment: string) => sql`first_id(${moment}::timestamptz)::text`
      yield* sql.unsafe("truncate inbox, deletions")
      for (const year of [2024, 2025]) {
        yield* sql.unsafe(`create table inbox_${year} partition of inbox
          for values from (first_id('${year}-01-01')::text) to (first_id('${year + 1}-01-01')::text)`)
      }
      yield* sql`insert into inbox (consumer, event_id, applied_at) values
        ('policy', ${idOf("2024-05-01")}, now() - interval '31 days'),
        ('policy', ${idOf("2025-05-01")}, now() - interval '31 days'),
        ('policy', ${idOf("2025-06-01")}, now() - interval '29 days')`
      yield* prune(sql, false)
      const left = yield* sql<{ name: string }>`select tableoid::regclass::text as name from inbox`
      assert.deepStrictEqual(left, [{ name: "inbox_2025" }, { name: "inbox_2025" }])
      assert.deepStrictEqual(yield* sql`select rows from deletions where rows > 0`, [])
    })
  )
})
