import { afterAll, expect, test } from "vitest"
import { numberEnding } from "../../support/api/campaign-client.ts"
import { newFlow } from "../../support/api/resources.ts"
import { adminToken } from "../../support/api/test-server.ts"
import { eventually } from "../../support/eventually.ts"
import { startWithTwilio } from "../../support/fakes/twilio/twilio-server.ts"
import { type Served, serve } from "../../support/processes/carillon-process.ts"
import { makeDatabase } from "../../support/servers/test-database.ts"

const database = await makeDatabase()
afterAll(database.remove)
// A call with a silent person ends after half a minute, which takes 3 seconds here.
const settings = { ...database.settings, ADMIN_TOKEN: adminToken, SIMULATOR_SPEED: "10", API_RATE_LIMIT: "1000000" }

const clientOf =
  ({ url }: Served, headers: Readonly<Record<string, string>>) =>
  async (method: string, path: string, body?: object): Promise<any> => {
    const json = { "content-type": "application/json" }
    const response = await fetch(`${url}${path}`, {
      method,
      headers: body === undefined ? headers : { ...headers, ...json },
      ...(body !== undefined && { body: JSON.stringify(body) })
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`)
    return JSON.parse(text)
  }

/** Starts a server with a campaign that calls people whose numbers end with these digits. */
const serveCampaign = async (own: Readonly<Record<string, string>>, digits: ReadonlyArray<number>, pace: object) => {
  const first = await serve(own)
  const admin = clientOf(first, { authorization: `Bearer ${adminToken}` })
  const { id: organization } = await admin("POST", "/admin/v1/organizations", { name: "Stopped" })
  const { key } = await admin("POST", `/admin/v1/organizations/${organization}/api-keys`, { name: "one" })
  const { id: flowId } = await admin("POST", `/admin/v1/organizations/${organization}/flows`, newFlow)
  const call = clientOf(first, { "x-api-key": key })
  const { id: audienceId } = await call("POST", "/v1/audiences", { name: "All" })
  const contacts = digits.map((digit) => ({ name: "Asha", phoneNumber: numberEnding(digit) }))
  const people = (await call("POST", "/v1/contacts/bulk", { contacts })).contacts
  await call("POST", `/v1/audiences/${audienceId}/contacts`, { contactIds: people.map(({ id }: any) => id) })
  const { id } = await call("POST", "/v1/campaigns", {
    name: "Stopped",
    useCaseType: "CUSTOM",
    flowId,
    audienceId,
    callsPerMinute: 1000,
    ...pace
  })
  await call("POST", `/v1/campaigns/${id}/start`)
  return { first, call, id, key }
}

test("a stopping server places no more calls and lets live ones end", async () => {
  const { call, first, id, key } = await serveCampaign(settings, [9, 9], { maxConcurrentCalls: 1, maxRetries: 0 })
  await eventually(async () => {
    const { data } = await call("GET", `/v1/campaigns/${id}/calls`)
    expect(data.map(({ callSid }: any) => callSid !== null)).toContain(true)
  })
  expect(await first.stop("SIGTERM")).toMatchObject({ code: 0, stderr: "" })

  const second = await serve(settings)
  const again = clientOf(second, { "x-api-key": key })
  await eventually(async () => {
    expect(await again("GET", `/v1/campaigns/${id}`)).toMatchObject({ status: "COMPLETED" })
  })
  const { data } = await again("GET", `/v1/campaigns/${id}/calls`)
  const [one, other] = data.toSorted((a: any, b: any) => a.startedAt.localeCompare(b.startedAt))
  for (const call of [one, other]) {
    expect(call).toMatchObject({ status: "COMPLETED", outcome: "CONNECTED", attempts: 1 })
    expect(call.duration).toBeGreaterThanOrEqual(10)
  }
  // The other person was not called while the server was stopping.
  const restartedAt = JSON.parse(second.log().split("\n")[0] ?? "").time
  expect(one.completedAt < restartedAt).toBe(true)
  expect(other.startedAt > restartedAt).toBe(true)
  await second.stop("SIGTERM")
})

test("a server waits for the final status of the calls that its drain cuts off", async () => {
  const database = await makeDatabase()
  const own = { ...settings, ...database.settings, SIMULATOR_SPEED: "1", DRAIN_SECONDS: "1" }
  const { first, id, key } = await serveCampaign(own, [9, 9, 9], { maxConcurrentCalls: 3, maxRetries: 0 })
  await eventually(async () => {
    const metrics = await (await fetch(`${first.url}/metrics`)).text()
    expect(metrics).toMatch(/^carillon_media_streams 3$/m)
  })
  expect(await first.stop("SIGTERM")).toMatchObject({ code: 0, stderr: "" })

  const second = await serve(own)
  const restartedAt = JSON.parse(second.log().split("\n")[0] ?? "").time
  const { data } = await clientOf(second, { "x-api-key": key })("GET", `/v1/campaigns/${id}/calls`)
  expect(data).toHaveLength(3)
  for (const call of data) {
    // As the length of the call decides, because the person says nothing. Without a status it would be DISPATCH_UNKNOWN.
    expect(["NO_ANSWER", "CONNECTED"]).toContain(call.outcome)
    expect(call.completedAt < restartedAt).toBe(true)
  }
  await second.stop("SIGTERM")
  await database.remove()
})

test("a stopping single node waits for the callbacks of a real carrier's calls, which no other node would receive", async () => {
  const { client, fake, server } = await startWithTwilio(
    { person: () => ({ does: "answer", conversationMillis: 100 }), callbacks: "held" },
    { DRAIN_SECONDS: "20" }
  )
  const api = await client()
  const person = await api.person(0)
  await api.live(await api.started([person]), person)
  const end = await eventually(async () => {
    const found = fake.held.find(({ form }) => form.some(([, value]) => value === "completed"))
    if (found === undefined) throw new Error("The call goes on")
    return found
  })
  const stopping = server.stop().then(() => "stopped")
  // Much longer than a stop without anything to wait for.
  const waits = new Promise((resolve) => setTimeout(() => resolve("waits"), 3_000))
  expect(await Promise.race([stopping, waits])).toBe("waits")
  expect(await end.send()).toBe(204)
  expect(await stopping).toBe("stopped")
  await fake.stop()
})
