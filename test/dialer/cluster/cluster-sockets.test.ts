import { createHmac } from "node:crypto"
import { connect as connectPlain } from "node:net"
import { connect } from "node:tls"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { RunnerAddress, ShardingConfig } from "effect/cluster"
import { serverLayer } from "../../../src/dialer/cluster/cluster-sockets.ts"
import { Secrets } from "../../../src/platform/secrets/Secrets.ts"
import { freePort } from "../../support/servers/free-port.ts"

const digest = (key: string, text: string) => createHmac("sha256", key).update(text).digest()
const secretsOf = (key: string) =>
  Layer.succeed(Secrets, {
    seal: () => "",
    open: () => Effect.die("Nothing is sealed here"),
    digest: (_, text) => digest(key, text),
    digests: (_, text) => [digest(key, text)],
    keyId: key,
    keyIds: [key],
    sealDigestKeys: () => undefined
  })

/** Tries a handshake with the secret of a key, and returns how it ends. */
const handshake = (port: number, key: string) =>
  Effect.callback<string>((resume) => {
    const client = connect({
      host: "127.0.0.1",
      port,
      ciphers: "ECDHE-PSK-CHACHA20-POLY1305",
      minVersion: "TLSv1.2",
      maxVersion: "TLSv1.2",
      // Also a stranger may know the name of the secret.
      pskCallback: () => ({ identity: digest("ours", "identity").toString("hex", 0, 8), psk: digest(key, "secret") }),
      checkServerIdentity: () => undefined
    })
    const end = (how: string) => {
      client.destroy()
      resume(Effect.succeed(how))
    }
    client.once("secureConnect", () => end("connected"))
    client.once("error", () => end("refused"))
    client.once("close", () => end("refused"))
  })

const speakPlainly = (port: number) =>
  Effect.callback<string>((resume) => {
    const received: Array<Buffer> = []
    const client = connectPlain(port, "127.0.0.1", () => client.write("GET / HTTP/1.1\r\n\r\n"))
    client.on("data", (bytes) => received.push(bytes))
    client.once("error", () => undefined)
    client.once("close", () => resume(Effect.succeed(Buffer.concat(received).toString("latin1"))))
  })

const serverAt = (host: string, port: number) => {
  const address = Option.some(RunnerAddress.make(host, port))
  const config = ShardingConfig.layer({ runnerAddress: address, runnerListenAddress: address })
  return serverLayer.pipe(Layer.provide([secretsOf("ours"), config]))
}

it.live("a stranger cannot complete the handshake between nodes", () =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    yield* Layer.build(serverAt("127.0.0.1", port))
    assert.strictEqual(yield* handshake(port, "ours"), "connected")
    assert.strictEqual(yield* handshake(port, "theirs"), "refused")
    // The answer is an alert of TLS at most.
    assert.isBelow((yield* speakPlainly(port)).length, 16)
  }).pipe(Effect.scoped)
)

it.live("a node that cannot listen for other nodes names the settings and the remedy", () =>
  Effect.gen(function* () {
    const port = yield* Effect.promise(freePort)
    yield* Layer.build(serverAt("127.0.0.1", port))
    const whyNot = (host: string) =>
      Effect.map(Effect.flip(Layer.build(serverAt(host, port))), ({ message }) => message)
    assert.strictEqual(
      yield* whyNot("127.0.0.1"),
      `NODE_PORT ${port} of 127.0.0.1 is in use: stop what listens there, or set another NODE_PORT`
    )
    assert.match(
      yield* whyNot("192.0.2.1"),
      /^NODE_HOST 192\.0\.2\.1 and NODE_PORT \d+ cannot be listened on \(.*EADDRNOTAVAIL.*\): name an address of this machine in NODE_HOST/
    )
  }).pipe(Effect.scoped)
)
