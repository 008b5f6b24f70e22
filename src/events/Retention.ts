import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Option } from "effect"
import { AppConfig } from "../platform/config.ts"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { deleteInBatches } from "../platform/sql/delete-in-batches.ts"
import { dropPartitions } from "../platform/sql/Partitions.ts"
import { SharedWork } from "../platform/sql/SharedWork.ts"
import { inboxDays } from "./inbox-age.ts"

/** Deletes events that no reader needs any longer: once a minute, on one node. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { kafka } = yield* AppConfig
    const { alone } = yield* SharedWork
    const sql = yield* PgClient.PgClient
    yield* Effect.sleep("1 minute").pipe(
      // The minute before the first run lets consumer groups register as readers.
      Effect.andThen(prune(sql, Option.isSome(kafka))),
      keepGoing("Could not delete old events; retrying"),
      (work) => alone("old events", work),
      Effect.forkScoped
    )
  })
)

/**
 * With Kafka, an event is deleted from the outbox once it is published and every group has handled it: after a removal of
 * Kafka from the settings, the groups read what they have not handled from the outbox. After a week Kafka has dropped the
 * event as well, so it is deleted in any case. Without Kafka, events are kept for a week, and then until every group has
 * handled them: a Kafka that is added later starts with the events of that week.
 */
export const prune = Effect.fnUntraced(function* (sql: PgClient.PgClient, withKafka: boolean) {
  yield* sql`delete from outbox_cursors where reader <> 'relay' and seen_at < now() - interval '7 days'`
  const isOver = withKafka
    ? sql`xid < (select xid from outbox_cursors where reader = 'relay')
        and (created_at < now() - interval '7 days' or created_at < now() - interval '1 minute' and not exists (
          select from outbox_cursors c where reader <> 'relay' and o.topic = any(c.topics)
            and not exists (select from inbox where consumer = c.reader and event_id = o.id)
            and not exists (select from dead_letters where consumer = c.reader and event_id = o.id)))`
    : sql`created_at < now() - interval '7 days'
        and xid < (select coalesce(min(xid), pg_snapshot_xmin(pg_current_snapshot())::text::bigint)
          from outbox_cursors where reader <> 'relay')`
  yield* deleteInBatches(sql`delete from outbox where seq in (
    select seq from outbox o where ${isOver} limit 5000) returning seq`)
  yield* dropPartitions(
    sql,
    "inbox",
    (partition) => sql`exists (select from ${partition} where applied_at >= now() - ${`${inboxDays} days`}::interval)`
  )
  // A partition goes as a whole when its last row is old enough; by then its first one is a month older.
  yield* deleteInBatches(sql`delete from inbox where (event_id, consumer) in (
    select event_id, consumer from inbox where applied_at < now() - ${`${inboxDays + 32} days`}::interval limit 5000) returning 1`)
  yield* sql`delete from dead_letters where replayed_at < now() - interval '30 days'`
})
