import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { readTopic } from "../servers/kafka.ts"

/** An event about a call. */
interface PublishedEvent {
  readonly callId: string
  readonly attempt?: number
  readonly outcome?: string
}

/** Reads the events of a topic, those of a call in their order and each of them once. */
export type Published = (topic: string) => Effect.Effect<ReadonlyArray<PublishedEvent>, never, PgClient.PgClient>

/** The outbox keeps its events long enough for a test, unless they go to Kafka. */
export const publishedInOutbox: Published = (topic) =>
  Effect.flatMap(PgClient.PgClient, (sql) =>
    sql<{ event: PublishedEvent }>`select convert_from(value, 'UTF8')::jsonb as event from outbox
      where topic = ${topic} order by seq`.pipe(
      Effect.map((rows) => rows.map(({ event }) => event)),
      Effect.orDie
    )
  )

/** With Kafka the outbox forgets an event a minute after it was published. Kafka may have an event several times. */
export const publishedInKafka =
  (prefix: string): Published =>
  (topic) =>
    Effect.map(readTopic(`${prefix}.${topic}`), (records) => {
      const events = new Map(records.map(({ headers, value }) => [headers.get("ce_id"), value]))
      return [...events.values()].map((value) => JSON.parse(String(value)))
    })
