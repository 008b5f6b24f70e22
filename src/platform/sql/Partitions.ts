import { PgClient } from "@effect/sql-pg"
import { Effect, Layer, Metric, Schedule } from "effect"
import type { SqlError, Statement } from "effect/sql"
import { keepGoing } from "../lifecycle/keep-going.ts"
import { isLockTimeout } from "./database-errors.ts"
import { SharedWork } from "./SharedWork.ts"

/**
 * Tables with a row or more for each call are partitioned by the month of an id, which is a UUIDv7. Rows of months
 * without a partition are in the partition `…_rest`, so no row is ever refused.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { alone } = yield* SharedWork
    const sql = yield* PgClient.PgClient
    yield* makeAhead(sql).pipe(
      Effect.andThen(Effect.sleep("1 hour")),
      Effect.forever,
      keepGoing("Could not add partitions for the coming months; trying again"),
      // Another node reports them from now on. The alert takes the highest value of all nodes, so an old one would hide it.
      Effect.ensuring(Metric.update(daysAhead, 0)),
      (work) => alone("partitions", work),
      Effect.forkScoped
    )
  })
)

/** Adds the partitions of this month and the next two. A table that has no month begins with this one. */
export const makeAhead = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const ends = sql<{ table: string; isDue: boolean; days: number }>`select parent as "table",
      coalesce(max(ends_at) < now() + interval '2 months', true) as is_due,
      coalesce((extract(epoch from max(ends_at) - now()) / 86400)::float8, 0) as days
    from table_partitions group by parent order by parent`
  for (;;) {
    const tables = yield* ends
    if (tables.length > 0) yield* Metric.update(daysAhead, Math.min(...tables.map(({ days }) => days)))
    const due = tables.filter(({ isDue }) => isDue)
    if (due.length === 0) return
    for (const { table } of due) yield* brieflyLocking(sql, sql`select add_partition(${table})`)
  }
})

/**
 * Drops the partitions of a table that have no row to keep. A drop takes milliseconds, however many rows the partition has.
 * `isKept` is the condition that a partition has a row to keep. It must be quick, because the table is locked while it is
 * evaluated a second time. The last month stays even when it is over, because the next one begins where it ends.
 */
export const dropPartitions = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  table: string,
  isKept: (partition: Statement.Fragment) => Statement.Fragment
) {
  const past = yield* sql<{ name: string }>`select name from table_partitions
    where parent = ${table} and ends_at < now()
      and ends_at < (select max(ends_at) from table_partitions where parent = ${table})
    order by ends_at`
  for (const { name } of past) {
    const kept = sql`select 1 where ${isKept(sql.literal(name))}`
    if ((yield* kept).length > 0) continue
    const drop = Effect.gen(function* () {
      yield* sql`lock table ${sql(table)} in access exclusive mode`
      if ((yield* kept).length === 0) yield* sql`drop table ${sql(name)}`
    })
    yield* Effect.catchIf(brieflyLocking(sql, drop), isLockTimeout, () =>
      Effect.logWarning(`The partition ${name} is over, but transactions hold its table; dropping it in an hour`)
    )
  }
})

/**
 * Waits for a lock for half a second at most, because statements of calls wait behind this one meanwhile. That is less
 * than the time after which Postgres looks for a deadlock, so no transaction of a call is ended for one. One at a time,
 * because adding a partition locks `…_rest` before its table, and dropping one the table first.
 */
export const brieflyLocking = <A>(sql: PgClient.PgClient, work: Effect.Effect<A, SqlError.SqlError>) =>
  sql`set local lock_timeout = '500ms'`.pipe(
    Effect.andThen(sql`select pg_advisory_xact_lock(hashtext('carillon partitions'))`),
    Effect.andThen(work),
    sql.withTransaction,
    Effect.retry({ while: isLockTimeout, schedule: Schedule.spaced("5 seconds"), times: 12 })
  )

const daysAhead = Metric.gauge("partitions_ahead_days", {
  description: "Days for which every partitioned table has partitions already"
})
