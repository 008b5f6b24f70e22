import { Clock, Effect } from "effect"
import type { SqlClient, Statement } from "effect/sql"
import { nearerEnd, offsetOf, type Page } from "../../domain/schema/page.ts"

/** A page in the order of the ids: rows to skip from an end of the list, or after a row that is known. */
export interface PlaceOfPage {
  readonly backwards: boolean
  readonly offset: number
  readonly limit: number
  /** The id of the row after which the list is read. */
  readonly after?: string
}

/**
 * Remembers for a minute at which ids the pages of long lists ended. So a client that reads a list page after page, or a
 * page again, has no earlier row read. A page that is not near a known one is read from the nearer end. The list runs
 * from the highest id to the lowest. The remembered ids are valid while its length stays the same.
 */
export const makePageStarts = () => {
  // A map iterates its keys in the order of insertion: the list that was read last is the last one.
  const lists = new Map<string, List>()

  const knownOf = (key: string, total: number, now: number) => {
    const list = lists.get(key)
    return list === undefined || list.total !== total ? [] : list.ends.filter(({ at }) => now - at < rememberedMillis)
  }

  const placeOf = (key: string, page: Page, total: number) =>
    Effect.map(Clock.currentTimeMillis, (now): PlaceOfPage => {
      const fromEnd = nearerEnd(page, total)
      const wanted = offsetOf(page)
      const before = knownOf(key, total, now).filter(({ offset }) => offset <= wanted)
      const nearest = before.reduce<End | undefined>(
        (a, b) => (a === undefined || b.offset > a.offset ? b : a),
        undefined
      )
      if (nearest === undefined || wanted - nearest.offset >= fromEnd.offset) return fromEnd
      return { backwards: false, offset: wanted - nearest.offset, limit: fromEnd.limit, after: nearest.id }
    })

  const noteEnd = <A>(key: string, page: Page, total: number, rows: ReadonlyArray<A>, idOf: (row: A) => string) =>
    Effect.map(Clock.currentTimeMillis, (now) => {
      const offset = offsetOf(page) + page.limit
      const last = rows.at(-1)
      if (last === undefined || rows.length < page.limit || offset < shortest) return
      const others = knownOf(key, total, now).filter((end) => end.offset !== offset)
      lists.delete(key)
      lists.set(key, { total, ends: [...others.slice(1 - maxEnds), { offset, id: idOf(last), at: now }] })
      for (const oldest of lists.keys()) {
        if (lists.size <= maxLists) return
        lists.delete(oldest)
      }
    })

  /** Reads a page of the list that the key names, by `select`, and remembers where it ended. */
  const read = Effect.fnUntraced(function* <A, E, R>(
    { idOf, key, page, total }: Asked<A>,
    select: (place: PlaceOfPage) => Effect.Effect<ReadonlyArray<A>, E, R>
  ) {
    const rows = yield* select(yield* placeOf(key, page, total))
    yield* noteEnd(key, page, total, rows, idOf)
    return rows
  })

  return { read }
}

interface Asked<A> {
  readonly key: string
  readonly page: Page
  readonly total: number
  readonly idOf: (row: A) => string
}

/** SQL for the conditions, order and limits of the page, after those of its list. */
export const pageByKey = (sql: SqlClient.SqlClient, id: Statement.Fragment, place: PlaceOfPage): Statement.Fragment =>
  sql`${place.after === undefined ? sql`` : sql`and ${id} < ${place.after}::uuid`}
    order by ${id} ${sql.literal(place.backwards ? "asc" : "desc")} limit ${place.limit} offset ${place.offset}`

interface End {
  /** Number of rows up to and with the row. */
  readonly offset: number
  readonly id: string
  readonly at: number
}

interface List {
  readonly total: number
  readonly ends: ReadonlyArray<End>
}

/** Time after which an end is forgotten, ms: rows may have gone and others come since. */
const rememberedMillis = 60_000
/** Number of rows that are skipped in no time. */
const shortest = 1_000
/** Maximum number of lists, and of ends of a list. */
const maxLists = 500
const maxEnds = 20
