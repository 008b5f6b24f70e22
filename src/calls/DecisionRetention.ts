import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { keepGoing } from "../platform/keep-going.ts"
import { Leader } from "../platform/Leader.ts"

/** Forgets why people were called, or not, once an organization no longer keeps it: one node for all, each hour. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { whileLeading } = yield* Leader
    const sql = yield* PgClient.PgClient
    yield* prune(sql).pipe(
      Effect.andThen(Effect.sleep("1 hour")),
      keepGoing("Old decisions could not be removed"),
      whileLeading,
      Effect.forkScoped
    )
  })
)

export const prune = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const organizations = yield* sql<{ id: number; days: number }>`select id, retention_days as days from organizations
    where retention_days is not null`
  for (const { id, days } of organizations) {
    // In parts, so that no statement runs for long.
    yield* sql`delete from call_decisions where organization_id = ${id} and call_id in (
      select call_id from call_decisions where organization_id = ${id}
        and updated_at < now() - make_interval(days => ${days}) order by updated_at limit 5000) returning 1`.pipe(
      Effect.repeat({ until: (removed) => removed.length === 0 })
    )
  }
})
