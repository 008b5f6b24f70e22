import { PgClient } from "@effect/sql-pg"
import { assert, layer } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { prune } from "../../../src/calls/erasure/CallRetention.ts"
import { idAt } from "../../support/calendar/months.ts"
import { newDatabase, onDatabase } from "../../support/services/ground.ts"

const services = Layer.unwrap(Effect.map(newDatabase, (settings) => onDatabase(settings)(Layer.empty)))

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Adds an attempt with transcript, analysis, result and decision, and nothing that they refer to. */
const add = (organizationId: number, days: number, isLive = false) =>
  PgClient.PgClient.use((sql) =>
    Effect.gen(function* () {
      const at = daysAgo(days)
      const id = idAt(at, organizationId)
      const of = { organizationId, attemptId: id, callId: id }
      yield* sql`set local session_replication_role = replica`
      yield* sql`insert into attempts ${sql.insert({
        ...{ organizationId, id, campaignId: id, callId: id, attemptNo: 1, phoneNumber: "+919812345003", account: "a" },
        ...{ epoch: 1, reservedMinutes: 1, firstOfDay: true, startedAt: at, leaseExpiresAt: at },
        ...(!isLive && { endedAt: at, outcome: "CONNECTED" })
      })}`
      yield* sql`insert into talks ${sql.insert({ ...of, heard: true, createdAt: at })}`
      yield* sql`insert into analyses ${sql.insert({ ...of, finding: "sealed", createdAt: at })}`
      yield* sql`insert into result_keys ${sql.insert({ ...of, digest: Buffer.from(id) })}`
      yield* sql`insert into call_decisions (organization_id, call_id, trails, updated_at)
        values (${organizationId}, ${id}, '{}', ${at})`
    }).pipe(sql.withTransaction)
  )

const left = (table: string) =>
  Effect.map(
    PgClient.PgClient.use(
      (sql) => sql<{ organizationId: number }>`select organization_id from ${sql(table)} order by 1`
    ),
    (rows) => rows.map(({ organizationId }) => organizationId)
  )

const tables = ["talks", "analyses", "result_keys", "call_decisions"] as const
const partitioned = ["talks", "analyses", "call_decisions"] as const
const all = Effect.forEach(tables, left)

layer(services, { excludeTestServices: true })("old transcripts, analyses and decisions", (it) => {
  it.effect("are deleted row by row while another organization keeps its own, and later dropped with their month", () =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* sql`insert into organizations (id, name, timezone, minutes_quota, retention_days)
        values (1, 'One', 'UTC', 1, 100), (2, 'Two', 'UTC', 1, null), (3, 'Three', 'UTC', 1, 100)`
      for (const table of partitioned) {
        yield* sql.unsafe(`create table ${table}_first partition of ${table}
          for values from (minvalue) to ('${idAt(daysAgo(40), 0)}')`)
      }
      for (const id of [1, 2, 3]) yield* add(id, 150)
      yield* add(3, 90)
      yield* add(3, 200, true)
      const first = sql<{ name: string }>`select name from table_partitions where name like '%_first' order by name`
      const names = Effect.map(first, (rows) => rows.map(({ name }) => name))

      // The transcript of a live attempt stays: it may contain an opt-out that is not applied yet.
      yield* prune(sql)
      assert.deepStrictEqual(yield* all, [
        [2, 3, 3],
        [2, 3],
        [2, 3],
        [2, 3]
      ])
      yield* sql`update organizations set retention_days = 120 where id = 2`
      yield* prune(sql)
      assert.deepStrictEqual(yield* all, [[3, 3], [3], [3], [3]])
      assert.deepStrictEqual(yield* names, ["analyses_first", "call_decisions_first", "talks_first"])

      yield* add(1, 150)
      yield* sql`update organizations set retention_days = 60`
      yield* sql.unsafe(`create table deleted (name text)`)
      yield* sql.unsafe(`create function note_deleted() returns trigger language plpgsql as $$
        begin insert into deleted values (tg_table_name); return null; end $$`)
      for (const table of partitioned) {
        yield* sql.unsafe(
          `create trigger note_deleted after delete on ${table} for each row execute function note_deleted()`
        )
      }
      yield* prune(sql)
      assert.deepStrictEqual(yield* all, [[3], [], [], []])
      assert.deepStrictEqual(yield* names, ["talks_first"])
      // Dropping a partition fires no trigger. Only transcripts were deleted row by row: a live one keeps their partition.
      assert.deepStrictEqual(yield* sql`select distinct name from deleted`, [{ name: "talks_first" }])

      yield* sql`update attempts set ended_at = now(), outcome = 'CONNECTED' where ended_at is null`
      yield* prune(sql)
      assert.deepStrictEqual(yield* all, [[], [], [], []])
      assert.deepStrictEqual(yield* names, [])
      // Rows of today are stored in their month, and late rows of dropped months are stored as well.
      yield* add(1, 0)
      yield* add(2, 150)
      assert.deepStrictEqual(yield* left("talks"), [1, 2])
    })
  )
})
