import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { makePostgres, runSql } from "../../support/servers/test-database.ts"

const isThere = process.env.TEST_DATABASE_URL !== undefined

describe.skipIf(!isThere)("a replica for reads", async () => {
  const database = isThere ? await makePostgres() : undefined
  // A copy that follows nothing: it has no sign of life of any node.
  const stale = isThere ? await makePostgres() : undefined
  // A copy that is half an hour old, whose clock is an hour late.
  const late = isThere ? await makePostgres() : undefined
  // The database of another installation, whose node is alive.
  const foreign = isThere ? await makePostgres() : undefined
  afterAll(async () => {
    await database?.remove()
    await stale?.remove()
    await late?.remove()
    await foreign?.remove()
  })
  const urlOf = (of: typeof database) => of?.settings.DATABASE_URL ?? ""
  // The last statement of each session for reads.
  const readsAt = async (of: typeof database) =>
    (await runSql(
      urlOf(of),
      "select query from pg_stat_activity where datname = current_database() and application_name = 'carillon reads'"
    )) as ReadonlyArray<{ readonly query: string }>

  const makeLate = async () => {
    for (const statement of [
      "create schema late",
      `create function late.clock_timestamp() returns timestamptz language sql volatile
        as $$ select pg_catalog.clock_timestamp() - interval '1 hour' $$`,
      `insert into node_loads (id, seen_at, carries, streams, dials, reserved_starts, answered, unanswered)
        values (gen_random_uuid(), now() - interval '30 minutes', true, 0, true, 0, 0, 0)`,
      `do $$ begin execute format('alter database %I set search_path = late, pg_catalog, public', current_database()); end $$`
    ]) {
      await runSql(urlOf(late), statement)
    }
  }

  const makeForeign = () =>
    runSql(
      urlOf(foreign),
      `insert into node_loads (id, seen_at, carries, streams, dials, reserved_starts, answered, unanswered)
        values (gen_random_uuid(), now() + interval '1 hour', true, 0, true, 0, 0, 0)`
    )

  for (const [title, replica, isUsed] of [
    ["is read while it is fresh", database, true],
    ["is left alone while it is stale", stale, false],
    ["is left alone while it is stale, also if its own clock is late", late, false],
    ["is left alone if it is the database of another installation", foreign, false]
  ] as const) {
    test(title, async () => {
      if (replica === late) await makeLate()
      if (replica === foreign) await makeForeign()
      const settings = { ...database!.settings, DATABASE_READ_URL: urlOf(replica) }
      const server = await startServer({ database: { ...database!, settings } })
      const org = await server.organization()
      await eventually(async () => expect((await readsAt(replica)).length).toBeGreaterThan(0))
      const path = `/admin/v1/organizations/${org.id}/overview`
      await eventually(async () => {
        await answered(200, server.admin("GET", path))
        const others = (await readsAt(replica)).filter(({ query }) => !query.includes("node_loads"))
        expect(others.length > 0).toBe(isUsed)
      })
      const { parts } = await answered(200, server.admin("GET", "/admin/v1/doctor"))
      expect(parts.find(({ part }: any) => part === "read-replica")).toMatchObject({
        status: isUsed ? "OK" : "FAILED",
        uses: expect.stringMatching(/^Postgres at [^/@]+\/carillon_test_/),
        problem: isUsed ? null : expect.stringContaining("no news of the last 10 seconds")
      })
      await server.stop()
    })
  }
})
