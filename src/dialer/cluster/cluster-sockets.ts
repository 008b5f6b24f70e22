import { connect, type TlsOptions } from "node:tls"
import * as NodeSocket from "@effect/platform-node/NodeSocket"
import * as NodeSocketServer from "@effect/platform-node/NodeSocketServer"
import { Effect, Layer, Option } from "effect"
import { Runners, ShardingConfig } from "effect/cluster"
import { RpcClient, RpcSerialization } from "effect/rpc"
import { Socket, SocketServer } from "effect/socket"
import { cannotListen } from "../../platform/http/HttpServer.ts"
import { Secrets } from "../../platform/secrets/Secrets.ts"

// The connections between nodes are TLS with a secret that both sides prove to know (TLS-PSK), so they need no
// certificates. The secret follows from ENCRYPTION_KEY, which all nodes share: a stranger who reaches the port cannot
// complete the handshake.

/** Accepts connections of other nodes. */
export const serverLayer = Layer.effect(
  SocketServer.SocketServer,
  Effect.gen(function* () {
    const keys = yield* sharedKeys
    const { runnerAddress, runnerListenAddress } = yield* ShardingConfig.ShardingConfig
    const address = Option.getOrThrow(Option.orElse(runnerListenAddress, () => runnerAddress))
    return yield* NodeSocketServer.makeTls({
      host: address.host,
      port: address.port,
      ...protocol,
      handshakeTimeout: openTimeoutMillis,
      pskCallback: (_socket: unknown, identity: string) => keys.find((key) => key.identity === identity)?.psk ?? null
    } as TlsOptions & { readonly host: string; readonly port: number }).pipe(
      Effect.mapError(({ reason }) => cannotListen(reason.cause, address, "NODE_"))
    )
  })
)

/** Opens connections to other nodes. */
export const clientLayer = Layer.effect(
  Runners.RpcClientProtocol,
  Effect.gen(function* () {
    const serialization = yield* RpcSerialization.RpcSerialization
    const [key] = yield* sharedKeys
    return {
      codecFor: serialization.codecFor,
      make: Effect.fnUntraced(function* ({ host, port }) {
        const socket = yield* NodeSocket.fromDuplex(openTls(host, port, key), { openTimeout: openTimeoutMillis })
        return yield* RpcClient.makeProtocolSocket().pipe(
          Effect.provideService(Socket.Socket, socket),
          Effect.provideService(RpcSerialization.RpcSerialization, serialization)
        )
      }, Effect.orDie)
    }
  })
)

interface SharedKey {
  readonly identity: string
  readonly psk: Uint8Array
}

// Each key of the ring works, so that nodes understand each other while a new key is introduced.
const sharedKeys = Effect.map(Secrets, ({ digests }) => {
  const identities = digests("cluster", "identity")
  return digests("cluster", "secret").map(
    (psk, index): SharedKey => ({ identity: Buffer.from(identities[index] ?? []).toString("hex", 0, 8), psk })
  ) as unknown as readonly [SharedKey, ...ReadonlyArray<SharedKey>]
})

// Node supports shared keys up to TLS 1.2. This cipher has forward secrecy.
const protocol = { ciphers: "ECDHE-PSK-CHACHA20-POLY1305", minVersion: "TLSv1.2", maxVersion: "TLSv1.2" } as const

/** Maximum time to connect and complete the handshake, ms. A busy node needs a moment for it. */
const openTimeoutMillis = 5_000

const openTls = (host: string, port: number, { identity, psk }: SharedKey) =>
  Effect.acquireRelease(
    Effect.callback<ReturnType<typeof connect>, Socket.SocketError>((resume) => {
      const connection = connect({
        host,
        port,
        ...protocol,
        pskCallback: () => ({ identity, psk }),
        // The other side proves that it knows the secret; it has no certificate.
        checkServerIdentity: () => undefined
      })
      connection.once("secureConnect", () => resume(Effect.succeed(connection)))
      connection.on("error", (cause) =>
        resume(Effect.fail(new Socket.SocketError({ reason: new Socket.SocketOpenError({ kind: "Unknown", cause }) })))
      )
      return Effect.sync(() => connection.destroy())
    }),
    (connection) => Effect.sync(() => connection.destroySoon())
  )
