import { randomUUID } from "node:crypto"
import { Schema } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { GivenTimeZone } from "../../../src/domain/text/text.ts"
import { answered, refused, timestamp, uuid7 } from "../../support/api/answered.ts"
import { newFlow } from "../../support/api/resources.ts"
import { startServer } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { untilFound } from "../../support/eventually.ts"

// Organizations, their API keys, webhook secrets and security log.

const server = await startServer()
afterAll(server.stop)

const organizations = "/admin/v1/organizations"
const create = (fields: object = {}) => answered(201, server.admin("POST", organizations, { name: "Acme", ...fields }))
const refuse = (fields: object, problems: Readonly<Record<string, string | RegExp>>) =>
  refused(server.admin("POST", organizations, { name: "Acme", ...fields }), problems)

const everything = {
  name: "Ácme & Söhne",
  timezone: "Asia/Kolkata",
  minutesQuota: 5,
  callingWindow: { days: [1, 3, 7], start: "08:30", end: "24:00", timezone: "Asia/Kathmandu" },
  complianceProfile: "NONE",
  identifierKey: "loan_id",
  retentionDays: 90,
  recordDays: 400,
  modelFallback: "ANY",
  callWeight: 3
}

/** An organization as a request for it alone shows it: with limits and usage. */
const shown = (organization: object) => ({ ...organization, limits: expect.any(Object), usage: expect.any(Object) })

describe("an organization", () => {
  test("has a time zone that the database knows, too, or keeps one of an earlier release", async () => {
    const { id } = await create()
    const { query } = rowsOf(server)
    const known = new Set(
      (await query<{ name: string }>((sql) => sql`select name from pg_timezone_names`)).map(({ name }) => name)
    )
    const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index))
    const short = letters.flatMap((a) => letters.flatMap((b) => letters.map((c) => a + b + c)))
    const zones = [...short, ...Intl.supportedValuesOf("timeZone"), "US/Pacific-New", "SystemV/EST5"]
    expect(zones.filter((zone) => Schema.is(GivenTimeZone)(zone) && !known.has(zone))).toEqual([])
    await query((sql) => sql`update organizations set timezone = 'IST' where id = ${id}`)
    expect(await answered(200, server.admin("GET", `${organizations}/${id}`))).toMatchObject({ timezone: "IST" })
  })

  test("is created with defaults, and has exactly the documented fields", async () => {
    const created = await create()
    expect(created).toEqual({
      id: expect.any(Number),
      name: "Acme",
      timezone: "UTC",
      minutesQuota: 10_000,
      minutesUsed: 0,
      callingWindow: null,
      complianceProfile: "NONE",
      identifierKey: null,
      retentionDays: null,
      recordDays: null,
      modelFallback: "NONE",
      callWeight: 1,
      lawExceptions: [],
      createdAt: expect.stringMatching(timestamp),
      updatedAt: created.createdAt
    })
    expect(await answered(200, server.admin("GET", `${organizations}/${created.id}`))).toEqual(shown(created))
  })

  test("keeps every field", async () => {
    const created = await create(everything)
    expect(created).toMatchObject(everything)
    expect(await answered(200, server.admin("GET", `${organizations}/${created.id}`))).toEqual(shown(created))
  })

  test("changes only in the fields that are sent", async () => {
    const before = await create()
    const path = `${organizations}/${before.id}`
    for (const [field, value] of Object.entries(everything)) {
      expect(await answered(200, server.admin("PATCH", path, { [field]: value }))).toMatchObject({ [field]: value })
    }
    const after = await answered(200, server.admin("GET", path))
    expect(after).toEqual(shown({ ...before, ...everything, updatedAt: after.updatedAt }))
    const cleared = {
      callingWindow: null,
      complianceProfile: null,
      identifierKey: null,
      retentionDays: null,
      recordDays: null
    }
    expect(await answered(200, server.admin("PATCH", path, { complianceProfile: "STATUTORY" }))).toMatchObject({
      complianceProfile: "STATUTORY"
    })
    // An unset profile is shown with the value that is in force with the simulated carrier.
    const inForce = { ...cleared, complianceProfile: "NONE" }
    expect(await answered(200, server.admin("PATCH", path, cleared))).toMatchObject(inForce)
    const { data } = await answered(200, server.admin("GET", `${organizations}?limit=100`))
    expect(data.find(({ id }: { id: number }) => id === before.id)).toMatchObject(inForce)
    await refused(server.admin("PATCH", path, { name: null, timezone: null, minutesQuota: null }), {
      name: /string/,
      timezone: /string/,
      minutesQuota: /int|number/
    })
  })

  test("ignores values for fields that only the service sets", async () => {
    const sent = {
      id: 7,
      minutesUsed: 99,
      createdAt: "2020-01-01T00:00:00.000Z",
      updatedAt: "2020-01-01T00:00:00.000Z"
    }
    const created = await create(sent)
    expect(created).toMatchObject({ minutesUsed: 0 })
    expect(created.createdAt).not.toMatch(/^2020/)
    const changed = await answered(200, server.admin("PATCH", `${organizations}/${created.id}`, sent))
    expect(changed).toEqual(shown({ ...created, updatedAt: changed.updatedAt }))
    expect(changed.updatedAt).not.toMatch(/^2020/)
  })

  test.each<[object, Record<string, RegExp>]>([
    [{ name: "" }, { name: /empty/ }],
    [{ name: "x".repeat(256) }, { name: /at most 255/ }],
    [{ timezone: "IST" + "x" }, { timezone: /IANA/ }],
    [{ timezone: "IST" }, { timezone: /IANA/ }],
    [{ timezone: "aet" }, { timezone: /IANA/ }],
    [{ timezone: "US/Pacific-New" }, { timezone: /IANA/ }],
    [{ timezone: "+05:30" }, { timezone: /IANA/ }],
    [{ timezone: "" }, { timezone: /IANA/ }],
    [{ minutesQuota: -1 }, { minutesQuota: /./ }],
    [{ minutesQuota: 1.5 }, { minutesQuota: /./ }],
    [{ minutesQuota: 2_000_000_001 }, { minutesQuota: /./ }],
    [{ minutesQuota: "5" }, { minutesQuota: /./ }],
    [{ complianceProfile: "LAX" }, { complianceProfile: /STATUTORY.*NONE/ }],
    [{ identifierKey: "" }, { identifierKey: /empty/ }],
    [{ identifierKey: "x".repeat(101) }, { identifierKey: /at most 100/ }],
    [{ retentionDays: 0 }, { retentionDays: /./ }],
    [{ retentionDays: 36_501 }, { retentionDays: /./ }],
    [{ recordDays: 0 }, { recordDays: /./ }],
    [{ modelFallback: "ALWAYS" }, { modelFallback: /NONE.*TO_PRIVATE.*ANY/ }],
    [{ modelFallback: null }, { modelFallback: /NONE.*TO_PRIVATE.*ANY/ }],
    [{ callWeight: 0 }, { callWeight: /./ }],
    [{ callWeight: 1_001 }, { callWeight: /./ }],
    [{ callingWindow: "always" }, { callingWindow: /object or null/ }],
    [
      { callingWindow: { days: [1], start: "09:00", end: "21:00", timezone: "BST" } },
      { "callingWindow.timezone": /IANA/ }
    ],
    [
      { callingWindow: {} },
      { "callingWindow.days": /required/, "callingWindow.start": /required/, "callingWindow.end": /required/ }
    ]
  ])("refuses %j", async (fields, problems) => {
    await refuse(fields, problems)
  })

  test("accepts a calling window only if it begins before it ends on the same day", async () => {
    const days = [1, 2, 3, 4, 5, 6, 7]
    const window = (start: string, end: string) => ({ callingWindow: { days, start, end } })
    for (const [start, end] of [
      ["00:00", "24:00"],
      ["23:59", "24:00"],
      ["09:00", "09:01"]
    ] as const) {
      expect(await create(window(start, end))).toMatchObject(window(start, end))
    }
    for (const [start, end] of [
      ["21:00", "09:00"],
      ["09:00", "09:00"]
    ] as const) {
      await refuse(window(start, end), { "callingWindow.end": /later than start/ })
    }
    for (const wrong of ["24:00", "9:00", "09:60", "25:00", "09:00:00", ""]) {
      await refuse(window(wrong, "24:00"), { "callingWindow.start": /HH:MM/ })
    }
    await refuse(window("09:00", "24:01"), { "callingWindow.end": /HH:MM/ })
    for (const wrong of [[], [1, 1]]) {
      await refuse({ callingWindow: { days: wrong, start: "09:00", end: "21:00" } }, { "callingWindow.days": /once/ })
    }
    for (const day of [0, 8, "1"]) {
      await refuse(
        { callingWindow: { days: [day], start: "09:00", end: "21:00" } },
        { "callingWindow.days.0": /must be/ }
      )
    }
    const zoned = { days, start: "09:00", end: "21:00", timezone: "Mars/Olympus" }
    await refuse({ callingWindow: zoned }, { "callingWindow.timezone": /IANA/ })
  })

  test("is listed in pages, newest first", async () => {
    const { total } = await answered(200, server.admin("GET", organizations))
    const made: Array<number> = []
    for (let index = 0; index < 4; index++) made.unshift((await create()).id)
    const pages = await Promise.all(
      [1, 2].map((page) => answered(200, server.admin("GET", `${organizations}?limit=2&page=${page}`)))
    )
    expect(pages.flatMap(({ data }) => data.map(({ id }: any) => id))).toEqual(made)
    expect(pages[0]).toMatchObject({ total: total + 4, page: 1, limit: 2, totalPages: Math.ceil((total + 4) / 2) })
  })

  test("does not see the data of another", async () => {
    const [one, two] = [await server.organization(), await server.organization()]
    await answered(201, one.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: newPhoneNumber() }))
    await answered(201, one.call("POST", "/v1/audiences", { name: "All" }))
    await answered(201, server.admin("POST", `${organizations}/${one.id}/flows`, newFlow))
    for (const path of ["/v1/contacts", "/v1/contacts?search=asha", "/v1/audiences", "/v1/flows"]) {
      expect(await answered(200, one.call("GET", path))).toMatchObject({ total: 1 })
      expect(await answered(200, two.call("GET", path))).toMatchObject({ total: 0, data: [] })
    }
  })
})

describe("an API key", async () => {
  const { id } = await create()
  const keys = `${organizations}/${id}/api-keys`
  const make = (fields: object = {}) => answered(201, server.admin("POST", keys, { name: "Key", ...fields }))
  const use = (key: string) => server.as(key)("GET", "/v1/contacts")
  const shown = async (keyId: string) =>
    (await answered(200, server.admin("GET", `${keys}?limit=100`))).data.find((one: any) => one.id === keyId)

  test("is shown once, and listed without its secret", async () => {
    const { key, ...rest } = await make()
    expect(key).toMatch(/^sk_live_[A-Za-z0-9]{32}$/)
    expect(rest).toEqual({
      id: expect.stringMatching(uuid7),
      name: "Key",
      role: "ADMIN",
      prefix: expect.stringMatching(/^sk_live_/),
      expiresAt: null,
      revokedAt: null,
      lastUsedAt: null,
      createdAt: expect.stringMatching(timestamp)
    })
    expect(key.startsWith(rest.prefix)).toBe(true)
    expect(key.length - rest.prefix.length).toBeGreaterThanOrEqual(24)
    const list = await server.admin("GET", keys)
    expect(list.text).not.toContain(key)
    expect(list.text).not.toContain(key.slice(rest.prefix.length))
    expect(await shown(rest.id)).toEqual(rest)
    await answered(200, use(key))
  })

  test("is never issued twice", async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => make()))
    expect(new Set(made.map(({ key }) => key)).size).toBe(20)
  })

  test("has one of four roles", async () => {
    for (const role of ["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"])
      expect(await make({ role })).toMatchObject({ role })
    for (const role of ["viewer", "OWNER", "", null]) {
      await refused(server.admin("POST", keys, { name: "Key", role }), { role: /VIEWER.*SUPER_ADMIN/ })
    }
    await refused(server.admin("POST", keys, {}), { name: "is required" })
    await refused(server.admin("POST", keys, { name: " " }), { name: "must not be empty" })
  })

  test("ignores values for fields that only the service sets", async () => {
    const other = await create()
    const sent = {
      id: randomUUID(),
      key: `sk_live_${"a".repeat(32)}`,
      prefix: "sk_live_mine",
      organizationId: other.id,
      lastUsedAt: "2020-01-01T00:00:00.000Z",
      revokedAt: "2020-01-01T00:00:00.000Z"
    }
    const made = await make(sent)
    for (const [field, value] of Object.entries(sent)) expect(made[field]).not.toBe(value)
    await answered(200, use(made.key))
    expect(await answered(401, use(sent.key))).toMatchObject({ message: "Invalid API key" })
    const { data } = await answered(200, server.admin("GET", `${organizations}/${other.id}/api-keys`))
    expect(data).toEqual([])
  })

  test("is refused for good as soon as it is revoked", async () => {
    const { id: keyId, key } = await make()
    await answered(200, use(key))
    expect(await answered(200, server.admin("DELETE", `${keys}/${keyId}`))).toEqual({ success: true })
    expect(await answered(401, use(key))).toMatchObject({ message: "API key has been revoked", code: "UNAUTHORIZED" })
    const { revokedAt } = await shown(keyId)
    expect(revokedAt).toMatch(timestamp)
    expect(await answered(200, server.admin("DELETE", `${keys}/${keyId}`))).toEqual({ success: true })
    expect((await shown(keyId)).revokedAt).toBe(revokedAt)
  })

  test("is refused as soon as it expires", async () => {
    const expiresAt = new Date(Date.now() + 1500)
    const { id: keyId, key } = await make({ expiresAt: expiresAt.toISOString() })
    await answered(200, use(key))
    await untilFound(async () => (await use(key)).status === 401)
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime())
    expect(await answered(401, use(key))).toMatchObject({ message: "API key has expired" })
    expect(await shown(keyId)).toMatchObject({ expiresAt: expiresAt.toISOString(), revokedAt: null })
    await answered(200, server.admin("DELETE", `${keys}/${keyId}`))
    expect(await answered(401, use(key))).toMatchObject({ message: "API key has been revoked" })
  })

  test("accepts an expiry with any offset, and refuses a text that is no time", async () => {
    expect(await make({ expiresAt: "2100-01-01T05:30:00+05:30" })).toMatchObject({
      expiresAt: "2100-01-01T00:00:00.000Z"
    })
    for (const expiresAt of ["", "tomorrow", "2100-13-01T00:00:00Z", 4_102_444_800, true]) {
      await refused(server.admin("POST", keys, { name: "Key", expiresAt }), { expiresAt: /must be/ })
    }
  })

  test("records when it was last used successfully", async () => {
    const { id: keyId, key } = await make({ role: "VIEWER" })
    const started = Date.now()
    await answered(200, use(key))
    const { lastUsedAt } = await untilFound(async () => {
      const found = await shown(keyId)
      return found.lastUsedAt === null ? undefined : found
    })
    expect(Date.parse(lastUsedAt)).toBeGreaterThanOrEqual(started - 1000)
    expect(Date.parse(lastUsedAt)).toBeLessThanOrEqual(Date.now() + 1000)
    await answered(200, use(key))
    await untilFound(async () => (await shown(keyId)).lastUsedAt > lastUsedAt)
  })

  test("is listed in pages, newest first", async () => {
    const own = await create()
    const path = `${organizations}/${own.id}/api-keys`
    const made: Array<string> = []
    for (let index = 0; index < 3; index++) {
      made.unshift((await answered(201, server.admin("POST", path, { name: `Key ${index}` }))).id)
    }
    const pages = await Promise.all(
      [1, 2, 3].map((page) => answered(200, server.admin("GET", `${path}?limit=2&page=${page}`)))
    )
    expect(pages.flatMap(({ data }) => data.map((one: any) => one.id))).toEqual(made)
    expect(pages[2]).toEqual({ data: [], total: 3, page: 3, limit: 2, totalPages: 2 })
  })
})

describe("a webhook secret", () => {
  const secretOf = (id: number) => answered(200, server.admin("GET", `${organizations}/${id}/webhook-secret`))
  const rotate = (id: number) => answered(200, server.admin("POST", `${organizations}/${id}/webhook-secret/rotate`))
  const wellFormed = /^whsec_[A-Za-z0-9+/]{32,86}={0,2}$/

  test("is created at the first request, one per organization, and stays the same", async () => {
    const [one, two] = [await create(), await create()]
    const all = await Promise.all(Array.from({ length: 10 }, () => secretOf(one.id)))
    expect(all[0]).toEqual({ secret: expect.stringMatching(wellFormed), previous: null, previousExpiresAt: null })
    const bytes = Buffer.from(all[0].secret.slice("whsec_".length), "base64").length
    expect(bytes).toBeGreaterThanOrEqual(24)
    expect(bytes).toBeLessThanOrEqual(64)
    for (const secret of all) expect(secret).toEqual(all[0])
    expect((await secretOf(two.id)).secret).not.toBe(all[0].secret)
  })

  test("stays valid for a day after a rotation", async () => {
    const { id } = await create()
    const first = await secretOf(id)
    const second = await rotate(id)
    expect(second).toEqual({
      secret: expect.stringMatching(wellFormed),
      previous: first.secret,
      previousExpiresAt: expect.stringMatching(timestamp)
    })
    expect(second.secret).not.toBe(first.secret)
    const day = 24 * 60 * 60 * 1000
    expect(Math.abs(Date.parse(second.previousExpiresAt) - Date.now() - day)).toBeLessThan(60_000)
    expect(await secretOf(id)).toEqual(second)
    expect(await rotate(id)).toMatchObject({ previous: second.secret })
  })

  test("can be rotated before it was ever requested, and by many requests at once", async () => {
    const { id } = await create()
    expect((await rotate(id)).previous).toMatch(wellFormed)
    const rotations = await Promise.all(Array.from({ length: 10 }, () => rotate(id)))
    const { secret, previous } = await secretOf(id)
    expect(rotations.map((one) => one.secret)).toContain(secret)
    expect(previous).toMatch(wellFormed)
    expect(previous).not.toBe(secret)
  })
})

describe("the security log", () => {
  test("records which models an organization lets read its conversations", async () => {
    const { id } = await create()
    await answered(200, server.admin("PATCH", `${organizations}/${id}`, { modelFallback: "TO_PRIVATE" }))
    const { data } = await answered(200, server.admin("GET", `${organizations}/${id}/security-log`))
    expect(data[0]).toMatchObject({
      action: "organization.update",
      details: { fields: ["modelFallback"], modelFallback: "TO_PRIVATE" }
    })
  })

  test("records every action of the admin, newest first, without secrets", async () => {
    const { id } = await create()
    const path = `${organizations}/${id}`
    await answered(200, server.admin("PATCH", path, { name: "Renamed", retentionDays: 7 }))
    const { id: keyId, key } = await answered(
      201,
      server.admin("POST", `${path}/api-keys`, { name: "K", role: "MEMBER" })
    )
    await answered(200, server.admin("DELETE", `${path}/api-keys/${keyId}`))
    await answered(200, server.admin("DELETE", `${path}/api-keys/${keyId}`))
    const { secret } = await answered(200, server.admin("POST", `${path}/webhook-secret/rotate`))
    const flow = await answered(201, server.admin("POST", `${path}/flows`, newFlow))
    await answered(200, server.admin("PATCH", `${path}/flows/${flow.id}`, { systemInstruction: "Be brief" }))
    await answered(200, server.admin("DELETE", `${path}/flows/${flow.id}`))

    const { data, ...envelope } = await answered(200, server.admin("GET", `${path}/security-log`))
    expect(data.map(({ action, target }: any) => [action, target])).toEqual([
      ["flow.delete", flow.id],
      ["flow.update", flow.id],
      ["flow.create", flow.id],
      ["webhook-secret.rotate", String(id)],
      ["api-key.revoke", keyId],
      ["api-key.create", keyId],
      ["organization.update", String(id)],
      ["organization.create", String(id)]
    ])
    expect(envelope).toEqual({ total: 8, page: 1, limit: 20, totalPages: 1 })
    for (const entry of data) {
      expect(entry).toEqual({
        id: expect.stringMatching(uuid7),
        at: expect.stringMatching(timestamp),
        organizationId: id,
        actor: "admin",
        actorName: null,
        action: expect.any(String),
        target: expect.any(String),
        requestId: expect.stringMatching(uuid7),
        address: "127.0.0.1",
        details: expect.any(Object)
      })
    }
    expect(data[5].details).toEqual({ name: "K", role: "MEMBER" })
    const { text } = await server.admin("GET", `${path}/security-log`)
    for (const hidden of [key, key.slice(12), secret]) expect(text).not.toContain(hidden)
    expect(await answered(200, server.admin("GET", `${path}/security-log?limit=3&page=3`))).toMatchObject({
      data: [{ action: "organization.update" }, { action: "organization.create" }],
      totalPages: 3
    })
  })

  test("records neither refused requests nor those of another organization", async () => {
    const { id } = await create()
    const path = `${organizations}/${id}`
    await answered(400, server.admin("PATCH", path, { name: "" }))
    await answered(400, server.admin("POST", `${path}/api-keys`, {}))
    await answered(404, server.admin("DELETE", `${path}/api-keys/${randomUUID()}`))
    await answered(404, server.admin("DELETE", `${path}/flows/${randomUUID()}`))
    await answered(401, server.call("PATCH", path, { name: "x" }))
    const { data } = await answered(200, server.admin("GET", `${path}/security-log`))
    expect(data.map(({ action }: any) => action)).toEqual(["organization.create"])
  })
})
