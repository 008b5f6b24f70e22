import { Effect, Layer, Option } from "effect"
import { AppConfig, type KafkaSettings } from "../platform/config.ts"
import type { EventBus } from "./bus/EventBus.ts"
import { Consumers } from "./consumers/Consumers.ts"
import { DeadLetters } from "./consumers/DeadLetters.ts"
import { EventStream } from "./consumers/EventStream.ts"
import * as LagMetrics from "./consumers/LagMetrics.ts"
import * as EmbeddedBus from "./embedded/EmbeddedBus.ts"
import * as OutboxRelay from "./kafka/OutboxRelay.ts"
import { Outbox } from "./outbox/Outbox.ts"
import * as RestoredOutbox from "./outbox/RestoredOutbox.ts"
import * as Retention from "./Retention.ts"
import { Signals } from "./Signals.ts"

/** Writes events and signals; publishes and consumes nothing. */
export const writing = Outbox.layer.pipe(Layer.provideMerge(Signals.layer))

// Kafka's client is loaded only where brokers are set, so that other servers start faster.
const kafkaBus = (settings: KafkaSettings) =>
  Layer.unwrap(Effect.promise(async () => (await import("./kafka/KafkaBus.ts")).layer(settings)))

const kafka = (settings: KafkaSettings) => OutboxRelay.layer.pipe(Layer.provideMerge(kafkaBus(settings)))

type BusLayer = Layer.Layer<EventBus, never, Layer.Services<typeof EmbeddedBus.layer | ReturnType<typeof kafka>>>

const bus = Layer.unwrap(
  Effect.map(AppConfig, (settings) =>
    Option.match(settings.kafka, {
      onNone: (): BusLayer => EmbeddedBus.layer,
      onSome: (given): BusLayer => kafka(given)
    })
  )
)

/** Writes events, delivers them through Kafka or the embedded bus, and runs their consumers. */
export const layer = Layer.mergeAll(Consumers.layer, EventStream.layer, Retention.layer, LagMetrics.layer).pipe(
  Layer.provideMerge(bus),
  Layer.provide(RestoredOutbox.layer),
  Layer.provideMerge(DeadLetters.layer),
  Layer.provideMerge(writing)
)
