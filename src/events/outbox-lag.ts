import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { Lag } from "./EventBus.ts"
import { topicNames } from "./topics.ts"

/** How far readers of the outbox have come. */
export const outboxLag = (
  sql: PgClient.PgClient,
  isMeant: (reader: string) => boolean
): Effect.Effect<ReadonlyArray<Lag>, SqlError.SqlError> =>
  sql<Omit<Lag, "applied">>`
    select reader as "group", topic, last::float8 as last, (
        select count(*)::float8 from outbox o
        where xid >= below and o.topic = topics.topic and seq <> all(ahead)
          and not exists (select from inbox where consumer = reader and event_id = o.id)
      ) as behind
    from outbox_cursors c, unnest(coalesce(c.topics, ${topicNames}::text[])) as topics (topic),
      lateral (select coalesce(max(seq), 0) as last from outbox o where o.topic = topics.topic) newest
    order by reader, topic`.pipe(
    Effect.map((rows) =>
      rows
        .filter(({ group }) => isMeant(group))
        .map(({ topic, group, last, behind }) => ({ topic, group, last, applied: last - behind, behind }))
    )
  )
