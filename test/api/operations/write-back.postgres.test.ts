import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { WriteBackConfigs } from "../../../src/writeback/WriteBackConfigs.ts"
import { answered, refused } from "../../support/api/answered.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"

const server = await startServer({ settings: { ROLES: "api" } })
afterAll(server.stop)
const { query } = rowsOf(server)

const path = "/v1/write-back/config"
const read = (of: TestOrganization) => answered(200, of.call("GET", path))
const change = (of: TestOrganization, changes: unknown) => of.call("PUT", path, changes)
const target = (of: TestOrganization) =>
  server.run(Effect.flatMap(WriteBackConfigs, (configs) => configs.targets([of.id]))).then((all) => all.get(of.id))

const atFirst = {
  webhookEnabled: false,
  webhookUrl: null,
  webhookMethod: "POST",
  authType: "NONE",
  authHeaderName: null,
  hasCredential: false,
  csvAutoExport: false,
  shareTranscript: false,
  shareRecording: false,
  sendResults: false
}
const url = "https://crm.example.com/calls?of=us"
const credential = "s3cret-credential/of+the=org"
const stored = async ({ id }: TestOrganization) =>
  (
    await query(
      (sql) =>
        sql<{ credential: string | null }>`select credential from write_back_configs where organization_id = ${id}`
    )
  )[0]?.credential
const securityLog = async ({ id }: TestOrganization) =>
  (await answered(200, server.admin("GET", `/admin/v1/organizations/${id}/security-log?limit=100`))).data.filter(
    ({ action }: { action: string }) => action === "write-back.configure"
  )

describe("the webhook configuration", () => {
  test("is null until it is set, and then has the given values and the defaults", async () => {
    const org = await server.organization()
    const other = await server.organization("Other")
    expect(await read(org)).toBeNull()
    expect(await answered(200, change(org, {}))).toEqual(atFirst)
    const set = { ...atFirst, webhookEnabled: true, webhookUrl: url }
    expect(await answered(200, change(org, { webhookEnabled: true, webhookUrl: url }))).toEqual(set)
    expect(await answered(200, change(org, { webhookMethod: "PATCH", hasCredential: true, id: 7 }))).toEqual({
      ...set,
      webhookMethod: "PATCH"
    })
    expect(await answered(200, change(org, { csvAutoExport: true, shareTranscript: true }))).toEqual({
      ...set,
      webhookMethod: "PATCH",
      csvAutoExport: true,
      shareTranscript: true
    })
    expect(await read(other)).toBeNull()
  })

  test("can be sent back as it was read", async () => {
    const org = await server.organization()
    const config = await answered(200, change(org, { shareTranscript: true }))
    expect(await answered(200, change(org, config))).toEqual(config)
  })

  test("keeps two concurrent changes", async () => {
    const org = await server.organization()
    await Promise.all([change(org, { csvAutoExport: true }), change(org, { shareTranscript: true })])
    expect(await read(org)).toMatchObject({ csvAutoExport: true, shareTranscript: true })
  })

  test("requires a URL while the webhook is on, in whichever order they are set", async () => {
    const org = await server.organization()
    await refused(change(org, { webhookEnabled: true }), { webhookUrl: /required when webhookEnabled is true/ })
    expect(await read(org)).toBeNull()
    await answered(200, change(org, { webhookUrl: url }))
    await answered(200, change(org, { webhookEnabled: true }))
    await refused(change(org, { webhookUrl: null }), { webhookUrl: /required/ })
    expect(await read(org)).toMatchObject({ webhookEnabled: true, webhookUrl: url })
    expect(await answered(200, change(org, { webhookEnabled: false, webhookUrl: null }))).toEqual(atFirst)
  })

  test.each([
    "",
    "not a url",
    "/calls",
    "ftp://example.com/",
    "https://user:pass@example.com/",
    "http://localhost/",
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://10.0.0.7/",
    "http://[::1]/",
    "http://[::ffff:10.0.0.1]/",
    "http://[64:ff9b::a00:1]/",
    "http://169.254.169.254/latest/meta-data",
    "http://0.0.0.0/"
  ])("refuses the target %j", async (webhookUrl) => {
    const org = await server.organization()
    await refused(change(org, { webhookUrl }), { webhookUrl: /^must / })
    expect(await read(org)).toBeNull()
  })

  test.each([
    [{ webhookEnabled: "yes" }, { webhookEnabled: /boolean/ }],
    [{ webhookMethod: "PUT" }, { webhookMethod: /POST/ }],
    [{ authType: "BASIC" }, { authType: /NONE/ }],
    [
      { csvAutoExport: 1, shareTranscript: null },
      { csvAutoExport: /./, shareTranscript: /./ }
    ],
    [{ webhookUrl: 7 }, { webhookUrl: /./ }]
  ])("refuses %j", async (changes, problems) => {
    await refused(change(await server.organization(), changes), problems as Record<string, RegExp>)
  })

  test("accepts a local target with ALLOW_PRIVATE_WEBHOOKS", async () => {
    const lenient = await startServer({ settings: { ROLES: "api", ALLOW_PRIVATE_WEBHOOKS: "1" } })
    const org = await lenient.organization()
    expect(await answered(200, change(org, { webhookUrl: "http://127.0.0.1:9/" }))).toMatchObject({
      webhookUrl: "http://127.0.0.1:9/"
    })
    await lenient.stop()
  })
})

describe("the name of the header", () => {
  test("is required with API_KEY", async () => {
    const org = await server.organization()
    await refused(change(org, { authType: "API_KEY", credential }), { authHeaderName: /required/ })
    await answered(200, change(org, { authHeaderName: "X-Crm-Key" }))
    await answered(200, change(org, { authType: "API_KEY", credential }))
    await refused(change(org, { authHeaderName: null }), { authHeaderName: /required/ })
    await answered(200, change(org, { authType: "BEARER", authHeaderName: null }))
  })

  test.each([
    "Host",
    "HOST",
    "connection",
    "Keep-Alive",
    "proxy-authorization",
    "Proxy-Connection",
    "TE",
    "trailer",
    "Transfer-Encoding",
    "upgrade",
    "Expect",
    "Content-Length",
    "CONTENT-TYPE",
    "content-anything",
    "webhook-id",
    "Webhook-Signature",
    "webhook-x",
    "accept-encoding",
    "User-Agent",
    "",
    "X Key",
    "X-Key:",
    "X-Key\r\nX-Other",
    "X-Schlüssel",
    "x".repeat(101)
  ])("cannot be %j", async (authHeaderName) => {
    await refused(change(await server.organization(), { authHeaderName }), { authHeaderName: /^must / })
  })
})

describe("the credential", () => {
  test("is encrypted, and neither returned, logged nor put into an error", async () => {
    const org = await server.organization()
    const sent = { webhookEnabled: true, webhookUrl: url, authType: "BEARER", credential }
    const answers = [
      await change(org, sent),
      await org.call("GET", path),
      await change(org, { ...sent, webhookUrl: "nowhere" }),
      await change(org, { authType: "API_KEY", credential: `${credential}\n` }),
      await server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?limit=100`)
    ]
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 400, 200])
    for (const { headers, text } of answers) expect(text + JSON.stringify(headers)).not.toContain(credential)
    expect(answers[0]?.body).toMatchObject({ authType: "BEARER", hasCredential: true })
    expect(await stored(org)).toMatch(/^v1\.test\./)
    expect(server.log.join()).not.toContain(credential)
    expect(await securityLog(org)).toMatchObject([
      {
        actor: expect.stringMatching(/^key:/),
        target: String(org.id),
        details: {
          fields: ["webhookEnabled", "webhookUrl", "authType", "credential"],
          sendsTo: "https://crm.example.com"
        }
      }
    ])
  })

  test("stays when it is omitted, and is removed by NONE, even if both are sent together", async () => {
    const org = await server.organization()
    await answered(200, change(org, { authType: "BEARER", credential }))
    const sealed = await stored(org)
    expect(await answered(200, change(org, { authHeaderName: "x-key", authType: "API_KEY" }))).toMatchObject({
      hasCredential: true
    })
    expect(await stored(org)).toBe(sealed)
    expect(await answered(200, change(org, { authType: "NONE", credential }))).toMatchObject({ hasCredential: false })
    expect(await stored(org)).toBeNull()
    for (const ignored of [credential, "", " x", "schlüssel"]) {
      expect(await answered(200, change(org, { credential: ignored }))).toMatchObject({ hasCredential: false })
    }
    expect(await answered(200, change(org, { authType: "BEARER" }))).toMatchObject({ hasCredential: false })
  })

  test("stays with the origin for which it was given", async () => {
    const org = await server.organization()
    await answered(200, change(org, { webhookEnabled: true, webhookUrl: url, authType: "BEARER", credential }))
    const sealed = await stored(org)
    for (const elsewhere of [
      "https://evil.example.net/calls?of=us",
      "https://crm.example.com.evil.example.net/calls",
      "http://crm.example.com/calls",
      "https://crm.example.com:8443/calls"
    ]) {
      for (const more of [{}, { webhookEnabled: false }, { authType: "API_KEY", authHeaderName: "x-key" }]) {
        await refused(change(org, { webhookUrl: elsewhere, ...more }), {
          credential: `is required: the stored one stays with https://crm.example.com. Send the credential for ${new URL(elsewhere).origin}, or authType NONE`
        })
      }
    }
    expect(await target(org)).toMatchObject({ url, headers: { authorization: `Bearer ${credential}` } })
    expect(await stored(org)).toBe(sealed)
    await answered(200, change(org, { webhookUrl: "https://CRM.example.com:443/other" }))
    expect(await stored(org)).toBe(sealed)
    const other = "https://other.example.net/calls"
    await answered(200, change(org, { webhookUrl: other, credential: "for the other" }))
    expect(await target(org)).toMatchObject({ url: other, headers: { authorization: "Bearer for the other" } })
    expect(await answered(200, change(org, { webhookUrl: url, authType: "NONE" }))).toMatchObject({
      hasCredential: false
    })
  })

  test("is removed with the webhook, so that it does not move to another origin in two steps", async () => {
    const org = await server.organization()
    await answered(200, change(org, { webhookUrl: url, authType: "BEARER", credential }))
    expect(await answered(200, change(org, { webhookUrl: null }))).toMatchObject({ hasCredential: false })
    expect(await stored(org)).toBeNull()
    await refused(change(org, { webhookUrl: "https://evil.example.net", webhookEnabled: true }), {
      credential: /required when authType is BEARER/
    })
  })

  test("is required as soon as the authentication type needs it", async () => {
    const org = await server.organization()
    await answered(200, change(org, { authType: "BEARER", webhookUrl: url }))
    await refused(change(org, { webhookEnabled: true }), { credential: /required when authType is BEARER/ })
    await answered(200, change(org, { webhookEnabled: true, credential }))
  })

  test.each(["", " ", " x", "x ", "x\r\nx-other: 1", "x\ty", "schlüssel", "x".repeat(4097), null, 7])(
    "is not %j",
    async (wrong) => {
      await refused(change(await server.organization(), { authType: "BEARER", credential: wrong }), {
        credential: /^must /
      })
    }
  )
})

describe("the target", () => {
  test("exists while the webhook is on, with its credential", async () => {
    const org = await server.organization()
    expect(await target(org)).toBeUndefined()
    await answered(200, change(org, { webhookUrl: url, authType: "BEARER", credential }))
    expect(await target(org)).toBeUndefined()
    await answered(200, change(org, { webhookEnabled: true }))
    expect(await target(org)).toEqual({ url, method: "POST", headers: { authorization: `Bearer ${credential}` } })
    await answered(200, change(org, { authType: "API_KEY", authHeaderName: "X-Crm-Key", webhookMethod: "PATCH" }))
    expect(await target(org)).toEqual({ url, method: "PATCH", headers: { "x-crm-key": credential } })
    await answered(200, change(org, { authType: "NONE" }))
    expect(await target(org)).toMatchObject({ headers: {} })
    await answered(200, change(org, { webhookEnabled: false }))
    expect(await target(org)).toBeUndefined()
  })

  test("receives calls that ended after the webhook was last turned on", async () => {
    const org = await server.organization()
    const since = async () => {
      const [row] = await query<{ at: Date | null }>(
        (sql) => sql`select enabled_since as at from write_back_configs where organization_id = ${org.id}`
      )
      return row?.at
    }
    await answered(200, change(org, { webhookUrl: url, webhookEnabled: true }))
    const first = await since()
    await answered(200, change(org, { webhookMethod: "PATCH" }))
    expect(await since()).toEqual(first)
    await answered(200, change(org, { webhookEnabled: false }))
    expect(await since()).toBeNull()
    await answered(200, change(org, { webhookEnabled: true }))
    expect((await since())?.getTime()).toBeGreaterThan(first?.getTime() ?? 0)
  })
})
