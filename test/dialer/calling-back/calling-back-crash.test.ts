import { afterAll, expect, test } from "vitest"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { makeHttpClient } from "../../support/api/http.ts"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { eventually } from "../../support/eventually.ts"
import { serve } from "../../support/processes/carillon-process.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const database = await makeDatabase()
afterAll(database.remove)

const settings = {
  ADMIN_TOKEN: adminToken,
  ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString("base64")}`,
  SIMULATOR_SPEED: "4"
}

test("a call of a person ends once when its node is killed, although its campaign is over", async () => {
  const before = await startServer({ database, settings: { ...settings, ROLES: "api" } })
  const org = await before.organization()
  const clientBefore = campaignClient(before, org)
  const person = await clientBefore.person(0, { metadata: { persona: "calls-back" } })
  const campaignId = await clientBefore.started([person], { maxRetries: 0 })
  const [{ id: callId }] = (await clientBefore.records(campaignId)) as [{ id: string }]
  await before.stop()

  const node = await serve({ ...database.settings, ...settings })
  const http = makeHttpClient(Number(new URL(node.url).port))
  await eventually(async () => {
    const { body } = await http.send({
      method: "GET",
      path: `/admin/v1/organizations/${org.id}/calls/${callId}`,
      headers: { authorization: `Bearer ${adminToken}` }
    })
    expect(body.attemptLog[1]).toMatchObject({ kind: "INBOUND", answeredAt: expect.any(String), endedAt: null })
  })
  await node.stop("SIGKILL")
  await http.close()

  const server = await startServer({ database, settings })
  try {
    const call = async () => (await server.admin("GET", `/admin/v1/organizations/${org.id}/calls/${callId}`)).body
    await eventually(async () => expect((await call()).attemptLog[1].endedAt).not.toBeNull())
    const { query } = rowsOf(server)
    const heard = await query((sql) => sql`select 1 from talks where call_id = ${callId} and heard`)
    const { attemptLog, status } = await call()
    expect([attemptLog[1].outcome, status]).toEqual(
      heard.length > 0 ? ["CONNECTED", "COMPLETED"] : ["DISPATCH_UNKNOWN", "FAILED"]
    )
    expect(attemptLog).toHaveLength(2)
    const ended = await query((sql) => sql`select 1 from outbox where topic = 'call-ended.v1'`)
    expect(ended).toHaveLength(2)
    const [usage] = await query(
      (sql) => sql<{ reserved: number }>`select minutes_reserved as reserved
      from current_usage where organization_id = ${org.id}`
    )
    expect(usage?.reserved).toBe(0)
  } finally {
    await server.stop()
  }
})
