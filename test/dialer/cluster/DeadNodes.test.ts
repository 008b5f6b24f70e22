import { spawn } from "node:child_process"
import { once } from "node:events"
import { createServer } from "node:net"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Logger, Option, Redacted } from "effect"
import { Runner, RunnerAddress, RunnerStorage, ShardingConfig, SqlRunnerStorage } from "effect/cluster"
import { Reactivity } from "effect/reactivity"
import { makeLook, refusesConnections } from "../../../src/dialer/cluster/DeadNodes.ts"
import { sessionName } from "../../../src/platform/sql/Sql.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { engine, makeDatabase } from "../../support/servers/test-database.ts"

/** The address of a process that has stopped reading, as a node does whose event loop stalls. */
const stalledNode = Effect.acquireRelease(
  Effect.promise(async () => {
    const program = `require("net").createServer().listen(0, "127.0.0.1", function () {
      process.stdout.write(String(this.address().port), () => process.kill(process.pid, "SIGSTOP"))
    })`
    const child = spawn(process.execPath, ["-e", program], { stdio: ["ignore", "pipe", "inherit"] })
    const [port] = await once(child.stdout, "data")
    return { child, address: `127.0.0.1:${port}` }
  }),
  ({ child }) => Effect.sync(() => child.kill("SIGKILL"))
).pipe(Effect.map(({ address }) => address))

const closedPort = Effect.map(Effect.promise(freePort), (port) => `127.0.0.1:${port}`)

describe("a node's port", () => {
  it.live("refuses connections once its process has ended, and not while it stalls or no machine answers", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* refusesConnections(yield* closedPort))
      assert.isFalse(yield* refusesConnections(yield* stalledNode))
      assert.isFalse(yield* refusesConnections("node.invalid:7070"))
      const server = yield* Effect.acquireRelease(
        Effect.sync(() => createServer().listen(0, "127.0.0.1")),
        (listening) => Effect.sync(() => listening.close())
      )
      yield* Effect.promise(() => once(server, "listening"))
      assert.isFalse(yield* refusesConnections(`127.0.0.1:${(server.address() as { port: number }).port}`))
    }).pipe(Effect.scoped)
  )
})

const runner = (address: string) => {
  const [host = "", port] = address.split(":")
  return Runner.make({ address: RunnerAddress.make(host, Number(port)), groups: ["default"], weight: 1 })
}

describe.skipIf(engine !== "postgres")("a look at the other nodes", () => {
  it.live("marks a node that has died and frees its locks, and leaves nodes that stall or are cut off", () =>
    Effect.gen(function* () {
      const { settings } = yield* Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) =>
        Effect.promise(remove)
      )
      const url = Redacted.make(settings.DATABASE_URL ?? "")
      const [mine, dead, cutOff, forgotten] = yield* Effect.all([closedPort, closedPort, closedPort, closedPort])
      const stalled = yield* stalledNode
      const config = ShardingConfig.layer({ runnerAddress: Option.some(runner(mine).address) })
      const services = SqlRunnerStorage.layer.pipe(
        Layer.provideMerge(Layer.mergeAll(PgClient.layer({ url }), config, Logger.layer([])))
      )
      yield* Effect.gen(function* () {
        const sql = yield* PgClient.PgClient
        const storage = yield* RunnerStorage.RunnerStorage
        const all = [mine, dead, cutOff, stalled, forgotten]
        for (const address of all) {
          yield* storage.register(runner(address), true)
          yield* sql`insert into cluster_locks (shard_id, address, acquired_at) values (${`of ${address}`}, ${address}, now())`
        }
        yield* sql`update cluster_runners set last_heartbeat = now() - interval '1 hour' where address = ${forgotten}`
        const session = yield* PgClient.makeClient({ url, applicationName: sessionName(cutOff) }).pipe(
          Effect.provide(Reactivity.layer)
        )
        yield* session`select 1`

        const look = yield* makeLook
        yield* look
        const healthy = sql<{ address: string }>`select address from cluster_runners where healthy`
        const locked = sql<{ address: string }>`select address from cluster_locks`
        for (const left of [yield* healthy, yield* locked]) {
          assert.sameMembers(
            left.map(({ address }) => address),
            all.filter((address) => address !== dead)
          )
        }
        // The node came back.
        yield* storage.register(runner(dead), true)
        assert.strictEqual((yield* healthy).length, all.length)
      }).pipe(Effect.provide(services))
    }).pipe(Effect.scoped)
  )
})
