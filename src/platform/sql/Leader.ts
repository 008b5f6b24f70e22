import { Context, Effect, Latch, Layer } from "effect"
import { AppConfig } from "../config.ts"
import { keepGoing } from "../lifecycle/keep-going.ts"
import { within } from "../lifecycle/within.ts"
import { SqlSession } from "./Sql.ts"

/**
 * Runs work on one node at a time, among the nodes with the role `workers`: the node whose session holds an advisory
 * lock. The database releases the lock at once when the node dies, and within `patience` when it hangs.
 */
export class Leader extends Context.Service<
  Leader,
  {
    /** Runs the work while this node leads, and interrupts it when the node stops leading. */
    readonly whileLeading: (work: Effect.Effect<never>) => Effect.Effect<never>
  }
>()("carillon/platform/Leader") {
  static readonly layer = Layer.effect(
    Leader,
    Effect.gen(function* () {
      const { open } = yield* SqlSession
      // A node without the role does not run the work, so it must not take the lock.
      if (!(yield* AppConfig).roles.has("workers")) return Leader.of({ whileLeading: () => Effect.never })
      // The embedded database has one process, so it always leads.
      if (open === undefined) return Leader.of({ whileLeading: (work) => work })

      const leads = Latch.makeUnsafe(false)
      const lost = Latch.makeUnsafe(true)
      const turn = (leading: boolean) =>
        Effect.sync(() => {
          const [opens, closes] = leading ? [leads, lost] : [lost, leads]
          closes.closeUnsafe()
          opens.openUnsafe()
        })

      const term = Effect.gen(function* () {
        const session = yield* open
        yield* session`select set_config('idle_session_timeout', ${String(patience * 1000)}, false)`
        const tryLock = session<{ held: boolean }>`select pg_try_advisory_lock(${lock}::bigint) as held`
        while ((yield* tryLock)[0]?.held !== true) yield* Effect.sleep("1 second")
        yield* turn(true)
        const alive = session`select 1`.pipe(within(`${patience / 2} seconds`))
        return yield* Effect.forever(Effect.andThen(Effect.sleep("2 seconds"), alive))
      })
      yield* term.pipe(
        // The work ends before the lock is released.
        Effect.onExit(() => turn(false)),
        Effect.scoped,
        keepGoing("This node lost, or could not take, the leadership; trying again"),
        Effect.forkScoped
      )

      return Leader.of({
        whileLeading: (work) => leads.await.pipe(Effect.andThen(Effect.raceFirst(work, lost.await)), Effect.forever)
      })
    })
  )
}

/** Maximum time for which a node that hangs stays the leader, s. */
const patience = 10

/** Key of the advisory lock, unique in the database: the first six bytes of "carillon". */
const lock = 0x636172696c6c
