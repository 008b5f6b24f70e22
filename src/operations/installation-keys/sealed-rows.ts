import type { PgClient } from "@effect/sql-pg"
import { Effect, Result } from "effect"
import { type Secrets, sealingKeyOf } from "../../platform/secrets/Secrets.ts"
import type { SealedColumn } from "../../platform/secrets/sealed-column.ts"

/** The ids of a row with a sealed value. */
export interface RowIds {
  readonly organizationId: number
  readonly rowId: string
}

/** The next rows with a sealed value, in the order of their ids, with the key that sealed each. */
export const rowsAfter = (sql: PgClient.PgClient, of: SealedColumn, after: RowIds | undefined, limit: number) => {
  const { column, rowId, rowIdType, table } = of
  const isAfter =
    after === undefined
      ? sql`true`
      : sql`(organization_id, ${sql(rowId)}) > (${after.organizationId}, ${after.rowId}::${sql.literal(rowIdType)})`
  // Reads the beginning of each value: it names the key, and the rest may be long.
  return Effect.map(
    sql<RowIds & { readonly head: string }>`select organization_id, ${sql(rowId)}::text as row_id,
        substr(${sql(column)}, 1, 40) as head
      from ${sql(table)} where ${sql(column)} is not null and ${isAfter}
      order by organization_id, ${sql(rowId)} limit ${limit}`,
    (rows) => rows.map(({ head, ...ids }) => ({ ...ids, keyId: sealingKeyOf(head) }))
  )
}

/**
 * Seals the values of some rows with the first key. Locks the rows, so that a value that changes at the same time is not
 * replaced by an older one.
 */
export const reseal = Effect.fnUntraced(function* (
  sql: PgClient.PgClient,
  secrets: Secrets["Service"],
  { column, digestAnew, place, rowId, rowIdType, table }: SealedColumn,
  rows: ReadonlyArray<RowIds>
) {
  const type = sql.literal(rowIdType)
  const unnested = (ids: ReadonlyArray<RowIds>) =>
    sql`${ids.map(({ organizationId }) => organizationId)}::int[], ${ids.map((one) => one.rowId)}::text[]`
  const found = yield* sql<RowIds & { readonly sealed: string }>`
    select t.organization_id, t.${sql(rowId)}::text as row_id, t.${sql(column)} as sealed
    from unnest(${unnested(rows)}) as u (organization_id, row_id)
      join ${sql(table)} t on t.organization_id = u.organization_id and t.${sql(rowId)} = u.row_id::${type}
    where t.${sql(column)} is not null
    order by 1, 2 for update of t`
  const changed: Array<RowIds & { readonly sealed: string; readonly text: string }> = []
  let unreadable = 0
  for (const { organizationId, rowId, sealed } of found) {
    if (sealingKeyOf(sealed) === secrets.keyId) continue
    const there = place(organizationId, rowId)
    const opened = yield* Effect.result(secrets.open(sealed, there))
    if (Result.isSuccess(opened)) {
      const text = opened.success
      changed.push({ organizationId, rowId, sealed: secrets.seal(text, there), text })
    } else {
      unreadable++
      yield* Effect.logWarning(
        `Could not seal the row ${rowId} of organization ${organizationId} anew, and left it: ${opened.failure.message}`
      )
    }
    // Long transcripts take time, and the calls of this node must go on in between.
    yield* Effect.yieldNow
  }
  yield* sql`update ${sql(table)} t set ${sql(column)} = u.sealed
    from unnest(${unnested(changed)}, ${changed.map(({ sealed }) => sealed)}::text[])
      as u (organization_id, row_id, sealed)
    where t.organization_id = u.organization_id and t.${sql(rowId)} = u.row_id::${type}`
  if (digestAnew !== undefined) yield* digestAnew(sql, secrets, changed)
  return { resealed: changed.length, unreadable }
})
