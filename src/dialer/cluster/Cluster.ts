import * as NodeCrypto from "@effect/platform-node/NodeCrypto"
import { Effect, Layer, Option } from "effect"
import {
  RunnerAddress,
  RunnerHealth,
  Runners,
  ShardingConfig,
  SingleRunner,
  SocketRunner,
  SqlMessageStorage,
  SqlRunnerStorage
} from "effect/cluster"
import { RpcSerialization } from "effect/rpc"
import { AppConfig } from "../../platform/config.ts"
import { clusterLayer } from "../../platform/sql/Sql.ts"
import { clientLayer, serverLayer } from "./cluster-sockets.ts"
import * as DeadNodes from "./DeadNodes.ts"

/**
 * The nodes that share the campaigns: this process alone, or with NODE_HOST and NODE_PORT all nodes
 * that use the database.
 */
export const layer = Layer.unwrap(
  Effect.map(AppConfig, ({ databaseDirectUrl, node, roles }) =>
    Option.match(node, {
      onNone: () =>
        SingleRunner.layer({
          runnerStorage: "memory",
          shardingConfig: { ...common, ...(roles.has("dialer") ? at(RunnerAddress.make("localhost", 1)) : asClient) }
        }).pipe(Layer.provide(NodeCrypto.layerDigest)),
      onSome: ({ host, port }) => {
        // Behind a pooler sessions are shared, and with them their advisory locks: rows take their place.
        const locks = { shardLockDisableAdvisory: Option.isSome(databaseDirectUrl) }
        const shardingConfig = { ...common, ...locks, ...at(RunnerAddress.make(host, port)) }
        return roles.has("dialer")
          ? between(
              SocketRunner.layer.pipe(Layer.provide(serverLayer), Layer.provide(health), Layer.merge(DeadNodes.layer)),
              ShardingConfig.layerFromEnv(shardingConfig)
            )
          : between(SocketRunner.layerClientOnly, ShardingConfig.layerFromEnv({ ...common, ...locks, ...asClient }))
      }
    })
  )
).pipe(Layer.provide(clusterLayer))

const health = RunnerHealth.layerPing.pipe(Layer.provide(Runners.layerRpc))

// Like `NodeClusterSocket.layer`, with connections of our own.
const between = <A, E, R, E2, R2>(
  runner: Layer.Layer<A, E, R>,
  config: Layer.Layer<ShardingConfig.ShardingConfig, E2, R2>
) =>
  runner.pipe(
    Layer.provide(clientLayer),
    Layer.provideMerge(SqlMessageStorage.layer.pipe(Layer.provide(NodeCrypto.layerDigest))),
    Layer.provide(Layer.orDie(SqlRunnerStorage.layer)),
    Layer.provide(config),
    Layer.provide(RpcSerialization.layerSchemaBinary())
  )

// Set in every case: otherwise the cluster would read HOST and PORT from the environment, which are
// the addresses of the API.
const at = (address: RunnerAddress.RunnerAddress) => ({
  runnerAddress: Option.some(address),
  runnerListenAddress: Option.some(address)
})

// Takes no campaigns: messages for their actors wait for a node that has actors.
const asClient = { runnerAddress: Option.none() }

// A node that died is noticed at once (DeadNodes), a silent one after about the lifetime of its shard locks. A busy
// node keeps them: its event loop may stall for most of that time.
const common = {
  shardLockExpiration: "10 seconds",
  shardLockRefreshInterval: "3 seconds",
  refreshAssignmentsInterval: "500 millis",
  entityMessagePollInterval: "2 seconds",
  runnerHealthCheckInterval: "5 seconds",
  entityTerminationTimeout: "5 seconds",
  simulateRemoteSerialization: false
} as const
