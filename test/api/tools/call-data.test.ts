import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { prune } from "../../../src/calls/erasure/CallRetention.ts"
import { CallData } from "../../../src/tools/CallData.ts"
import { answered } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { linesOf } from "../../support/data/conversations.ts"
import { startToolServer, withJson } from "../../support/fakes/tool-server.ts"

const tools = await startToolServer()
const server = await startServer({ settings: { SIMULATOR_SPEED: "10", ALLOW_PRIVATE_WEBHOOKS: "true" } })
afterAll(async () => {
  await server.stop()
  tools.stop()
})
const org = await server.organization()
const client = campaignClient(server, org)
const rows = rowsOf(server)

const callData = {
  request: { method: "GET", url: `${tools.origin}/accounts/{{contact.metadata.account}}` },
  variables: [
    { name: "balance", path: "account.balance", default: "an open amount" },
    { name: "city", path: "account.city" }
  ]
}
const words = { initialPrompt: "You owe {{balance}} in {{city}}.", systemInstruction: "Remind.", language: "en-IN" }

/** Calls a person whose flow fetches data, and returns the opening that they heard. */
const opening = async () => {
  const person = await client.person(0, { metadata: { account: "A/7" } })
  const campaignId = await client.started([person], {
    flowId: await client.flow({ ...words, callData }),
    maxRetries: 0
  })
  await client.untilCall(campaignId, person, ({ status }) => status === "COMPLETED")
  return linesOf(await client.explained(campaignId, person), "agent")[0]?.text
}

describe("data before the call", () => {
  test("is fetched while the phone rings, and stands in the opening", async () => {
    tools.answerBy(withJson({ account: { balance: 1500, city: "Pune" } }))
    expect(await opening()).toBe("You owe 1500 in Pune.")
    expect(tools.requests).toMatchObject([{ method: "GET", path: "/accounts/A%2F7" }])
    const stored = await rows.query((sql) => sql<{ content: string }>`select content from call_data`)
    expect(stored).toHaveLength(1)
    expect(stored[0]?.content).not.toContain("1500")
  })

  test("has its defaults when the request fails or has no answer in time, and the call is placed as ever", async () => {
    tools.answerBy(withJson({ problem: "broken" }, 500))
    expect(await opening()).toBe("You owe an open amount in.")
    tools.answerBy(() => {})
    expect(await opening()).toBe("You owe an open amount in.")
  })

  test("is fetched once in ten minutes for a call, and again for another request", async () => {
    tools.answerBy(withJson({ account: { balance: 1500, city: "Pune" } }))
    const before = tools.requests.length
    const { id: contactId } = await client.person(0, { metadata: { account: "A7" } })
    const campaignId = await rows.campaign(org.id, { flow_id: await client.flow({ ...words, callData }) })
    const callId = await rows.call(org.id, campaignId, { contact_id: contactId })
    const to = { organizationId: org.id, campaignId, callId, contactId }
    const fetch = (flowVersion = 1) =>
      server.run(CallData.use((data) => data.fetch({ ...to, flowVersion, attemptId: randomUUID() })))
    const sent = () => tools.requests.length - before
    await fetch()
    await fetch()
    expect(sent()).toBe(1)
    await rows.query((sql) => sql`update call_data set fetched_at = fetched_at - interval '11 minutes'`)
    await fetch()
    expect(sent()).toBe(2)
    const next = { ...callData, request: { ...callData.request, url: `${tools.origin}/other` } }
    const { flowId } = await client.campaign(campaignId)
    await answered(200, server.admin("PATCH", `${client.admin}/flows/${flowId}`, { callData: next }))
    await fetch(2)
    expect(sent()).toBe(3)
  })

  test("is deleted when its time of retention is over, and with its person", async () => {
    const stored = () => rows.query((sql) => sql<{ callId: string }>`select call_id as "callId" from call_data`)
    const all = await stored()
    expect(all.length).toBeGreaterThan(1)
    const [old] = all
    await answered(200, server.admin("PATCH", `/admin/v1/organizations/${org.id}`, { retentionDays: 30 }))
    await rows.query(
      (sql) => sql`update call_data set fetched_at = fetched_at - interval '31 days' where call_id = ${old!.callId}`
    )
    await server.run(Effect.flatMap(PgClient.PgClient, prune))
    expect(await stored()).toEqual(all.filter(({ callId }) => callId !== old?.callId))
    const [kept] = await stored()
    const [person] = await rows.query(
      (sql) => sql<{ phone: string }>`select phone_number as phone from calls where id = ${kept!.callId}`
    )
    await answered(200, server.admin("POST", `${client.admin}/contacts/erase`, { phoneNumber: person?.phone }))
    expect(await stored()).not.toContainEqual(kept)
  })

  test("is fetched without a call by the test panel, which says where a default takes its place", async () => {
    tools.answerBy(withJson({ account: { balance: 1500 } }))
    const run = (fields: object = {}) =>
      server.admin("POST", `${client.admin}/tool-tests/call-data`, { callData, values: { account: "B 7" }, ...fields })
    expect(await answered(200, run())).toEqual({
      request: { method: "GET", url: `${tools.origin}/accounts/B%207`, body: null },
      status: "DONE",
      httpStatus: 200,
      tookMillis: expect.any(Number),
      result: '{"account":{"balance":1500}}',
      values: [
        { name: "balance", value: "1500", isDefault: false },
        { name: "city", value: "", isDefault: true }
      ]
    })
    tools.answerBy(withJson({ problem: "broken" }, 500))
    const { status, values } = await answered(200, run())
    expect({ status, first: values[0] }).toEqual({
      status: "FAILED",
      first: { name: "balance", value: "an open amount", isDefault: true }
    })
    const nowhere = { ...callData, request: { ...callData.request, headers: "nowhere" } }
    expect((await answered(400, run({ callData: nowhere }))).details[0].path).toBe("callData.request.headers")
  })

  test("is refused where its request could not be sent", async () => {
    const wrong = async (request: object) => {
      const body = { ...words, name: "Data", callData: { ...callData, request: { ...callData.request, ...request } } }
      const { details } = await answered(400, server.admin("POST", `${client.admin}/flows`, body))
      return details[0].path
    }
    expect(await wrong({ url: `${tools.origin}/{{argument.day}}` })).toBe("callData")
    expect(await wrong({ headers: "nowhere" })).toBe("callData.request.headers")
  })
})
