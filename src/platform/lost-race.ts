import { Effect } from "effect"
import { SqlError } from "effect/sql"

/** Runs a transaction again that met another one and lost: nothing of it has remained. */
export const retryLostRace = <A, E, R>(transaction: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.retry(transaction, { times: 5, while: isLostRace })

const isLostRace = (error: unknown) =>
  SqlError.isSqlError(error) && (error.reason._tag === "DeadlockError" || error.reason._tag === "SerializationError")
