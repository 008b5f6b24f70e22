import { PgClient } from "@effect/sql-pg"
import { assert, it } from "@effect/vitest"
import { Effect, Layer, Metric } from "effect"
import { TestClock } from "effect/testing"
import { EventBus, type Lag } from "../../../src/events/bus/EventBus.ts"
import * as LagMetrics from "../../../src/events/consumers/LagMetrics.ts"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { SharedWork } from "../../../src/platform/sql/SharedWork.ts"

const waitingSeconds = Effect.map(Metric.snapshot, (metrics) =>
  metrics.flatMap(({ attributes, id, state }) =>
    id === "events_waiting_seconds" && attributes?.reader === "policy" && "value" in state ? [state.value] : []
  )
)

it.effect("the age of what a group on Kafka has not handled grows until the group has handled it", () =>
  Effect.gen(function* () {
    let at = { last: 7, applied: 7 }
    const lagOf = (): ReadonlyArray<Lag> => [
      { topic: "call-ended.v1", group: "policy", ...at, behind: at.last - at.applied }
    ]
    const settings = yield* readSettings({ KAFKA_BROKERS: "127.0.0.1:1" })
    yield* Layer.build(
      LagMetrics.layer.pipe(
        Layer.provide([
          Layer.succeed(AppConfig, settings),
          Layer.mock(EventBus, { lag: Effect.sync(lagOf) }),
          Layer.mock(SharedWork, { alone: (_, work) => work }),
          Layer.succeed(PgClient.PgClient, (() => Effect.succeed([])) as never)
        ])
      )
    )
    const later = Effect.andThen(TestClock.adjust("30 seconds"), waitingSeconds)
    assert.deepStrictEqual(yield* later, [0])
    at = { last: 9, applied: 7 }
    assert.deepStrictEqual(yield* later, [0])
    assert.deepStrictEqual(yield* later, [30])
    at = { last: 12, applied: 8 }
    assert.deepStrictEqual(yield* later, [60])
    at = { last: 12, applied: 10 }
    assert.deepStrictEqual(yield* later, [30])
    at = { last: 12, applied: 12 }
    assert.deepStrictEqual(yield* later, [0])
  })
)
