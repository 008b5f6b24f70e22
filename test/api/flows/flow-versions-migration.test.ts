import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { afterAll, expect, test } from "vitest"
import migration from "../../../migrations/0037_flow_versions.ts"
import { answered } from "../../support/api/answered.ts"
import { newCampaign } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const base = await newCampaign(server, org)
const flow = `/admin/v1/organizations/${org.id}/flows/${base.flowId}`

/** Undoes the migration, changes rows as the release before has them, and migrates again. */
const migrateAfter = (change: (sql: PgClient.PgClient) => Effect.Effect<unknown, unknown>) =>
  server.run(
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      yield* sql`drop trigger set_version on campaigns`
      yield* sql`drop trigger raise_version on flows`
      yield* sql`drop trigger store_first_version on flows`
      yield* sql`drop trigger store_version on flows`
      yield* sql`drop table flow_drafts, flow_versions`
      yield* sql`drop function set_flow_version, raise_flow_version, store_flow_version, flow_versions_never_change`
      yield* sql`alter table campaigns drop column flow_version`
      yield* sql`alter table attempts drop column flow_version`
      yield* sql`alter table flows drop column version, drop column published_by, drop column published_by_name,
        drop column version_note`
      yield* change(sql)
      yield* Effect.provideService(migration, SqlClient.SqlClient, sql)
    }) as Effect.Effect<void, never, PgClient.PgClient>
  )

const campaign = (id: string) => answered(200, org.call("GET", `/v1/campaigns/${id}`))
const versions = async () => (await answered(200, server.admin("GET", `${flow}/versions`))).data

test("the upgrade makes what is published version 1, and campaigns under way keep it", async () => {
  const status = (status: string, fields: object = {}) =>
    rows.campaign(org.id, { status, flow_id: base.flowId, ...fields })
  const ids = {
    running: await status("IN_PROGRESS", { started_at: new Date() }),
    paused: await status("PAUSED", { started_at: new Date() }),
    draft: await status("DRAFT"),
    justOver: await status("COMPLETED", { completed_at: new Date() }),
    longOver: await status("COMPLETED", { completed_at: new Date("2020-01-01") })
  }
  const before = await answered(200, server.admin("GET", flow))
  await migrateAfter((sql) => sql`update flows set initial_prompt = 'Before.' where id = ${base.flowId}`)

  const published = { publishedBy: null, publishedByName: null, versionNote: null }
  expect(await answered(200, server.admin("GET", flow))).toEqual({
    ...before,
    ...published,
    initialPrompt: "Before.",
    version: 1
  })
  expect(await versions()).toEqual([{ version: 1, ...published, publishedAt: before.updatedAt }])
  await answered(200, server.admin("PATCH", flow, { initialPrompt: "After." }))
  for (const [name, version] of Object.entries({ running: 1, paused: 1, draft: null, justOver: 1, longOver: null })) {
    expect(await campaign(ids[name as keyof typeof ids]), name).toMatchObject({ flowVersion: version })
  }
  expect(await answered(200, server.admin("GET", `${flow}/versions/1`))).toMatchObject({ initialPrompt: "Before." })
})

test("a change and a start by a node of the release before are a version and keep it", async () => {
  await answered(200, server.admin("PATCH", flow, { initialPrompt: "Of this release." }))
  const [first] = await versions()
  const draft = await rows.campaign(org.id, { status: "DRAFT", flow_id: base.flowId })
  await rows.query(
    (sql) => sql`update flows set initial_prompt = 'Of the release before.', updated_at = now()
    where id = ${base.flowId}`
  )
  await rows.query((sql) => sql`update campaigns set status = 'IN_PROGRESS' where id = ${draft}`)
  const version = first.version + 1
  expect((await versions())[0]).toMatchObject({ version, publishedBy: null, versionNote: null })
  expect(await campaign(draft)).toMatchObject({ flowVersion: version })
  // A statement that changes nothing is no version, and a pause keeps the version of the campaign.
  await rows.query((sql) => sql`update flows set updated_at = now() where id = ${base.flowId}`)
  await answered(200, server.admin("PATCH", flow, { initialPrompt: "Newer." }))
  await rows.query((sql) => sql`update campaigns set status = 'PAUSED' where id = ${draft}`)
  await rows.query((sql) => sql`update campaigns set status = 'IN_PROGRESS' where id = ${draft}`)
  expect((await versions())[0]).toMatchObject({ version: version + 1, publishedBy: "admin" })
  expect(await campaign(draft)).toMatchObject({ flowVersion: version })
})

test("the database refuses to change a version", async () => {
  await expect(rows.query((sql) => sql`update flow_versions set flow = '{}'`)).rejects.toThrow()
  await answered(200, server.admin("GET", `${flow}/versions/1`))
})
