import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import type { Statement } from "effect/sql"
import { everyHour, isWithinTerm, organizationsWithAnyTerm } from "../accounts/retention.ts"
import { nilUuid } from "../domain/schema/uuid.ts"
import { deleteInBatches } from "../platform/sql/delete-in-batches.ts"
import { dropPartitions } from "../platform/sql/Partitions.ts"

/**
 * Deletes deliveries, which contain numbers, and the recorded answers to them after the shorter term of the organization.
 * Pending deliveries are never deleted, however old they are.
 */
export const prune = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  yield* dropWholeMonths(sql)
  for (const { id, days } of yield* organizationsWithAnyTerm(sql)) {
    // Ids begin with their creation time.
    const end = sql`first_id(now() - make_interval(days => ${days}))`
    yield* deleteInBatches(sql`delete from deliveries where organization_id = ${id} and id in (
      select id from deliveries where organization_id = ${id} and status <> 'PENDING' and id < ${end}
      order by id limit 5000) returning 1`)
    // The answers to deliveries that were dropped with their partition.
    yield* deleteInBatches(sql`delete from delivery_attempts where organization_id = ${id} and (delivery_id, id) in (
      select delivery_id, id from delivery_attempts a where organization_id = ${id} and delivery_id < ${end}
        and not exists (select from deliveries d where d.organization_id = a.organization_id and d.id = a.delivery_id)
      order by delivery_id limit 5000) returning 1`)
  }
})

// A month is dropped when nothing in it waits, and it is past the terms of all organizations with rows in it.
const dropWholeMonths = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  const isKept = (partition: Statement.Fragment, deliveryId: string) =>
    isWithinTerm(
      sql,
      partition,
      deliveryId,
      sql`coalesce(first_id(now() - make_interval(days => least(o.retention_days, o.record_days))), ${nilUuid}::uuid)`
    )
  yield* dropPartitions(
    sql,
    "deliveries",
    (partition) => sql`(exists (select from ${partition} where next_attempt_at is not null)
      or ${isKept(partition, "id")})`
  )
  yield* dropPartitions(
    sql,
    "delivery_attempts",
    (partition) => sql`(exists (select from deliveries d
        join ${partition} t on t.organization_id = d.organization_id and t.delivery_id = d.id
        where d.next_attempt_at is not null)
      or ${isKept(partition, "delivery_id")})`
  )
})

export const layer = everyHour(prune, "Could not delete old deliveries")
