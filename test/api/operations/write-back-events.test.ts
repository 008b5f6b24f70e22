import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Effect } from "effect"
import { Webhook } from "standardwebhooks"
import { afterAll, describe, expect, test } from "vitest"
import { WriteBackTroubles } from "../../../src/calls/views/WriteBackTroubles.ts"
import { answered, refused, timestamp } from "../../support/api/answered.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

// No sender runs: queued deliveries stay queued.
const server = await startServer({ settings: { ROLES: "api", ALLOW_PRIVATE_WEBHOOKS: "1" } })
afterAll(server.stop)
const rows = rowsOf(server)

const url = "http://127.0.0.1:9/"
const configure = (org: TestOrganization, changes: object) =>
  answered(200, org.call("PUT", "/v1/write-back/config", changes))
const active = async (name?: string) => {
  const org = await server.organization(name)
  await configure(org, { webhookEnabled: true, webhookUrl: url })
  return org
}
const aDelivery = async ({ id }: TestOrganization, fields: object = {}, campaignId?: string) => {
  const campaign = campaignId ?? (await rows.campaign(id))
  const callId = await rows.call(id, campaign, { status: "COMPLETED", attempts: 1 })
  return { callId, campaign, id: await rows.delivery(id, callId, { ...fields }) }
}
const failures = (org: TestOrganization, query = "") =>
  answered(200, org.call("GET", `/v1/write-back/failures${query}`))
const retry = (org: TestOrganization, id: string) => org.call("POST", `/v1/write-back/events/${id}/retry`)
const requeue = (org: TestOrganization, which?: object) =>
  server.admin("POST", `/admin/v1/organizations/${org.id}/write-back/requeue`, which)
const statusOf = async (id: string) =>
  (await rows.query((sql) => sql<{ status: string }>`select status from deliveries where id = ${id}`))[0]?.status

describe("GET /v1/write-back/failures", () => {
  test("lists only failed deliveries, newest first, in pages", async () => {
    const org = await server.organization()
    await aDelivery(await server.organization("Other"))
    const failed = await aDelivery(org)
    for (const status of ["PENDING", "DELIVERED"]) {
      await aDelivery(org, { status, next_attempt_at: status === "PENDING" ? new Date() : null })
    }
    const refusedOne = await aDelivery(org, {
      status: "PERMANENT_FAILURE",
      attempts: 1,
      last_error: "The target answered 410",
      last_attempt_at: new Date("2030-01-01T09:00:00.123Z")
    })
    const { data, pagination } = await failures(org)
    expect(pagination).toEqual({ page: 1, limit: 20, total: 2, totalPages: 1 })
    expect(data).toEqual([
      {
        id: refusedOne.id,
        contactIdentifier: "+919812345678",
        identifierType: "phone",
        campaignName: "Reminders",
        status: "PERMANENT_FAILURE",
        attempts: 1,
        lastError: "The target answered 410",
        lastAttemptAt: "2030-01-01T09:00:00.123Z"
      },
      {
        id: failed.id,
        contactIdentifier: "+919812345678",
        identifierType: "phone",
        campaignName: "Reminders",
        status: "FAILED",
        attempts: 6,
        lastError: "The target answered 503",
        lastAttemptAt: expect.stringMatching(timestamp)
      }
    ])
    expect((await failures(org, "?page=2&limit=1")).data.map(({ id }: any) => id)).toEqual([failed.id])
    await answered(200, org.as("VIEWER")("GET", "/v1/write-back/failures"))
  })
})

describe("POST /v1/write-back/events/:id/retry", () => {
  test("queues a failed delivery, and returns its new state", async () => {
    const org = await active()
    for (const status of ["FAILED", "PERMANENT_FAILURE"]) {
      const { id } = await aDelivery(org, { status })
      expect(await answered(200, retry(org, id))).toMatchObject({ id, status: "PENDING", attempts: 0 })
    }
    expect((await failures(org)).data).toEqual([])
  })

  test("is refused while no webhook is active", async () => {
    const org = await server.organization()
    const { id } = await aDelivery(org)
    const { message } = await answered(400, retry(org, id))
    expect(message).toMatch(/No webhook is active/)
    await configure(org, { webhookUrl: url })
    await answered(400, retry(org, id))
    await configure(org, { webhookEnabled: true })
    await configure(org, { webhookEnabled: false })
    await answered(400, retry(org, id))
    expect(await statusOf(id)).toBe("FAILED")
  })

  test("answers 409 for a pending or delivered event, and 404 for an unknown one", async () => {
    const [org, other] = [await active(), await active("Other")]
    for (const status of ["PENDING", "DELIVERED"]) {
      const { id } = await aDelivery(org, { status, next_attempt_at: status === "PENDING" ? new Date() : null })
      expect(await answered(409, retry(org, id))).toMatchObject({ code: "INVALID_STATE" })
    }
    const { id } = await aDelivery(org)
    await answered(404, retry(other, id))
    expect(await statusOf(id)).toBe("FAILED")
  })
})

describe("POST /admin/v1/organizations/:id/write-back/requeue", () => {
  test("queues the deliveries that match all filters", async () => {
    const org = await active()
    const other = await aDelivery(await active("Other"))
    const day = (number: number) => ({ created_at: new Date(Date.UTC(2030, 0, number)) })
    const [one, two, three] = [
      await aDelivery(org, day(1)),
      await aDelivery(org, { ...day(2), status: "PERMANENT_FAILURE" }),
      await aDelivery(org, day(3))
    ]
    const delivered = await aDelivery(org, { ...day(2), status: "DELIVERED" })
    expect(await answered(200, requeue(org, { campaignId: one.campaign, status: "PERMANENT_FAILURE" }))).toEqual({
      requeued: 0
    })
    expect(await answered(200, requeue(org, { status: "PERMANENT_FAILURE" }))).toEqual({ requeued: 1 })
    expect(await answered(200, requeue(org, { from: "2030-01-02T00:00:00Z", to: "2030-01-03T00:00:00Z" }))).toEqual({
      requeued: 0
    })
    expect(await answered(200, requeue(org, { campaignId: one.campaign, to: "2030-01-02" }))).toEqual({ requeued: 1 })
    expect(await answered(200, requeue(org))).toEqual({ requeued: 1 })
    for (const { id } of [one, two, three]) expect(await statusOf(id)).toBe("PENDING")
    expect([await statusOf(delivered.id), await statusOf(other.id)]).toEqual(["DELIVERED", "FAILED"])
  })

  test("is refused for invalid filters, and while no webhook is active", async () => {
    const org = await server.organization()
    await aDelivery(org)
    await answered(400, requeue(org, {}))
    await configure(org, { webhookEnabled: true, webhookUrl: url })
    await refused(requeue(org, { status: "DELIVERED", from: "yesterday" }), { status: /./, from: /./ })
    await answered(404, requeue(org, { campaignId: await rows.campaign((await server.organization("Other")).id) }))
    await answered(404, requeue(org, { campaignId: "x" }))
  })
})

describe("POST /admin/v1/organizations/:id/write-back/test", () => {
  const send = (org: TestOrganization) => server.admin("POST", `/admin/v1/organizations/${org.id}/write-back/test`)
  const receiver = async (status: number, answer: (headers: Record<string, unknown>) => string) => {
    const received: Array<{ method: string | undefined; headers: Record<string, string>; body: string }> = []
    const target = createServer(async (request, response) => {
      let body = ""
      for await (const part of request) body += part
      received.push({ method: request.method, headers: request.headers as Record<string, string>, body })
      response.writeHead(status, { location: "http://169.254.169.254/" }).end(answer(request.headers))
    })
    await new Promise<void>((listening) => target.listen(0, "127.0.0.1", listening))
    return {
      received,
      url: `http://127.0.0.1:${(target.address() as AddressInfo).port}/calls`,
      close: () => target.close()
    }
  }

  test("sends a signed sample at once, even while the webhook is off, and returns the answer", async () => {
    const org = await server.organization()
    const target = await receiver(202, () => "thank you")
    const credential = "s3cret/of+ours"
    const setting = { authType: "API_KEY", authHeaderName: "X-Crm", credential, webhookMethod: "PATCH" }
    await configure(org, { webhookUrl: target.url, ...setting })
    const answer = await answered(200, send(org))
    expect(answer).toEqual({
      delivered: true,
      status: 202,
      body: "thank you",
      durationMs: expect.any(Number),
      reason: null,
      webhookId: expect.stringMatching(/^test_/)
    })
    const [sample] = target.received
    expect(sample).toMatchObject({
      method: "PATCH",
      headers: { "x-crm": credential, "content-type": "application/json", "webhook-id": answer.webhookId }
    })
    const { secret } = await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/webhook-secret`))
    expect(Object.keys(new Webhook(secret).verify(sample!.body, sample!.headers) as object)).toEqual([
      "contact_identifier",
      "identifier_type",
      "intent_label",
      "intent_source",
      "intent_undetermined",
      "call_timestamp",
      "campaign_id",
      "campaign_name",
      "call_duration_seconds",
      "transcript_url"
    ])
    target.close()
  })

  test("shows the first 4 KiB of a long answer, and masks a credential that it repeats", async () => {
    const org = await server.organization()
    const credential = "s3cret/of+ours"
    const target = await receiver(500, (headers) => `${headers.authorization} ${"é".repeat(5000)}`)
    await configure(org, { webhookUrl: target.url, authType: "BEARER", credential })
    const answer = await send(org)
    expect(answer.body).toMatchObject({ delivered: false, status: 500, reason: "The target answered 500" })
    expect(Buffer.byteLength(answer.body.body)).toBeLessThanOrEqual(4096)
    expect(answer.body.body).toMatch(/é$/)
    expect(answer.text).not.toContain(credential)
    target.close()
  })

  test("reports why nothing was delivered", async () => {
    const org = await server.organization()
    const { message } = await answered(400, send(org))
    expect(message).toMatch(/no target/)
    const target = await receiver(302, () => "elsewhere")
    await configure(org, { webhookUrl: target.url })
    expect(await answered(200, send(org))).toMatchObject({
      delivered: false,
      status: 302,
      reason: "The target answered 302, and redirects are not followed"
    })
    target.close()
    await configure(org, { webhookUrl: url })
    expect(await answered(200, send(org))).toMatchObject({
      delivered: false,
      status: null,
      body: null,
      reason: "Connection failed (ECONNREFUSED)"
    })
    expect((await failures(org)).data).toEqual([])
  })
})

test("an explained call lists its deliveries, request by request", async () => {
  const org = await active()
  const { callId, id } = await aDelivery(org, { status: "PERMANENT_FAILURE", attempts: 2 })
  const at = (second: number) => new Date(Date.UTC(2030, 0, 1, 9, 0, second, 123))
  for (const [second, status_code] of [
    [0, null],
    [30, 410]
  ] as const) {
    const row = {
      ...{ organization_id: org.id, delivery_id: id, at: at(second), duration_ms: 15, status_code },
      ...{
        response: status_code === null ? null : "gone",
        error: status_code === null ? "Timeout" : "The target answered 410"
      }
    }
    await rows.query((sql) => sql`insert into delivery_attempts ${sql.insert(row)}`)
  }
  const { deliveries } = await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/calls/${callId}`))
  expect(deliveries).toEqual([
    {
      id,
      webhookId: `evt_${id}`,
      status: "PERMANENT_FAILURE",
      createdAt: expect.stringMatching(timestamp),
      nextAttemptAt: null,
      lastError: "The target answered 503",
      attempts: [
        { at: at(0).toISOString(), durationMs: 15, statusCode: null, response: null, error: "Timeout" },
        {
          at: at(30).toISOString(),
          durationMs: 15,
          statusCode: 410,
          response: "gone",
          error: "The target answered 410"
        }
      ]
    }
  ])
})

describe("the webhook problems on the dashboard", () => {
  const troubles = <A>(use: (service: WriteBackTroubles["Service"]) => Effect.Effect<A>) =>
    server.run(Effect.flatMap(WriteBackTroubles, use))
  const healthOf = async (org: TestOrganization, id: string) =>
    (await answered(200, org.call("GET", "/v1/campaigns/dashboard"))).campaigns.find((one: any) => one.id === id).health

  test("list campaigns whose outcomes do not arrive, until one does", async () => {
    const [org, other] = [await active(), await active("Other")]
    const [id, untouched] = [await rows.campaign(org.id), await rows.campaign(org.id)]
    const before = await healthOf(org, id)
    expect(before.level).toBe("green")
    await troubles(({ note }) => note(org.id, id, { failures: 2, error: "The target answered 500" }))
    await troubles(({ note }) => note(org.id, id, { failures: 1, error: "The target answered 503" }))
    expect(await healthOf(org, id)).toEqual({
      level: "amber",
      reason: expect.stringMatching(
        /^Write-back: the target has failed 3 times since \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z \(The target answered 503\)$/
      )
    })
    expect(await healthOf(org, untouched)).toEqual(before)
    await troubles(({ clear }) => clear([other.id]))
    expect((await healthOf(org, id)).level).toBe("amber")
    await troubles(({ clear }) => clear([org.id]))
    expect(await healthOf(org, id)).toEqual(before)
  })

  test("are cleared when the target changes", async () => {
    const org = await active()
    const id = await rows.campaign(org.id)
    const fail = () => troubles(({ note }) => note(org.id, id, { failures: 1, error: "The target answered 500" }))
    await fail()
    await configure(org, { webhookMethod: "PATCH" })
    expect((await healthOf(org, id)).level).toBe("amber")
    await configure(org, { webhookUrl: "http://127.0.0.1:10/" })
    expect((await healthOf(org, id)).level).toBe("green")
    await fail()
    await configure(org, { webhookEnabled: false })
    expect((await healthOf(org, id)).level).toBe("green")
  })
})
