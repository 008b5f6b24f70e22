import { once } from "node:events"
import { type AddressInfo, createServer } from "node:net"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { Redis } from "../../../src/platform/rate-limit/Redis.ts"
import { eventually } from "../../support/eventually.ts"

/** A Redis that answers `set` by the number of the connection. */
const startRedis = async (answerOf: (connection: number) => string) => {
  let connections = 0
  const server = createServer((socket) => {
    const answer = answerOf(++connections)
    socket.on("error", () => {})
    socket.on("data", (data) => {
      // All other commands are those by which the client greets the server.
      for (const [, command] of data.toString().matchAll(/^\*\d+\r\n\$\d+\r\n(\w+)\r$/gm)) {
        socket.write(command === "set" ? answer : "+loading:0\r\n")
      }
    })
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  return { url: `redis://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() }
}

it.live("a connection to a Redis that became a replica is opened anew", () =>
  Effect.gen(function* () {
    const { url } = yield* Effect.acquireRelease(
      Effect.promise(() => startRedis((connection) => (connection === 1 ? "-READONLY a replica\r\n" : "+OK\r\n"))),
      ({ stop }) => Effect.sync(stop)
    )
    const settings = yield* readSettings({ REDIS_URL: url })
    const context = yield* Layer.build(Redis.layer.pipe(Layer.provide(Layer.succeed(AppConfig, settings))))
    const redis = Option.getOrThrow(yield* Effect.provide(Redis, context))
    yield* Effect.promise(() => eventually(async () => assert.strictEqual(await redis.set("a", "b"), "OK")))
  })
)
