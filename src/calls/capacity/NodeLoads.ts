import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer } from "effect"
import { type Capacity, capacityOf, type NodeLoad, startsToReserve } from "../../domain/dialing/call-capacity.ts"
import { newId } from "../../platform/ids.ts"
import { transaction } from "../../platform/sql/transaction.ts"

/** The calls that each node of the database carries and may start: a row for each. */
export class NodeLoads extends Context.Service<
  NodeLoads,
  {
    /** Reports the load of this node. Returns how many calls it may start until its next report, and what all nodes carry. */
    readonly report: (own: OwnLoad) => Effect.Effect<Capacity & { readonly starts: number }>
    /** Removes the row of this node. */
    readonly leave: Effect.Effect<void>
    /** The capacity of all nodes, and the calls that they carry. */
    readonly capacity: Effect.Effect<Capacity>
    /** Whether a node has the role `workers`, or may have it because it does not report it. */
    readonly haveWorkers: Effect.Effect<boolean>
  }
>()("carillon/calls/NodeLoads") {
  static readonly layer = Layer.effect(
    NodeLoads,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const id = newId()

      const loadsBut = (left: string) => sql<NodeLoad>`select carries, call_limit, streams, dials, reserved_starts,
          answered, unanswered from node_loads
        where id <> ${left} and seen_at > clock_timestamp() - ${aliveFor}::interval`

      const ringing = sql<{ calls: number }>`select count(*)::int as calls from attempts
        where ended_at is null and answered_at is null and stream_opened_at is null`.pipe(
        Effect.map(([row]) => row?.calls ?? 0)
      )

      const report: NodeLoads["Service"]["report"] = Effect.fn("NodeLoads.report")(
        function* (own) {
          // Two nodes must not reserve the same starts. Reading is not blocked.
          yield* sql`lock table node_loads in exclusive mode`
          yield* sql`delete from node_loads where seen_at < clock_timestamp() - ${aliveFor}::interval`
          const others = yield* loadsBut(id)
          const calling = yield* ringing
          const reserved = startsToReserve({ ...own, reservedStarts: 0 }, others, calling)
          const row = { id, ...own, reservedStarts: Number.isFinite(reserved) ? reserved : 0 }
          yield* sql`insert into node_loads ${sql.insert(row)} on conflict (id) do update set
            seen_at = clock_timestamp(), carries = excluded.carries, call_limit = excluded.call_limit,
            streams = excluded.streams, dials = excluded.dials, reserved_starts = excluded.reserved_starts,
            answered = excluded.answered, unanswered = excluded.unanswered, works = excluded.works`
          return { starts: reserved, ...capacityOf([row, ...others], calling) }
        },
        transaction(sql),
        Effect.orDie
      )

      const capacity = Effect.gen(function* () {
        return capacityOf(yield* loadsBut(newId()), yield* ringing)
      }).pipe(Effect.orDie)

      const haveWorkers = Effect.gen(function* () {
        const [row] = yield* sql<{
          works: boolean
        }>`select coalesce(bool_or(works is distinct from false), true) as works
          from node_loads where seen_at > clock_timestamp() - ${aliveFor}::interval`
        return row?.works ?? true
      }).pipe(Effect.orDie)

      return NodeLoads.of({
        report,
        leave: Effect.ignore(sql`delete from node_loads where id = ${id}`),
        capacity,
        haveWorkers
      })
    })
  )
}

interface OwnLoad extends Omit<NodeLoad, "reservedStarts"> {
  /** Whether the node has the role `workers`. */
  readonly works: boolean
}

/** Time after its last report for which a node counts. */
const aliveFor = "15 seconds"
