import { PgClient, PgTypes } from "@effect/sql-pg"
import { Clock, Context, Effect, Layer, Result, Schema } from "effect"
import { AppConfig } from "../../platform/config.ts"
import { newId } from "../../platform/ids.ts"
import { type EventRecord, eventIdOf } from "../bus/EventRecord.ts"
import { Signals } from "../Signals.ts"
import { type DomainEvent, type TopicName, topicNames, topics } from "../schemas/topics.ts"

/**
 * Events that wait to be published. An event added in a transaction is published if, and only if,
 * it commits.
 */
export class Outbox extends Context.Service<
  Outbox,
  {
    readonly add: (events: ReadonlyArray<DomainEvent>) => Effect.Effect<void>
    /** Adds complete records, such as dead letters. */
    readonly addRecords: (records: ReadonlyArray<EventRecord>) => Effect.Effect<void>
  }
>()("carillon/events/Outbox") {
  static readonly layer = Layer.effect(
    Outbox,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const signals = yield* Signals
      const { eventSource } = yield* AppConfig

      const addRecords = Effect.fn("Outbox.addRecords")(function* (records: ReadonlyArray<EventRecord>) {
        if (records.length === 0) return
        const column = <A>(of: (record: EventRecord) => A) => records.map(of)
        // The type is given explicitly, because none can be inferred from an array of nulls.
        const bytes = (of: (record: EventRecord) => Uint8Array | null) =>
          Result.getOrThrow(PgTypes.array(column(of), PgTypes.OID.bytea))
        yield* sql`insert into outbox (id, topic, key, value, headers)
          select id, topic, key, value, headers::json from unnest(
            ${column((record) => eventIdOf(record) ?? newId())}::text[], ${column(({ topic }) => topic)}::text[],
            ${bytes(({ key }) => key)}, ${bytes(({ value }) => value)},
            ${column(({ headers }) => JSON.stringify(headers))}::text[]
          ) with ordinality as t (id, topic, key, value, headers, place) order by place`
        yield* signals.send("outbox")
      }, Effect.orDie)

      const add = Effect.fnUntraced(function* (events: ReadonlyArray<DomainEvent>) {
        const time = new Date(yield* Clock.currentTimeMillis).toISOString()
        yield* addRecords(events.map((event) => toRecord(event, { id: newId(), source: eventSource, time })))
      })

      return Outbox.of({ add, addRecords })
    })
  )
}

/**
 * Builds the record of an event, a CloudEvent in binary mode. Throws on invalid data, which is a
 * programming error.
 */
export const toRecord = (
  { topic, data }: DomainEvent,
  { id, source, time }: { readonly id: string; readonly source: string; readonly time: string }
): EventRecord => ({
  topic,
  key: Buffer.from(topics[topic].keyOf(data as never)),
  value: Buffer.from(JSON.stringify(encoders[topic](data))),
  headers: {
    ce_id: id,
    ce_source: source,
    ce_type: topic,
    ce_specversion: "1.0",
    ce_time: time,
    "content-type": "application/json"
  }
})

const encoders = Object.fromEntries(
  topicNames.map((name) => [name, Schema.encodeUnknownSync(topics[name].schema)])
) as Record<TopicName, (data: unknown) => unknown>
