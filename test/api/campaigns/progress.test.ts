import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

// The dialer does not run: the rows stay as they are made.
const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const progress = (id: string) => answered(200, org.call("GET", `/v1/campaigns/${id}/progress`))
const nothing = {
  total: 0,
  pending: 0,
  queued: 0,
  inProgress: 0,
  completed: 0,
  failed: 0,
  skipped: 0,
  suppressed: 0,
  percentComplete: 0,
  awaitingLabel: 0,
  frequencyDeferred: 0
}

describe("GET /v1/campaigns/:id/progress", () => {
  test("has only zeros before the start", async () => {
    const id = await rows.campaign(org.id, { status: "DRAFT", started_at: null })
    expect(await progress(id)).toEqual({ status: "DRAFT", ...nothing })
  })

  test("counts each call by its status, and those that the frequency cap deferred", async () => {
    const id = await rows.campaign(org.id)
    await rows.call(org.id, id)
    await rows.call(org.id, id, { deferrals: 2, deferral_reason: "Frequency Cap - Daily" })
    await rows.call(org.id, id, { status: "QUEUED", deferrals: 1 })
    await rows.call(org.id, id, { status: "IN_PROGRESS" })
    for (const status of ["COMPLETED", "COMPLETED", "FAILED", "SKIPPED"]) await rows.call(org.id, id, { status })
    await rows.call(org.id, id, { status: "SUPPRESSED", suppression: "CAMPAIGN" })
    await rows.call(org.id, await rows.campaign(org.id), { status: "COMPLETED" })
    expect(await progress(id)).toEqual({
      status: "IN_PROGRESS",
      total: 9,
      pending: 2,
      queued: 1,
      inProgress: 1,
      completed: 2,
      failed: 1,
      skipped: 1,
      suppressed: 1,
      percentComplete: 55,
      awaitingLabel: 0,
      frequencyDeferred: 3
    })
  })

  test("is 100 % only when no call is left", async () => {
    const id = await rows.campaign(org.id)
    const last = await rows.call(org.id, id)
    await rows.query(
      (sql) => sql`insert into calls (organization_id, campaign_id, contact_id, contact_name, phone_number, status)
        select ${org.id}, ${id}, gen_random_uuid(), 'Ravi', '+91980000' || i, 'COMPLETED' from generate_series(1, 399) i`
    )
    expect(await progress(id)).toMatchObject({ total: 400, percentComplete: 99 })
    await rows.query((sql) => sql`update calls set status = 'FAILED', next_attempt_at = null where id = ${last}`)
    expect(await progress(id)).toMatchObject({ completed: 399, failed: 1, percentComplete: 100 })
  })

  test("answers 404 for a campaign of another organization", async () => {
    const id = await rows.campaign(other.id)
    for (const one of [id, randomUUID(), "dashboard", "x"]) {
      expect(await answered(404, org.call("GET", `/v1/campaigns/${one}/progress`))).toMatchObject({
        message: "There is no such campaign"
      })
    }
  })
})
