import { randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Logger, Queue, Scope } from "effect"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { Leader } from "../../../src/platform/sql/Leader.ts"
import { SqlSession } from "../../../src/platform/sql/Sql.ts"
import { makeTcpProxy } from "../../support/fakes/network/tcp-proxy.ts"
import { runSql } from "../../support/services/test-database.ts"

const { TEST_DATABASE_URL } = process.env

/** Starts a node whose work writes to `log`. */
const startNode = Effect.fnUntraced(function* (
  name: string,
  settings: Record<string, string>,
  log: Queue.Queue<string>
) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const services = yield* Layer.buildWithMemoMap(
    Leader.layer.pipe(
      Layer.provide(SqlSession.layer),
      Layer.provide([Layer.effect(AppConfig, readSettings(settings)), Logger.layer([])])
    ),
    yield* Layer.makeMemoMap,
    scope
  )
  const work = Queue.offer(log, `${name} leads`).pipe(
    Effect.andThen(Effect.never),
    Effect.ensuring(Queue.offer(log, `${name} ends`))
  )
  yield* Effect.forkIn(
    Effect.provideContext(
      Leader.use(({ whileLeading }) => whileLeading(work)),
      services
    ),
    scope
  )
  return Scope.close(scope, Exit.void)
})

describe("Leader", () => {
  it.live("leads at once on the embedded database", () =>
    Effect.gen(function* () {
      const log = yield* Queue.unbounded<string>()
      yield* startNode("one", {}, log)
      assert.strictEqual(yield* Queue.take(log), "one leads")
    }).pipe(Effect.scoped)
  )
})

describe("Leader without workers", () => {
  it.live("never leads", () =>
    Effect.gen(function* () {
      const log = yield* Queue.unbounded<string>()
      yield* startNode("api", { ROLES: "api,dialer" }, log)
      yield* startNode("workers", {}, log)
      assert.deepStrictEqual(yield* Queue.takeAll(log), ["workers leads"])
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(TEST_DATABASE_URL === undefined)("Leader on Postgres", () => {
  const database = Effect.acquireRelease(
    Effect.promise(async () => {
      const name = `carillon_leader_${randomBytes(6).toString("hex")}`
      await runSql(TEST_DATABASE_URL ?? "", `create database ${name}`)
      return Object.assign(new URL(TEST_DATABASE_URL ?? ""), { pathname: `/${name}` }).href
    }),
    (url) =>
      Effect.promise(() => runSql(TEST_DATABASE_URL ?? "", `drop database ${url.split("/").at(-1)} with (force)`))
  )

  it.live("runs the work on one node, and on another node when the first ends", () =>
    Effect.gen(function* () {
      const settings = { DATABASE_URL: yield* database }
      const log = yield* Queue.unbounded<string>()
      const endOne = yield* startNode("one", settings, log)
      assert.strictEqual(yield* Queue.take(log), "one leads")
      yield* startNode("api", { ...settings, ROLES: "api" }, log)
      yield* startNode("two", settings, log)
      const waits = `select 1 from pg_stat_activity where datname = current_database() and query like '%try_advisory%'`
      while ((yield* Effect.promise(() => runSql(settings.DATABASE_URL, waits))).length === 0);
      assert.deepStrictEqual(yield* Queue.clear(log), [])
      yield* endOne
      assert.deepStrictEqual([yield* Queue.take(log), yield* Queue.take(log)], ["one ends", "two leads"])
    }).pipe(Effect.scoped)
  )

  it.live("interrupts the work when the session is lost, and restarts it", () =>
    Effect.gen(function* () {
      const settings = { DATABASE_URL: yield* database }
      const log = yield* Queue.unbounded<string>()
      yield* startNode("one", settings, log)
      assert.strictEqual(yield* Queue.take(log), "one leads")
      const cut = `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory'
        and database = (select oid from pg_database where datname = current_database())`
      assert.strictEqual((yield* Effect.promise(() => runSql(settings.DATABASE_URL, cut))).length, 1)
      assert.deepStrictEqual([yield* Queue.take(log), yield* Queue.take(log)], ["one ends", "one leads"])
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(process.env.PROVE !== "full")(
    "ends the work of a node whose connection stalls before another node begins it",
    () =>
      Effect.gen(function* () {
        const url = new URL(yield* database)
        const proxy = yield* Effect.acquireRelease(
          Effect.promise(() => makeTcpProxy(url.hostname, Number(url.port))),
          ({ close }) => Effect.promise(close)
        )
        const log = yield* Queue.unbounded<string>()
        const throughProxy = Object.assign(new URL(url), { port: String(proxy.port) }).href
        yield* startNode("one", { DATABASE_URL: throughProxy }, log)
        assert.strictEqual(yield* Queue.take(log), "one leads")
        yield* startNode("two", { DATABASE_URL: url.href }, log)
        proxy.stall()
        assert.strictEqual(yield* Queue.take(log), "one ends")
        assert.match(yield* Queue.take(log), /^(one|two) leads$/)
      }).pipe(Effect.scoped)
  )
})
