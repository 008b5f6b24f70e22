import { NodeClusterSocket, NodeCrypto } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import { RunnerAddress, SingleRunner } from "effect/cluster"
import { AppConfig } from "../platform/config.ts"

/**
 * The nodes that share the campaigns: this process alone, or with NODE_HOST and NODE_PORT all nodes
 * that use the database.
 */
export const layer = Layer.unwrap(
  Effect.map(AppConfig, ({ node, roles }) =>
    Option.match(node, {
      onNone: () =>
        SingleRunner.layer({
          runnerStorage: "memory",
          shardingConfig: { ...common, ...at(RunnerAddress.make("localhost", 1)) }
        }).pipe(Layer.provide(NodeCrypto.layerDigest)),
      onSome: ({ host, port }) => {
        const shardingConfig = { ...common, ...at(RunnerAddress.make(host, port)) }
        return roles.has("dialer")
          ? NodeClusterSocket.layer({ shardingConfig })
          : NodeClusterSocket.layer({ clientOnly: true, shardingConfig: { ...common, runnerAddress: Option.none() } })
      }
    })
  )
)

// Set in every case: otherwise the cluster would read HOST and PORT from the environment, which are
// the addresses of the API.
const at = (address: RunnerAddress.RunnerAddress) => ({
  runnerAddress: Option.some(address),
  runnerListenAddress: Option.some(address)
})

// A dead node is noticed after about the lifetime of its shard locks.
const common = {
  shardLockExpiration: "10 seconds",
  shardLockRefreshInterval: "3 seconds",
  refreshAssignmentsInterval: "1 second",
  entityMessagePollInterval: "2 seconds",
  runnerHealthCheckInterval: "5 seconds",
  entityTerminationTimeout: "5 seconds",
  simulateRemoteSerialization: false
} as const
