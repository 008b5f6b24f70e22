import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { transaction } from "../../platform/sql/transaction.ts"

/**
 * Adapts the outbox of a database that was restored into another cluster, before anything reads it.
 *
 * Rows and cursors contain transaction ids of the cluster in which they were written. A new cluster
 * starts again with low ids, so the old rows would seem to belong to transactions of the future:
 * no reader could pass them, and new events could be passed over. Therefore all rows get the id 0,
 * which is before every transaction. Each cursor gets the place in the order of `seq` that
 * corresponds to its own, so no event is lost and none is read twice.
 */
export const layer = Layer.effectDiscard(
  Effect.suspend(() => adaptOutbox).pipe(
    Effect.tap((adapted) =>
      adapted ? Effect.logInfo("The database was restored into another cluster; adapted its events") : Effect.void
    ),
    Effect.orDie
  )
)

/** Returns whether the outbox was of another cluster. */
export const adaptOutbox = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  // A single statement, so that it knows all transactions whose rows it sees.
  const ofAnotherCluster = sql`with now as (select pg_snapshot_xmax(pg_current_snapshot())::text::bigint as xmax)
    select 1 from now where (select max(xid) from outbox) >= xmax or (select max(xid) from outbox_cursors) > xmax`
  if ((yield* ofAnotherCluster).length === 0) return false

  return yield* Effect.gen(function* () {
    // Large outboxes may take longer than other statements may.
    yield* sql`set local statement_timeout = 0`
    // Another node may start at the same time.
    yield* sql`lock table outbox_cursors in exclusive mode`
    if ((yield* ofAnotherCluster).length === 0) return false
    const isSettled = sql`((o.xid, o.seq) <= (c.xid, c.seq)
      or (c.reader, o.seq) in (select reader, unnest(ahead) from outbox_cursors))`
    yield* sql`update outbox_cursors c set xid = 0, seq = n.seq, ahead = n.ahead from (
        select c.reader, first.seq, array(select o.seq from outbox o where o.seq > first.seq and ${isSettled}) as ahead
          from outbox_cursors c, lateral (select coalesce(
            (select min(o.seq) - 1 from outbox o
              where (c.topics is null or o.topic = any(c.topics)) and not ${isSettled}),
            (select max(seq) from outbox), 0) as seq) first) n
      where n.reader = c.reader`
    yield* sql`update outbox set xid = 0 where xid <> 0`
    return true
  }).pipe(transaction(sql))
})
