import { afterAll, expect, test } from "vitest"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const database = await makeDatabase()
afterAll(database.remove)
const settings = { ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString("base64")}` }

/** Makes a started campaign with two people who are to be reminded of a promise, while no dialer runs. */
const begun = async () => {
  const server = await startServer({ database, settings: { ...settings, ROLES: "api" } })
  const org = await server.organization()
  const client = campaignClient(server, org)
  const people = await client.people(0, 0)
  const campaignId = await client.started(people, { maxRetries: 3 })
  const { query } = rowsOf(server)
  await query(
    (sql) => sql`update calls set status = 'QUEUED', attempts = 1, priority = 0, next_attempt_at = now(),
      reminder_for = current_date, reminder_until = now() + interval '1 day' where campaign_id = ${campaignId}`
  )
  await query(
    (sql) => sql`update calls set reminder_until = now() - interval '1 second'
      where campaign_id = ${campaignId} and contact_id = ${people[0]?.id}`
  )
  await server.stop()
  return { campaignId, org, people }
}

test("a reminder whose time is over ends without a call, while one in time is called", async () => {
  const { campaignId, org, people } = await begun()
  const server = await startServer({ database, settings: { ...settings, SIMULATOR_SPEED: "20" } })
  try {
    const client = campaignClient(server, { ...org, call: server.as(org.keys.ADMIN) })
    await client.untilStatus(campaignId, "COMPLETED")
    const placed = await rowsOf(server).query(
      (sql) => sql`select c.contact_id as "contactId" from attempts a
        join calls c on c.organization_id = a.organization_id and c.id = a.call_id where c.campaign_id = ${campaignId}`
    )
    expect(placed).toEqual([{ contactId: people[1]?.id }])
    const overdue = (await client.records(campaignId)).find(({ contactId }) => contactId === people[0]?.id)
    expect(overdue).toMatchObject({ status: "COMPLETED", attempts: 1, reminderFor: null, nextAttemptAt: null })
  } finally {
    await server.stop()
  }
})
