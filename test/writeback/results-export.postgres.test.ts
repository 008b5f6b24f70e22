import { readFileSync, watch } from "node:fs"
import { request } from "node:http"
import { join } from "node:path"
import { parse } from "csv-parse/sync"
import { Deferred, Effect, Layer, Stream } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Signals } from "../../src/events/Signals.ts"
import { BlobStore } from "../../src/platform/files/BlobStore.ts"
import { ResultsCsv } from "../../src/writeback/ResultsCsv.ts"
import { answered, timestamp } from "../support/api/answered.ts"
import { adminToken, startServer, type TestOrganization, type TestServer } from "../support/api/test-server.ts"
import { rowsOf } from "../support/data/calls.ts"
import { newPhoneNumber } from "../support/data/phone-numbers.ts"
import { eventually } from "../support/eventually.ts"
import { start } from "../support/processes/carillon-process.ts"
import { engine, makeDatabase } from "../support/servers/test-database.ts"

const server = await startServer({ settings: { ROLES: "workers" } })
afterAll(server.stop)
const rows = rowsOf(server)
const isFull = process.env.PROVE === "full"

const configure = (org: TestOrganization, changes: object) =>
  answered(200, org.call("PUT", "/v1/write-back/config", changes))
const exporting = async (of: TestServer = server) => {
  const org = await of.organization()
  await configure(org, { csvAutoExport: true })
  return org
}
const end = async (id: string, fields: object = {}) => {
  const row = { status: "COMPLETED", completed_at: new Date(Date.now() + 1000), ...fields }
  await rows.query((sql) => sql`update campaigns set ${sql.update(row)} where id = ${id}`)
}
const wake = () => server.run(Signals.use(({ send }) => send("campaigns")))
const exportedAt = async (org: TestOrganization, id: string) =>
  (await answered(200, org.call("GET", `/v1/campaigns/${id}`))).resultsExportedAt
const untilExported = (org: TestOrganization, id: string) =>
  eventually(async () => {
    const at = await exportedAt(org, id)
    if (at === null) throw new Error("Not exported")
    return at
  })
const resultsOf = async (org: TestOrganization, id: string) => {
  const { status, text } = await org.call("GET", `/v1/write-back/campaigns/${id}/results.csv`)
  expect(status).toBe(200)
  return text
}

describe("the results of a finished campaign", () => {
  test.each(["COMPLETED", "CANCELLED"])(
    "the results are stored when the campaign is %s, and the file is served from then on",
    async (status) => {
      const org = await exporting()
      const id = await rows.campaign(org.id)
      const callId = await rows.call(org.id, id, { status: "COMPLETED", contact_name: "Asha" })
      expect(await exportedAt(org, id)).toBeNull()
      await end(id, { status })
      await wake()
      expect(await untilExported(org, id)).toMatch(timestamp)
      const kept = await resultsOf(org, id)
      expect(kept).toMatch(/\r\n\+\d+,Asha,,,COMPLETED,,0,\r\n$/)
      await rows.query((sql) => sql`update calls set contact_name = 'Ravi' where id = ${callId}`)
      expect(await resultsOf(org, id)).toBe(kept)
    }
  )

  test("the results are stored only after the last call ended and was tagged", async () => {
    const org = await exporting()
    const id = await rows.campaign(org.id)
    const live = await rows.call(org.id, id, { status: "IN_PROGRESS" })
    const untagged = await rows.call(org.id, id, {
      status: "COMPLETED",
      awaits_tag_until: new Date(Date.now() + 600_000)
    })
    const other = await rows.campaign(org.id)
    const change = (callId: string, fields: object) =>
      rows.query((sql) => sql`update calls set ${sql.update(fields as Record<string, unknown>)} where id = ${callId}`)
    // The export of another campaign shows that this one was looked at.
    const look = async () => {
      const another = await rows.campaign(org.id)
      await end(another)
      await wake()
      await untilExported(org, another)
    }
    await end(id, { status: "CANCELLED" })
    await look()
    expect(await exportedAt(org, id)).toBeNull()
    await change(live, { status: "COMPLETED" })
    await look()
    expect(await exportedAt(org, id)).toBeNull()
    await change(untagged, { awaits_tag_until: null })
    // No signal announces this: the export looks for it.
    await untilExported(org, id)
    expect(await exportedAt(org, other)).toBeNull()
  })

  test("the results are not stored without the setting, nor for campaigns that ended before it", async () => {
    const [org, off] = [await server.organization(), await server.organization()]
    const before = await rows.campaign(org.id)
    await end(before, { completed_at: new Date(Date.now() - 60_000) })
    await configure(org, { csvAutoExport: true })
    await configure(off, { csvAutoExport: true })
    await configure(off, { csvAutoExport: false })
    const [wanted, unwanted] = [await rows.campaign(org.id), await rows.campaign(off.id)]
    await end(unwanted)
    await end(wanted)
    await wake()
    await untilExported(org, wanted)
    expect([await exportedAt(org, before), await exportedAt(off, unwanted)]).toEqual([null, null])
  })

  test("the current results are served when the file is missing", async () => {
    const org = await server.organization()
    const id = await rows.campaign(org.id)
    await rows.call(org.id, id, { contact_name: "Asha" })
    await end(id, { results_exported_at: new Date() })
    expect(await resultsOf(org, id)).toContain(",Asha,")
  })

  test("a file that this node stored before the last export by another node is not served", async () => {
    const org = await exporting()
    const id = await rows.campaign(org.id)
    const callId = await rows.call(org.id, id, { status: "COMPLETED", contact_name: "Asha" })
    await end(id)
    await wake()
    await untilExported(org, id)
    await rows.query((sql) => sql`update calls set contact_name = 'Ravi' where id = ${callId}`)
    await end(id, { results_exported_at: new Date(Date.now() + 120_000) })
    expect(await resultsOf(org, id)).toContain(",Ravi,")
  })

  test("the results are not recorded as stored while the label of a call is awaited again", async () => {
    const org = await server.organization()
    const id = await rows.campaign(org.id)
    const callId = await rows.call(org.id, id, { status: "COMPLETED" })
    await end(id)
    await rows.query(
      (sql) => sql`with a as (
          insert into attempts (organization_id, id, campaign_id, call_id, attempt_no, phone_number, account, epoch,
            reserved_minutes, first_of_day, started_at, lease_expires_at, ended_at, outcome)
          values (${org.id}, gen_random_uuid(), ${id}, ${callId}, 1, '+919812345678', '', 0, 0, false, now(), now(),
            now(), 'CONNECTED') returning organization_id, id, call_id
        )
        insert into awaited_labels (organization_id, attempt_id, call_id, provider, next_at)
        select organization_id, id, call_id, 'HOSTED_API', now() + interval '1 hour' from a`
    )
    await server.run(ResultsCsv.use((results) => results.store(org.id, id)))
    expect(await exportedAt(org, id)).toBeNull()
    await rows.query((sql) => sql`delete from awaited_labels where call_id = ${callId}`)
    await server.run(ResultsCsv.use((results) => results.store(org.id, id)))
    expect(await exportedAt(org, id)).not.toBeNull()
  })

  test("a person who is erased while the file is written is not in it", async () => {
    const org = await server.organization()
    const id = await rows.campaign(org.id)
    const phoneNumber = newPhoneNumber()
    await rows.call(org.id, id, { status: "COMPLETED", contact_name: "Asha", phone_number: phoneNumber })
    await rows.call(org.id, id, { status: "COMPLETED", contact_name: "Ravi" })
    const files: Array<string> = []
    const erase = () =>
      answered(200, server.admin("POST", `/admin/v1/organizations/${org.id}/contacts/erase`, { phoneNumber }))
    // The erasure happens after the rows were read, and before the file is there.
    const blobs = Layer.mock(BlobStore, {
      put: (_, content) =>
        Effect.gen(function* () {
          const parts = yield* Stream.runCollect(content)
          if (files.length === 0) yield* Effect.promise(erase)
          files.push(Buffer.concat([...parts]).toString())
        }),
      remove: () => Effect.void
    })
    const store = ResultsCsv.use((results) => results.store(org.id, id))
    await server.run(Effect.provide(store, Layer.fresh(ResultsCsv.layer).pipe(Layer.provide(blobs))))
    expect(files).toHaveLength(2)
    expect(files[0]).toContain("Asha")
    expect(files[1]).not.toContain("Asha")
    expect(files[1]).not.toContain(phoneNumber)
    expect(files[1]).toContain("Ravi")
  })

  test("the files of all campaigns of a person who is erased are removed at the same time", async () => {
    const org = await server.organization()
    const callIds: Array<string> = []
    for (let count = 0; count < 3; count++) callIds.push(await rows.call(org.id, await rows.campaign(org.id)))
    const asked = new Set<string>()
    const allAsked = Deferred.makeUnsafe<void>()
    const blobs = Layer.mock(BlobStore, {
      remove: (key) =>
        Effect.suspend(() => {
          if (asked.add(key).size === callIds.length) Deferred.doneUnsafe(allAsked, Effect.void)
          return Deferred.await(allAsked)
        })
    })
    const erase = ResultsCsv.use((results) => results.erase({ organizationId: org.id, callIds }))
    await server.run(Effect.provide(erase, Layer.fresh(ResultsCsv.layer).pipe(Layer.provide(blobs))))
    expect(asked.size).toBe(3)
  })

  test("the results are complete after a kill -9 while they are written", async () => {
    const database = await makeDatabase()
    const count = isFull ? 200_000 : 6_000
    const first = await startServer({ database, settings: { ROLES: "api" } })
    const org = await exporting(first)
    const here = rowsOf(first)
    const id = await here.campaign(org.id, { status: "PAUSED" })
    await manyCalls(first, org.id, id, count)
    await here.query(
      (sql) => sql`update campaigns set status = 'CANCELLED', completed_at = clock_timestamp() where id = ${id}`
    )
    const { DATA_DIR: folder = "" } = database.settings
    await first.stop()

    const key = `test:${Buffer.alloc(32, 7).toString("base64")}`
    const settings = { ...database.settings, ADMIN_TOKEN: adminToken, ENCRYPTION_KEY: key }
    const draft = nextDraft(join(folder, "blobs"))
    const doomed = start(["serve"], { PORT: "0", ...settings })
    await draft
    doomed.child.kill("SIGKILL")
    await doomed.ended

    const second = await startServer({ database, settings: { ROLES: "workers" } })
    await eventually(async () => {
      const campaign = await answered(200, second.as(org.keys.VIEWER)("GET", `/v1/campaigns/${id}`))
      if (campaign.resultsExportedAt === null) throw new Error("Not exported")
    })
    await second.stop()
    const table = parse(readFileSync(join(folder, "blobs", `results-${org.id}-${id}`))) as ReadonlyArray<unknown>
    expect(table.length).toBe(count + 1)
    await database.remove()
  })
})

/** Resolves when a file begins to be written into a folder: polling could miss it, because it is renamed soon. */
const nextDraft = (folder: string) =>
  new Promise<void>((resolve) => {
    const watcher = watch(folder, (_, name) => {
      if (!name?.startsWith(".draft-")) return
      watcher.close()
      resolve()
    })
  })

// The memory is compared on Postgres: PGlite keeps the whole table in this process.
test("the CSV of many people is right and takes no more memory than that of few", async () => {
  const count = isFull ? 1_000_000 : 20_000
  const org = await server.organization()
  const id = await rows.campaign(org.id, { status: "PAUSED" })
  await manyCalls(server, org.id, id, count)
  const read = () =>
    new Promise<{ readonly lines: number; readonly mostBytes: number }>((resolve, reject) => {
      const path = `/v1/write-back/campaigns/${id}/results.csv`
      request({ port: server.port, path, headers: { "x-api-key": org.keys.VIEWER } }, (response) => {
        let lines = 0
        let mostBytes = 0
        response.on("data", (part: Buffer) => {
          for (const byte of part) if (byte === 10) lines += 1
          mostBytes = Math.max(mostBytes, process.memoryUsage().rss)
        })
        response.on("end", () => resolve({ lines, mostBytes })).on("error", reject)
      })
        .on("error", reject)
        .end()
    })
  const before = process.memoryUsage().rss
  const { lines, mostBytes } = await read()
  expect(lines).toBe(count + 1)
  console.log(`results.csv of ${count} people: ${Math.round((mostBytes - before) / 2 ** 20)} MiB more at most`)
  if (engine === "postgres") expect(mostBytes - before).toBeLessThan(150 * 2 ** 20)
})

// Inserts in parts, because long statements are cancelled.
const manyCalls = async (of: TestServer, organizationId: number, campaignId: string, count: number) => {
  for (let from = 1; from <= count; from += 20_000) {
    await rowsOf(of).query(
      (sql) => sql`insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, status)
        select ${organizationId}::int, ${campaignId}::uuid, uuid_v7(), 'Asha ' || n, '+91' || (9000000000 + n), 'COMPLETED'
        from generate_series(${from}::int, ${Math.min(count, from + 19_999)}::int) n`
    )
  }
}
