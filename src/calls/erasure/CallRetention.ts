import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import {
  everyHour,
  isWithinTerm,
  organizationsWithAnyTerm,
  organizationsWithRetention
} from "../../accounts/retention.ts"
import { deleteInBatches } from "../../platform/sql/delete-in-batches.ts"
import { dropPartitions } from "../../platform/sql/Partitions.ts"

/**
 * Deletes transcripts, recordings, calls of tools, data of calls, analyses and decisions that are older than the retention
 * period of their organization.
 */
export const prune = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  yield* dropWholeMonths(sql)
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

// A month is dropped when it is past the terms of all organizations with rows in it.
const dropWholeMonths = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const isKept = (column: string) => (partition: Statement.Fragment) =>
    isWithinTerm(sql, partition, column, sql`coalesce(now() - make_interval(days => o.retention_days), '-infinity')`)
  yield* dropPartitions(sql, "call_decisions", isKept("updated_at"))
  yield* dropPartitions(sql, "analyses", isKept("created_at"))
  // A search by results must not find calls whose results are gone.
  yield* deleteInBatches(sql`delete from result_keys where (organization_id, digest, call_id) in (
    select k.organization_id, k.digest, k.call_id from organizations o cross join lateral (
      select organization_id, digest, call_id from result_keys r
      where r.organization_id = o.id and r.attempt_id < first_id(${oldest(sql, "analyses")}) and not exists (
        select from analyses n where n.organization_id = r.organization_id and n.attempt_id = r.attempt_id)
      limit 5000) k limit 5000) returning 1`)
  yield* dropPartitions(
    sql,
    "talks",
    (partition) => sql`(${isKept("created_at")(partition)} or exists (select from attempts a
      join ${partition} t on t.organization_id = a.organization_id and t.attempt_id = a.id where a.ended_at is null))`
  )
})

// The start of the earliest partition; null as long as that has the rows of all earlier times.
const oldest = (sql: PgClient.PgClient, table: string) =>
  sql`(select nullif(min(starts_at), '-infinity') from table_partitions where parent = ${table})`

/** Deletes the statistics of when a person answers, if they have counted no call for this number of days. */
const forgotten = (sql: PgClient.PgClient, where: Statement.Fragment, days: number) =>
  sql`delete from answer_times t using (
      select organization_id, whose, band from answer_times where ${where} and whose like 'person:%'
        and updated_at < now() - make_interval(days => ${days}) limit 5000 for update skip locked
    ) old where t.organization_id = old.organization_id and t.whose = old.whose and t.band = old.band returning 1`

/** Time after which a count of answers weighs less than a hundredth of a new one, days. */
const uselessDays = 400

export const layer = everyHour(prune, "Could not remove old transcripts and decisions")
