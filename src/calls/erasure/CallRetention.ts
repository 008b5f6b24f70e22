import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import { everyHour, organizationsWithAnyTerm, organizationsWithRetention } from "../../accounts/retention.ts"
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
  for (const { id, days } of yield* organizationsWithAnyTerm(sql)) {
    yield* deleteInBatches(forgotten(sql, sql`organization_id = ${id}`, days))
  }
  yield* deleteInBatches(forgotten(sql, sql`true`, uselessDays))
})

/** Deletes when a person answers, if no call was counted for these days. */
const forgotten = (sql: PgClient.PgClient, where: Statement.Fragment, days: number) =>
  sql`delete from answer_times t using (
      select organization_id, whose, band from answer_times where ${where} and whose like 'person:%'
        and updated_at < now() - make_interval(days => ${days}) limit 5000 for update skip locked
    ) old where t.organization_id = old.organization_id and t.whose = old.whose and t.band = old.band returning 1`

/** Time after which a count of answers weighs less than a hundredth of a new one, days. */
const uselessDays = 400

export const layer = everyHour(prune, "Could not remove old transcripts and decisions")
