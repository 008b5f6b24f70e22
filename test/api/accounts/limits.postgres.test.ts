import { randomUUID } from "node:crypto"
import { readdir } from "node:fs/promises"
import { join } from "node:path"
import { afterAll, describe, expect, test } from "vitest"
import type { LimitChanges } from "../../../src/domain/accounts/Limits.ts"
import { defaultLimits } from "../../../src/domain/accounts/Limits.ts"
import { answered } from "../../support/api/answered.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { untilIndexed, uploadDocument } from "../../support/data/knowledge/knowledge.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { untilFound } from "../../support/eventually.ts"

const server = await startServer()
afterAll(server.stop)
const { query } = rowsOf(server)

const adminPath = ({ id }: TestOrganization) => `/admin/v1/organizations/${id}`
const organizationWith = async (limits: LimitChanges) => {
  const org = await server.organization()
  await answered(200, server.admin("PATCH", adminPath(org), { limits }))
  return org
}
const shown = (org: TestOrganization) => answered(200, server.admin("GET", adminPath(org)))
const newContact = () => ({ name: "Asha", phoneNumber: newPhoneNumber() })
const create = (org: TestOrganization) => org.call("POST", "/v1/contacts", newContact())
const bulk = (org: TestOrganization, contacts: ReadonlyArray<object>) =>
  org.call("POST", "/v1/contacts/bulk", { contacts })
const newBase = async (org: TestOrganization): Promise<string> =>
  (await answered(201, org.call("POST", "/v1/knowledge-bases", { name: "Branches" }))).id
const upload = (org: TestOrganization, id: string, text: string) => uploadDocument(org.call, id, "text.txt", text)
const files = async () => (await readdir(join(server.database.settings.DATA_DIR as string, "blobs"))).length

describe("the limits of an organization", () => {
  test("have defaults, are changed one by one, and are shown with what is used of them", async () => {
    const org = await server.organization()
    const usage = { contacts: 0, documents: 0, documentBytes: 0, chunks: 0, embeddingTokensToday: 0 }
    expect(await shown(org)).toMatchObject({ limits: defaultLimits, usage })
    const changed = await answered(200, server.admin("PATCH", adminPath(org), { limits: { contacts: 5, chunks: 9 } }))
    expect(changed.limits).toEqual({ ...defaultLimits, contacts: 5, chunks: 9 })
    const restored = await answered(200, server.admin("PATCH", adminPath(org), { limits: { chunks: null } }))
    expect(restored.limits).toEqual({ ...defaultLimits, contacts: 5 })
    await answered(400, server.admin("PATCH", adminPath(org), { limits: { contacts: -1 } }))
    const { data } = await answered(200, server.admin("GET", `${adminPath(org)}/security-log`))
    expect(data[0]).toMatchObject({ action: "organization.update", details: { fields: ["limits"] } })

    await answered(200, bulk(org, [newContact(), newContact()]))
    const text = "We are open from 9 am to 6 pm, Monday to Saturday."
    const id = await newBase(org)
    await answered(201, upload(org, id, text))
    await untilIndexed(org.call, id)
    expect((await shown(org)).usage).toEqual({
      contacts: 2,
      documents: 1,
      documentBytes: text.length,
      chunks: 1,
      embeddingTokensToday: Math.ceil(text.length / 4)
    })
  })

  test("have no spend cap without prices: setting one is refused with what to do, and removing one succeeds", async () => {
    const org = await server.organization()
    const put = (monthly: object | null) => server.admin("PUT", `${adminPath(org)}/spend-cap`, { monthly })
    const message =
      "There are no prices, so what calls cost is not known, and the cap could never be reached: name a file of prices in the setting PRICES_FILE, as docs/costs.md describes, and restart"
    expect(await put({ amount: "250.00", currency: "USD" })).toMatchObject({
      status: 400,
      body: { message, details: [{ path: "monthly.currency", message }] }
    })
    expect((await put(null)).status).toBe(200)
  })

  test("keep what is stored already, and refuse what would add to it", async () => {
    const org = await server.organization()
    const contacts = [newContact(), newContact(), newContact()]
    await answered(200, bulk(org, contacts))
    await answered(200, server.admin("PATCH", adminPath(org), { limits: { contacts: 2 } }))
    expect(await answered(402, create(org))).toMatchObject({
      code: "LIMIT_REACHED",
      message:
        "The organization has 3 contacts and may have 2: delete some, or ask an operator to raise limits.contacts"
    })
    const renamed = contacts.map((contact) => ({ ...contact, name: "Renamed" }))
    expect(await answered(200, bulk(org, renamed))).toMatchObject({ created: 0, updated: 3 })
    await answered(402, bulk(org, [{ ...contacts[0], name: "Lost" }, newContact()]))
    const { data, total } = await answered(200, org.call("GET", "/v1/contacts"))
    expect(total).toBe(3)
    expect(data.map(({ name }: { readonly name: string }) => name)).toEqual(["Renamed", "Renamed", "Renamed"])
    for (const { id } of data.slice(1)) await answered(200, org.call("DELETE", `/v1/contacts/${id}`))
    await answered(201, create(org))
    await answered(402, create(org))
  })

  test("concurrent requests never pass the limit of contacts", async () => {
    const org = await organizationWith({ contacts: 20 })
    const answers = await Promise.all([
      ...Array.from({ length: 15 }, () => create(org)),
      ...Array.from({ length: 6 }, () => bulk(org, [newContact(), newContact(), newContact()]))
    ])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 201, 402]))
    const accepted = answers.reduce(
      (sum, { status, body }) => sum + (status === 201 ? 1 : status === 200 ? body.created : 0),
      0
    )
    const { usage } = await shown(org)
    expect(usage.contacts).toBe(accepted)
    expect(accepted).toBeGreaterThan(17)
    expect(accepted).toBeLessThanOrEqual(20)
  })

  test("fail the new rows of an import, and let it change the contacts that are there", async () => {
    const org = await organizationWith({ contacts: 3 })
    const known = newContact()
    await answered(200, bulk(org, [known]))
    const contacts = [newContact(), newContact(), newContact(), { ...known, name: "Changed" }]
    const { importId } = await answered(201, org.call("POST", "/v1/imports/api/bulk", { contacts }))
    const done = await untilFound(async () => {
      const status = await answered(200, org.call("GET", `/v1/imports/${importId}/status`))
      return status.completedAt === null ? undefined : status
    })
    expect(done).toMatchObject({ created: 2, updated: 1, failed: 1 })
    const errors = await answered(200, org.call("GET", `/v1/imports/${importId}/errors`))
    expect(errors.data).toMatchObject([{ index: 2, reason: expect.stringContaining("limits.contacts") }])
  })
})

describe("a document above a limit", () => {
  test("is refused, also when several are uploaded at once", async () => {
    const org = await organizationWith({ documents: 2 })
    const id = await newBase(org)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, index) => upload(org, id, `Text ${index}.`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 402, 402, 402, 402])
    const { usage } = await shown(org)
    expect(usage.documents).toBe(2)
    const { documents } = await answered(200, org.call("GET", `/v1/knowledge-bases/${id}`))
    await answered(204, org.call("DELETE", `/v1/knowledge-bases/${id}/documents/${documents[0].id}`))
    await answered(201, upload(org, id, "Another text."))
  })

  test("is refused when its bytes are too many", async () => {
    const org = await organizationWith({ documentBytes: 100 })
    const id = await newBase(org)
    await answered(201, upload(org, id, "x".repeat(60)))
    expect((await answered(402, upload(org, id, "x".repeat(41)))).message).toContain("60 bytes of documents")
    await answered(201, upload(org, id, "x".repeat(40)))
  })

  test("fails, with the reason, when its chunks or its tokens are too many", async () => {
    const text = "We are open from 9 am to 6 pm. ".repeat(400)
    for (const [limits, named] of [
      [{ chunks: 1 }, "limits.chunks"],
      [{ embeddingTokensPerDay: 100 }, "limits.embeddingTokensPerDay"]
    ] as const) {
      const org = await organizationWith(limits)
      const id = await newBase(org)
      await answered(201, upload(org, id, text))
      const { documents } = await untilIndexed(org.call, id)
      expect(documents).toMatchObject([{ status: "FAILED", failureReason: expect.stringContaining(named) }])
      expect((await shown(org)).usage).toMatchObject({ chunks: 0 })
    }
  })

  test("waits for the next day when only the tokens of this day are used up", async () => {
    const text = "We are open from 9 am to 6 pm, Monday to Saturday."
    const org = await organizationWith({ embeddingTokensPerDay: Math.ceil(text.length / 4) + 2 })
    const id = await newBase(org)
    await answered(201, upload(org, id, text))
    await untilIndexed(org.call, id)
    const second = await answered(201, upload(org, id, `${text} `))
    const due = () =>
      query(
        (sql) => sql<{ status: string }>`select status from documents
      where id = ${second.id}::uuid and due_at > clock_timestamp() + interval '50 minutes'`
      )
    expect(await untilFound(async () => (await due())[0])).toEqual({ status: "PENDING" })
    await query(
      (sql) => sql`update organization_limits set embedded_on = embedded_on - 1
      where organization_id = ${org.id}`
    )
    await query((sql) => sql`update documents set due_at = clock_timestamp() where id = ${second.id}::uuid`)
    const { documents } = await untilIndexed(org.call, id)
    expect(documents.map(({ status }: { readonly status: string }) => status)).toEqual(["READY", "READY"])
  })

  test("a file that cannot become a document is not stored", async () => {
    const org = await organizationWith({ documents: 0 })
    const other = await server.organization("Other")
    const id = await newBase(org)
    const before = await files()
    // Each file is noted in this table before it is written.
    await query((sql) => sql`alter table stray_files add constraint none check (false) not valid`)
    try {
      await answered(402, upload(org, id, "Some text."))
      await answered(404, upload(org, randomUUID(), "Some text."))
      await answered(403, upload(org, await newBase(other), "Some text."))
      expect(await answered(400, upload(org, randomUUID(), ""))).toMatchObject({ message: "file must not be empty" })
    } finally {
      await query((sql) => sql`alter table stray_files drop constraint none`)
    }
    expect(await files()).toBe(before)
  })
})
