import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Schedule } from "effect"
import { answered } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { makeTcpProxy } from "../../support/fakes/network/tcp-proxy.ts"
import {
  inClusterOn,
  joinIn,
  report,
  startCampaigns,
  stopAndCheck,
  until,
  untilCompleted
} from "../../support/processes/dialing-cluster.ts"
import {
  type Cluster,
  hasPostgresPrograms,
  startCluster,
  startStandby
} from "../../support/servers/postgres-cluster.ts"
import { runSql } from "../../support/servers/test-database.ts"

const server = (start: () => Promise<Cluster>) =>
  Effect.acquireRelease(Effect.promise(start), ({ stop }) => Effect.promise(stop))

const dataDir = Effect.acquireRelease(
  Effect.promise(() => mkdtemp(join(tmpdir(), "carillon-failover-"))),
  (folder) => Effect.promise(() => rm(folder, { recursive: true, force: true }))
)

// Each starts two servers of Postgres, so they run only in full.
describe.runIf(process.env.PROVE === "full" && hasPostgresPrograms)("a primary with a standby", () => {
  it.live(
    "is replaced by the standby while campaigns dial: no number is dialed twice, and every outcome is published once",
    () =>
      Effect.gen(function* () {
        const primary = yield* server(() => startCluster(["synchronous_commit=on"]))
        const standby = yield* server(() => startStandby(primary))
        // From now on a commit waits until the standby has it.
        yield* Effect.promise(() => runSql(primary.url, "alter system set synchronous_standby_names = '*'"))
        yield* Effect.promise(() => runSql(primary.url, "select pg_reload_conf()"))
        const proxy = yield* Effect.acquireRelease(
          Effect.promise(() => makeTcpProxy("127.0.0.1", primary.port)),
          ({ close }) => Effect.promise(close)
        )
        const settings = {
          DATABASE_URL: `postgres://postgres@127.0.0.1:${proxy.port}/postgres`,
          DATA_DIR: yield* dataDir
        }
        yield* inClusterOn(settings, (cluster) =>
          Effect.gen(function* () {
            const [one] = [yield* joinIn(cluster), yield* joinIn(cluster)]
            const pace = { callsPerMinute: 300, maxConcurrentCalls: 20, maxRetries: 0, callTimeoutMinutes: 1 }
            const { ids } = yield* startCampaigns(one, { campaigns: 4, people: 150, fields: pace })
            const sql = yield* PgClient.PgClient
            const count = (where: string) =>
              sql.unsafe(`select 1 from attempts where ${where}`).pipe(
                Effect.retry({ schedule: Schedule.spaced("50 millis") }),
                Effect.map(({ length }) => length)
              )
            yield* until(
              "calls have ended",
              Effect.map(count("ended_at is not null"), (ended) => ended > 60)
            )

            yield* Effect.promise(primary.kill)
            const killed = performance.now()
            proxy.leadTo(standby.port)
            yield* Effect.promise(standby.promote)
            const before = yield* count("true")
            report(`The standby accepts writes ${Math.round(performance.now() - killed)} ms after the kill`)
            yield* until(
              "the nodes dial on",
              Effect.map(count("true"), (now) => now > before + 20)
            )
            report(`The nodes dial on ${Math.round(performance.now() - killed)} ms after the kill`)
            yield* untilCompleted(ids.length)
            assert.strictEqual(yield* count("true"), 600)
            yield* stopAndCheck(cluster)
          })
        )
      }).pipe(Effect.scoped),
    300_000
  )

  it.live("is read itself while the standby applies nothing or is away", () =>
    Effect.gen(function* () {
      const primary = yield* server(() => startCluster())
      const standby = yield* server(() => startStandby(primary))
      const settings = { DATABASE_URL: primary.url, DATABASE_READ_URL: standby.url, DATA_DIR: yield* dataDir }
      yield* Effect.promise(async () => {
        const node = await startServer({ database: { settings, remove: async () => {} } })
        const { id } = await node.organization()
        const startOfDay = async () =>
          (await answered(200, node.admin("GET", `/admin/v1/organizations/${id}/overview`))).today.since
        const isRead = `select 1 from pg_stat_activity where application_name = 'carillon reads'
          and query not like '%node_loads%' and query <> ''`
        await eventually(async () => {
          await startOfDay()
          assert.isNotEmpty(await runSql(standby.url, isRead))
        })
        /** Changes what the overview shows, and waits until it does. */
        const moveTo = async (timezone: string) => {
          const before = await startOfDay()
          await answered(200, node.admin("PATCH", `/admin/v1/organizations/${id}`, { timezone }))
          const begun = performance.now()
          await eventually(async () => assert.notStrictEqual(await startOfDay(), before), 100, 30_000)
          report(`The overview shows a change after ${Math.round(performance.now() - begun)} ms`)
        }
        await runSql(standby.url, "select pg_wal_replay_pause()")
        await moveTo("Asia/Kolkata")
        assert.isEmpty(await runSql(standby.url, "select 1 from organizations where timezone = 'Asia/Kolkata'"))
        await standby.kill()
        await moveTo("America/New_York")
        await node.stop()
      })
    }).pipe(Effect.scoped)
  )
})
