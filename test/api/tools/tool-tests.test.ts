import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { startToolServer, withJson } from "../../support/fakes/tool-server.ts"

const tools = await startToolServer(withJson({ slot: { id: "s1" } }))
const server = await startServer({ settings: { ALLOW_PRIVATE_WEBHOOKS: "true" } })
afterAll(async () => {
  await server.stop()
  tools.stop()
})
const org = await server.organization()
const admin = `/admin/v1/organizations/${org.id}`
await answered(
  200,
  server.admin("PUT", `${admin}/tool-headers`, {
    name: "crm",
    origin: tools.origin,
    headers: { "x-api-key": "secret" }
  })
)

const book = {
  name: "book_slot",
  description: "Books a slot",
  parameters: { type: "object", properties: { day: { type: "string" } }, required: ["day"] },
  request: {
    method: "POST",
    url: `${tools.origin}/slots/{{contact.metadata.city}}`,
    body: '{"day": "{{argument.day}}", "for": "{{contact.firstName}}", "phone": "{{contact.phoneNumber}}"}',
    headers: "crm"
  },
  answer: "slot.id",
  changes: true
}
const sample = {
  arguments: { day: "Tuesday" },
  name: "Asha Rao",
  values: { city: "Pune", phoneNumber: "+919876543210" }
}
const run = (fields: object) => server.admin("POST", `${admin}/tool-tests`, { tool: book, ...sample, ...fields })

describe("a tool without a call", () => {
  test("is run only if the editor says so, when it changes something", async () => {
    const refused = await answered(400, run({}))
    expect(refused.details).toEqual([expect.objectContaining({ path: "sendsChanges" })])
    expect(tools.requests).toEqual([])
  })

  test("sends its filled request, and answers with what the model would see", async () => {
    const result = await answered(200, run({ sendsChanges: true }))
    const body = '{"day":"Tuesday","for":"Asha","phone":"+919876543210"}'
    expect(result).toEqual({
      request: { method: "POST", url: `${tools.origin}/slots/Pune`, body },
      status: "DONE",
      httpStatus: 200,
      tookMillis: expect.any(Number),
      result: "s1"
    })
    const [request] = tools.requests
    expect(request).toMatchObject({ method: "POST", path: "/slots/Pune", body })
    expect(request?.headers).toMatchObject({
      "x-api-key": "secret",
      "idempotency-key": expect.stringMatching(/^test-/),
      "webhook-signature": expect.stringMatching(/^v1,/)
    })
    const { data } = await answered(200, server.admin("GET", `${admin}/security-log`))
    expect(data[0]).toMatchObject({ action: "tool.test", target: "book_slot" })
    expect(JSON.stringify([result, data])).not.toMatch(/"secret"/)
  })

  test("is refused by its arguments, or when a call could not send it either", async () => {
    const before = tools.requests.length
    expect(await answered(200, run({ sendsChanges: true, arguments: {} }))).toMatchObject({
      request: null,
      status: "REFUSED",
      result: "day is required."
    })
    const stranger = { ...book, request: { ...book.request, headers: "other" } }
    const { details } = await answered(400, run({ sendsChanges: true, tool: stranger }))
    expect(details[0]).toMatchObject({ path: "tool.request.headers" })
    expect(tools.requests).toHaveLength(before)
  })
})
