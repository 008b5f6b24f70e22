import { Layer } from "effect"
import { AppConfig } from "./config.ts"
import { DataDir } from "./files/DataDir.ts"
import * as Logging from "./observability/Logging.ts"
import * as Stalls from "./observability/stalls.ts"
import * as Telemetry from "./observability/Telemetry.ts"
import { BytesInFlight } from "./rate-limit/BytesInFlight.ts"
import { RateLimiter } from "./rate-limit/RateLimiter.ts"
import { Redis } from "./rate-limit/Redis.ts"
import { Secrets } from "./secrets/Secrets.ts"
import * as Partitions from "./sql/Partitions.ts"
import { SharedWork } from "./sql/SharedWork.ts"
import * as Sql from "./sql/Sql.ts"

/** Settings, logs and traces, which every process builds first. */
export const settings = Telemetry.layer.pipe(Layer.provideMerge(Logging.layer), Layer.provideMerge(AppConfig.layer))

/** The database: the pool, and separate sessions for locks and LISTEN. */
export const database = Layer.merge(Sql.SqlSession.layer, Sql.layer)

/** Shared by all capabilities: database, Redis, secrets, rate limits and the work that nodes share. The data folder is checked first. */
export const layer = Partitions.layer.pipe(
  Layer.provideMerge(
    Layer.mergeAll(Secrets.layer, RateLimiter.layer, BytesInFlight.layer, SharedWork.layer, Stalls.layer)
  ),
  Layer.provideMerge(Redis.layer),
  Layer.provideMerge(database),
  Layer.provide(DataDir.layer)
)
