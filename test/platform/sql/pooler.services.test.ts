import { afterAll, describe, expect, test } from "vitest"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { hasPgBouncer, startPgBouncer } from "../../support/servers/pgbouncer.ts"
import { makePostgres } from "../../support/servers/test-database.ts"

const isThere = process.env.TEST_DATABASE_URL !== undefined && hasPgBouncer

describe.skipIf(!isThere)("nodes behind a pooler in transaction mode", async () => {
  const database = isThere ? await makePostgres() : undefined
  const direct = database?.settings.DATABASE_URL ?? ""
  afterAll(async () => database?.remove())

  test("a start prints them also for a pooler that drops them and has no second URL beside it", async () => {
    const dropped =
      "jit,default_transaction_isolation,lock_timeout,statement_timeout,idle_session_timeout,hnsw.ef_search"
    const pooler = await startPgBouncer(direct, "", [
      "pool_mode = session",
      `ignore_startup_parameters = ${dropped},hnsw.iterative_scan,idle_in_transaction_session_timeout`
    ])
    const settings = { ...database!.settings, DATABASE_URL: pooler.url }
    const server = await startServer({ database: { ...database!, settings } })
    const [warning = ""] = server.log.filter((line) => line.includes("pooler"))
    expect(warning).toContain("set statement_timeout")
    expect(warning).toContain("in transaction mode, name the database itself in DATABASE_DIRECT_URL")
    await server.stop()
    await pooler.stop()
  })

  test("a start prints the settings that sessions of the pooler lack, and nothing once they have them", async () => {
    const node = async (connectQuery: string, more: Readonly<Record<string, string>> = {}) => {
      const pooler = await startPgBouncer(direct, connectQuery)
      const settings = { DATABASE_URL: pooler.url, DATABASE_DIRECT_URL: direct, SIMULATOR_SPEED: "100", ...more }
      const server = await startServer({ database: { ...database!, settings: { ...database!.settings, ...settings } } })
      return { pooler, server }
    }
    const first = await node("")
    const [warning = ""] = first.server.log.filter((line) => line.includes("pooler"))
    expect(warning).toContain("connect_query")
    await first.server.stop()
    await first.pooler.stop()
    const [, query = ""] = /connect_query='(.*)'/.exec(warning) ?? []
    expect(query).toContain("statement_timeout")

    // Two nodes, which share the campaigns and wake each other.
    const cluster = async () => ({ NODE_HOST: "127.0.0.1", NODE_PORT: String(await freePort()) })
    const one = await node(query.replaceAll("''", "'"), await cluster())
    const settings = { ...one.server.database.settings, ...(await cluster()) }
    const other = await startServer({ database: { ...database!, settings } })
    const client = campaignClient(one.server, await one.server.organization())
    const started = async () => client.started(await client.people(0, 1, 2, 3), { maxRetries: 0 })
    const ids = await Promise.all([started(), started(), started()])
    for (const id of ids) await client.untilStatus(id, "COMPLETED")
    for (const id of ids) expect((await client.records(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1, 1])
    expect([...one.server.log, ...other.log]).toEqual([])
    await other.stop()
    await one.server.stop()
    await one.pooler.stop()
  })
})
