import { PgClient } from "@effect/sql-pg"
import { Cause, Context, Effect, Layer, type Scope } from "effect"
import { keepGoing } from "../../platform/lifecycle/keep-going.ts"
import { within } from "../../platform/lifecycle/within.ts"
import { openReplica } from "../../platform/sql/Sql.ts"

/** A copy of the database for large reads that may be some seconds old. */
export class ReadReplica extends Context.Service<
  ReadReplica,
  {
    /** Undefined without a replica. */
    readonly sql: PgClient.PgClient | undefined
    /** Whether the replica has all changes but those of the last seconds. */
    readonly isFresh: () => boolean
    /** Fails with what an operator should know if nothing can be read from the replica now. */
    readonly examine: Effect.Effect<void, unknown>
  }
>()("carillon/calls/ReadReplica") {
  static readonly layer = Layer.effect(
    ReadReplica,
    Effect.gen(function* () {
      const sql = yield* openReplica
      const database = yield* PgClient.PgClient
      let fresh = false
      if (sql !== undefined) {
        // Each node renews its row in the database every few seconds, so the newest row shows the age of the copy.
        const check = askWhetherFresh(sql, database).pipe(
          within("1 second"),
          Effect.tap((answer) => Effect.sync(() => (fresh = answer))),
          Effect.onError(() => Effect.sync(() => (fresh = false))),
          Effect.andThen(Effect.sleep("1 second")),
          Effect.forever
        )
        yield* Effect.forkScoped(
          keepGoing("The replica in DATABASE_READ_URL cannot be read; reading the database")(check)
        )
      }
      const examine =
        sql === undefined
          ? Effect.void
          : Effect.flatMap(askWhetherFresh(sql, database), (isFresh) =>
              isFresh ? Effect.void : Effect.fail(new Error(staleProblem))
            )
      return ReadReplica.of({ sql, isFresh: () => fresh, examine })
    })
  )
}

// The database knows the node whose row is the newest, unless the rows are those of another installation. They have the time
// of the database: the clock of the replica may be another, and with a late one an old copy would seem new.
const askWhetherFresh = Effect.fnUntraced(function* (replica: PgClient.PgClient, database: PgClient.PgClient) {
  const [newest] = yield* replica<{ id: string; seenAt: Date }>`select id, seen_at from node_loads
    order by seen_at desc limit 1`
  if (newest === undefined) return false
  const known = yield* database`select 1 from node_loads
    where id = ${newest.id} and ${newest.seenAt}::timestamptz > clock_timestamp() - ${oldest}::interval`
  return known.length > 0
})

const staleProblem =
  "It has no news of the last 10 seconds: it is late, or no copy of the database, which is read itself meanwhile"

/** Maximum age of what is read from the replica. An idle node renews its row every 5 seconds. */
const oldest = "10 seconds"
/** Time after which a read that the replica has not answered is asked of the database. */
const patience = "3 seconds"

type Reads = Readonly<Record<string, (...given: ReadonlyArray<never>) => Effect.Effect<unknown, unknown, never>>>

/** Has a view read from the replica while that is fresh and answers, and from the database otherwise. */
export const onReplica = <I, S extends object, E, R>(view: Context.Service<I, S>, layer: Layer.Layer<I, E, R>) =>
  Layer.effect(
    view,
    Effect.gen(function* (): Effect.fn.Return<S, E, R | ReadReplica | Scope.Scope> {
      const { isFresh, sql } = yield* ReadReplica
      const own = Context.get(yield* Layer.build(layer), view)
      if (sql === undefined) return own
      const copy = Context.get(
        yield* Effect.provideService(Layer.build(Layer.fresh(layer)), PgClient.PgClient, sql),
        view
      )
      return readingFrom(copy as unknown as Reads, own as unknown as Reads, isFresh) as unknown as S
    })
  )

/** The reads of `copy` while it is fresh, and those of `own` otherwise or where `copy` fails or does not answer in time. */
export const readingFrom = (copy: Reads, own: Reads, isFresh: () => boolean): Reads =>
  Object.fromEntries(
    Object.entries(own).map(([name, read]) => [
      name,
      (...given: ReadonlyArray<never>) => {
        const fromCopy = copy[name]
        return isFresh() && fromCopy !== undefined
          ? fromCopy(...given).pipe(
              within(patience),
              Effect.catchDefect(() => read(...given)),
              Effect.catchIf(Cause.isTimeoutError, () => read(...given))
            )
          : read(...given)
      }
    ])
  )
