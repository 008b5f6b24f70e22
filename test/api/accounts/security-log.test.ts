import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { Transcripts } from "../../../src/calls/conversations/Transcripts.ts"
import { TranscriptLinks } from "../../../src/writeback/links/TranscriptLinks.ts"
import { answered, refused, uuid7 } from "../../support/api/answered.ts"
import { campaignClient } from "../../support/api/campaign-client.ts"
import { adminToken, type Call, startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { eventually } from "../../support/eventually.ts"

// The actions of operators, keys and the service, and each read of what people have said.

const server = await startServer({ settings: { SIMULATOR_SPEED: "20" } })
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const client = campaignClient(server, org)
const path = `/admin/v1/organizations/${org.id}`

const named = async (role: string): Promise<{ id: string; call: Call }> => {
  const { id, token } = await answered(201, server.admin("POST", "/admin/v1/tokens", { name: role, role }))
  return {
    id,
    call: (method, path, body, headers) =>
      server.call(method, path, body, { ...headers, authorization: `Bearer ${token}` })
  }
}
const operator = await named("ADMIN")

const list = async (query = "") =>
  (await answered(200, server.admin("GET", `${path}/security-log?limit=100${query}`))).data
const about = (target: string) => list(`&target=${target}`)
const ofKey = async () =>
  `key:${(await answered(200, server.admin("GET", `${path}/api-keys?limit=100`))).data.find((key: any) => key.role === "ADMIN").id}`
const byKey = await ofKey()

const talkedCall = async () => {
  const campaignId = await rows.campaign(org.id, { name: "Spring" })
  const callId = await rows.call(org.id, campaignId, { status: "COMPLETED", attempts: 1 })
  const attemptId = await rows.attempt(org.id, callId)
  const line = { role: "person" as const, text: "Yes, speaking", startMs: 0, endMs: 900, interrupted: false }
  const record = { transcript: [line], turns: [], heard: true, optedOut: false, failed: false }
  await server.run(
    Effect.flatMap(Transcripts, ({ end }) => end({ id: attemptId, organizationId: org.id, callId }, record))
  )
  return { campaignId, callId, attemptId }
}

describe("an entry", () => {
  test("names the token or key, the request id and the address", async () => {
    const requestId = "asked-by-a-regulator"
    await answered(200, operator.call("PATCH", path, { name: "Renamed" }, { "x-request-id": requestId }))
    expect((await about(String(org.id)))[0]).toEqual({
      id: expect.stringMatching(uuid7),
      at: expect.any(String),
      organizationId: org.id,
      actor: `admin-token:${operator.id}`,
      action: "organization.update",
      target: String(org.id),
      requestId,
      actorName: null,
      address: "127.0.0.1",
      details: { fields: ["name"], name: "Renamed" }
    })
  })

  test("is written for each change of a campaign's status, with its actor", async () => {
    const id = await client.draft([await client.person(1)], {
      scheduledAt: "2040-01-31T09:00:00",
      timezone: "Asia/Kolkata"
    })
    await answered(200, client.move(id, "start"))
    await answered(200, client.move(id, "cancel"))
    // A repeated request changes nothing, so it is not an action.
    await answered(200, client.move(id, "cancel"))
    expect(await about(id)).toMatchObject([
      { action: "campaign.cancel", actor: byKey, details: { from: "SCHEDULED", to: "CANCELLED" } },
      { action: "campaign.schedule", actor: byKey },
      { action: "campaign.create", actor: byKey }
    ])
  })

  test("has no request for what the service does by itself, even if a request has started it", async () => {
    // The number is busy, and is not called again.
    const id = await client.started([await client.person(3)], { maxRetries: 0 })
    await answered(200, client.move(id, "pause"))
    await answered(200, client.move(id, "resume"))
    await client.untilStatus(id, "COMPLETED")
    expect(await about(id)).toMatchObject([
      { action: "campaign.complete", actor: "service", requestId: null, address: null },
      { action: "campaign.resume", actor: byKey, requestId: expect.any(String) },
      { action: "campaign.pause", actor: byKey },
      { action: "campaign.start", actor: byKey, details: { from: "DRAFT", to: "IN_PROGRESS" } },
      { action: "campaign.create", actor: byKey }
    ])
  })

  test("is written for each deleted contact, and not for unknown ones", async () => {
    const [one, two, three] = await client.people(1, 2, 3)
    await answered(200, org.call("DELETE", `/v1/contacts/${one?.id}`))
    const contactIds = [two?.id, three?.id, one?.id, "x"]
    await answered(200, org.call("POST", "/v1/contacts/bulk-delete", { contactIds }))
    for (const contact of [one, two, three]) {
      expect(await about(contact?.id ?? "")).toMatchObject([{ action: "contact.delete", actor: byKey }])
    }
    expect((await about(one?.id ?? ""))[0].requestId).not.toBe((await about(two?.id ?? ""))[0].requestId)
    expect(await about("x")).toEqual([])
  })

  test("is written for imports, labels and journey rules", async () => {
    const contacts = [{ name: "Asha", phoneNumber: newPhoneNumber() }]
    const { importId } = await answered(201, org.call("POST", "/v1/imports/api/bulk", { contacts }))
    expect(await about(importId)).toMatchObject([
      { action: "import.create", actor: byKey, details: { source: "API", rows: 1 } }
    ])
    const id = await client.draft([await client.person(1)])
    const labels = `/v1/campaigns/${id}/intent-labels`
    const label = await answered(201, org.call("POST", labels, { name: "Maybe", color: "#aabbcc" }))
    await answered(200, org.call("PATCH", `${labels}/${label.id}`, { retryBehavior: "SUPPRESS_CAMPAIGN" }))
    await answered(200, org.call("PUT", `/v1/campaigns/${id}/journey-rules/${label.id}`, { action: "FLAG_REVIEW" }))
    await answered(200, org.call("DELETE", `/v1/campaigns/${id}/journey-rules/${label.id}`))
    await answered(200, org.call("DELETE", `${labels}/${label.id}`))
    expect(await about(label.id)).toMatchObject([
      { action: "label.delete", details: { campaignId: id, name: "Maybe" } },
      { action: "journey-rule.delete" },
      { action: "journey-rule.put", details: { action: "FLAG_REVIEW" } },
      { action: "label.update", details: { before: "Maybe", retryBehavior: "SUPPRESS_CAMPAIGN" } },
      { action: "label.create", actor: byKey }
    ])
  })

  test("is written for an admin token, for the installation and not for an organization", async () => {
    const { id } = await named("VIEWER")
    await answered(200, operator.call("DELETE", `/admin/v1/tokens/${id}`))
    const { data } = await answered(200, server.admin("GET", `/admin/v1/security-log?target=${id}`))
    expect(data).toMatchObject([
      { action: "admin-token.revoke", organizationId: null, actor: `admin-token:${operator.id}` },
      { action: "admin-token.create", actor: "admin", details: { name: "VIEWER", role: "VIEWER" } }
    ])
    expect(await about(id)).toEqual([])
  })
})

describe("a read of what people have said", async () => {
  const call = await talkedCall()

  test.each<readonly [string, string, string, () => Promise<unknown>]>([
    ["call.explain", call.callId, "admin", () => answered(200, server.admin("GET", `${path}/calls/${call.callId}`))],
    [
      "results.read",
      call.campaignId,
      byKey,
      () => org.call("GET", `/v1/write-back/campaigns/${call.campaignId}/results.csv`)
    ],
    [
      "transcript.read",
      call.attemptId,
      "transcript-link",
      async () => {
        const sharing = { webhookUrl: "https://crm.example.com", webhookEnabled: true, shareTranscript: true }
        await answered(200, org.call("PUT", "/v1/write-back/config", sharing))
        const link = await server.run(
          Effect.flatMap(TranscriptLinks, (links) => links.make({ organizationId: org.id, attemptId: call.attemptId }))
        )
        await answered(200, server.call("GET", new URL(link).pathname))
      }
    ],
    ["webhook-secret.read", String(org.id), "admin", () => server.admin("GET", `${path}/webhook-secret`)]
  ])("%s is recorded once a request", async (action, target, actor, read) => {
    const before = (await list(`&action=${action}&target=${target}`)).length
    await read()
    const entries = await list(`&action=${action}&target=${target}`)
    expect(entries.length).toBe(before + 1)
    expect(entries[0]).toMatchObject({ action, target, actor, requestId: expect.any(String), address: "127.0.0.1" })
  })

  test("a page of the review queue is one entry that names its calls", async () => {
    const flagged = { status: "COMPLETED", in_review_since: new Date(), review_reason: "A rule asks for it" }
    const ids = [await rows.call(org.id, call.campaignId, flagged), await rows.call(org.id, call.campaignId, flagged)]
    await answered(200, operator.call("GET", `${path}/review-queue`))
    const [entry, ...others] = await list("&action=review-queue.read")
    expect(others).toEqual([])
    expect(entry).toMatchObject({ actor: `admin-token:${operator.id}`, target: String(org.id) })
    expect(entry.details.callIds.toSorted()).toEqual(ids.toSorted())
  })

  test("the stream of a campaign is recorded when it begins", async () => {
    const stop = new AbortController()
    const response = await fetch(`http://127.0.0.1:${server.port}${path}/campaigns/${call.campaignId}/live`, {
      headers: { authorization: `Bearer ${adminToken}` },
      signal: stop.signal
    })
    expect(response.status).toBe(200)
    await eventually(async () => expect(await list(`&action=campaign.watch&target=${call.campaignId}`)).toHaveLength(1))
    stop.abort()
  })

  test("lists that show nothing that was said are not recorded", async () => {
    const before = (await list()).length
    await answered(200, org.call("GET", `/v1/campaigns/${call.campaignId}/calls`))
    await answered(200, org.call("GET", `/v1/campaigns/${call.campaignId}/progress`))
    await answered(200, org.call("GET", "/v1/contacts"))
    expect((await list()).length).toBe(before)
  })

  test("fails when it cannot be recorded", async () => {
    const own = await startServer({ mayFail: true })
    try {
      const theirs = await own.organization()
      const { campaign, call, query } = rowsOf(own)
      const campaignId = await campaign(theirs.id)
      const callId = await call(theirs.id, campaignId, { status: "COMPLETED" })
      const explain = () => own.admin("GET", `/admin/v1/organizations/${theirs.id}/calls/${callId}`)
      const results = () => theirs.call("GET", `/v1/write-back/campaigns/${campaignId}/results.csv`)
      const secret = () => own.admin("GET", `/admin/v1/organizations/${theirs.id}/webhook-secret`)
      for (const read of [explain, results, secret]) await answered(200, read())
      await query((sql) => sql`alter table security_log rename to security_log_is_away`)
      for (const read of [explain, results, secret]) {
        const { status, text } = await read()
        expect(status).toBe(500)
        expect(text).not.toMatch(/whsec_|Asha|identifier/)
      }
    } finally {
      await own.stop()
    }
  })
})

describe("the list of the security log", () => {
  test("is filtered by actor, action, target and time", async () => {
    const everything = await list()
    const times = everything.map(({ at }: { at: string }) => at)
    const middle = times[Math.floor(times.length / 2)]
    const all = (query: string) => list(query).then((data) => data.map(({ id }: { id: string }) => id))
    const where = (holds: (entry: any) => boolean) => everything.filter(holds).map(({ id }: { id: string }) => id)
    expect(await all(`&actor=${byKey}`)).toEqual(where(({ actor }) => actor === byKey))
    expect(await all("&action=campaign")).toEqual(where(({ action }) => action.startsWith("campaign.")))
    expect(await all("&action=campaign.start")).toEqual(where(({ action }) => action === "campaign.start"))
    expect(await all("&action=campaig")).toEqual([])
    expect(await all("&action=campaign%25")).toEqual([])
    expect(await all(`&from=${middle}`)).toEqual(where(({ at }) => at >= middle))
    expect(await all(`&to=${middle}`)).toEqual(where(({ at }) => at < middle))
    expect(await all(`&actor=${byKey}&action=contact&to=${middle}`)).toEqual(
      where(({ action, actor, at }) => actor === byKey && action === "contact.delete" && at < middle)
    )
    await refused(server.admin("GET", `${path}/security-log?from=yesterday`), { from: /must be a time/ })
  })

  test("contains all organizations for the whole installation", async () => {
    const other = await server.organization("Other")
    const { data } = await answered(200, server.admin("GET", "/admin/v1/security-log?limit=100&action=api-key"))
    expect(new Set(data.map(({ organizationId }: any) => organizationId))).toEqual(new Set([org.id, other.id]))
  })

  test("can be changed by no statement", async () => {
    for (const change of [
      "update security_log set actor = 'nobody'",
      "delete from security_log",
      "truncate security_log"
    ]) {
      await expect(rows.query((sql) => sql.unsafe(change))).rejects.toThrow()
    }
  })
})
