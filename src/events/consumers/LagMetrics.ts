import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Metric, Option } from "effect"
import { AppConfig } from "../../platform/config.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { SharedWork } from "../../platform/sql/SharedWork.ts"
import { outboxLag } from "../outbox/outbox-lag.ts"

/** Measures the lag of the outbox's readers: of the relay with Kafka, of the consumer groups without. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { kafka } = yield* AppConfig
    const { alone } = yield* SharedWork
    const sql = yield* PgClient.PgClient
    const readers = Option.isSome(kafka) ? "relay" : "groups"
    const reported = new Map<string, Readonly<Record<string, string>>>()
    const measure = Effect.gen(function* () {
      for (const { group, topic, behind, waitingSeconds } of yield* outboxLag(sql, readers)) {
        const of = { reader: group, topic }
        reported.set(`${group} ${topic}`, of)
        yield* Metric.update(Metric.withAttributes(eventsBehind, of), behind)
        yield* Metric.update(Metric.withAttributes(eventsWaitingSeconds, of), waitingSeconds)
      }
    })
    // Another node reports them from now on.
    const forget = Effect.suspend(() =>
      Effect.forEach(reported.values(), (of) =>
        Effect.andThen(
          Metric.update(Metric.withAttributes(eventsBehind, of), 0),
          Metric.update(Metric.withAttributes(eventsWaitingSeconds, of), 0)
        )
      )
    )
    yield* measure.pipe(
      Effect.andThen(Effect.sleep("15 seconds")),
      Effect.forever,
      keepGoing("Could not measure the lag of events"),
      Effect.ensuring(forget),
      (work) => alone("lag of events", work),
      Effect.forkScoped
    )
  })
)

const eventsBehind = Metric.gauge("events_behind", {
  description: "Events that a reader of the outbox has not handled yet"
})
const eventsWaitingSeconds = Metric.gauge("events_waiting_seconds", {
  description: "Age of the oldest event that a reader of the outbox has not handled yet, s"
})
