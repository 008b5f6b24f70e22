import { Context, Deferred, Effect, Layer } from "effect"
import type { SqlClient } from "effect/sql"
import { AppConfig } from "../config.ts"
import { keepGoing } from "../lifecycle/keep-going.ts"
import { within } from "../lifecycle/within.ts"
import { SqlSession } from "./Sql.ts"
import { everySlice, shareOf, sliceOf } from "./slices.ts"

/**
 * Shares work among the nodes with the role `workers`. Each slice of the work belongs to one node at a time: the node
 * whose session has the advisory lock of the slice. The nodes have equal shares. The database releases the locks at once
 * when a node dies, and within `patience` when it hangs; the others take them within a second.
 */
export class SharedWork extends Context.Service<
  SharedWork,
  {
    /** Runs the work for the slices of this node. Interrupts it, and runs it again, when they change. */
    readonly inSlices: (work: (slices: ReadonlySet<number>) => Effect.Effect<never>) => Effect.Effect<never>
    /** Runs work that cannot be divided, on one node. The name of the work decides on which. */
    readonly alone: (name: string, work: Effect.Effect<never>) => Effect.Effect<never>
  }
>()("carillon/platform/SharedWork") {
  static readonly layer = Layer.effect(
    SharedWork,
    Effect.gen(function* () {
      const { open } = yield* SqlSession
      // A node without the role does not run the work, so it must not take the locks.
      if (!(yield* AppConfig).roles.has("workers")) {
        return SharedWork.of({ inSlices: () => Effect.never, alone: () => Effect.never })
      }
      const assignment = makeAssignment()
      // The embedded database has one process, which has all slices.
      if (open === undefined) yield* assignment.assign(everySlice)
      else {
        yield* Effect.flatMap(open, takeSlices(assignment)).pipe(
          // The work ends before the locks are released.
          Effect.onExit(() => assignment.assign(new Set())),
          Effect.scoped,
          keepGoing("This node lost, or could not take, its share of the common work; trying again"),
          Effect.forkScoped
        )
      }
      return SharedWork.of({
        inSlices: (work) => assignment.run((mine) => mine, work),
        alone: (name, work) => {
          const slice = sliceOf(name)
          return assignment.run(
            (mine) => new Set(mine.has(slice) ? [slice] : []),
            () => work
          )
        }
      })
    })
  )
}

/** Maximum time for which a node that hangs keeps its slices, s. */
const patience = 4

/** Classes of the advisory locks, unique in the database: the first bytes of "carillon", and of "carislice". */
const nodeLock = 0x636172696c6c
const sliceLocks = 0x63617273

/** Keeps the lock of this node, and as many locks of slices as are its share. Ends only with an error. */
const takeSlices = (work: Assignment) => (session: SqlClient.SqlClient) =>
  Effect.gen(function* () {
    yield* session`select set_config('idle_session_timeout', ${String(patience * 1000)}, false)`
    // Nodes have this lock together. A node of the release before takes it alone, does all the work, and excludes others.
    const join = session<{ held: boolean }>`select pg_try_advisory_lock_shared(${nodeLock}::bigint) as held`
    while ((yield* join)[0]?.held !== true) yield* Effect.sleep("1 second")

    const ofDatabase = session`locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`
    const look = session<{ nodes: ReadonlyArray<number>; me: number; taken: ReadonlyArray<number> }>`
      select array_agg(pid order by pid) filter (where objsubid = 1) as nodes, pg_backend_pid() as me,
        coalesce(array_agg(objid::int) filter (where objsubid = 2), '{}') as taken
      from pg_locks where ${ofDatabase}
        and (objsubid = 1 and (classid::bigint << 32) + objid::bigint = ${nodeLock}
          or objsubid = 2 and classid::bigint = ${sliceLocks})`
    const held = new Set<number>()
    const turn = Effect.gen(function* () {
      const [seen] = yield* look
      const { me = 0, nodes = [], taken = [] } = seen ?? {}
      const share = shareOf(nodes.indexOf(me), nodes.length)
      yield* work.assign(new Set([...held].slice(0, share)))
      const given = [...held].slice(share).filter((slice) => !work.uses(slice))
      if (given.length > 0) {
        yield* session`select pg_advisory_unlock(${sliceLocks}, slice) from unnest(${given}::int[]) slice`
        for (const slice of given) held.delete(slice)
      }
      if (held.size < share) {
        const free = [...everySlice].filter((slice) => !taken.includes(slice)).slice(held.size - share)
        const got = yield* session<{ slice: number; isMine: boolean }>`
          select slice, pg_try_advisory_lock(${sliceLocks}, slice) as is_mine from unnest(${free}::int[]) slice`
        for (const { isMine, slice } of got) if (isMine) held.add(slice)
        yield* work.assign(new Set(held))
      }
    }).pipe(within(`${patience / 2} seconds`))
    return yield* Effect.forever(Effect.andThen(turn, Effect.sleep("1 second")))
  })

type Assignment = ReturnType<typeof makeAssignment>

/** The slices of this node, and the work that runs for them. */
export const makeAssignment = () => {
  let mine: ReadonlySet<number> = new Set()
  const changed = makeBell()
  const ended = makeBell()
  const running = new Set<ReadonlySet<number>>()
  const isOver = () => [...running].every((used) => used.isSubsetOf(mine))

  /** Changes the slices, and waits a moment for the work of the lost slices to end. */
  const assign = (slices: ReadonlySet<number>) =>
    Effect.suspend(() => {
      mine = slices
      changed.ring()
      return isOver() ? Effect.void : Effect.asVoid(Effect.timeoutOption(untilOver, "1 second"))
    })
  const untilOver: Effect.Effect<void> = Effect.suspend(() =>
    isOver() ? Effect.void : Effect.andThen(ended.wait, untilOver)
  )

  const run = (
    pick: (mine: ReadonlySet<number>) => ReadonlySet<number>,
    work: (slices: ReadonlySet<number>) => Effect.Effect<never>
  ): Effect.Effect<never> =>
    Effect.suspend(() => {
      const slices = pick(mine)
      const untilChanged: Effect.Effect<void> = Effect.suspend(() =>
        isSame(pick(mine), slices) ? Effect.andThen(changed.wait, untilChanged) : Effect.void
      )
      if (slices.size === 0) return untilChanged
      return Effect.acquireUseRelease(
        Effect.sync(() => running.add(slices)),
        () => Effect.raceFirst(work(slices), untilChanged),
        () =>
          Effect.sync(() => {
            running.delete(slices)
            ended.ring()
          })
      )
    }).pipe(Effect.forever)

  /** Whether work runs for a slice, also for one that this node has lost. */
  const uses = (slice: number) => [...running].some((used) => used.has(slice))

  return { assign, run, uses }
}

/** Wakes all fibers that wait for it at that moment. */
const makeBell = () => {
  let next = Deferred.makeUnsafe<void>()
  return {
    wait: Effect.suspend(() => Deferred.await(next)),
    ring: () => {
      const rung = next
      // First, because a fiber that wakes waits again at once, before this returns.
      next = Deferred.makeUnsafe()
      Deferred.doneUnsafe(rung, Effect.void)
    }
  }
}

const isSame = (one: ReadonlySet<number>, other: ReadonlySet<number>) =>
  one.size === other.size && one.isSubsetOf(other)
