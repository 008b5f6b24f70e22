import { Effect } from "effect"
import { type SqlClient, SqlError } from "effect/sql"

/** Runs statements as one transaction; once more when it met another one and lost, for nothing of it has remained then. */
export const transaction =
  (sql: SqlClient.SqlClient) =>
  <A, E, R>(statements: Effect.Effect<A, E, R>): Effect.Effect<A, E | SqlError.SqlError, R> =>
    Effect.retry(sql.withTransaction(statements), { times: 5, while: isLostRace })

const isLostRace = (error: unknown) =>
  SqlError.isSqlError(error) && (error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError")
