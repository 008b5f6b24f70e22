import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { everyHour, organizationsWithRetention } from "../../accounts/retention.ts"
import { deleteInBatches } from "../../platform/sql/delete-in-batches.ts"

/** Deletes transcripts, recordings, calls of tools, data of calls, analyses and decisions that are older than the retention time of their organization. */
export const prune = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  for (const { id, days } of yield* organizationsWithRetention(sql)) {
    yield* deleteInBatches(sql`delete from call_decisions where organization_id = ${id} and call_id in (
      select call_id from call_decisions where organization_id = ${id}
        and updated_at < now() - make_interval(days => ${days}) order by updated_at limit 5000) returning 1`)
    yield* deleteInBatches(sql`delete from analyses where organization_id = ${id} and attempt_id in (
      select attempt_id from analyses where organization_id = ${id}
        and created_at < now() - make_interval(days => ${days}) order by created_at limit 5000) returning 1`)
    yield* deleteInBatches(sql`delete from tool_calls where organization_id = ${id} and id in (
      select id from tool_calls where organization_id = ${id}
        and started_at < now() - make_interval(days => ${days}) order by started_at limit 5000) returning 1`)
    yield* deleteInBatches(sql`update transfer_tries set briefing = null where organization_id = ${id} and id in (
      select id from transfer_tries where organization_id = ${id} and briefing is not null
        and started_at < now() - make_interval(days => ${days}) order by started_at limit 5000) returning 1`)
    yield* deleteInBatches(sql`delete from call_data where organization_id = ${id} and call_id in (
      select call_id from call_data where organization_id = ${id}
        and fetched_at < now() - make_interval(days => ${days}) order by fetched_at limit 5000) returning 1`)
    // A trigger notes the files for removal.
    yield* deleteInBatches(sql`delete from recordings where organization_id = ${id} and attempt_id in (
      select attempt_id from recordings where organization_id = ${id}
        and began_at < now() - make_interval(days => ${days}) order by began_at limit 5000) returning 1`)
    // Keeps the rows of live attempts: after a long downtime they may contain an opt-out that is not applied yet.
    yield* deleteInBatches(sql`delete from talks where organization_id = ${id} and attempt_id in (
      select t.attempt_id from talks t join attempts a on a.organization_id = t.organization_id and a.id = t.attempt_id
        where t.organization_id = ${id} and t.created_at < now() - make_interval(days => ${days})
          and a.ended_at is not null
        order by t.created_at limit 5000) returning 1`)
  }
})

export const layer = everyHour(prune, "Could not remove old transcripts and decisions")
