import { Effect } from "effect"
import { SqlClient } from "effect/sql"

export default Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient

  // Rows that change several times soon after they are added: with room in their page, a change that concerns no index
  // writes none. Large tables are vacuumed after 2 % of their rows have changed, and not after 20 %.
  for (const table of ["calls", "attempts", "phone_ledger"]) {
    yield* sql`alter table ${sql(table)} set (fillfactor = 85, autovacuum_vacuum_scale_factor = 0.02,
      autovacuum_analyze_scale_factor = 0.02)`
  }
  for (const table of ["outbox", "inbox", "deliveries"]) {
    yield* sql`alter table ${sql(table)} set (autovacuum_vacuum_scale_factor = 0.02)`
  }
  // Few rows that every call changes.
  for (const table of ["campaign_pace", "organization_usage", "folded_figures", "folded_days"]) {
    yield* sql`alter table ${sql(table)} set (fillfactor = 40, autovacuum_vacuum_scale_factor = 0,
      autovacuum_vacuum_threshold = 2000)`
  }
})
