import type { SqlError } from "effect/sql"

/** The code of what went wrong: the SQLSTATE that the database told, or that of the connection; empty when there is none. */
export const sqlErrorCode = ({ reason: { cause } }: SqlError.SqlError): string =>
  cause instanceof Error && "code" in cause ? String(cause.code) : ""
