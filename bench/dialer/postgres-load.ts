import { setTimeout as sleep } from "node:timers/promises"
import { Effect } from "effect"
import { cpuSeconds } from "../cpu.ts"
import { withClient } from "../product.ts"

/** Time between two looks at the locks, ms: a wait is known to within this time. */
const lookEveryMillis = 10

/**
 * Runs work, and returns the CPU time of the sessions of this database meanwhile, in seconds, and the waits for locks that
 * were seen, in milliseconds. Postgres must run on this machine. Its background writers are not counted.
 */
export const postgresLoad = async (url: string, work: () => Promise<void>) => {
  const stop = { now: false }
  const watching = watch(url, stop)
  await work()
  stop.now = true
  return watching
}

const watch = (url: string, stop: { readonly now: boolean }) =>
  withClient(
    url,
    Effect.fnUntraced(function* (sql) {
      const pids = yield* sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() and application_name like 'carillon%'`
      const cpuOf = Effect.promise(() => Promise.all(pids.map(({ pid }) => cpuSeconds(pid).catch(() => Number.NaN))))
      const before = yield* cpuOf
      const waits = new Map<string, number>()
      while (!stop.now) {
        const waiting = yield* sql<{ id: string; millis: number }>`select l.pid || ' ' || l.waitstart as id,
            (extract(epoch from clock_timestamp() - l.waitstart) * 1000)::float8 as millis
          from pg_locks l join pg_stat_activity a on a.pid = l.pid
          where not l.granted and l.waitstart is not null and a.datname = current_database()`
        for (const { id, millis } of waiting) waits.set(id, Math.max(waits.get(id) ?? 0, millis))
        yield* Effect.promise(() => sleep(lookEveryMillis))
      }
      const after = yield* cpuOf
      const used = after.map((seconds, index) => seconds - (before[index] ?? 0)).filter((seconds) => seconds > 0)
      return { cpuSeconds: used.reduce((sum, seconds) => sum + seconds, 0), lockWaits: [...waits.values()] }
    })
  )
