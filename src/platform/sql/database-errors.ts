/**
 * The policy for failed statements. A service cannot repair one, so it makes the `SqlError` a defect (`Effect.orDie`)
 * and keeps it out of its interface. Code that retries, waits or answers otherwise gets the error back by
 * `databaseErrorsAsFailures` and decides by `databaseErrorKind`; no other code looks into an `SqlError`. Loops that
 * must survive every defect (`keepGoing`, `keepWorking`) log it and continue.
 */
import { Effect } from "effect"
import { SqlError } from "effect/sql"

export type DatabaseErrorKind =
  /** The connection could not be opened, or was lost: try again later. */
  | "disconnected"
  /** The server starts, stops, has no free connection or takes no writes: try again later. */
  | "unavailable"
  /** Another transaction won (deadlock, serialization): run the whole transaction again at once. */
  | "conflict"
  /** The values violate a type, a constraint or a limit: the statement fails every time. */
  | "refused"
  /** A timeout, a missing privilege, a mistake in the statement. */
  | "other"

/** Returns the kind of a failed statement, and undefined for every other error. */
export const databaseErrorKind = (error: unknown): DatabaseErrorKind | undefined => {
  if (!SqlError.isSqlError(error)) return undefined
  const reason = error.reason._tag
  if (reason === "ConnectionError") return "disconnected"
  if (reason === "DeadlockError" || reason === "SerializationError") return "conflict"
  const code = databaseErrorCode(error)
  // Shutdown by an operator, crash, start-up; a full disk; too many connections; a standby, or a database that was made
  // read-only.
  if (/^(57P0[123]|53100|53300|25006)$/.test(code)) return "unavailable"
  // SQLSTATE classes: data exception, integrity constraint violation, program limit exceeded.
  if (/^(22|23|54)/.test(code)) return "refused"
  return "other"
}

/** Whether the statement may succeed once the database is back. */
export const isDatabaseAway = (error: unknown): boolean => {
  const kind = databaseErrorKind(error)
  return kind === "disconnected" || kind === "unavailable"
}

/** Turns a failed statement that a service made a defect back into a failure. */
export const databaseErrorsAsFailures = <A, E, R>(
  self: Effect.Effect<A, E, R>
): Effect.Effect<A, E | SqlError.SqlError, R> =>
  Effect.catchDefect(self, (defect) => (SqlError.isSqlError(defect) ? Effect.fail(defect) : Effect.die(defect)))

/** Returns the SQLSTATE, or the code of the broken connection; empty when there is none. */
export const databaseErrorCode = ({ reason: { cause } }: SqlError.SqlError): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : ""

const hasCode =
  (code: string) =>
  (error: unknown): boolean =>
    SqlError.isSqlError(error) && databaseErrorCode(error) === code

/** Whether the database, such as a standby, takes no writes. */
export const isReadOnly = hasCode("25006")

/** Whether the user lacks a privilege that the statement needs. */
export const isWithoutRight = hasCode("42501")

/** Whether a statement gave up because another transaction held a lock for longer than `lock_timeout`. */
export const isLockTimeout = hasCode("55P03")
