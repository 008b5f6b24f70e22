import { randomBytes } from "node:crypto"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { TLSSocket } from "node:tls"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Logger, Redacted, Result } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { isReadOnly } from "../../../src/platform/sql/database-errors.ts"
import { LockAttempts } from "../../../src/platform/sql/migrations.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import { selfSigned } from "../../support/fakes/network/self-signed.ts"
import { makeDatabase, runSql } from "../../support/servers/test-database.ts"
import { smallDisk } from "../../support/small-disk.ts"

const { TEST_DATABASE_URL } = process.env

const temporary = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "carillon-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

// Copies a prepared database, because PGlite takes seconds to create one.
const embeddedDatabase = Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) => Effect.promise(remove))

const emptyDatabase = (server: string, options = "") =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const name = `carillon_sql_${randomBytes(6).toString("hex")}`
      await runSql(server, `create database ${name} ${options}`)
      return Object.assign(new URL(server), { pathname: `/${name}` }).href
    }),
    (url) => Effect.promise(() => runSql(server, `drop database ${new URL(url).pathname.slice(1)} with (force)`))
  )

/** Makes a folder of migrations that come after all migrations of the product. */
const migrationsOf = (...migrations: ReadonlyArray<ReadonlyArray<string>>) =>
  Effect.map(temporary, (folder) => {
    for (const [index, statements] of migrations.entries()) {
      writeFileSync(
        join(folder, `${9001 + index}_test.ts`),
        `import { Effect } from "${import.meta.resolve("effect")}"
         import { SqlClient } from "${import.meta.resolve("effect/sql")}"
         export default Effect.flatMap(SqlClient.SqlClient, (sql) =>
           Effect.forEach(${JSON.stringify(statements)}, (statement) => sql.unsafe(statement)))`
      )
    }
    return folder
  })

/** Makes a folder with one migration that builds indexes, as the last one. */
const withIndexes = (folder: string, indexes: Record<string, string>) => {
  writeFileSync(join(folder, "9100_indexes.ts"), `export const indexes = ${JSON.stringify(indexes)}`)
  return folder
}

/** Makes a folder with one migration in parts, as the last one. */
const withParts = (folder: string, parts: ReadonlyArray<string>) => {
  writeFileSync(
    join(folder, "9100_parts.ts"),
    `import { Effect } from "${import.meta.resolve("effect")}"
     import { SqlClient } from "${import.meta.resolve("effect/sql")}"
     export const parts = ${JSON.stringify(parts)}.map((statement) =>
       Effect.flatMap(SqlClient.SqlClient, (sql) => sql.unsafe(statement)))`
  )
  return folder
}

const first = [
  "create extension if not exists vector",
  "create extension if not exists pg_trgm",
  "create table things (name text primary key, data bytea)"
]

const start = (env: Record<string, string>, migrations: string) =>
  Sql.layerFrom(migrations).pipe(Layer.provide([Layer.effect(AppConfig, readSettings(env)), Logger.layer([])]))

const place = (url: string | undefined) =>
  url === undefined
    ? Effect.map(embeddedDatabase, ({ settings }) => settings)
    : Effect.map(emptyDatabase(url), (database) => ({ DATABASE_URL: database }))

const names = SqlClient.SqlClient.use((sql) => sql<{ name: string }>`select name from things order by name`).pipe(
  Effect.map((rows) => rows.map(({ name }) => name))
)

const engines = [
  ["PGlite", "pglite", undefined],
  ["Postgres", "pg", TEST_DATABASE_URL]
] as const

for (const [name, driver, url] of engines) {
  describe.skipIf(driver === "pg" && url === undefined)(name, () => {
    const database = Layer.unwrap(
      Effect.gen(function* () {
        return start(yield* place(url), yield* migrationsOf(first))
      })
    )

    layer(database, { excludeTestServices: true })((it) => {
      it.effect("is migrated, with its extensions", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          assert.strictEqual(sql.driver, driver)
          assert.strictEqual<SqlClient.SqlClient>(yield* PgClient.PgClient, sql)
          const [row] = yield* sql`
            select '[1,2]'::vector <-> '[1,5]'::vector as distance, similarity('carillon', 'carillon') as likeness`
          assert.deepStrictEqual(row, { distance: 3, likeness: 1 })
        })
      )

      it.effect("has sessions in UTC", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          assert.deepStrictEqual(yield* sql`show timezone`, [{ TimeZone: "UTC" }])
        })
      )

      it.effect("writes and reads 20 MB in one statement", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const data = randomBytes(20 * 1024 * 1024)
          const [row] = yield* sql<{ data: Uint8Array }>`select ${data}::bytea as data`
          assert.isTrue(data.equals(row!.data))
        })
      )

      it.effect("keeps the transactions of concurrent fibers apart", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const insert = (name: string) => sql`insert into things (name) values (${name})`
          const transaction = (n: number) =>
            insert(`${n} a`).pipe(
              Effect.andThen(Effect.sleep("1 millis")),
              Effect.andThen(insert(`${n} b`)),
              Effect.andThen(n % 2 === 0 ? Effect.void : Effect.fail("rolled back")),
              sql.withTransaction,
              Effect.ignore
            )
          const numbers = Array.from({ length: 20 }, (_, n) => n)
          yield* Effect.all(
            numbers.flatMap((n) => [transaction(n), insert(`${n} alone`)]),
            { concurrency: "unbounded" }
          )
          const expected = numbers.flatMap((n) => [...(n % 2 === 0 ? [`${n} a`, `${n} b`] : []), `${n} alone`])
          assert.sameMembers(yield* names, expected)
        })
      )

      it.effect("lets each of many concurrent statements fail alone", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const numbers = Array.from({ length: 100 }, (_, n) => n)
          const results = yield* Effect.all(
            numbers.map((n) => Effect.result(sql<{ n: number }>`select 6 / ${n % 3}::int, ${n}::int as n`)),
            { concurrency: "unbounded" }
          )
          for (const [n, result] of results.entries()) {
            if (n % 3 === 0) assert.isTrue(Result.isFailure(result))
            else assert.strictEqual(Result.getOrThrow(result)[0]?.n, n)
          }
        })
      )

      it.effect("continues after a fiber is interrupted during a query", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const inserted = yield* Deferred.make<void>()
          const interrupted = yield* sql`insert into things (name) values ('gone')`.pipe(
            Effect.andThen(Deferred.succeed(inserted, undefined)),
            Effect.andThen(sql`select pg_sleep(0.3)`),
            sql.withTransaction,
            Effect.forkChild
          )
          const alone = yield* Effect.forkChild(sql`select pg_sleep(0.3)`, { startImmediately: true })
          yield* Deferred.await(inserted)
          yield* Fiber.interruptAll([interrupted, alone])
          assert.deepStrictEqual(yield* sql`select name from things where name = 'gone'`, [])
          assert.deepStrictEqual(yield* sql.withTransaction(sql`select 1 as one`), [{ one: 1 }])
        })
      )

      it.effect("opens a new connection when one breaks", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          // A type without a codec breaks the connection that reads it.
          const unreadable = sql`select '[1,2]'::vector`
          const broken = yield* sql`insert into things (name) values ('lost')`.pipe(
            Effect.andThen(sql`set timezone to 'Asia/Kolkata'`),
            Effect.andThen(unreadable),
            sql.withTransaction,
            Effect.flip
          )
          assert.include(broken.message, "Failed to decode row")
          assert.deepStrictEqual(yield* sql`select name from things where name = 'lost'`, [])
          assert.deepStrictEqual(yield* sql`show timezone`, [{ TimeZone: "UTC" }])
        })
      )

      it.effect.skipIf(driver === "pglite")("leaves a server that takes no writes once another one does", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const write = sql.withTransaction(sql`insert into things (name) values ('late')`)
          const [{ name } = { name: "" }] = yield* sql<{ name: string }>`select current_database() as name`
          const takeWrites = (takes: boolean) =>
            Effect.promise(() =>
              runSql(`${url}`, `alter database ${name} set default_transaction_read_only = ${takes ? "off" : "on"}`)
            )
          // Sessions that begin now are like those of a former primary: they stay as they are.
          yield* takeWrites(false)
          yield* Effect.promise(() =>
            runSql(`${url}`, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
          )
          const readers = Effect.forEach([1, 2, 3, 4], () => sql`select pg_sleep(0.1)`, { concurrency: "unbounded" })
          yield* Effect.retry(readers, { times: 10 })
          assert.isTrue(isReadOnly(yield* Effect.flip(write)))
          yield* Effect.flip(Sql.checkWritable(sql))
          yield* takeWrites(true)
          yield* Effect.retry(write, { times: 10 })
        })
      )

      it.effect.skipIf(driver === "pglite")("keeps its settings where the owner of the database has set others", () =>
        Effect.gen(function* () {
          const env = yield* place(url)
          const database = env.DATABASE_URL ?? ""
          const { pathname } = new URL(database)
          const timeouts = ["statement_timeout", "lock_timeout", "idle_session_timeout"]
          const ofOwner = [
            "default_transaction_isolation = serializable",
            ...timeouts.map((name) => `${name} = '100ms'`)
          ]
          for (const setting of ofOwner)
            yield* Effect.promise(() => runSql(database, `alter database ${pathname.slice(1)} set ${setting}`))
          const migrations = yield* migrationsOf(first, ["select pg_sleep(0.3)"])
          const settings = ["transaction_isolation", ...timeouts]
          const found = yield* SqlClient.SqlClient.use(
            (sql) => sql<{ setting: string }>`select current_setting(name) as setting
              from unnest(${settings}::text[]) with ordinality s (name, n) order by n`
          ).pipe(Effect.provide(start(env, migrations), { local: true }))
          assert.deepStrictEqual(
            found.map(({ setting }) => setting),
            ["read committed", "1min", "0", "0"]
          )
        })
      )

      it.effect.skipIf(driver === "pglite")("limits how long a session can block others", () =>
        Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          const [session] = yield* sql`
            select current_setting('statement_timeout') as statement, current_setting('jit') as jit,
              current_setting('idle_in_transaction_session_timeout') as idle, current_setting('application_name') as name`
          assert.deepStrictEqual(session, { statement: "1min", idle: "8s", jit: "off", name: "carillon" })
        })
      )
    })

    it.live("builds indexes outside a transaction, and again when an earlier build was cut short", () =>
      Effect.gen(function* () {
        const env = yield* place(url)
        const things = Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql`insert into things (name, data) values ('a', 'x'), ('b', 'x')`
          // Duplicate values end the build, which leaves an invalid index.
          yield* Effect.flip(sql`create unique index concurrently things_data on things (data)`)
          yield* sql`delete from things where name = 'b'`
        })
        yield* things.pipe(Effect.provide(start(env, yield* migrationsOf(first)), { local: true }))
        const folder = withIndexes(yield* migrationsOf(first), {
          things_data: "on things (data) where data is not null"
        })
        const built = SqlClient.SqlClient.use(
          (sql) =>
            sql`select indisvalid as valid, indisunique as "unique" from pg_index where indexrelid = 'things_data'::regclass`
        )
        const again = Effect.provide(built, start(env, folder), { local: true })
        assert.deepStrictEqual(yield* again, [{ valid: true, unique: false }])
        assert.deepStrictEqual(yield* again, [{ valid: true, unique: false }])
      })
    )

    it.live("runs a migration in parts, all of them again when a run was cut short, and never again afterwards", () =>
      Effect.gen(function* () {
        const env = yield* place(url)
        const parts = ["insert into things (name, data) values ('part', 'x') on conflict do nothing"]
        const startWith = (...more: ReadonlyArray<string>) =>
          Effect.flatMap(migrationsOf(first), (folder) =>
            names.pipe(
              Effect.provide(start(env, withParts(folder, [...parts, ...more])), { local: true }),
              Effect.result
            )
          )
        assert.isTrue(Result.isFailure(yield* startWith("insert into things (name) values (1 / 0)")))
        const kept = yield* names.pipe(Effect.provide(start(env, yield* migrationsOf(first)), { local: true }))
        assert.deepStrictEqual(kept, ["part"])
        assert.deepStrictEqual(
          yield* startWith("insert into things (name) values ('rest')"),
          Result.succeed(["part", "rest"])
        )
        // Inserting it again would fail.
        assert.deepStrictEqual(
          yield* startWith("insert into things (name) values ('rest')"),
          Result.succeed(["part", "rest"])
        )
      })
    )

    it.live("refuses a database that a newer release has migrated, and says what to do", () =>
      Effect.gen(function* () {
        const env = yield* place(url)
        const two = [first, ["insert into things (name) values ('one')"]] as const
        yield* names.pipe(Effect.provide(start(env, yield* migrationsOf(...two)), { local: true }))
        const older = yield* names.pipe(
          Effect.provide(start(env, yield* migrationsOf(first)), { local: true }),
          Effect.flip
        )
        assert.strictEqual(
          older.message,
          "The database has migration 9002 of a newer release, and this release knows migrations up to 9001: " +
            "start the newer release, or restore a backup from before the upgrade"
        )
      })
    )

    it.live.skipIf(driver === "pglite")("says which rights a migration lacks", () =>
      Effect.gen(function* () {
        const env = yield* place(url)
        const user = `"${new URL(env.DATABASE_URL ?? "").pathname.slice(1)}"`
        const asUser = [`create role ${user}`, `set local role ${user}`, "create extension vector"]
        const failed = yield* names.pipe(
          Effect.provide(start(env, yield* migrationsOf(asUser)), { local: true }),
          Effect.flip
        )
        assert.match(failed.message, /^Migration "9001_test" failed \(permission denied .*\): let its user own the/)
      })
    )

    // The embedded database has one session, so nothing holds a lock.
    it.live.skipIf(driver === "pglite")(
      "lets others continue while it waits for a lock, and gives up with advice",
      () =>
        Effect.gen(function* () {
          const env = yield* place(url)
          const change = yield* migrationsOf(first, ["alter table things add column size integer"])
          yield* names.pipe(Effect.provide(start(env, yield* migrationsOf(first)), { local: true }))
          const held = yield* Deferred.make<void>()
          const release = yield* Deferred.make<void>()
          const holder = yield* Effect.gen(function* () {
            const sql = yield* SqlClient.SqlClient
            yield* sql.withTransaction(
              sql`select * from things`.pipe(
                Effect.andThen(Deferred.succeed(held, undefined)),
                Effect.andThen(Deferred.await(release))
              )
            )
          }).pipe(
            Effect.provide(PgClient.layer({ url: Redacted.make(env.DATABASE_URL ?? "") }), { local: true }),
            Effect.forkChild
          )
          yield* Deferred.await(held)
          const failed = yield* names.pipe(
            Effect.provide(start(env, change).pipe(Layer.provide(Layer.succeed(LockAttempts, 0))), { local: true }),
            Effect.flip
          )
          assert.match(failed.message, /^Migration "9002_test" failed \(canceling statement due to lock timeout\)/)
          assert.match(failed.message, /the database is unchanged.*pg_stat_activity/)
          const waiting = yield* names.pipe(Effect.provide(start(env, change), { local: true }), Effect.forkChild)
          yield* Deferred.succeed(release, undefined)
          yield* Fiber.join(holder)
          assert.deepStrictEqual(yield* Fiber.join(waiting), [])
        })
    )

    it.live.skipIf(driver === "pglite")("gives way to a transaction that waits for it", () =>
      Effect.gen(function* () {
        const env = yield* place(url)
        const both = [first, ["create table others ()"]] as const
        const change = ["alter table others add column size integer", "alter table things add column size integer"]
        yield* names.pipe(Effect.provide(start(env, yield* migrationsOf(...both)), { local: true }))
        const migrations = yield* migrationsOf(...both, change)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient.SqlClient
          yield* sql.withTransaction(
            Effect.gen(function* () {
              yield* sql`set local deadlock_timeout = '1min'`
              yield* sql`select * from things`
              const failing = yield* names.pipe(
                Effect.provide(start(env, migrations).pipe(Layer.provide(Layer.succeed(LockAttempts, 0))), {
                  local: true
                }),
                Effect.flip,
                Effect.forkChild
              )
              const waits = `select 1 from pg_stat_activity
                where datname = current_database() and query like 'alter table things%' and wait_event_type = 'Lock'`
              const url = env.DATABASE_URL ?? ""
              while ((yield* Effect.promise(() => runSql(url, waits))).length === 0);
              yield* sql`select * from others`
              assert.match(
                (yield* Fiber.join(failing)).message,
                /^Migration "9003_test" failed.*the database is unchanged/
              )
            })
          )
        }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(env.DATABASE_URL ?? "") }), { local: true }))
        assert.deepStrictEqual(yield* names.pipe(Effect.provide(start(env, migrations), { local: true })), [])
      })
    )

    it.live("applies each migration once, and all migrations of a start or none", () =>
      Effect.gen(function* () {
        const env = yield* place(url)
        const startWith = Effect.fnUntraced(function* (...more: ReadonlyArray<ReadonlyArray<string>>) {
          const migrations = yield* migrationsOf(first, ["insert into things (name) values ('one')"], ...more)
          return yield* names.pipe(Effect.provide(start(env, migrations), { local: true }), Effect.result)
        })
        const two = ["insert into things (name) values ('two')"]

        assert.deepStrictEqual(yield* startWith(), Result.succeed(["one"]))
        const failed = yield* startWith(two, ["insert into things (name) values (1 / 0)"])
        assert.strictEqual(
          Result.getOrThrow(Result.flip(failed)).message,
          'Migration "9004_test" failed (division by zero)'
        )
        assert.deepStrictEqual(yield* startWith(two), Result.succeed(["one", "two"]))
      })
    )
  })
}

describe.skipIf(TEST_DATABASE_URL === undefined)("a start on a database that was set up otherwise", () => {
  const server = TEST_DATABASE_URL ?? ""

  it.live("refuses an encoding that cannot store every name, before it migrates", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase(server, "encoding 'LATIN1' template template0 lc_collate 'C' lc_ctype 'C'")
      assert.match(yield* whyNot(url), /cannot be used: its encoding is LATIN1, .* with the encoding UTF8$/)
    })
  )

  it.live("names the schema of an extension that search_path lacks, or that it has none", () =>
    Effect.gen(function* () {
      const url = yield* emptyDatabase(server)
      const name = new URL(url).pathname.slice(1)
      yield* Effect.promise(() => runSql(url, "create schema apart"))
      yield* Effect.promise(() => runSql(url, "create extension pg_trgm schema apart"))
      assert.match(yield* whyNot(url), /cannot be used: its search_path lacks the schema apart, /)
      yield* Effect.promise(() => runSql(server, `alter database ${name} set search_path = gone`))
      assert.match(yield* whyNot(url), /cannot be used: its search_path names no schema that exists; /)
    })
  )
})

describe("a start without its database", () => {
  it.live("reports in one line where it looked, why it failed, and what to do", () =>
    Effect.gen(function* () {
      const port = yield* listen(() => {}, { andClose: true })
      assert.strictEqual(
        yield* whyNot(`postgres://ada:geheim@127.0.0.1:${port}/carillon?password=geheim`),
        `Postgres at ada@127.0.0.1:${port}/carillon cannot be used (connect ECONNREFUSED 127.0.0.1:${port}): ` +
          "check that it runs and that DATABASE_URL names it, or unset that to use the embedded database"
      )
    })
  )

  it.live("advises the operator when Postgres refuses the connection", () =>
    Effect.gen(function* () {
      const refusing = (code: string, message?: string) =>
        Effect.flatMap(
          listen((socket) => socket.once("data", () => socket.end(errorResponse(code, message)))),
          (port) => whyNot(`postgres://ada:geheim@127.0.0.1:${port}/carillon`)
        )
      assert.match(yield* refusing("28P01"), /\(sorry\): check user name and password in DATABASE_URL$/)
      assert.match(yield* refusing("3D000"), /\(sorry\): create the database, or name another in DATABASE_URL$/)
      assert.match(yield* refusing("42501"), /\(sorry\): let its user own the database .* pg_trgm and vector there$/)
      assert.match(
        yield* refusing("08P01", "unsupported startup parameter: jit"),
        /: this is a pooler, so name the database itself in DATABASE_DIRECT_URL$/
      )
      assert.match(yield* refusing("25006"), /\(sorry\): it takes no writes, so name another in DATABASE_URL/)
    })
  )

  it.live("names the setting whose address is wrong", () =>
    Effect.gen(function* () {
      const port = yield* listen(() => {}, { andClose: true })
      const settings = {
        DATABASE_URL: "postgres://ada@127.0.0.1:1/pooled",
        DATABASE_DIRECT_URL: `postgres://ada@127.0.0.1:${port}/carillon`
      }
      assert.strictEqual(
        yield* failure(settings),
        `Postgres at ada@127.0.0.1:${port}/carillon cannot be used (connect ECONNREFUSED 127.0.0.1:${port}): ` +
          "check that it runs and that DATABASE_DIRECT_URL names it"
      )
      assert.match(
        yield* whyNot(`postgres://127.0.0.1:${port}/carillon`),
        /: name the user in DATABASE_URL: add USER:PASSWORD@ before the host$/
      )
    })
  )

  it.live("neither falls back to plain text nor trusts an unknown certificate authority", () =>
    Effect.gen(function* () {
      const encrypted = (port: number) => whyNot(`postgres://ada:geheim@127.0.0.1:${port}/carillon?sslmode=require`)
      const plain = yield* listen((socket) => socket.once("data", () => socket.write("N")))
      assert.match(yield* encrypted(plain), /\(The server does not support TLS\)/)

      const certificate = selfSigned(["localhost"], ["127.0.0.1"])
      const unknown = yield* listen((socket) =>
        socket.once("data", () => {
          socket.write("S")
          new TLSSocket(socket, { isServer: true, ...certificate }).on("error", () => {})
        })
      )
      assert.match(yield* encrypted(unknown), /self-signed.*NODE_EXTRA_CA_CERTS$/)
    })
  )

  it.live("names the folder of a broken embedded database", () =>
    Effect.gen(function* () {
      const { settings } = yield* embeddedDatabase
      const folder = join(settings.DATA_DIR!, "pglite")
      writeFileSync(join(folder, "PG_VERSION"), "9\n")
      assert.strictEqual(
        yield* failure(settings),
        `The embedded database in ${folder} cannot be used (FATAL:  database files are incompatible with server): ` +
          "restore it, or move it away to begin anew"
      )
    })
  )

  it.live("asks for room when the disk of the embedded database is full", ({ skip }) =>
    Effect.gen(function* () {
      const disk = yield* smallDisk
      if (disk === undefined) return skip("no disk can be mounted here")
      assert.strictEqual(
        yield* failure({ DATA_DIR: disk }),
        `The embedded database in ${join(disk, "pglite")} cannot be used (No space left on device): make room on its disk`
      )
    })
  )
})

const failure = (env: Record<string, string>) =>
  SqlClient.SqlClient.pipe(
    Effect.provide(start(env, "/nowhere"), { local: true }),
    Effect.flip,
    Effect.map(({ message }) => message)
  )

const whyNot = (url: string) =>
  Effect.tap(failure({ DATABASE_URL: url }), (message) => Effect.sync(() => assert.notInclude(message, "geheim")))

const listen = (onConnection: (socket: Socket) => void, { andClose = false } = {}) =>
  Effect.acquireRelease(
    Effect.promise(async () => {
      const server = createServer((socket) => onConnection(socket.on("error", () => {})))
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
      const address = server.address()
      if (andClose) server.close()
      return { server, port: typeof address === "object" ? address!.port : 0 }
    }),
    ({ server }) => Effect.sync(() => server.close())
  ).pipe(Effect.map(({ port }) => port))

const errorResponse = (code: string, message = "sorry") => {
  const fields = Buffer.from(`SFATAL\0C${code}\0M${message}\0\0`)
  const head = Buffer.from("E....")
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
