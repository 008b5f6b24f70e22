import { NodeClusterSocket, NodeCrypto } from "@effect/platform-node"
import { Effect, Layer, Option } from "effect"
import { RunnerAddress, SingleRunner } from "effect/cluster"
import { AppConfig } from "../platform/config.ts"

/** The nodes among which campaigns are spread: this one, or with NODE_HOST and NODE_PORT all that share the database. */
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

// Said in any case: the cluster would look for what is not said in the environment, whose HOST and PORT are not its own.
const at = (address: RunnerAddress.RunnerAddress) => ({
  runnerAddress: Option.some(address),
  runnerListenAddress: Option.some(address)
})

// A node that dies is missed for about as long as its locks last.
const common = {
  shardLockExpiration: "10 seconds",
  shardLockRefreshInterval: "3 seconds",
  refreshAssignmentsInterval: "1 second",
  entityMessagePollInterval: "2 seconds",
  runnerHealthCheckInterval: "5 seconds",
  entityTerminationTimeout: "5 seconds",
  simulateRemoteSerialization: false
} as const
