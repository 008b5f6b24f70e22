import { Context, Effect, Layer, Option } from "effect"
import type { Redis as Client } from "ioredis"
import { Redis } from "./Redis.ts"
import { type Bucket, type Rate, type RateDecision, takeToken, verdictOf } from "./token-bucket.ts"

/**
 * Token buckets by key: shared by all nodes through Redis, or local to this process without Redis or while Redis cannot
 * be reached.
 */
export class RateLimiter extends Context.Service<
  RateLimiter,
  { readonly take: (key: string, rate: Rate) => Effect.Effect<RateDecision> }
>()("carillon/platform/RateLimiter") {
  static readonly layer = Layer.effect(
    RateLimiter,
    Effect.gen(function* () {
      const redis = yield* Redis
      const local = takeLocally()
      if (Option.isNone(redis)) return RateLimiter.of({ take: (key, rate) => Effect.sync(() => local(key, rate)) })
      const shared = takeShared(redis.value)
      const refusals = makeRefusalLog()
      return RateLimiter.of({
        take: (key, rate) =>
          Effect.tryPromise({ try: () => shared(key, rate), catch: (error) => error }).pipe(
            Effect.tap(refusals.over),
            Effect.catch((error) => Effect.as(refusals.log(error), local(key, rate)))
          )
      })
    })
  )
}

/**
 * Logs once that Redis refuses to count, and once that it counts again. A Redis that is full or read-only refuses each
 * command. The service `Redis` logs the loss of a connection.
 */
const makeRefusalLog = () => {
  let refuses = false
  return {
    log: (error: unknown) =>
      Effect.suspend(() => {
        if (refuses || !(error instanceof Error) || error.name !== "ReplyError") return Effect.void
        refuses = true
        return Effect.logWarning(`Redis refuses to count requests; this node counts by itself: ${error.message}`)
      }),
    over: Effect.suspend(() => {
      if (!refuses) return Effect.void
      refuses = false
      return Effect.logInfo("Redis counts requests again")
    })
  }
}

// Maximum number of local buckets, enough for every organization and many unknown callers. The least recently used one
// is dropped first; a dropped key starts with a full bucket.
const localBuckets = 50_000

const takeLocally = () => {
  const buckets = new Map<string, Bucket>()
  return (key: string, rate: Rate): RateDecision => {
    const [bucket, verdict] = takeToken(buckets.get(key), rate, performance.now())
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size > localBuckets) buckets.delete(buckets.keys().next().value as string)
    return verdict
  }
}

// Does the same as takeToken inside Redis, by the clock of Redis, which all nodes share.
const script = `
local now = redis.call("TIME")
now = now[1] * 1000 + now[2] / 1000
local per_milli, burst = ARGV[1] / 60000, tonumber(ARGV[2])
local bucket = redis.call("HMGET", KEYS[1], "tokens", "at")
local tokens = burst
if bucket[1] then tokens = math.min(burst, bucket[1] + math.max(0, now - bucket[2]) * per_milli) end
local allowed = tokens >= 1 - 1e-9
if allowed then tokens = math.max(0, tokens - 1) end
redis.call("HSET", KEYS[1], "tokens", tostring(tokens), "at", string.format("%.3f", now))
redis.call("PEXPIRE", KEYS[1], math.ceil(burst / per_milli) + 1000)
return { allowed and 1 or 0, tostring(tokens) }`

const takeShared =
  (redis: Client) =>
  async (key: string, rate: Rate): Promise<RateDecision> => {
    const [allowed, tokens] = (await redis.eval(script, 1, `carillon:rate:${key}`, rate.perMinute, rate.burst)) as [
      number,
      string
    ]
    return verdictOf(allowed === 1, Number(tokens), rate)
  }
