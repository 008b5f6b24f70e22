import { Context, type Effect, Schema, type Scope } from "effect"
import type { EventRecord, ReceivedRecord } from "./EventRecord.ts"

export class BusError extends Schema.TaggedError<BusError>()("BusError", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

export interface Subscription {
  /** Name of the consumer group. Its members on all nodes share the records. */
  readonly group: string
  readonly topics: ReadonlyArray<string>
  /**
   * Handles records, which arrive in order within each key, and calls `settle` for each that is
   * done. The bus may call it again before an earlier call has ended, and may interrupt it. Records
   * that were not settled are delivered again.
   */
  readonly handle: (
    records: ReadonlyArray<ReceivedRecord>,
    settle: (record: ReceivedRecord) => void
  ) => Effect.Effect<void>
}

/** Progress of a group on a topic. */
export interface Lag {
  readonly topic: string
  readonly group: string
  /** Position of the topic's last record. */
  readonly last: number
  /** Position up to which the group has handled all records. */
  readonly applied: number
  /** Number of records that the group has not handled: `last - applied`. */
  readonly behind: number
}

/**
 * Delivers records to subscribers at least once, in order within each key. Either Kafka or the
 * embedded bus.
 */
export class EventBus extends Context.Service<
  EventBus,
  {
    /** Publishes records to their topics. Completes once they are stored durably. */
    readonly publish: (records: ReadonlyArray<EventRecord>) => Effect.Effect<void, BusError>
    /** Delivers records while the scope is open; reconnects when the bus fails. */
    readonly subscribe: (subscription: Subscription) => Effect.Effect<void, never, Scope.Scope>
    readonly lag: Effect.Effect<ReadonlyArray<Lag>, BusError>
    /** Checks that the bus answers, and returns a short description of the bus. */
    readonly health: Effect.Effect<string, BusError>
  }
>()("carillon/events/EventBus") {}
