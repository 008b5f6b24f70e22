import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { keepGoing } from "../platform/keep-going.ts"
import { Leader } from "../platform/Leader.ts"

/** Forgets what was told of people, and what was answered, once an organization no longer keeps it: one node for all, each hour. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { whileLeading } = yield* Leader
    const sql = yield* PgClient.PgClient
    yield* prune(sql).pipe(
      Effect.andThen(Effect.sleep("1 hour")),
      keepGoing("Old deliveries could not be removed"),
      whileLeading,
      Effect.forkScoped
    )
  })
)

export const prune = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const organizations = yield* sql<{ id: number; days: number }>`select id, retention_days as days from organizations
    where retention_days is not null`
  for (const { id, days } of organizations) {
    // Ids begin with the time at which they were made. What is still to be sent is not forgotten, however long that takes.
    const isOld = sql`organization_id = ${id} and status <> 'PENDING' and id < (lpad(to_hex(
      (extract(epoch from now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
    // So that no statement runs for long.
    yield* Effect.repeat(
      sql`delete from deliveries where organization_id = ${id}
        and id in (select id from deliveries where ${isOld} order by id limit 5000) returning 1`,
      { until: (removed) => removed.length === 0 }
    )
  }
})
