import { createHash } from "node:crypto"
import type { SqlClient, Statement } from "effect/sql"

/**
 * Number of slices into which the work that nodes share is divided. Divides without a rest among 2, 3, 4, 6 or 12 nodes.
 * All releases that run together need the same number.
 */
export const sliceCount = 12

export const everySlice: ReadonlySet<number> = new Set(Array.from({ length: sliceCount }, (_, slice) => slice))

/** The slice of a key, such as the id of a campaign. */
export const sliceOf = (key: string) => (createHash("sha256").update(key).digest()[0] ?? 0) % sliceCount

/** The condition that a key of type bytea is in one of the slices, as `sliceOf` divides them. A missing key is in slice 0. */
export const inSlices = (sql: SqlClient.SqlClient, key: Statement.Fragment, slices: ReadonlySet<number>) =>
  slices.size === sliceCount
    ? sql`true`
    : sql`coalesce(get_byte(sha256(${key}), 0) % ${sql.literal(String(sliceCount))}, 0) = any(${[...slices]}::int[])`

/** Number of slices of the node in this place, from 0, among this number of nodes. The shares differ by at most one. */
export const shareOf = (place: number, nodes: number) =>
  Math.floor(sliceCount / nodes) + (place < sliceCount % nodes ? 1 : 0)
