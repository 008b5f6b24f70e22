import { randomUUID } from "node:crypto"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { Webhook } from "standardwebhooks"
import { afterAll, describe, expect, test } from "vitest"
import { answered, refused, timestamp, uuid7 } from "../../support/api/answered.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { untilFound } from "../../support/eventually.ts"

const server = await startServer({ settings: { ALLOW_PRIVATE_WEBHOOKS: "1" } })
afterAll(server.stop)
const org = await server.organization()
const other = await server.organization("Other")

const send = (body: object, of = org) => of.call("POST", "/v1/imports/api/bulk", body)
const ended = (id: string, of = org) =>
  untilFound(async () => {
    const status = await answered(200, of.call("GET", `/v1/imports/${id}/status`))
    return status.completedAt === null ? undefined : status
  })
const run = async (body: object, of = org) => ended((await answered(201, send(body, of))).importId, of)
const errorsOf = async (id: string, query = "") => answered(200, org.call("GET", `/v1/imports/${id}/errors${query}`))
const contactOf = async (phoneNumber: string, of: TestOrganization = org) => {
  const { data } = await answered(200, of.call("GET", `/v1/contacts?search=${encodeURIComponent(phoneNumber)}`))
  return data[0]
}
const newRows = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Row ${index}`, phoneNumber: newPhoneNumber() }))

const upload = (parts: Readonly<Record<string, string>>, filename = "contacts.csv") => {
  const boundary = "----boundary"
  const body = Object.entries(parts)
    .map(([name, value]) => {
      const file = name === "file" ? `; filename="${filename}"\r\nContent-Type: text/csv` : ""
      return `--${boundary}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
    })
    .join("")
  return server.admin("POST", `/admin/v1/organizations/${org.id}/imports/upload`, `${body}--${boundary}--\r\n`, {
    "content-type": `multipart/form-data; boundary=${boundary}`
  })
}

describe("POST /v1/imports/api/bulk", () => {
  test("answers immediately, and applies the rows in the background", async () => {
    const rows = newRows(3)
    const created = await answered(201, send({ contacts: rows }))
    expect(created).toEqual({ importId: expect.stringMatching(uuid7), status: "PENDING", total: 3 })
    expect(await ended(created.importId)).toEqual({
      id: created.importId,
      status: "COMPLETED",
      total: 3,
      created: 3,
      updated: 0,
      failed: 0,
      errorCount: 0,
      completedAt: expect.stringMatching(timestamp)
    })
    for (const row of rows) expect(await contactOf(row.phoneNumber)).toMatchObject(row)
    expect(await run({ contacts: rows })).toMatchObject({ created: 0, updated: 3, status: "COMPLETED" })
  })

  test("stores unknown fields as metadata, beside those of a metadata object", async () => {
    const [one, two, three] = newRows(3)
    await run({
      contacts: [
        { ...one, language: "hi-IN", cityTier: "Metro", loan_id: "L-1", amount: 5, nested: { a: [1] } },
        { ...two, metadata: { kept: 1, loan_id: "old" }, loan_id: "new" },
        { ...three, metadata: "text", id: "7", organizationId: "9" }
      ]
    })
    expect(await contactOf(one!.phoneNumber)).toMatchObject({
      language: "hi-IN",
      cityTier: "Metro",
      metadata: { loan_id: "L-1", amount: 5, nested: { a: [1] } }
    })
    expect((await contactOf(two!.phoneNumber)).metadata).toEqual({ kept: 1, loan_id: "new" })
    expect(await contactOf(three!.phoneNumber)).toMatchObject({
      organizationId: String(org.id),
      metadata: { metadata: "text", id: "7", organizationId: "9" }
    })
  })

  test("applies rows with the same number in order, and keeps omitted fields", async () => {
    const [row] = newRows(1)
    const first = { ...row, language: "hi-IN", gender: "female" }
    expect(await run({ contacts: [first, { ...row, name: "Later", gender: null }] })).toMatchObject({
      created: 1,
      updated: 1
    })
    expect(await contactOf(row!.phoneNumber)).toMatchObject({ name: "Later", language: "hi-IN", gender: null })
  })

  test("reports each failed row with the reason, and applies the others", async () => {
    const [good] = newRows(1)
    const contacts = [null, good, { name: "No number" }, { name: "", phoneNumber: "12345" }, { ...good, cityTier: "x" }]
    const status = await run({ contacts })
    expect(status).toMatchObject({ status: "COMPLETED_WITH_ERRORS", total: 5, created: 1, failed: 4, errorCount: 4 })
    const { data, ...envelope } = await errorsOf(status.id)
    expect(envelope).toEqual({ total: 4, page: 1, limit: 20, totalPages: 1 })
    expect(data).toEqual([
      { index: 0, phoneNumber: null, reason: "must be an object" },
      { index: 2, phoneNumber: null, reason: "phoneNumber is required" },
      { index: 3, phoneNumber: "12345", reason: expect.stringMatching(/^name must not be empty; phoneNumber must be/) },
      { index: 4, phoneNumber: good?.phoneNumber, reason: expect.stringMatching(/^cityTier must be/) }
    ])
    const pages = await Promise.all([1, 2, 3].map((page) => errorsOf(status.id, `?limit=3&page=${page}`)))
    expect(pages.map((page) => page.data.map(({ index }: any) => index))).toEqual([[0, 2, 3], [4], []])

    const failed = await run({ contacts: [{}, 1] })
    expect(failed).toMatchObject({ status: "FAILED", total: 2, created: 0, updated: 0, failed: 2 })
  })

  test("adds every contact of the import to an audience", async () => {
    const audience = await answered(201, org.call("POST", "/v1/audiences", { name: "Imported" }))
    const rows = newRows(3)
    await run({ contacts: rows.slice(0, 1) })
    await run({ contacts: [...rows, {}], audienceId: audience.id })
    expect(await answered(200, org.call("GET", `/v1/audiences/${audience.id}`))).toMatchObject({ contactCount: 3 })
  })

  test("accepts 1 to 10,000 rows", async () => {
    const own = await server.organization("Many")
    await refused(send({ contacts: [] }, own), { contacts: /at least one/ })
    await refused(send({ contacts: newRows(10_001) }, own), { contacts: /at most 10000/ })
    expect((await answered(200, own.call("GET", "/v1/imports"))).total).toBe(0)
    expect(await run({ contacts: newRows(10_000) }, own)).toMatchObject({ status: "COMPLETED", created: 10_000 })
    expect((await answered(200, own.call("GET", "/v1/contacts?limit=1"))).total).toBe(10_000)
  })

  test.each([
    [{}, { contacts: /required/ }],
    [{ contacts: {} }, { contacts: /must be/ }],
    [{ contacts: [{}], audienceId: 7 }, { audienceId: /must be/ }],
    [{ contacts: [{}], webhookUrl: 7 }, { webhookUrl: /must be/ }],
    [{ contacts: [{}], webhookUrl: "" }, { webhookUrl: /./ }],
    [{ contacts: [{}], webhookUrl: "not a url" }, { webhookUrl: /./ }],
    [{ contacts: [{}], webhookUrl: "ftp://example.com/" }, { webhookUrl: /./ }]
  ])("refuses %j", async (body, problems) => {
    await refused(send(body), problems as Record<string, RegExp>)
  })

  test("counts each contact once when concurrent imports contain it", async () => {
    const own = await server.organization("At once")
    const rows = newRows(120)
    const results = await Promise.all(Array.from({ length: 4 }, () => run({ contacts: rows }, own)))
    const sum = (field: string) => results.reduce((total, result) => total + result[field], 0)
    expect([sum("created"), sum("updated"), sum("failed")]).toEqual([120, 360, 0])
    expect((await answered(200, own.call("GET", "/v1/contacts?limit=1"))).total).toBe(120)
  })
})

describe("GET /v1/imports", () => {
  test("pages list every import of the organization once, newest first", async () => {
    const own = await server.organization("Pages")
    const audience = await answered(201, own.call("POST", "/v1/audiences", { name: "Imported" }))
    const first = await run({ contacts: newRows(1), audienceId: audience.id }, own)
    const second = await run({ contacts: [...newRows(1), {}] }, own)
    const { data, ...envelope } = await answered(200, own.call("GET", "/v1/imports"))
    expect(envelope).toEqual({ total: 2, page: 1, limit: 20, totalPages: 1 })
    const times = { createdAt: expect.stringMatching(timestamp), startedAt: expect.stringMatching(timestamp) }
    expect(data).toEqual([
      { ...second, audienceId: null, source: "API", ...times },
      { ...first, audienceId: audience.id, source: "API", ...times }
    ])
    for (const { createdAt, startedAt, completedAt } of data) {
      expect([createdAt, startedAt, completedAt].toSorted()).toEqual([createdAt, startedAt, completedAt])
    }
    expect(await answered(200, own.call("GET", "/v1/imports?limit=1&page=2"))).toMatchObject({
      data: [{ id: first.id }],
      totalPages: 2
    })
    for (const path of ["status", "errors"]) await answered(404, other.call("GET", `/v1/imports/${first.id}/${path}`))
  })
})

describe("POST /v1/imports/upload", () => {
  test.each(["VIEWER", "MEMBER", "ADMIN", "SUPER_ADMIN"] as const)(
    "is refused for a key with the role %s",
    async (role) => {
      for (const [body, headers] of [
        [undefined, undefined],
        ["{", undefined],
        ["x", { "content-type": "text/csv" }]
      ] as const) {
        const { message } = await answered(403, org.as(role)("POST", "/v1/imports/upload", body, headers))
        expect(message).toMatch(/dashboard/)
      }
    }
  )
})

describe("POST /admin/v1/organizations/:id/imports/upload", () => {
  test("imports a CSV file: unknown columns become metadata, empty cells are ignored", async () => {
    const [one, two] = newRows(2)
    const audience = await answered(201, org.call("POST", "/v1/audiences", { name: "Uploaded" }))
    const file = [
      "\ufeffName,phoneNumber,language,cityTier,loan_id",
      `"Sharma, ""P"" ",${one?.phoneNumber},hi-IN,Tier 1,L-1`,
      `Ravi,${two?.phoneNumber},,,`,
      "Nobody,12345,,,"
    ].join("\r\n")
    const created = await answered(201, upload({ file, audienceId: audience.id }))
    expect(created).toEqual({ importId: expect.stringMatching(uuid7), status: "PENDING", total: 3 })
    expect(await ended(created.importId)).toMatchObject({ status: "COMPLETED_WITH_ERRORS", created: 2, failed: 1 })
    expect(await contactOf(one!.phoneNumber)).toMatchObject({
      name: 'Sharma, "P" ',
      language: "hi-IN",
      cityTier: "Tier 1",
      metadata: { loan_id: "L-1" }
    })
    expect(await contactOf(two!.phoneNumber)).toMatchObject({ name: "Ravi", language: null, metadata: {} })
    expect((await errorsOf(created.importId)).data).toMatchObject([{ index: 2, phoneNumber: "12345" }])
    expect(await answered(200, org.call("GET", `/v1/audiences/${audience.id}`))).toMatchObject({ contactCount: 2 })
    const { data } = await answered(200, org.call("GET", "/v1/imports?limit=1"))
    expect(data).toMatchObject([{ id: created.importId, source: "UPLOAD", audienceId: audience.id }])
  })

  test.each([
    ["no file", { audienceId: "x" }, "contacts.csv"],
    ["another kind of file", { file: "name,phoneNumber\nA,+919923456781" }, "contacts.xlsx"],
    ["nothing in it", { file: "" }, "contacts.csv"],
    ["no rows", { file: "name,phoneNumber\n" }, "contacts.csv"],
    ["no number", { file: "name\nAsha\n" }, "contacts.csv"],
    ["an open quote", { file: 'name,phoneNumber\n"Asha,+919923456781\n' }, "contacts.csv"],
    ["a NUL", { file: "name,phoneNumber\nAs\0ha,+919923456781\n" }, "contacts.csv"],
    ["a wrong webhook", { file: "name,phoneNumber\nA,+919923456781", webhookUrl: "x" }, "contacts.csv"]
  ])("refuses %s", async (_, parts, filename) => {
    const { message } = await answered(400, upload(parts as unknown as Record<string, string>, filename))
    expect(message).toMatch(/^(file|webhookUrl|Line|The (file|multipart))/)
  })

  test("refuses a text instead of a file, and two files", async () => {
    const path = `/admin/v1/organizations/${org.id}/imports/upload`
    const part = (disposition: string) =>
      `--b\r\ncontent-disposition: form-data; name="file"${disposition}\r\n\r\nname\r\n`
    for (const body of [part(""), part('; filename="a.csv"') + part('; filename="b.csv"')]) {
      const headers = { "content-type": "multipart/form-data; boundary=b" }
      await refused(server.admin("POST", path, `${body}--b--\r\n`, headers), {
        file: "must be one file, sent with its name"
      })
    }
  })

  test("refuses a body that is not a form, and a file that is too large", async () => {
    const path = `/admin/v1/organizations/${org.id}/imports/upload`
    await answered(415, server.admin("POST", path, "name,phoneNumber", { "content-type": "text/csv" }))
    await answered(400, server.admin("POST", path, "x", { "content-type": "multipart/form-data" }))
    await answered(400, server.admin("POST", path, "x", { "content-type": "multipart/form-data; boundary=b" }))
    await answered(413, upload({ file: `name,phoneNumber\n${"x".repeat(17 * 1024 * 1024)}` }))
    await answered(404, upload({ file: "name,phoneNumber\nA,+919923456781", audienceId: randomUUID() }))
  })
})

describe("the completion webhook", () => {
  test("notifies the client when the import has completed, signed with the organization's secret", async () => {
    const received: Array<{ headers: Record<string, string>; body: string; method: string | undefined }> = []
    const target = createServer(async (request, response) => {
      let body = ""
      for await (const part of request) body += part
      received.push({ headers: request.headers as Record<string, string>, body, method: request.method })
      response.end()
    })
    await new Promise<void>((resolve) => target.listen(0, "127.0.0.1", resolve))
    try {
      const webhookUrl = `http://127.0.0.1:${(target.address() as AddressInfo).port}/done`
      const status = await run({ contacts: [...newRows(2), {}], webhookUrl })
      const [got] = await untilFound(() => received.length > 0 && received)
      const { id, errorCount, ...figures } = status
      expect(JSON.parse(got!.body)).toEqual({ event: "import.completed", importId: id, ...figures })
      expect(got?.method).toBe("POST")
      expect(got?.headers["content-type"]).toMatch(/^application\/json/)
      const secret = `/admin/v1/organizations/${org.id}/webhook-secret`
      const { secret: whsec } = await answered(200, server.admin("GET", secret))
      expect(() => new Webhook(whsec).verify(got!.body, got!.headers)).not.toThrow()
      expect(() => new Webhook(whsec).verify(`${got!.body} `, got!.headers)).toThrow()
    } finally {
      target.closeAllConnections()
      target.close()
    }
  })

  test("is not sent to a private address unless that is allowed", async () => {
    const guarded = await startServer()
    try {
      const own = await guarded.organization()
      for (const host of ["127.0.0.1", "localhost:9", "[::1]", "169.254.169.254", "0x7f.1", "[::ffff:10.0.0.1]"]) {
        await refused(send({ contacts: newRows(1), webhookUrl: `http://${host}/` }, own), { webhookUrl: /./ })
      }
      expect((await answered(200, own.call("GET", "/v1/imports"))).total).toBe(0)
    } finally {
      await guarded.stop()
    }
  })
})
