import { randomBytes } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Exit, Layer, Logger, Queue, Scope } from "effect"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { SharedWork } from "../../../src/platform/sql/SharedWork.ts"
import { SqlSession } from "../../../src/platform/sql/Sql.ts"
import { sliceCount } from "../../../src/platform/sql/slices.ts"
import { makeTcpProxy } from "../../support/fakes/network/tcp-proxy.ts"
import { runSql } from "../../support/servers/test-database.ts"

const { PROVE, TEST_DATABASE_URL } = process.env

/** The work of a node has begun or ended for some slices. */
interface Entry {
  readonly node: string
  readonly began: boolean
  readonly slices: ReadonlyArray<number>
}
type Log = Queue.Queue<Entry>
const newLog = Queue.unbounded<Entry>()

type Work = (slices: ReadonlySet<number>) => Effect.Effect<never>
type RunWork = (sharedWork: SharedWork["Service"], work: Work) => Effect.Effect<never>
const runInSlices: RunWork = ({ inSlices }, work) => inSlices(work)

/** Starts a node whose work writes to `log`. */
const startNode = Effect.fnUntraced(function* (
  node: string,
  settings: Record<string, string>,
  log: Log,
  run: RunWork = runInSlices
) {
  const scope = yield* Scope.fork(yield* Effect.scope)
  const services = yield* Layer.buildWithMemoMap(
    SharedWork.layer.pipe(
      Layer.provide(SqlSession.layer),
      Layer.provide([Layer.effect(AppConfig, readSettings(settings)), Logger.layer([])])
    ),
    yield* Layer.makeMemoMap,
    scope
  )
  const work: Work = (slices) =>
    Queue.offer(log, { node, began: true, slices: [...slices] }).pipe(
      Effect.andThen(Effect.never),
      Effect.ensuring(Queue.offer(log, { node, began: false, slices: [...slices] }))
    )
  yield* Effect.forkIn(
    Effect.provideContext(
      SharedWork.use((sharedWork) => run(sharedWork, work)),
      services
    ),
    scope
  )
  return Scope.close(scope, Exit.void)
})

/** Follows the log until the nodes have these numbers of slices. Asserts that no slice is ever worked on by two nodes. */
const until = (log: Log, owners: Map<number, string>, wanted: Readonly<Record<string, number>>) =>
  Effect.gen(function* () {
    const countOf = (node: string) => [...owners.values()].filter((owner) => owner === node).length
    while (Object.entries(wanted).some(([node, count]) => countOf(node) !== count)) {
      const { began, node, slices } = yield* Queue.take(log)
      for (const slice of slices) {
        assert.strictEqual(owners.get(slice), began ? undefined : node, `slice ${slice} of ${node}`)
        if (began) owners.set(slice, node)
        else owners.delete(slice)
      }
    }
  })

const everySliceOf = (node: string) => ({ node, began: true, slices: Array.from({ length: sliceCount }, (_, n) => n) })

describe("the work that nodes share", () => {
  it.live("runs at once and whole on the embedded database, and on no node without the role", () =>
    Effect.gen(function* () {
      const log = yield* newLog
      yield* startNode("api", { ROLES: "api,dialer" }, log)
      yield* startNode("workers", {}, log)
      assert.deepStrictEqual(yield* Queue.takeAll(log), [everySliceOf("workers")])
    }).pipe(Effect.scoped)
  )
})

describe.skipIf(TEST_DATABASE_URL === undefined)("the work that nodes share on Postgres", () => {
  const database = Effect.acquireRelease(
    Effect.promise(async () => {
      const name = `carillon_shares_${randomBytes(6).toString("hex")}`
      await runSql(TEST_DATABASE_URL ?? "", `create database ${name}`)
      return Object.assign(new URL(TEST_DATABASE_URL ?? ""), { pathname: `/${name}` }).href
    }),
    (url) =>
      Effect.promise(() => runSql(TEST_DATABASE_URL ?? "", `drop database ${url.split("/").at(-1)} with (force)`))
  )
  const ofDatabase = "database = (select oid from pg_database where datname = current_database())"
  const query = (url: string, text: string) => Effect.promise(() => runSql(url, text))

  it.live("is in equal shares, never on two nodes, and moves when nodes come, leave and lose their sessions", () =>
    Effect.gen(function* () {
      const settings = { DATABASE_URL: yield* database }
      const log = yield* newLog
      const owners = new Map<number, string>()
      const endOne = yield* startNode("one", settings, log)
      yield* until(log, owners, { one: 12 })
      yield* startNode("two", settings, log)
      yield* until(log, owners, { one: 6, two: 6 })
      yield* startNode("api", { ...settings, ROLES: "api" }, log)
      yield* startNode("three", settings, log)
      yield* until(log, owners, { one: 4, two: 4, three: 4 })
      yield* endOne
      yield* until(log, owners, { one: 0, two: 6, three: 6 })

      // The locks of both are lost at once. Each ends its work and takes a share again.
      yield* query(
        settings.DATABASE_URL,
        `select pg_terminate_backend(pid) from (select distinct pid from pg_locks where locktype = 'advisory' and ${ofDatabase}) l`
      )
      while (owners.size > 0) {
        const { node, began, slices } = yield* Queue.take(log)
        if (!began) for (const slice of slices) if (owners.get(slice) === node) owners.delete(slice)
        if (began) break
      }
    }).pipe(Effect.scoped)
  )

  it.live("waits while a node of the release before, which does all of it, has its lock", () =>
    Effect.gen(function* () {
      const settings = { DATABASE_URL: yield* database }
      const log = yield* newLog
      const leader = yield* Scope.fork(yield* Effect.scope)
      const release = (session: typeof SqlSession.Service) => Scope.provide(session.open!, leader)
      const sql = yield* Effect.flatMap(SqlSession, release).pipe(
        Effect.provide(
          SqlSession.layer.pipe(Layer.provide([Layer.effect(AppConfig, readSettings(settings)), Logger.layer([])]))
        )
      )
      const lock = 0x636172696c6c
      yield* sql`select pg_advisory_lock(${lock}::bigint)`
      yield* startNode("new", settings, log)
      const waits = `select 1 from pg_stat_activity where datname = current_database() and query like '%try_advisory_lock_shared%'`
      while ((yield* query(settings.DATABASE_URL, waits)).length === 0);
      assert.deepStrictEqual(yield* Queue.clear(log), [])
      yield* Scope.close(leader, Exit.void)
      assert.deepStrictEqual(yield* Queue.take(log), everySliceOf("new"))
      assert.deepStrictEqual(
        yield* query(settings.DATABASE_URL, `select pg_try_advisory_lock(${lock}::bigint) as got`),
        [{ got: false }]
      )
    }).pipe(Effect.scoped)
  )

  it.live("runs what cannot be divided on one node, which follows from the name", () =>
    Effect.gen(function* () {
      const settings = { DATABASE_URL: yield* database }
      const log = yield* newLog
      const owners = new Map<number, string>()
      const names = ["one task", "another task", "a third task"]
      const tasks: RunWork = ({ alone }, work) =>
        Effect.all(
          names.map((name, index) => alone(name, work(new Set([index])))),
          { concurrency: "unbounded" }
        ).pipe(Effect.andThen(Effect.never))
      const end = yield* startNode("one", settings, log, tasks)
      yield* until(log, owners, { one: names.length })
      yield* startNode("two", settings, log, tasks)
      yield* end
      yield* until(log, owners, { one: 0, two: names.length })
    }).pipe(Effect.scoped)
  )

  it.live.skipIf(PROVE !== "full")("of a node whose connection stalls ends before another node begins it", () =>
    Effect.gen(function* () {
      const url = new URL(yield* database)
      const proxy = yield* Effect.acquireRelease(
        Effect.promise(() => makeTcpProxy(url.hostname, Number(url.port))),
        ({ close }) => Effect.promise(close)
      )
      const log = yield* newLog
      const owners = new Map<number, string>()
      yield* startNode("one", { DATABASE_URL: Object.assign(new URL(url), { port: String(proxy.port) }).href }, log)
      yield* until(log, owners, { one: 12 })
      yield* startNode("two", { DATABASE_URL: url.href }, log)
      yield* until(log, owners, { one: 6, two: 6 })
      const begun = performance.now()
      proxy.stall()
      yield* until(log, owners, { one: 0 })
      // The node comes back with a new connection and may take a share again.
      while (owners.size < sliceCount) {
        const { began, node, slices } = yield* Queue.take(log)
        for (const slice of slices) {
          assert.strictEqual(owners.get(slice), began ? undefined : node, `slice ${slice} of ${node}`)
          if (began) owners.set(slice, node)
          else owners.delete(slice)
        }
      }
      console.info(`Taken over from a stalled node in ${Math.round(performance.now() - begun)} ms`)
    }).pipe(Effect.scoped)
  )
})
