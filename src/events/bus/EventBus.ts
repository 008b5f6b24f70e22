import { Context, type Effect, Schema, type Scope } from "effect"
import type { EventRecord, ReceivedRecord } from "./EventRecord.ts"

export class BusError extends Schema.TaggedError<BusError>()("BusError", {
  message: Schema.String,
  cause: Schema.optionalKey(Schema.Defect())
}) {}

export interface Subscription {
  /** Its members, on all nodes, share the records. */
  readonly group: string
  readonly topics: ReadonlyArray<string>
  /**
   * Gets records in the order of each key, and says which of them are settled. It may be called again before it has
   * ended, and interrupted; what it did not settle comes again.
   */
  readonly handle: (
    records: ReadonlyArray<ReceivedRecord>,
    settle: (record: ReceivedRecord) => void
  ) => Effect.Effect<void>
}

/** How far a group has come on a topic. */
export interface Lag {
  readonly topic: string
  readonly group: string
  /** The position of the last record. */
  readonly last: number
  readonly applied: number
  /** How many records are between. */
  readonly behind: number
}

/** Brings records to those who subscribe: each at least once, in the order of its key. Kafka, or what is built in. */
export class EventBus extends Context.Service<
  EventBus,
  {
    /** Puts records on their topics; ends once they are kept. */
    readonly publish: (records: ReadonlyArray<EventRecord>) => Effect.Effect<void, BusError>
    /** Brings records for as long as the scope is open, whatever happens to the bus meanwhile. */
    readonly subscribe: (subscription: Subscription) => Effect.Effect<void, never, Scope.Scope>
    readonly lag: Effect.Effect<ReadonlyArray<Lag>, BusError>
    /** What it is, once it has answered. */
    readonly health: Effect.Effect<string, BusError>
  }
>()("carillon/events/EventBus") {}
