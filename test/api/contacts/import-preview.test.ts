import { afterAll, describe, expect, test } from "vitest"
import { answered } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { untilFound } from "../../support/eventually.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const other = await server.organization()
const path = (id = org.id) => `/admin/v1/organizations/${id}/imports`

const send = (to: string, parts: Readonly<Record<string, string>>) => {
  const body = Object.entries(parts).map(([name, value]) => {
    const file = name === "file" ? `; filename="contacts.csv"\r\nContent-Type: text/csv` : ""
    return `--boundary\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`
  })
  return server.admin("POST", to, `${body.join("")}--boundary--\r\n`, {
    "content-type": "multipart/form-data; boundary=boundary"
  })
}
const preview = (file: string, mapping?: object) =>
  send(`${path()}/preview`, { file, ...(mapping !== undefined && { mapping: JSON.stringify(mapping) }) })
const known = newPhoneNumber()
await answered(201, org.call("POST", "/v1/contacts", { name: "Known", phoneNumber: known }))
const contacts = async () => (await answered(200, org.call("GET", "/v1/contacts?limit=100"))).data

describe("the preview of an import", () => {
  test("counts new, updated and rejected rows, and changes nothing", async () => {
    const fresh = newPhoneNumber()
    const file = `name,PhoneNumber,loan_id\nAsha,${fresh},7\nRavi,${known},8\nAsha,${fresh},9\nBad,12,\n`
    expect(await answered(200, preview(file))).toEqual({
      columns: [
        { name: "name", mapsTo: "name" },
        { name: "PhoneNumber", mapsTo: "phoneNumber" },
        { name: "loan_id", mapsTo: "loan_id" }
      ],
      rows: [
        ["Asha", fresh, "7"],
        ["Ravi", known, "8"],
        ["Asha", fresh, "9"],
        ["Bad", "12", ""]
      ],
      problem: null,
      total: 4,
      created: 1,
      updated: 2,
      failed: 1,
      errors: [{ index: 3, phoneNumber: "12", reason: expect.stringContaining("phoneNumber") }]
    })
    expect(await contacts()).toHaveLength(1)
  })

  test("shows a file whose columns have other names, and imports it by a mapping", async () => {
    const number = newPhoneNumber()
    const file = `Full name,Mobile,Notes,loan\nAsha,${number},secret,7\n`
    const unmapped = await answered(200, preview(file))
    expect(unmapped).toMatchObject({
      problem: expect.stringContaining("the columns name and phoneNumber are missing"),
      total: 0,
      rows: [["Asha", number, "secret", "7"]]
    })
    const mapping = { "Full name": "name", Mobile: "phoneNumber", Notes: "", loan: "loan_id" }
    expect(await answered(200, preview(file, mapping))).toMatchObject({
      columns: [{ mapsTo: "name" }, { mapsTo: "phoneNumber" }, { mapsTo: null }, { mapsTo: "loan_id" }],
      problem: null,
      created: 1
    })
    await answered(201, send(`${path()}/upload`, { file, mapping: JSON.stringify(mapping) }))
    const imported = await untilFound(async () =>
      (await contacts()).find(({ phoneNumber }: { phoneNumber: string }) => phoneNumber === number)
    )
    expect(imported).toMatchObject({ name: "Asha", metadata: { loan_id: "7" } })
    expect(imported.metadata).not.toHaveProperty("Notes")
  })

  test("shows the first 100 rows and the first 100 errors of a longer file", async () => {
    const rows = Array.from({ length: 250 }, (_, index) => `Person ${index},x${index}`)
    const shown = await answered(200, preview(`name,phoneNumber\n${rows.join("\n")}\n`))
    expect(shown).toMatchObject({ total: 250, failed: 250, created: 0 })
    expect(shown.rows).toHaveLength(100)
    expect(shown.errors).toHaveLength(100)
  })

  test("refuses a file that is no table and a mapping that is none", async () => {
    for (const empty of ["", "name,phoneNumber\n"]) {
      expect(await answered(200, preview(empty))).toMatchObject({
        problem: expect.stringContaining("The file has no rows"),
        total: 0
      })
    }
    expect((await answered(400, preview('name,phoneNumber\n"Asha'))).message).toContain("never closed")
    const wrong = send(`${path()}/preview`, { file: "name,phoneNumber\n", mapping: "[1]" })
    expect((await answered(400, wrong)).details).toMatchObject([{ path: "mapping" }])
    const twice = await answered(200, preview("name,phoneNumber,Mobile\n", { Mobile: "phoneNumber" }))
    expect(twice.problem).toContain("columns 2 (phoneNumber) and 3 (Mobile) are both phoneNumber")
  })
})

describe("the rejected rows of an import", () => {
  test("are a CSV that no spreadsheet runs, for the organization only", async () => {
    const file = `name,phoneNumber\nAsha,${newPhoneNumber()}\nBad,=1+1\n,12\n`
    const { importId } = await answered(201, send(`${path()}/upload`, { file }))
    await untilFound(async () =>
      (await answered(200, org.call("GET", `/v1/imports/${importId}/status`))).status.startsWith("COMPLETED")
    )
    const answer = await server.admin("GET", `${path()}/${importId}/rejected.csv`)
    expect(answer.status).toBe(200)
    expect(answer.headers["content-type"]).toContain("text/csv")
    const lines = answer.text.split("\r\n")
    expect(lines[0]).toBe("row,phone_number,reason")
    expect(lines[1]).toMatch(/^2,"?'=1\+1"?,/)
    expect(lines[2]).toMatch(/^3,"?12"?,/)
    expect(lines).toHaveLength(4)
    await answered(404, server.admin("GET", `${path(other.id)}/${importId}/rejected.csv`))
  })
})

describe("Do Not Contact as a file", () => {
  const upload = (file: string) => send(`/admin/v1/organizations/${org.id}/dnc/upload`, { file })
  const download = (id = org.id) => server.admin("GET", `/admin/v1/organizations/${id}/dnc/entries.csv`)

  test("adds the numbers of a file once, and says which rows it cannot read", async () => {
    const [first, second] = [newPhoneNumber(), newPhoneNumber()]
    const file = `phone_number,reason,other\n${first},=HYPERLINK(1),x\n${second},,\n12,,\n`
    const rejected = [{ row: 3, phoneNumber: "12", reason: expect.stringContaining("phoneNumber") }]
    expect(await answered(200, upload(file))).toEqual({ added: 2, existing: 0, rejected, rejectedRows: 1 })
    expect(await answered(200, upload(file))).toEqual({ added: 0, existing: 2, rejected, rejectedRows: 1 })
    const { headers, status, text } = await download()
    expect([status, headers["content-type"]]).toEqual([200, "text/csv; charset=utf-8"])
    expect(text).toMatch(/^phone_number,reason,source_campaign,intent_label,created_at,expires_at\r\n/)
    expect(text).toContain(`${first},"'=HYPERLINK(1)",`)
    expect(text).toMatch(new RegExp(`\\${second},"?Do Not Contact"?,`))
    expect((await download(other.id)).text.split("\r\n")).toHaveLength(2)
  })

  test("refuses a file without a column of numbers", async () => {
    expect((await answered(400, upload("name\nAsha\n"))).message).toContain("column phoneNumber")
  })
})
