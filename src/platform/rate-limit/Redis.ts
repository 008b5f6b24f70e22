import { Context, Effect, Layer, Option, Redacted } from "effect"
import type { Redis as Client } from "ioredis"
import { AppConfig } from "../config.ts"

/**
 * The Redis of REDIS_URL, for data that several nodes share and may lose. A command fails at once while the connection
 * is down, and the caller continues without Redis. A connection without answers is given up and opened anew.
 */
export class Redis extends Context.Service<Redis, Option.Option<Client>>()("carillon/platform/Redis") {
  static readonly layer = Layer.effect(
    Redis,
    Effect.gen(function* () {
      const { redisUrl } = yield* AppConfig
      if (Option.isNone(redisUrl)) return Option.none()
      return Option.some(yield* Effect.acquireRelease(connect(Redacted.value(redisUrl.value)), disconnect))
    })
  )
}

const connect = Effect.fnUntraced(function* (url: string) {
  const log = Effect.runForkWith(yield* Effect.context())
  // Loaded only where a Redis is set, so that other servers start faster.
  const ioredis = yield* Effect.promise(() => import("ioredis"))
  const client = new ioredis.Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    connectTimeout: 2000,
    commandTimeout: 500,
    // Until the connection is given up, each command waits for its own timeout.
    socketTimeout: 2000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2000),
    // After a failover the connection may lead to the former primary, and a new one to the present primary.
    reconnectOnError: ({ message }) => message.startsWith("READONLY")
  })
  let down = false
  client.on("error", (error) => {
    if (!down) log(Effect.logWarning(`Cannot reach Redis; continuing without it: ${error.message || error.name}`))
    down = true
  })
  client.on("ready", () => {
    if (down) log(Effect.logInfo("Redis is back"))
    down = false
  })
  return client
})

const disconnect = (client: Client) => Effect.sync(() => client.disconnect())
