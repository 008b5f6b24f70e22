import { Effect, Layer, Logger } from "effect"
import { prune } from "../../src/calls/erasure/CallRetention.ts"
import { AppConfig, readSettings } from "../../src/platform/config.ts"
import * as Sql from "../../src/platform/sql/Sql.ts"
import { rounded } from "../figures.ts"
import { query, withClient, withDatabase } from "../product.ts"

const attempts = Number(process.env.ATTEMPTS ?? 10_000_000)
const organizations = 50
const goalMillis = 5_000

/** Retention of transcripts, analyses and decisions of attempts that are past the terms of all organizations. */
export const run = () =>
  withDatabase(async (url) => {
    const settings = Layer.effect(AppConfig, readSettings({ DATABASE_URL: url }))
    await Effect.runPromise(
      Effect.scoped(Layer.build(Sql.layer)).pipe(Effect.provide([settings, Logger.layer([])]), Effect.asVoid)
    )
    await fill(url)
    await query(url, "vacuum analyze")
    const sizeBefore = await size(url)
    const floorMillis = await timed(() => query(url, "delete from bare where id <= 5000"))
    await query(url, "update organizations set retention_days = 1")
    const millis = await timed(() => withClient(url, (sql) => prune(sql)))
    return {
      what: `transcripts, analyses and decisions of ${attempts} attempts of ${organizations} organizations`,
      floorIs: "deleting 5,000 bare rows, a part of a retention row by row",
      floorMillis,
      millis,
      gigabytesBefore: sizeBefore,
      gigabytesAfter: await size(url),
      left: (await query(url, "select count(*)::int as count from talks"))[0]?.count,
      goalMillis,
      met: millis <= goalMillis
    }
  })

const timed = async (act: () => Promise<unknown>) => {
  const startedAt = performance.now()
  await act()
  return rounded(performance.now() - startedAt)
}

const size = async (url: string) =>
  Number((await query(url, "select pg_database_size(current_database()) / 1e9 as size"))[0]?.size)

const now = new Date()
const thisMonth = Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), 1).toString(16).padStart(12, "0").padEnd(32, "0")

// In the last hundred days before this month, so that all of them are over.
const fill = (url: string) =>
  withClient(url, (sql) =>
    Effect.gen(function* () {
      const run = (statement: string) => sql.unsafe(statement)
      yield* run("set local session_replication_role = replica")
      yield* run(`insert into organizations (name, timezone, minutes_quota)
        select 'Organization ' || i, 'UTC', 1000 from generate_series(1, ${organizations}) i`)
      yield* run(`create table bare as select i as id, repeat('x', 60) as text from generate_series(1, 100000) i`)
      yield* run("create unique index on bare (id)")
      for (const table of ["talks", "analyses", "call_decisions"]) {
        yield* run(`create table ${table}_first partition of ${table} for values from (minvalue)
          to ('${thisMonth}')`)
      }
      const rows = `generate_series(0, ${attempts - 1}) i
        cross join lateral (select date_trunc('month', now()) - i::float8 / ${attempts} * interval '100 days'
          - interval '2 days' as at) t
        cross join lateral (select 1 + i % ${organizations} as organization, (lpad(to_hex((extract(epoch from t.at)
          * 1000)::bigint), 12, '0') || '7000' || lpad(to_hex(i), 16, '8'))::uuid as id) k`
      yield* run(`insert into talks (organization_id, attempt_id, call_id, heard, transcript, ended_at, created_at)
        select k.organization, k.id, k.id, true, 'sealed', t.at, t.at from ${rows}`)
      yield* run(`insert into analyses (organization_id, attempt_id, call_id, finding, created_at)
        select k.organization, k.id, k.id, 'sealed', t.at from ${rows}`)
      yield* run(`insert into call_decisions (organization_id, call_id, trails, updated_at)
        select k.organization, k.id, array['{}'::jsonb], t.at from ${rows}`)
    }).pipe(sql.withTransaction)
  )
