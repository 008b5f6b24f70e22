import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type Listed, offsetOf, type Page } from "../../domain/schema/page.ts"
import { containsPattern } from "../../domain/text/text.ts"
import type { RowsOf } from "./decode-rows.ts"

/**
 * Returns a page of the rows that `from` selects, newest first, and their total number. Without `rows`, the type of the
 * rows is not checked.
 */
export const newestFirst = Effect.fnUntraced(function* <A extends object>(
  sql: SqlClient.SqlClient,
  columns: Statement.Fragment,
  from: Statement.Fragment,
  page: Page,
  rows?: RowsOf<A>
) {
  const statement = sql<A>`select ${columns} ${from} order by id desc limit ${page.limit} offset ${offsetOf(page)}`
  const data = yield* rows === undefined ? statement : rows(statement)
  const [count] = yield* sql<{ total: number }>`select count(*)::int as total ${from}`
  return { data, total: count?.total ?? 0 } satisfies Listed<A>
})

/** The condition that the name of a row contains a text, if one is searched for. For tables of thousands of rows. */
export const nameContains = (sql: SqlClient.SqlClient, search: string | undefined): Statement.Fragment =>
  search === undefined || search === "" ? sql`` : sql`and name ilike ${containsPattern(search)}`
