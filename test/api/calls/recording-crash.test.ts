import { afterAll, expect, test } from "vitest"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { lettersIn, requestRecording, sidesOf } from "../../support/data/recordings.ts"
import { eventually, untilFound } from "../../support/eventually.ts"
import { openListener } from "../../support/fakes/call-audio.ts"
import { serve } from "../../support/processes/carillon-process.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const database = await makeDatabase()
afterAll(database.remove)

const settings = {
  ADMIN_TOKEN: adminToken,
  ENCRYPTION_KEY: `test:${Buffer.alloc(32, 7).toString("base64")}`,
  SIMULATOR_SPEED: "1"
}

/** Makes a started campaign with one person, while no dialer runs. */
const begun = async () => {
  const server = await startServer({ database, settings: { ...settings, ROLES: "api" } })
  const org = await server.organization()
  const client = campaignClient(server, org)
  const flowId = await client.flow({ initialPrompt: "Hello, this is the bank.", recording: "ON" })
  const campaignId = await client.started([await client.person(7)], { flowId, maxRetries: 0 })
  const [call] = await client.records(campaignId)
  await server.stop()
  return { org, callId: call.id as string }
}

test("a node that is killed loses at most 5 seconds of a recording, and the next one ends it", async () => {
  const { callId, org } = await begun()
  const node = await serve({ ...database.settings, ...settings })
  const port = Number(new URL(node.url).port)
  const listener = await untilFound(async () => {
    const found = await openListener({ port }, org.id, callId)
    return found.response.ok ? found : undefined
  })
  // The listener hears what the recorder hears.
  const heardUntil = () => (listener.parts.at(-1)?.atMillis ?? 0) + 200
  await listener.until(() => heardUntil() > 9_500)
  await node.stop("SIGKILL")
  await listener.untilEnd().catch(() => undefined)

  const server = await startServer({ database, settings: { ...settings, ROLES: "api,workers" } })
  try {
    const { query } = rowsOf(server)
    const { bytes } = await requestRecording(server, org.id, callId)
    const { agent, person } = sidesOf(bytes)
    const lost = heardUntil() - agent.length / 8
    expect(lost).toBeGreaterThan(0)
    expect(lost).toBeLessThanOrEqual(5_000)
    expect(lettersIn(person)).toMatch(/^Hello\?/)
    expect(lettersIn(agent)).toMatch(/^Hello,thisisthebank\./)
    const isEnded = async () =>
      (await query((sql) => sql`select 1 from recordings where call_id = ${callId} and ended_at is not null`)).length >
      0
    expect(await isEnded()).toBe(false)
    await query((sql) => sql`update attempts set ended_at = now(), outcome = 'CONNECTED' where call_id = ${callId}`)
    await query((sql) => sql`update recordings set written_at = now() - interval '2 minutes' where call_id = ${callId}`)
    await eventually(async () => expect(await isEnded()).toBe(true))
  } finally {
    await server.stop()
  }
})
