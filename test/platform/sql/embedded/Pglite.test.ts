import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer, Logger, Random, Result, Schedule } from "effect"
import { Reactivity } from "effect/reactivity"
import { SqlClient, type SqlError } from "effect/sql"
import { AppConfig, readSettings } from "../../../../src/platform/config.ts"
import * as Pglite from "../../../../src/platform/sql/embedded/Pglite.ts"
import * as Sql from "../../../../src/platform/sql/Sql.ts"
import { eventually } from "../../../support/eventually.ts"
import { startScript } from "../../../support/processes/script-process.ts"
import { makeDatabase } from "../../../support/servers/test-database.ts"

const { PROVE, TEST_SEED = "" } = process.env
const full = PROVE === "full"

type Settings = Readonly<Record<string, string>>

const database = Effect.map(
  Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove)),
  ({ settings }) => settings
)

const open = (settings: Settings, logged: Array<unknown> = []) =>
  Effect.provide(Sql.layer.pipe(Layer.provide([Layer.effect(AppConfig, readSettings(settings)), errorsTo(logged)])), {
    local: true
  })

const errorsTo = (logged: Array<unknown>) =>
  Logger.layer([Logger.make(({ logLevel, message }) => void (logLevel === "Error" && logged.push(message)))])

const untilLogged = (logged: ReadonlyArray<unknown>) =>
  Effect.promise(() => eventually(() => assert.isNotEmpty(logged)))

const inserter = Effect.fnUntraced(function* (settings: Settings) {
  const process = yield* startScript(
    new URL("../../../support/processes/programs/insert-process.ts", import.meta.url),
    settings
  )
  return { ...process, line: Effect.promise(process.line) }
})

describe("the engine", () => {
  it.live("fails running statements when it crashes, and restarts with all committed data", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient.SqlClient
        yield* sql`create table things (name text)`
        yield* sql`insert into things values ('committed')`
        const inTransaction = sql.withTransaction(Effect.andThen(sql`insert into things values ('lost')`, crash))
        const beside = Array.from({ length: 20 }, () => Effect.result(sql`select 1`))
        const [crashed, ...others] = yield* Effect.all([Effect.result(inTransaction), ...beside], {
          concurrency: "unbounded"
        })
        assert.strictEqual(whyFailed(crashed), "ConnectionError")
        for (const result of others) assert.include([undefined, "ConnectionError"], whyFailed(result))
        assert.deepStrictEqual(yield* sql`select name from things`, [{ name: "committed" }])
      }).pipe(open(yield* database, logged))
      assert.match(String(logged), /^The embedded database crashed \(.*call stack.*\) and starts again$/)
    })
  )

  it.live("runs a transaction that waited behind an interrupted query", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      // This code runs before the client continues, so the query is interrupted before it is sent.
      yield* sql`select 1`
      const question = yield* Effect.forkChild(sql`select 1`, { startImmediately: true })
      const transaction = yield* Effect.forkChild(sql.withTransaction(sql`select 2 as two`), {
        startImmediately: true
      })
      yield* Fiber.interrupt(question)
      assert.deepStrictEqual(yield* Fiber.join(transaction), [{ two: 2 }])
    }).pipe(Effect.scoped, (run) => Effect.flatMap(database, (settings) => open(settings)(run)))
  )

  it.live("keeps a transaction atomic when one of its queries is interrupted", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* sql`create table things (name text)`
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`insert into things values ('before')`
          // The client replaces a connection on which it has cancelled something.
          yield* Effect.timeoutOption(sql`select count(*) from generate_series(1, 500000)`, "1 millis")
          yield* sql`insert into things values ('after')`
        })
      )
      assert.deepStrictEqual(yield* sql`select name from things`, [{ name: "before" }, { name: "after" }])
    }).pipe(Effect.scoped, (run) => Effect.flatMap(database, (settings) => open(settings)(run)))
  )

  it.live("rolls a transaction back that sends nothing for too long, because all others wait for it", () =>
    Effect.gen(function* () {
      const logged: Array<unknown> = []
      const { DATA_DIR } = yield* database
      const stream = yield* Pglite.make(join(String(DATA_DIR), "pglite"), 3_000).pipe(
        Effect.provide(errorsTo(logged), { local: true })
      )
      const sql = yield* PgClient.make({
        ...{ stream, ssl: false, username: "postgres", maxConnections: 1 },
        connectTimeout: "2 minutes"
      })
      yield* sql`create table things (name text)`
      const idle = yield* Effect.forkChild(
        Effect.result(sql.withTransaction(Effect.andThen(sql`insert into things values ('lost')`, Effect.never)))
      )
      yield* untilLogged(logged)
      yield* sql.withTransaction(
        Effect.gen(function* () {
          // Each statement begins the time anew.
          for (let round = 0; round < 4; round++) {
            yield* Effect.sleep("900 millis")
            yield* sql`insert into things values ('kept')`
          }
        })
      )
      assert.deepStrictEqual(yield* sql`select distinct name from things`, [{ name: "kept" }])
      assert.deepStrictEqual(logged.flat(), [
        "The embedded database rolled back a transaction: it sent nothing for 3 s, and everything else waited for it"
      ])
      yield* Fiber.interrupt(idle)
    }).pipe(Effect.scoped, Effect.provide(Reactivity.layer))
  )

  it.live("caches no query plan, because a table may have grown since", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      assert.deepStrictEqual(yield* sql`show plan_cache_mode`, [{ planCacheMode: "force_custom_plan" }])
    }).pipe(Effect.scoped, (run) => Effect.flatMap(database, (settings) => open(settings)(run)))
  )
})

const whyFailed = (result: Result.Result<unknown, SqlError.SqlError>) =>
  Result.isFailure(result) ? result.failure.reason._tag : undefined

// Too deep for the engine: it crashes instead of returning an SQL error.
const crash = SqlClient.SqlClient.use(
  (sql) => sql`select length((repeat('[', 2000000) || repeat(']', 2000000))::jsonb::text)`
)

describe("a process", () => {
  it.live("refuses a second process, with its own pid in the message, until it ends", () =>
    Effect.gen(function* () {
      const settings = yield* database
      const first = yield* inserter(settings)
      assert.strictEqual(yield* first.line, "ready")
      const second = yield* inserter(settings)
      assert.strictEqual(
        yield* second.line,
        `DATA_DIR ${settings.DATA_DIR} is in use by another Carillon (pid ${first.pid}): stop that one, ` +
          "choose another DATA_DIR, or set DATABASE_URL to share a Postgres"
      )
      first.send("stop")
      assert.deepStrictEqual(yield* Effect.promise(() => first.ended), { code: 0, stderr: "" })
      const third = yield* inserter(settings)
      assert.strictEqual(yield* third.line, "ready")
    })
  )

  it.live("loses no acknowledged write when it is killed, and the next process starts at once", () =>
    Effect.gen(function* () {
      const settings = yield* database
      const acknowledged = new Set<number>()
      for (let round = 0; round < (full ? 25 : 1); round++) {
        const process = yield* inserter(settings)
        assert.strictEqual(yield* process.line, "ready")
        for (let rows = yield* Random.nextIntBetween(1, full ? 3000 : 300); rows > 0; rows--) {
          acknowledged.add(Number(yield* process.line))
        }
        yield* Effect.promise(process.kill)
        for (let line = yield* process.line; line !== undefined; line = yield* process.line) {
          acknowledged.add(Number(line))
        }
      }
      const kept = yield* SqlClient.SqlClient.use((sql) => sql<{ id: number }>`select id from kept`).pipe(
        open(settings)
      )
      const ids = new Set(kept.map(({ id }) => id))
      assert.deepStrictEqual(
        [...acknowledged].filter((id) => !ids.has(id)),
        []
      )
    }).pipe(Random.withSeed(TEST_SEED))
  )

  it.live("leaves a complete database or none when it is killed while it creates one", () =>
    Effect.gen(function* () {
      const folder = yield* temporary
      // The folder that an earlier process left.
      mkdirSync(join(folder, "pglite.new", "base"), { recursive: true })
      const process = yield* inserter({ DATA_DIR: folder })
      const made = Effect.sync(() => existsSync(join(folder, "pglite")))
      yield* Effect.repeat(made, { until: (yes) => yes, schedule: Schedule.spaced("1 millis") })
      // PGlite writes this file last.
      assert.isTrue(existsSync(join(folder, "pglite", "pg_ident.conf")))
      yield* Effect.promise(process.kill)
      const answer = yield* SqlClient.SqlClient.use((sql) => sql`select 1 as one`).pipe(open({ DATA_DIR: folder }))
      assert.deepStrictEqual(answer, [{ one: 1 }])
      assert.sameMembers(readdirSync(folder), ["lock", "pglite"])
    })
  )
})

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "carillon-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)
