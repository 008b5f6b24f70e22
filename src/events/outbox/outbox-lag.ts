import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { Lag } from "../bus/EventBus.ts"
import { topicNames } from "../schemas/topics.ts"

/** Progress of a reader of the outbox. */
interface ReaderLag extends Lag {
  /** Age of the oldest record that the reader has not handled. */
  readonly waitingSeconds: number
}

/**
 * Returns the lag of the relay or of the consumer groups. The lag of groups is valid only without
 * Kafka: with Kafka, their positions are in Kafka, and their cursors in the outbox do not move.
 */
export const outboxLag = (
  sql: PgClient.PgClient,
  readers: "relay" | "groups"
): Effect.Effect<ReadonlyArray<ReaderLag>, SqlError.SqlError> =>
  // The rows ahead of all readers are one uncorrelated query, so that the planner hashes them.
  sql<Omit<ReaderLag, "applied">>`
    select reader as "group", topic, last::float8 as last, behind::float8 as behind,
      coalesce(extract(epoch from clock_timestamp() - oldest), 0)::float8 as waiting_seconds
    from outbox_cursors c, unnest(coalesce(c.topics, ${topicNames}::text[])) as topics (topic),
      lateral (select coalesce(max(seq), 0) as last from outbox o where o.topic = topics.topic) newest,
      lateral (
        select count(*) as behind, min(created_at) as oldest from outbox o
        where (o.xid, o.seq) > (c.xid, c.seq) and o.topic = topics.topic
          and (reader, o.seq) not in (select reader, unnest(ahead) from outbox_cursors)
          and not exists (select from inbox where consumer = reader and event_id = o.id)
      ) waiting
    where (reader = 'relay') = ${readers === "relay"}
    order by reader, topic`.pipe(Effect.map((rows) => rows.map((lag) => ({ ...lag, applied: lag.last - lag.behind }))))
