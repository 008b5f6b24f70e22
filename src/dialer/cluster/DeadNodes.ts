import { connect } from "node:net"
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer, Option } from "effect"
import { ShardingConfig } from "effect/cluster"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { within } from "../../platform/lifecycle/within.ts"
import { sessionName } from "../../platform/sql/Sql.ts"

/**
 * Lets the other nodes take the campaigns of a node that died at once, before its locks expire. Two facts
 * together show that: the database has no session of the node, and its machine refuses connections to it. A node that is
 * busy or paused keeps its sessions, and the kernel accepts connections for it. One that lost the database still accepts
 * connections, and one behind a firewall that refuses them still has its sessions. A silent machine shows neither fact,
 * so its locks have to expire.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const look = yield* makeLook
    yield* Effect.forever(Effect.andThen(look.pipe(within("5 seconds")), Effect.sleep("500 millis"))).pipe(
      keepGoing("Could not look for dead nodes; retrying. Until then their campaigns wait for their locks to expire"),
      Effect.forkScoped
    )
  })
)

/** Looks once at the other nodes of the cluster, and marks those that have died. */
export const makeLook = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const { runnerAddress, shardLockExpiration } = yield* ShardingConfig.ShardingConfig
  const { host, port } = Option.getOrThrow(runnerAddress)
  // The cluster forgets nodes without a newer sign of life by itself.
  const remembered = Duration.toSeconds(shardLockExpiration)
  const hasNoSession = sql`not exists (select from pg_stat_activity
    where datname = current_database() and application_name = left(${sessionName("")} || address, 63))`
  const withoutSession = sql<{ address: string }>`select address from cluster_runners
    where healthy and address <> ${`${host}:${port}`} and last_heartbeat > now() - make_interval(secs => ${remembered})
      and ${hasNoSession}`

  // Rows of locks, which take the place of advisory locks behind a pooler, are locked in the order that the cluster uses.
  const markDead = Effect.fnUntraced(function* (address: string) {
    const marked = yield* sql`with dead as (
        update cluster_runners set healthy = false where address = ${address} and healthy and ${hasNoSession}
        returning address
      ), locks as (
        select shard_id from cluster_locks where address in (select address from dead)
        order by shard_id collate "C" for update
      ), freed as (delete from cluster_locks where shard_id in (select shard_id from locks) and address = ${address})
      select from dead`
    if (marked.length > 0) {
      yield* Effect.logWarning(`The node ${address} has died; the other nodes take over its campaigns`)
    }
  })

  return Effect.gen(function* () {
    const suspects = yield* withoutSession
    yield* Effect.forEach(
      suspects,
      ({ address }) =>
        Effect.flatMap(refusesConnections(address), (refused) => (refused ? markDead(address) : Effect.void)),
      { concurrency: "unbounded", discard: true }
    )
  })
})

/** Whether the machine of a node answers that nothing listens at its port. Silence and any other error are no proof. */
export const refusesConnections = (address: string) =>
  Effect.callback<boolean>((resume) => {
    const colon = address.lastIndexOf(":")
    const socket = connect({ host: address.slice(0, colon), port: Number(address.slice(colon + 1)) })
    socket.once("connect", () => resume(Effect.succeed(false)))
    // A name may have several addresses, each with an error of its own.
    socket.once("error", (error) => {
      const errors = error instanceof AggregateError ? error.errors : [error]
      resume(Effect.succeed(errors.every(({ code }) => code === "ECONNREFUSED")))
    })
    return Effect.sync(() => socket.destroy())
  }).pipe(Effect.timeoutOrElse({ duration: "1 second", orElse: () => Effect.succeed(false) }))
