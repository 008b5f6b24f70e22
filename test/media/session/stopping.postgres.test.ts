import { afterAll, expect, test } from "vitest"
import { campaignClient, numberEnding } from "../../support/api/campaign-client.ts"
import { newFlow } from "../../support/api/resources.ts"
import { adminToken, startServer } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { serve } from "../../support/processes/carillon-process.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"
import { connect, messages, streamOf } from "../gateway/stream-client.ts"

const database = await makeDatabase()
afterAll(database.remove)

test("an open stream is closed with a reason when the drain times out", async () => {
  const server = await startServer({ settings: { DRAIN_SECONDS: "2" } })
  const client = campaignClient(server, await server.organization())
  const person = await client.person(2)
  const { id: attemptId } = await client.live(await client.started([person]), person)
  const { signature, url } = await streamOf(server, attemptId)
  const carrier = await connect(url, { "x-twilio-signature": signature })
  carrier.send(messages.connected)
  await server.stop()
  expect(await carrier.closed).toEqual({ code: 1001, reason: "The server is stopping" })
  expect(server.log.join()).not.toContain("error")
})

test("a process that is stopped during a conversation ends within its drain time", async () => {
  const served = await serve({
    ...database.settings,
    ADMIN_TOKEN: adminToken,
    DRAIN_SECONDS: "2",
    SIMULATOR_SPEED: "3"
  })
  const ask = async (method: string, path: string, headers: Record<string, string>, body?: object): Promise<any> => {
    const response = await fetch(`${served.url}${path}`, {
      method,
      headers: { ...headers, ...(body && { "content-type": "application/json" }) },
      ...(body && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return response.headers.get("content-type")?.startsWith("application/json") ? JSON.parse(text) : text
  }
  const admin = { authorization: `Bearer ${adminToken}` }
  const { id: organization } = await ask("POST", "/admin/v1/organizations", admin, { name: "Stopped" })
  const { key } = await ask("POST", `/admin/v1/organizations/${organization}/api-keys`, admin, { name: "one" })
  const { id: flowId } = await ask("POST", `/admin/v1/organizations/${organization}/flows`, admin, newFlow)
  const as = { "x-api-key": key }
  const { id: audienceId } = await ask("POST", "/v1/audiences", as, { name: "All" })
  // A person who answers and stays silent.
  const contact = await ask("POST", "/v1/contacts", as, { name: "Asha", phoneNumber: numberEnding(9) })
  await ask("POST", `/v1/audiences/${audienceId}/contacts`, as, { contactIds: [contact.id] })
  const campaign = { name: "Stopped", useCaseType: "CUSTOM", flowId, audienceId }
  const { id } = await ask("POST", "/v1/campaigns", as, campaign)
  await ask("POST", `/v1/campaigns/${id}/start`, as)
  await eventually(async () => expect(await ask("GET", "/metrics", {})).toMatch(/^carillon_media_streams 1$/m))
  const stopped = await served.stop("SIGTERM")
  expect(stopped).toMatchObject({ code: 0, stderr: "" })
  expect(stopped.stdout).toContain("ended: The server is stopping")
  expect(stopped.stdout).not.toContain("cut off")
})
