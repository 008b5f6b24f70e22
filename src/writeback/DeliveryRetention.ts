import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { everyHour, organizationsWithAnyTerm } from "../accounts/retention.ts"
import { deleteInBatches } from "../platform/sql/delete-in-batches.ts"

/** Deletes deliveries, which contain numbers, and the recorded answers to them after the shorter term of the organization. */
export const prune = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  for (const { id, days } of yield* organizationsWithAnyTerm(sql)) {
    // Ids begin with their creation time. Pending deliveries are never deleted, however old they are.
    const isOld = sql`organization_id = ${id} and status <> 'PENDING' and id < (lpad(to_hex(
      (extract(epoch from now() - make_interval(days => ${days})) * 1000)::bigint), 12, '0') || repeat('0', 20))::uuid`
    yield* deleteInBatches(sql`delete from deliveries where organization_id = ${id}
      and id in (select id from deliveries where ${isOld} order by id limit 5000) returning 1`)
  }
})

export const layer = everyHour(prune, "Could not delete old deliveries")
