import { Effect } from "effect"
import { SqlClient } from "effect/sql"

const partitioned = (table: string, key: string) => [
  SqlClient.SqlClient.use((sql) => sql`select begin_partitioning(${table}, ${key})`),
  SqlClient.SqlClient.use((sql) => sql`select check_partitioning(${table})`),
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    // Less than the time after which Postgres looks for a deadlock: this transaction gives way, not that of a call.
    yield* sql`set local lock_timeout = '500ms'`
    yield* sql`select finish_partitioning(${table}, ${key})`
  })
]

export const parts = [
  ...partitioned("talks", "attempt_id"),
  ...partitioned("call_decisions", "call_id"),
  ...partitioned("inbox", "event_id")
]
