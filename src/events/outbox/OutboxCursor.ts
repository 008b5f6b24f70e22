import { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import type { SqlError, Statement } from "effect/sql"
import { within } from "../../platform/lifecycle/within.ts"
import { everySlice, inSlices, sliceCount } from "../../platform/sql/slices.ts"
import type { ReceivedRecord } from "../bus/EventRecord.ts"

/** A record with its position in the outbox. */
export interface OutboxRow extends ReceivedRecord {
  readonly seq: number
  readonly id: string
}

/**
 * Position of a reader in the outbox.
 *
 * Rows become visible when their transactions commit, which may be in any order, so a reader that
 * stored only the last `seq` would miss rows that commit late. Transaction ids give a safe bound:
 * no transaction below pg_snapshot_xmin is still running. Therefore the stored position moves
 * through the rows by (xid, seq) and stays below pg_snapshot_xmin, and settled rows ahead of the
 * position are stored with it, in `ahead`.
 *
 * Rows are returned as soon as they are visible, in the order of `seq`. A transaction that writes
 * after it has seen another row, for example under the lock of the row that both describe, gets the
 * higher `seq`, but not always the higher transaction id. Therefore `seq` is the order of events. A
 * long transaction does not delay rows that other transactions have committed.
 */
export interface OutboxCursor {
  /** Returns the next rows that this cursor has not returned yet. */
  readonly take: (limit: number) => Effect.Effect<ReadonlyArray<OutboxRow>, SqlError.SqlError>
  /** Marks a returned row as handled. */
  readonly settle: (row: OutboxRow) => void
  /** Moves the stored position up to the first row that is not settled. */
  readonly advance: Effect.Effect<void, SqlError.SqlError>
}

/**
 * Opens a cursor of a reader for the rows whose keys are in the slices; a new reader starts at the beginning. The cursors
 * of a reader share its stored position, which a cursor also moves when its scope closes. At most one cursor of a reader
 * may be in use for a slice at a time.
 */
export const readerCursor = Effect.fnUntraced(function* (
  reader: string,
  topics: ReadonlyArray<string> | null,
  slices: ReadonlySet<number>
) {
  const sql = yield* PgClient.PgClient
  const [position] = yield* registerReader(reader, topics)
  // Moves the position only if no other cursor has moved it since.
  const next = (current: Position) =>
    sql<Position>`with next as (${nextPosition(sql, topics, current)})
    update outbox_cursors at set xid = next.xid, seq = next.seq, ahead = next.ahead, seen_at = now() from next
    where reader = ${reader} and at.xmin::text = ${current.version} returning ${columns(sql)}`.unprepared
  const stored = sql<Position>`select ${columns(sql)} from outbox_cursors at where reader = ${reader}`
  const cursor = makeCursor(sql, reader, { topics, slices }, position as Position, { next, stored })
  yield* Effect.addFinalizer(() => cursor.advance.pipe(within("2 seconds"), Effect.ignore))
  return cursor
})

/** Opens a cursor behind all visible rows. Its position is not stored. */
export const tailCursor = Effect.fnUntraced(function* (topics: ReadonlyArray<string>) {
  const sql = yield* PgClient.PgClient
  const next = (current: Position) =>
    sql<Position>`with next as (${nextPosition(sql, topics, current)})
    select xid::float8 as xid, seq::float8 as seq, ahead::float8[] as ahead, '' as version from next`.unprepared
  const [position] = yield* sql<Position>`with horizon as (
      select ${horizonOf(sql)} as xid)
    select xid::float8, 0::float8 as seq, array(select seq::float8 from outbox o where o.xid >= horizon.xid) as ahead,
      '' as version
    from horizon`
  return makeCursor(sql, null, { topics, slices: everySlice }, position as Position, {
    next,
    stored: Effect.succeed([])
  })
})

/** Registers a reader, so that rows are not deleted before it has handled them. Returns its position. */
export const registerReader = (reader: string, topics: ReadonlyArray<string> | null) =>
  PgClient.PgClient.use(
    (sql) => sql<Position>`insert into outbox_cursors as at (reader, topics) values (${reader}, ${topics}::text[])
      on conflict (reader) do update set topics = excluded.topics, seen_at = now() returning ${columns(sql)}`
  )

interface Position {
  readonly xid: number
  readonly seq: number
  readonly ahead: ReadonlyArray<number>
  /** Changes with each change of the stored row. */
  readonly version: string
}

/** The rows that a cursor returns. */
interface Selection {
  readonly topics: ReadonlyArray<string> | null
  readonly slices: ReadonlySet<number>
}

const columns = (sql: PgClient.PgClient) =>
  sql.literal("at.xid::float8 as xid, at.seq::float8 as seq, at.ahead::float8[] as ahead, at.xmin::text as version")

const isAfter = (sql: PgClient.PgClient, { xid, seq }: Pick<Position, "xid" | "seq">) =>
  sql`(o.xid, o.seq) > (${xid}, ${seq})`

// The new position: before the first row that is not settled, or before the first transaction that
// may still run, whichever comes first. `not in` is planned as a hash lookup however many rows
// there are; a join might be planned for few rows.
const nextPosition = (sql: PgClient.PgClient, topics: ReadonlyArray<string> | null, current: Position) => sql`
  select next.xid, next.seq, array(
      select o.seq from unnest(${current.ahead}::bigint[]) as settled (seq) join outbox o using (seq)
      where (o.xid, o.seq) > (next.xid, next.seq)
    ) as ahead
  from (
    (select xid, seq - 1 as seq from outbox o where ${isAfter(sql, current)} and ${isOf(sql, topics)}
      and seq not in (select unnest(${current.ahead}::bigint[])) order by o.xid, o.seq limit 1)
    union all select ${horizonOf(sql)}, 0
    order by xid, seq limit 1
  ) next`

// Written so that no index matches the condition: reading the rows in their order is faster, because
// few of them have other topics.
const isOf = (sql: PgClient.PgClient, topics: ReadonlyArray<string> | null) =>
  topics === null ? sql`true` : sql`array_position(${topics}::text[], topic) is not null`

const horizonOf = (sql: PgClient.PgClient) => sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

/**
 * Limits of what the cursor has returned: all visible rows up to the seq `top`. Rows below `top` that
 * were not visible belong to transactions with an id of at least `horizon`.
 */
interface Reach {
  readonly top: number
  readonly horizon: number
}

type Found = OutboxRow & { readonly isApplied: boolean }

// Statements are unprepared, so that Postgres plans them each time: a plan that was made when the
// table was small would scan the whole of a large table. Rows are unchecked, and their columns named as the program does:
// decoding and renaming cost more than they protect on this path.
const makeCursor = (
  sql: PgClient.PgClient,
  reader: string | null,
  { slices, topics }: Selection,
  start: Position,
  progress: {
    /** Moves the position, and returns it. Returns nothing if it is another by now. */
    readonly next: (current: Position) => Effect.Effect<ReadonlyArray<Position>, SqlError.SqlError>
    readonly stored: Effect.Effect<ReadonlyArray<Position>, SqlError.SqlError>
  }
): OutboxCursor => {
  let position: Omit<Position, "ahead"> = start
  let reach: Reach | undefined
  let advancedAt = 0
  const plain = sql.withoutTransforms()
  const isWhole = slices.size === sliceCount
  // Whether this cursor has settled rows that are not stored.
  let hasOwn = false
  const settled = new Set(start.ahead)
  const returned = new Set<number>()

  const begin = sql<Reach>`select ${horizonOf(sql)}::float8 as horizon, coalesce(
    (select min(seq) - 1 from outbox o where ${isAfter(sql, position)}), (select max(seq) from outbox), 0)::float8 as top`

  // Marks events that the consumer received through Kafka before, or had handled or given up before
  // a crash.
  const isApplied =
    reader === null
      ? sql`false`
      : sql`(exists (select from inbox where consumer = ${reader} and event_id = o.id) or exists (
          select from dead_letters where consumer = ${reader} and event_id = o.id and replayed_at is null))`
  const find = (where: Statement.Fragment, limit: number) =>
    plain<Found>`
    select seq::float8 as seq, id, topic, key, value, headers, created_at as at, 'outbox:' || seq as origin,
      ${isApplied} as "isApplied"
    from outbox o where ${where} and ${isAfter(sql, position)} and ${isOf(sql, topics)}
      and ${inSlices(sql, sql`o.key`, slices)}
      and seq not in (select unnest(${[...settled, ...returned]}::bigint[]))
    order by o.seq limit ${limit}`.unprepared

  const findNew = ({ top }: Reach, limit: number) => {
    // A long transaction stops the position, and `ahead` grows. Beyond the limit, only rows that
    // let the position move are returned.
    const hasRoom = settled.size <= maxAhead
    const blocking = sql`(select max(seq) from outbox o where ${isAfter(sql, position)} and o.xid < ${horizonOf(sql)})`
    // Another cursor that stands still stops the position too.
    const last = sql`(select xid, seq from outbox o where ${isAfter(sql, position)} order by xid, seq
      offset ${maxAhead} limit 1)`
    const isNear = isWhole ? sql`true` : sql`coalesce((o.xid, o.seq) <= ${last}, true)`
    return find(hasRoom ? sql`seq > ${top}` : sql`seq > ${top} and seq <= ${blocking} and ${isNear}`, limit)
  }
  const findLate = ({ top, horizon }: Reach, limit: number) => find(sql`o.xid >= ${horizon} and seq <= ${top}`, limit)

  const readNext = Effect.fnUntraced(function* (limit: number) {
    const before = reach ?? ((yield* begin)[0] as Reach)
    const [now] = yield* sql<Pick<Reach, "horizon">>`select ${horizonOf(sql)}::float8 as horizon`
    // Reads late rows after new ones, so that every row that precedes a new row is among them.
    const fresh = yield* findNew(before, limit)
    const late = yield* findLate(before, limit)
    if (late.length === limit) {
      reach = before
      return late
    }
    const following = fresh.slice(0, limit - late.length)
    reach = { top: following.at(-1)?.seq ?? before.top, horizon: now?.horizon ?? before.horizon }
    return [...late, ...following]
  })

  return {
    take: Effect.fnUntraced(function* (limit) {
      while (limit > 0) {
        const found = yield* readNext(limit)
        const rows = found.filter(({ isApplied }) => !isApplied)
        for (const { seq, isApplied } of found) (isApplied ? settled : returned).add(seq)
        hasOwn ||= rows.length < found.length
        if (rows.length > 0 || found.length < limit) return rows
      }
      return []
    }),
    settle: ({ seq }) => {
      returned.delete(seq)
      settled.add(seq)
      hasOwn = true
    },
    advance: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      // Rows of other topics and other cursors move the position too, which is not urgent.
      const pause = settled.size === 0 ? 60_000 : hasOwn || isWhole ? 0 : 1_000
      if (now - advancedAt < pause) return
      const move = Effect.gen(function* () {
        const before = [...settled]
        const [reached] = yield* progress.next({ ...position, ahead: before })
        if (reached !== undefined) return { before, reached }
        const [stored] = yield* progress.stored
        if (stored === undefined) return undefined
        position = stored
        for (const seq of stored.ahead) settled.add(seq)
        return "again"
      })
      // The next call continues if other cursors are always faster.
      const moved = yield* Effect.repeat(move, { until: (result) => result !== "again", times: 3 })
      if (moved === undefined || moved === "again") return
      const { before, reached } = moved
      advancedAt = now
      hasOwn = false
      position = reached
      for (const seq of before) settled.delete(seq)
      for (const seq of reached.ahead) settled.add(seq)
    })
  }
}

/** Number of settled rows ahead of the position above which only rows that block the position are returned. */
const maxAhead = 50_000
