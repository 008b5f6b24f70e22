import { join } from "node:path"
import { afterAll, expect, test } from "vitest"
import { answered } from "../support/api/answered.ts"
import { campaignClient } from "../support/api/campaign-client.ts"
import { startServer, type TestServer } from "../support/api/test-server.ts"
import { rowsOf } from "../support/data/calls.ts"
import { eventually } from "../support/eventually.ts"
import { hasPostgresPrograms, runPostgres, startCluster } from "../support/servers/postgres-cluster.ts"
import { engine, makeDatabase } from "../support/servers/test-database.ts"

const oldEvents = process.env.PROVE === "full" ? 60_000 : 600

const cleanups: Array<() => Promise<unknown>> = []
afterAll(async () => {
  for (const clean of cleanups.toReversed()) await clean()
})

const start = async (settings: Readonly<Record<string, string>>) => {
  const server = await startServer({
    database: { settings, remove: async () => undefined },
    settings: { SIMULATOR_SPEED: "1000" }
  })
  cleanups.push(server.stop)
  return server
}

const behindOf = async (server: TestServer): Promise<number> => {
  const { data } = await answered(200, server.admin("GET", "/admin/v1/events/lag"))
  return data.reduce((sum: number, { behind }: { behind: number }) => sum + behind, 0)
}

test.skipIf(engine !== "postgres" || !hasPostgresPrograms)(
  "a dump that is restored into a new cluster continues: calls are placed, and no event is lost or handled twice",
  async () => {
    const source = await makeDatabase()
    cleanups.push(source.remove)
    const before = await start(source.settings)
    const org = await before.organization()
    const client = campaignClient(before, org)
    const first = await client.started(await client.people(0, 0, 1, 2), { maxRetries: 0 })
    await client.untilStatus(first, "COMPLETED")
    await eventually(async () => expect(await behindOf(before)).toBe(0))
    // Transactions of a cluster that has worked for long, whose events every group has handled.
    const rows = rowsOf(before)
    await rows.query(
      (sql) => sql`insert into outbox (id, topic, key, value, headers)
        select gen_random_uuid()::text, topic, key, value, headers
        from generate_series(1, ${oldEvents}::int) i
          cross join lateral (select * from outbox where i > 0 order by seq limit 1) o`
    )
    await rows.query(
      (sql) => sql`insert into inbox (consumer, event_id) select reader, id from outbox_cursors, outbox
      on conflict do nothing`
    )
    await rows.query((sql) => sql`update outbox set xid = xid + 1000000`)
    await before.stop()
    cleanups.splice(cleanups.indexOf(before.stop), 1)

    const cluster = await startCluster()
    cleanups.push(cluster.stop)
    const dump = join(cluster.folder, "carillon.dump")
    await runPostgres("pg_dump", ["--format=custom", `--file=${dump}`, source.settings.DATABASE_URL ?? ""])
    await runPostgres("pg_restore", ["--no-owner", `--dbname=${cluster.url}`, dump])

    const after = await start({ ...source.settings, DATABASE_URL: cluster.url })
    const restored = campaignClient(after, { ...org, call: after.as(org.keys.ADMIN) })
    const attempts = await restored.attempts(first)
    expect(attempts).toHaveLength(4)
    const handled = async () =>
      rowsOf(after).query((sql) => sql`select consumer, count(*)::int as events from inbox group by 1 order by 1`)
    const handledBefore = await handled()
    // No group handles an old event again.
    await eventually(async () => expect(await behindOf(after)).toBe(0))
    expect(await handled()).toEqual(handledBefore)

    const second = await restored.started(await restored.people(0, 0, 1, 2), { maxRetries: 0 })
    await restored.untilStatus(second, "COMPLETED")
    await eventually(async () => expect(await behindOf(after)).toBe(0))
    expect(await restored.attempts(first)).toEqual(attempts)
    expect((await after.send({ method: "GET", path: "/readyz" })).status).toBe(200)
    await eventually(async () => {
      const [cursors] = await rowsOf(after).query(
        (sql) => sql<{ ahead: number }>`select max(cardinality(ahead)) as ahead from outbox_cursors`
      )
      expect(cursors?.ahead).toBeLessThan(oldEvents / 2)
    })
  }
)
