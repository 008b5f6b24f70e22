import type { PgClient } from "@effect/sql-pg"
import type { Effect } from "effect"
import type { SqlError } from "effect/sql"
import type { SealedPlace, Secrets } from "./Secrets.ts"

/** A column whose values are sealed. Every table with sealed values has the column `organization_id`. */
export interface SealedColumn {
  readonly table: string
  readonly column: string
  /** The column that identifies a row within its organization. */
  readonly rowId: string
  readonly rowIdType: "uuid" | "integer"
  readonly place: (organizationId: number, rowId: string) => SealedPlace
  /** Computes the digests of values again after another key has sealed them. */
  readonly digestAnew?: (
    sql: PgClient.PgClient,
    secrets: Secrets["Service"],
    rows: ReadonlyArray<{ readonly organizationId: number; readonly rowId: string; readonly text: string }>
  ) => Effect.Effect<void, SqlError.SqlError>
}

/** Describes a column for the service that owns it and for the rotation of keys, which seals its values anew. */
export const sealedColumn = (
  table: string,
  column: string,
  rowId: string,
  rowIdType: SealedColumn["rowIdType"] = "uuid"
): SealedColumn => ({
  table,
  column,
  rowId,
  rowIdType,
  place: (organizationId, id) => ({ organizationId, table, column, rowId: id })
})
