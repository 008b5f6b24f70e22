import { Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { type Listed, offsetOf, type Page } from "../../domain/schema/page.ts"
import { foldForSearch } from "../../domain/text/text.ts"
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

/**
 * Returns the condition that the name of a row of `from` contains a text in any case and script, if one is searched
 * for. Compares the names here, because a database knows the letters of its own locale only. For tables with thousands
 * of rows.
 */
export const nameContains = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  from: Statement.Fragment,
  search: string | undefined
) {
  if (search === undefined || search === "") return sql``
  const part = foldForSearch(search)
  const named = yield* sql<{ id: string; name: string }>`select id, name ${from}`
  const ids = named.filter(({ name }) => foldForSearch(name).includes(part)).map(({ id }) => id)
  return sql`and id = any(${ids}::uuid[])`
})
