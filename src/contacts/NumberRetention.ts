import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { everyHour, organizationsWithAnyTerm } from "../accounts/retention.ts"
import { deleteInBatches } from "../platform/sql/delete-in-batches.ts"
import { pruneLedger } from "./PhoneLedger.ts"

/**
 * Deletes the rows of the ledger that no rule looks at any longer, and the numbers of rows that imports and uploads
 * rejected, once the shorter term of the organization is over.
 */
export const prune = Effect.fnUntraced(function* (sql: PgClient.PgClient) {
  yield* pruneLedger(sql)
  for (const { id, days } of yield* organizationsWithAnyTerm(sql)) {
    yield* deleteInBatches(sql`update import_errors set phone_number = null
      where organization_id = ${id} and phone_number is not null and (import_id, index) in (
        select e.import_id, e.index from import_errors e
          join imports i on i.organization_id = e.organization_id and i.id = e.import_id
        where e.organization_id = ${id} and e.phone_number is not null
          and i.completed_at < now() - make_interval(days => ${days})
        limit 5000) returning 1`)
    yield* deleteInBatches(sql`update number_upload_errors set phone_number = null
      where phone_number is not null and (upload_id, index) in (
        select e.upload_id, e.index from number_upload_errors e join number_uploads u on u.id = e.upload_id
        where u.organization_id = ${id} and e.phone_number is not null
          and u.completed_at < now() - make_interval(days => ${days})
        limit 5000) returning 1`)
  }
})

export const layer = everyHour(prune, "Could not delete old numbers of the ledger and of rejected rows; trying again")
