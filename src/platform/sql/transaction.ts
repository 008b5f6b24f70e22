import { Effect } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { databaseErrorKind } from "./database-errors.ts"

/**
 * Runs statements as one transaction. Retries them after a conflict with another transaction, which rolled them back.
 */
export const transaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(statements: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.retry(sql.withTransaction(statements), {
      times: 5,
      while: (error) => databaseErrorKind(error) === "conflict"
    })
