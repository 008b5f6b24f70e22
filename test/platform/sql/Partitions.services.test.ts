import { PgClient } from "@effect/sql-pg"
import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Metric } from "effect"
import type { SqlError } from "effect/sql"
import {
  brieflyLocking,
  dropPartitions,
  makeAhead,
  layer as partitionsLayer
} from "../../../src/platform/sql/Partitions.ts"
import { SharedWork } from "../../../src/platform/sql/SharedWork.ts"
import { idAt, month, suffix } from "../../support/calendar/months.ts"
import { makeDatabase, makePostgres } from "../../support/servers/test-database.ts"
import { onDatabase } from "../../support/services/ground.ts"

const servicesOn = (make: typeof makeDatabase) =>
  Layer.unwrap(
    Effect.map(
      Effect.acquireRelease(Effect.promise(make), ({ remove }) => Effect.promise(remove)),
      ({ settings }) => onDatabase(settings)(Layer.empty)
    )
  )

const partitionsOf = (table: string) =>
  Effect.map(
    PgClient.PgClient.use(
      (sql) => sql<{ name: string }>`select name from table_partitions where parent = ${table} order by starts_at, name`
    ),
    (rows) => rows.map(({ name }) => name)
  )

const placesOf = (table: string) =>
  PgClient.PgClient.use(
    (sql) => sql<{ name: string; place: string }>`select name, tableoid::regclass::text as place
      from ${sql(table)} order by name, place`
  )

/** Makes a table as an earlier release has it, with a row for each month from this one, and the table that it refers to. */
const makeOld = (table: string, offsets: ReadonlyArray<number>) =>
  PgClient.PgClient.use((sql) =>
    Effect.gen(function* () {
      yield* sql.unsafe(`create table if not exists owners (id integer primary key)`)
      yield* sql`insert into owners values (1) on conflict do nothing`
      yield* sql.unsafe(`create table ${table} (owner integer not null references owners (id), id uuid not null,
        name text not null check (name <> ''), size integer not null default 3, primary key (owner, id))`)
      yield* sql.unsafe(`create index ${table}_of_name on ${table} (owner, name) where size > 1`)
      for (const [index, offset] of offsets.entries()) yield* add(table, `row ${index}`, idAt(month(offset), index))
    })
  )

const add = (table: string, name: string, id: string) =>
  PgClient.PgClient.use(
    (sql) => sql`insert into ${sql(table)} (owner, id, name) values (1, ${id}, ${name})
      on conflict (owner, id) do update set name = excluded.name`
  )

const step = (name: "begin" | "check" | "finish", table: string) =>
  PgClient.PgClient.use((sql) =>
    sql.unsafe(`select ${name}_partitioning('${table}'${name === "check" ? "" : ", 'id'"})`)
  )

const convert = (table: string) =>
  Effect.forEach(["begin", "check", "finish"] as const, (name) => step(name, table), { discard: true })

/** Makes a partitioned table that has lost every month. */
const makeWithoutMonths = Effect.fnUntraced(function* (table: string) {
  const sql = yield* PgClient.PgClient
  yield* makeOld(table, [])
  yield* convert(table)
  for (const name of yield* partitionsOf(table)) {
    if (name !== `${table}_rest`) yield* sql.unsafe(`drop table ${name}`)
  }
})

const engines = [
  ["PGlite", makeDatabase, true],
  ["Postgres", () => makePostgres(), process.env.TEST_DATABASE_URL !== undefined]
] as const

for (const [name, make, isThere] of engines) {
  describe.skipIf(!isThere)(`partitions on ${name}`, () => {
    layer(servicesOn(make), { excludeTestServices: true })((it) => {
      it.effect("start with the current month in a new database, and exist for the coming months already", () =>
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          const tables = yield* sql<{ parent: string }>`select distinct parent from table_partitions order by parent`
          assert.deepStrictEqual(
            tables.map(({ parent }) => parent),
            ["analyses", "call_decisions", "deliveries", "delivery_attempts", "inbox", "talks"]
          )
          for (const { parent } of tables) {
            const names = yield* partitionsOf(parent)
            assert.includeMembers(
              [...names],
              [...[0, 1].map((months) => `${parent}_${suffix(month(months))}`), `${parent}_rest`]
            )
          }
        })
      )

      it.effect(
        "begin with a table of an earlier release as the first one, with its keys, indexes and references",
        () =>
          Effect.gen(function* () {
            const sql = yield* PgClient.PgClient
            yield* makeOld("olds", [-3, 0])
            const shape = sql`select conname as name, contype as kind, pg_get_constraintdef(oid) as definition, convalidated as valid
          from pg_constraint where conrelid = 'olds'::regclass
        union all select c.relname, 'i', null, indisvalid from pg_index join pg_class c on c.oid = indexrelid
          where indrelid = 'olds'::regclass order by 1, 2`
            const before = yield* shape
            // A run may be cut short after each step, and rows may be added in between.
            yield* step("begin", "olds")
            yield* step("begin", "olds")
            yield* add("olds", "between", idAt(new Date(), 7))
            yield* step("check", "olds")
            yield* step("check", "olds")
            yield* add("olds", "row 1", idAt(month(0), 1))
            yield* step("finish", "olds")
            yield* convert("olds")
            assert.deepStrictEqual(yield* shape, before)
            yield* add("olds", "later", idAt(month(2), 1))
            yield* add("olds", "later again", idAt(month(2), 1))
            yield* add("olds", "far", idAt(month(20), 1))
            yield* add("olds", "no time", "ffffffff-0000-4000-8000-000000000000")
            assert.deepStrictEqual(yield* placesOf("olds"), [
              { name: "between", place: "olds_first" },
              { name: "far", place: "olds_rest" },
              { name: "later again", place: `olds_${suffix(month(2))}` },
              { name: "no time", place: "olds_rest" },
              { name: "row 0", place: "olds_first" },
              { name: "row 1", place: "olds_first" }
            ])
            // The old indexes were attached, not built again: the first partition has one index of each kind.
            assert.deepStrictEqual(
              yield* sql`select count(*)::int as indexes from pg_index where indrelid = 'olds_first'::regclass`,
              [{ indexes: 2 }]
            )
            assert.strictEqual(
              (yield* sql`insert into olds (owner, id, name) values (2, ${idAt(new Date(), 9)}, 'x')`.pipe(Effect.flip))
                .reason._tag,
              "ConstraintError"
            )
            yield* sql`delete from owners where id = 2`
          })
      )

      it.effect.skipIf(name === "PGlite")(
        "begin with an old table once the transactions that use it have ended, and block none of them",
        () =>
          Effect.gen(function* () {
            const sql = yield* PgClient.PgClient
            yield* makeOld("useds", [0])
            yield* step("begin", "useds")
            yield* step("check", "useds")
            const waits = sql`select 1 from pg_stat_activity
            where datname = current_database() and wait_event_type = 'Lock' and query like '%finish_partitioning%'`
            const begun = yield* Deferred.make<void>()
            const finishing = yield* Effect.forkChild(Effect.andThen(Deferred.await(begun), step("finish", "useds")))
            yield* sql.withTransaction(
              Effect.gen(function* () {
                // A call changes its own row before those that refer to it.
                yield* sql`update owners set id = id where id = 1`
                yield* Deferred.succeed(begun, undefined)
                while ((yield* waits).length === 0) yield* sql`select pg_stat_clear_snapshot()`
                yield* add("useds", "meanwhile", idAt(new Date(), 5))
              })
            )
            yield* Fiber.join(finishing)
            assert.deepStrictEqual(yield* placesOf("useds"), [
              { name: "meanwhile", place: "useds_first" },
              { name: "row 0", place: "useds_first" }
            ])
          })
      )

      it.effect("are narrowed to a single one when a row is read by its id", () =>
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          const plan = yield* sql<{ "QUERY PLAN": string }>`explain select from talks
        where organization_id = 1 and attempt_id = ${idAt(month(1), 1)}::uuid`
          const read = plan.flatMap((row) =>
            [
              ...Object.values(row)
                .join(" ")
                .matchAll(/ on (talks\w*)/g)
            ].map(([, name]) => name)
          )
          assert.deepStrictEqual(read, [`talks_${suffix(month(1))}`])
        })
      )

      it.effect("leave a table with ids of another kind, or of the future, as it is", () =>
        Effect.gen(function* () {
          yield* makeOld("strange", [0])
          yield* add("strange", "no time", "ffffffff-0000-4000-8000-000000000000")
          yield* convert("strange")
          assert.deepStrictEqual(yield* partitionsOf("strange"), [])
          yield* add("strange", "far", idAt(month(20), 1))
          assert.lengthOf(yield* placesOf("strange"), 3)
        })
      )

      it.effect("are added ahead of time, and take over rows that were stored before them", () =>
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          yield* makeOld("gaps", [])
          yield* convert("gaps")
          yield* makeAhead(sql)
          const complete = yield* partitionsOf("gaps")
          for (const months of [1, 2]) yield* sql.unsafe(`drop table gaps_${suffix(month(months))}`)
          for (const months of [1, 2, 9]) yield* add("gaps", `in ${months}`, idAt(month(months), 1))
          assert.deepStrictEqual(
            (yield* placesOf("gaps")).map(({ place }) => place),
            ["gaps_rest", "gaps_rest", "gaps_rest"]
          )
          yield* makeAhead(sql)
          yield* makeAhead(sql)
          assert.deepStrictEqual(yield* partitionsOf("gaps"), complete)
          assert.deepStrictEqual(yield* placesOf("gaps"), [
            { name: "in 1", place: `gaps_${suffix(month(1))}` },
            { name: "in 2", place: `gaps_${suffix(month(2))}` },
            { name: "in 9", place: "gaps_rest" }
          ])
        })
      )

      it.effect("begin again with the current month in a table that has lost every month", () =>
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          yield* makeWithoutMonths("stucks")
          for (const months of [-1, 0, 1]) yield* add("stucks", `in ${months}`, idAt(month(months), 1))
          yield* makeAhead(sql)
          const months = [0, 1, 2].map((months) => `stucks_${suffix(month(months))}`)
          assert.deepStrictEqual(yield* partitionsOf("stucks"), [...months, "stucks_rest"])
          assert.deepStrictEqual(yield* placesOf("stucks"), [
            { name: "in -1", place: "stucks_rest" },
            { name: "in 0", place: `stucks_${suffix(month(0))}` },
            { name: "in 1", place: `stucks_${suffix(month(1))}` }
          ])
        })
      )

      it.effect("are kept when they are the last of their table, so that the next months follow them", () =>
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          yield* makeWithoutMonths("sleepers")
          const bound = (months: number) => `first_id('${month(months).toISOString()}')`
          const names = [-4, -3].map((months) => ({ months, name: `sleepers_${suffix(month(months))}` }))
          for (const { months, name } of names)
            yield* sql.unsafe(
              `create table ${name} partition of sleepers for values from (${bound(months)}) to (${bound(months + 1)})`
            )
          yield* dropPartitions(sql, "sleepers", () => sql`false`)
          assert.deepStrictEqual(yield* partitionsOf("sleepers"), [`sleepers_${suffix(month(-3))}`, "sleepers_rest"])
          yield* makeAhead(sql)
          yield* dropPartitions(sql, "sleepers", () => sql`false`)
          const months = [0, 1, 2].map((months) => `sleepers_${suffix(month(months))}`)
          assert.deepStrictEqual(yield* partitionsOf("sleepers"), [...months, "sleepers_rest"])
        })
      )

      it.effect("are dropped when they are over and nothing in them is to be kept", () =>
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          yield* makeOld("pasts", [])
          yield* convert("pasts")
          const past = (name: string, low: string, high: string) =>
            sql.unsafe(`create table pasts_${name} partition of pasts for values from (${low}) to (${high})`)
          const bound = (months: number) => `first_id('${month(months).toISOString()}')`
          yield* past("first", "minvalue", bound(-2))
          for (const months of [-2, -1]) yield* past(suffix(month(months)), bound(months), bound(months + 1))
          yield* add("pasts", "done", idAt(month(-3), 1))
          yield* add("pasts", "needed", idAt(month(-2), 1))
          yield* add("pasts", "done too", idAt(month(-1), 1))
          yield* add("pasts", "done now", idAt(month(0), 1))
          const isNeeded = (partition: unknown) => sql`exists (select from ${partition as never} where name = 'needed')`
          yield* dropPartitions(sql, "pasts", isNeeded)
          const [old, recent] = [`pasts_${suffix(month(-2))}`, `pasts_${suffix(month(0))}`] as const
          assert.deepStrictEqual(yield* placesOf("pasts"), [
            { name: "done now", place: recent },
            { name: "needed", place: old }
          ])
          // A row of a month without a partition is stored all the same.
          yield* add("pasts", "late", idAt(month(-3), 2))
          yield* sql`update pasts set name = 'done' where name = 'needed'`
          yield* dropPartitions(sql, "pasts", isNeeded)
          assert.deepStrictEqual(yield* placesOf("pasts"), [
            { name: "done now", place: recent },
            { name: "late", place: "pasts_rest" }
          ])
        })
      )

      // Adding one locks the partition for other months before the table, and dropping one the table first.
      it.effect.skipIf(name === "PGlite")("are added and dropped one at a time", () =>
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          yield* makeOld("queued", [])
          yield* convert("queued")
          yield* sql.unsafe(`drop table queued_${suffix(month(2))}`)
          const past = month(-2).toISOString()
          yield* sql.unsafe(
            `create table queued_past partition of queued for values from (minvalue) to (first_id('${past}'))`
          )
          const waits = sql<{ waits: boolean }>`select exists (select from pg_locks
            where locktype = 'advisory' and not granted and database = (select oid from pg_database
              where datname = current_database())) as waits`
          /** Starts work while other work on partitions goes on, and ends that once the new one is seen waiting. */
          const waitsForOther = Effect.fnUntraced(function* (work: Effect.Effect<void, SqlError.SqlError>) {
            const begun = yield* Deferred.make<void>()
            const waiting = yield* Effect.forkChild(Effect.andThen(Deferred.await(begun), work))
            const other = Effect.gen(function* () {
              yield* Deferred.succeed(begun, undefined)
              while ((yield* waits)[0]?.waits !== true) {
                if (waiting.pollUnsafe() !== undefined) assert.fail("It has not waited")
              }
            })
            yield* brieflyLocking(sql, other)
            yield* Fiber.join(waiting)
          })
          yield* waitsForOther(makeAhead(sql))
          yield* waitsForOther(dropPartitions(sql, "queued", () => sql`false`))
          const names = yield* partitionsOf("queued")
          assert.include([...names], `queued_${suffix(month(2))}`)
          assert.notInclude([...names], "queued_past")
        })
      )

      it.effect("are reported only by the node that adds them", () =>
        Effect.gen(function* () {
          yield* makeOld("reported", [])
          yield* convert("reported")
          const lost = yield* Deferred.make<void>()
          const sharedWork = SharedWork.of({
            inSlices: () => Effect.never,
            alone: (_, work) => Effect.andThen(Effect.raceFirst(work, Deferred.await(lost)), Effect.never)
          })
          yield* Layer.build(Layer.provide(partitionsLayer, Layer.succeed(SharedWork, sharedWork)))
          const until = (isSo: (days: number) => boolean) =>
            Effect.repeat(Effect.delay(daysAhead, "20 millis"), { until: isSo })
          yield* until((days) => days > 31)
          yield* Deferred.succeed(lost, undefined)
          yield* until((days) => days === 0)
        }).pipe(Effect.scoped)
      )
    })
  })
}

const daysAhead = Effect.map(Metric.snapshot, (metrics) => {
  const gauge = metrics.find(({ id }) => id === "partitions_ahead_days")
  return gauge?.type === "Gauge" ? Number(gauge.state.value) : 0
})
