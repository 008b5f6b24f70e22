import { PgClient } from "@effect/sql-pg"
import { Clock, Effect, Layer, Metric, Option } from "effect"
import { AppConfig } from "../../platform/config.ts"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { SharedWork } from "../../platform/sql/SharedWork.ts"
import { EventBus, type Lag } from "../bus/EventBus.ts"
import { outboxLag } from "../outbox/outbox-lag.ts"

/** Measures the lag of the readers of events: of the consumer groups, and with Kafka of the relay as well. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { kafka } = yield* AppConfig
    const { lag } = yield* EventBus
    const { alone } = yield* SharedWork
    const sql = yield* PgClient.PgClient
    const reported = new Map<string, Readonly<Record<string, string>>>()
    const report = Effect.fnUntraced(function* ({ group, topic, behind }: Lag, waitingSeconds: number) {
      const of = { reader: group, topic }
      reported.set(`${group} ${topic}`, of)
      yield* Metric.update(Metric.withAttributes(eventsBehind, of), behind)
      yield* Metric.update(Metric.withAttributes(eventsWaitingSeconds, of), waitingSeconds)
    })
    const measureOutbox = (readers: "relay" | "groups") =>
      Effect.flatMap(outboxLag(sql, readers), (found) =>
        Effect.forEach(found, (one) => report(one, one.waitingSeconds), { discard: true })
      )
    const measureKafka = (ageOf: ReturnType<typeof makeAges>) =>
      Effect.gen(function* () {
        yield* measureOutbox("relay")
        const now = yield* Clock.currentTimeMillis
        for (const one of yield* lag) if (one.group !== "relay") yield* report(one, ageOf(one, now))
      })
    const measure = Effect.suspend(() => {
      // Kafka is asked less often: each time over connections of its own.
      const [once, pause] = Option.isSome(kafka)
        ? ([measureKafka(makeAges()), "30 seconds"] as const)
        : ([measureOutbox("groups"), "15 seconds"] as const)
      return Effect.forever(Effect.andThen(once, Effect.sleep(pause)))
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
      keepGoing("Could not measure the lag of events; retrying"),
      Effect.ensuring(forget),
      (work) => alone("lag of events", work),
      Effect.forkScoped
    )
  })
)

/**
 * Returns the age of the oldest record that a group on Kafka has not handled, s. Kafka does not know it, so it counts from
 * the first look that found the record.
 */
const makeAges = () => {
  const looks = new Map<string, ReadonlyArray<{ readonly last: number; readonly at: number }>>()
  return ({ applied, group, last, topic }: Lag, now: number) => {
    const key = `${group} ${topic}`
    const before = (looks.get(key) ?? []).filter((look) => look.last > applied)
    const isNew = last > Math.max(applied, before.at(-1)?.last ?? 0)
    const waiting = isNew ? [...before, { last, at: now }] : before
    looks.set(key, waiting)
    return (now - (waiting[0]?.at ?? now)) / 1000
  }
}

const eventsBehind = Metric.gauge("events_behind", {
  description: "Events that a reader has not handled yet"
})
const eventsWaitingSeconds = Metric.gauge("events_waiting_seconds", {
  description: "Age of the oldest event that a reader has not handled yet, s"
})
