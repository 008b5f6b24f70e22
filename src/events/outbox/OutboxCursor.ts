import { PgClient } from "@effect/sql-pg"
import { Clock, Effect } from "effect"
import type { SqlError, Statement } from "effect/sql"
import type { ReceivedRecord } from "../bus/EventRecord.ts"

/** A record as it stands in the outbox. */
export interface OutboxRow extends ReceivedRecord {
  readonly seq: number
  readonly id: string
}

/**
 * How far a reader has come in the outbox. Rows become visible as their transactions commit, in any order: who kept only
 * the last `seq` would pass over those that commit late. What is certain is the transaction: none below
 * pg_snapshot_xmin still runs. So the position goes through the rows by (xid, seq) and stays below that, and settled
 * rows ahead of it are noted. But rows are given out as soon as they are visible, in the order of `seq`: who writes after
 * having seen another row, as under the lock of what both are about, has the higher `seq`, and not always the higher
 * transaction id. And no long transaction holds up what others have committed.
 */
export interface OutboxCursor {
  /** The next rows, of those that this cursor has not given out. */
  readonly take: (limit: number) => Effect.Effect<ReadonlyArray<OutboxRow>, SqlError.SqlError>
  /** A row that was taken is done with. */
  readonly settle: (row: OutboxRow) => void
  /** Moves up to what is settled. */
  readonly advance: Effect.Effect<void, SqlError.SqlError>
}

/** The cursor of a reader, from where it was: at the beginning at first. One at a time may be in use. */
export const readerCursor = Effect.fnUntraced(function* (reader: string, topics: ReadonlyArray<string> | null) {
  const sql = yield* PgClient.PgClient
  const [position] = yield* registerReader(reader, topics)
  const next = (current: Position) =>
    sql<Position>`with next as (${nextPosition(sql, topics, current)})
    update outbox_cursors at set xid = next.xid, seq = next.seq, ahead = next.ahead, seen_at = now() from next
    where reader = ${reader} returning ${columns(sql)}`.unprepared
  return makeCursor(sql, reader, topics, position as Position, next)
})

/** A cursor that stands behind all that is there, and is forgotten. */
export const tailCursor = Effect.fnUntraced(function* (topics: ReadonlyArray<string>) {
  const sql = yield* PgClient.PgClient
  const next = (current: Position) =>
    sql<Position>`with next as (${nextPosition(sql, topics, current)}) select ${columns(sql)} from next at`.unprepared
  const [position] = yield* sql<Position>`with horizon as (
      select ${horizonOf(sql)} as xid)
    select xid::float8, 0::float8 as seq, array(select seq::float8 from outbox o where o.xid >= horizon.xid) as ahead
    from horizon`
  return makeCursor(sql, null, topics, position as Position, next)
})

/** Lets rows wait for a reader until it is through with them, and gives where it is. */
export const registerReader = (reader: string, topics: ReadonlyArray<string> | null) =>
  PgClient.PgClient.use(
    (sql) => sql<Position>`insert into outbox_cursors as at (reader, topics) values (${reader}, ${topics}::text[])
      on conflict (reader) do update set topics = excluded.topics, seen_at = now() returning ${columns(sql)}`
  )

interface Position {
  readonly xid: number
  readonly seq: number
  readonly ahead: ReadonlyArray<number>
}

const columns = (sql: PgClient.PgClient) =>
  sql.literal("at.xid::float8 as xid, at.seq::float8 as seq, at.ahead::float8[] as ahead")

const isAfter = (sql: PgClient.PgClient, { xid, seq }: Pick<Position, "xid" | "seq">) =>
  sql`(o.xid, o.seq) > (${xid}, ${seq})`

// Before the first row that is not settled, or before the first transaction that may still run.
// `not in` looks each row up in a table of hashes, however many there are; a join may be planned for a few.
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

// In words that no index has: rows are read along their order, and few are of other topics.
const isOf = (sql: PgClient.PgClient, topics: ReadonlyArray<string> | null) =>
  topics === null ? sql`true` : sql`array_position(${topics}::text[], topic) is not null`

const horizonOf = (sql: PgClient.PgClient) => sql`pg_snapshot_xmin(pg_current_snapshot())::text::bigint`

/** All rows up to `top` that were visible have been given out; those that were not are of transactions from `horizon` on. */
interface Reach {
  readonly top: number
  readonly horizon: number
}

type Found = OutboxRow & { readonly isApplied: boolean }

// The plans are made anew each time: one from when the table was small reads all of a large one.
const makeCursor = (
  sql: PgClient.PgClient,
  reader: string | null,
  topics: ReadonlyArray<string> | null,
  start: Position,
  next: (current: Position) => Effect.Effect<ReadonlyArray<Position>, SqlError.SqlError>
): OutboxCursor => {
  let position: Pick<Position, "xid" | "seq"> = start
  let reach: Reach | undefined
  let advancedAt = 0
  const settled = new Set(start.ahead)
  const taken = new Set<number>()

  const begin = sql<Reach>`select ${horizonOf(sql)}::float8 as horizon, coalesce(
    (select min(seq) - 1 from outbox o where ${isAfter(sql, position)}), (select max(seq) from outbox), 0)::float8 as top`

  // What another bus brought to the consumer, or it had or gave up before it crashed, needs not be brought again.
  const isApplied =
    reader === null
      ? sql`false`
      : sql`(exists (select from inbox where consumer = ${reader} and event_id = o.id) or exists (
          select from dead_letters where consumer = ${reader} and event_id = o.id and replayed_at is null))`
  const find = (where: Statement.Fragment, limit: number) =>
    sql<Found>`
    select seq::float8 as seq, id, topic, key, value, headers, created_at as at, 'outbox:' || seq as origin,
      ${isApplied} as "isApplied"
    from outbox o where ${where} and ${isAfter(sql, position)} and ${isOf(sql, topics)}
      and seq not in (select unnest(${[...settled, ...taken]}::bigint[]))
    order by o.seq limit ${limit}`.unprepared

  const findNew = ({ top }: Reach, limit: number) => {
    // A transaction that runs for long keeps the position where it is: not for ever. What lets it move goes on.
    const hasRoom = settled.size <= mostAhead
    const blocking = sql`(select max(seq) from outbox o where ${isAfter(sql, position)} and o.xid < ${horizonOf(sql)})`
    return find(hasRoom ? sql`seq > ${top}` : sql`seq > ${top} and seq <= ${blocking}`, limit)
  }
  const findLate = ({ top, horizon }: Reach, limit: number) => find(sql`o.xid >= ${horizon} and seq <= ${top}`, limit)

  const look = Effect.fnUntraced(function* (limit: number) {
    const before = reach ?? ((yield* begin)[0] as Reach)
    const [now] = yield* sql<Pick<Reach, "horizon">>`select ${horizonOf(sql)}::float8 as horizon`
    // Looked for last, late rows include whatever a new one that was found followed upon.
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
        const found = yield* look(limit)
        const rows = found.filter(({ isApplied }) => !isApplied)
        for (const { seq, isApplied } of found) (isApplied ? settled : taken).add(seq)
        if (rows.length > 0 || found.length < limit) return rows
      }
      return []
    }),
    settle: ({ seq }) => {
      taken.delete(seq)
      settled.add(seq)
    },
    advance: Effect.gen(function* () {
      const now = yield* Clock.currentTimeMillis
      // Rows of other topics let it move too, which is of no hurry.
      if (settled.size === 0 && now - advancedAt < 60_000) return
      const before = [...settled]
      const [reached] = yield* next({ ...position, ahead: before })
      if (reached === undefined) return
      advancedAt = now
      position = reached
      for (const seq of before) settled.delete(seq)
      for (const seq of reached.ahead) settled.add(seq)
    })
  }
}

const mostAhead = 50_000
