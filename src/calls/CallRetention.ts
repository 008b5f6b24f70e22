import { PgClient } from "@effect/sql-pg"
import { Effect, Layer } from "effect"
import { keepGoing } from "../platform/keep-going.ts"
import { Leader } from "../platform/Leader.ts"

/** Forgets what was said in calls, and why people were called, or not, once an organization no longer keeps it: one node for all, each hour. */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const { whileLeading } = yield* Leader
    const sql = yield* PgClient.PgClient
    yield* prune(sql).pipe(
      Effect.andThen(Effect.sleep("1 hour")),
      keepGoing("Old talks and decisions could not be removed"),
      whileLeading,
      Effect.forkScoped
    )
  })
)

export const prune = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const organizations = yield* sql<{ id: number; days: number }>`select id, retention_days as days from organizations
    where retention_days is not null`
  for (const { id, days } of organizations) {
    yield* inParts(sql`delete from call_decisions where organization_id = ${id} and call_id in (
      select call_id from call_decisions where organization_id = ${id}
        and updated_at < now() - make_interval(days => ${days}) order by updated_at limit 5000) returning 1`)
    yield* inParts(sql`delete from analyses where organization_id = ${id} and attempt_id in (
      select attempt_id from analyses where organization_id = ${id}
        and created_at < now() - make_interval(days => ${days}) order by created_at limit 5000) returning 1`)
    // An opt-out that is not applied yet must not be forgotten, however long the service was down.
    yield* inParts(sql`delete from talks where organization_id = ${id} and attempt_id in (
      select t.attempt_id from talks t join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
        where t.organization_id = ${id} and t.created_at < now() - make_interval(days => ${days})
          and a.ended_at is not null
        order by t.created_at limit 5000) returning 1`)
  }
})

// So that no statement runs for long.
const inParts = <E>(remove: Effect.Effect<ReadonlyArray<object>, E>) =>
  Effect.repeat(remove, { until: (removed) => removed.length === 0 })
