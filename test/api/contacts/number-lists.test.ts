import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { NumberLists } from "../../../src/contacts/registries/NumberLists.ts"
import { answered, refused } from "../../support/api/answered.ts"
import { formOf } from "../../support/api/forms.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const today = new Date().toISOString().slice(0, 10)
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

const sendForm = (path: string, fields: Readonly<Record<string, string>>, content: string) =>
  server.admin("POST", path, ...formOf({ ...fields, file: content }))
const send = (fields: Readonly<Record<string, string>>, content: string, of: TestOrganization | null = org) =>
  sendForm(
    `/admin/v1${of === null ? "" : `/organizations/${of.id}`}/number-lists/upload`,
    { dated: today, ...fields },
    content
  )
const upload = (fields: Record<string, string>, content: string, of: TestOrganization | null = org) =>
  answered(201, send(fields, content, of))
const list = async (of = org) =>
  (await answered(200, server.admin("GET", `/admin/v1/organizations/${of.id}/number-lists`))).data
const blocked = async (numbers: ReadonlyArray<string>, of = org, purpose: "MARKETING" | "DEBT" = "MARKETING") =>
  Object.fromEntries(
    await server.run(
      Effect.flatMap(NumberLists, (it) => it.blocked({ organizationId: of.id, purposes: [purpose] }, numbers))
    )
  )

describe("a list of a registry", () => {
  test("blocks its numbers for marketing of the organization that uploaded it", async () => {
    const stored = await upload({ registry: "GB_TPS" }, "telephone\n02079460000\nnonsense\n07700900123\n")
    expect(stored).toMatchObject({
      scope: "ORGANIZATION",
      registry: "GB_TPS",
      name: "",
      dated: today,
      isTooOld: false,
      expiresAt: null,
      numbers: 2,
      rejected: 1
    })
    const wanted = ["+442079460000", "+447700900123", "+447700900124"]
    const reason = `GB_TPS of ${today}`
    expect(await blocked(wanted)).toEqual({ "+442079460000": reason, "+447700900123": reason })
    expect(await blocked(wanted, org, "DEBT")).toEqual({})
    expect(await blocked(wanted, other)).toEqual({})
    const tables = await rows.query(
      (sql) => sql`select * from number_list_parts p join number_lists l on l.id = p.list_id`
    )
    expect(JSON.stringify(tables)).not.toMatch(/79460000|7700900123/)
  })

  test("takes the place of the earlier one of the same name, and stands beside those of other names", async () => {
    const own = await server.organization()
    await upload({ registry: "US_STATE", name: "Texas" }, "2145550100", own)
    await upload({ registry: "US_STATE", name: "Indiana" }, "3175550100", own)
    await upload({ registry: "US_STATE", name: "Texas" }, "2145550111", own)
    expect(Object.keys(await blocked(["+12145550100", "+12145550111", "+13175550100"], own)).sort()).toEqual([
      "+12145550111",
      "+13175550100"
    ])
    expect((await list(own)).map(({ name }: { name: string }) => name)).toEqual(["Indiana", "Texas"])
  })

  test("blocks until it expires or is removed", async () => {
    const own = await server.organization()
    const expiresAt = "2099-01-01T00:00:00Z"
    const old = await upload({ registry: "OTHER", name: "old", expiresAt }, "+919812300001", own)
    const { id } = await upload({ registry: "OTHER", name: "new", expiresAt }, "+919812300002", own)
    await rows.query((sql) => sql`update number_lists set expires_at = now() where id = ${old.id}`)
    expect(Object.keys(await blocked(["+919812300001", "+919812300002"], own))).toEqual(["+919812300002"])
    const path = `/admin/v1/organizations/${own.id}/number-lists/${id}`
    await answered(404, server.admin("DELETE", `/admin/v1/organizations/${other.id}/number-lists/${id}`))
    await answered(200, server.admin("DELETE", path))
    expect(await blocked(["+919812300002"], own)).toEqual({})
    await answered(404, server.admin("DELETE", path))
  })

  test("blocks every call of all organizations if it belongs to the installation", async () => {
    const { id } = await upload({ registry: "OTHER", name: "lawyers" }, "+919812300003", null)
    for (const each of [org, other]) {
      expect(Object.keys(await blocked(["+919812300003"], each, "DEBT"))).toEqual(["+919812300003"])
      expect(await list(each)).toContainEqual(expect.objectContaining({ id, scope: "INSTALLATION" }))
    }
    await answered(200, server.admin("DELETE", `/admin/v1/number-lists/${id}`))
    expect(await blocked(["+919812300003"])).toEqual({})
  })

  test("is refused when it has expired already, and the one in force stays", async () => {
    const own = await server.organization()
    await upload({ registry: "OTHER" }, "+919812300001", own)
    const expiresAt = new Date(Date.now() - 1_000).toISOString()
    await refused(send({ registry: "OTHER", expiresAt }, "+919812300001", own), { expiresAt: /in the past/ })
    expect(Object.keys(await blocked(["+919812300001"], own))).toEqual(["+919812300001"])
  })

  test("is refused without a known registry, a day or a number", async () => {
    await refused(send({ registry: "NOBODY" }, "+919812300003"), { registry: /.+/ })
    await refused(send({ registry: "OTHER", dated: "2026-02-31" }, "+919812300003"), { dated: /a day such as/ })
    await refused(send({ registry: "OTHER", dated: "0000-01-01" }, "+919812300003"), { dated: /a day such as/ })
    await refused(send({ registry: "OTHER", dated: daysAgo(-2) }, "+919812300003"), { dated: /in the future/ })
    const twice = "phoneNumber,phoneNumber\n+919812300003,+919812300004\n"
    await refused(send({ registry: "OTHER" }, twice), { file: /1 \(phoneNumber\) and 2 \(phoneNumber\)/ })
    await refused(send({ registry: "OTHER", name: "a\0b" }, "+919812300003"), { name: /a NUL character/ })
    await refused(send({ registry: "GB_TPS" }, "Asha\nOmar\n"), { file: /no phone number of the registry GB_TPS/ })
  })

  test("may have the date that the first time zones have, and counts a repeated number once", async () => {
    const own = await server.organization()
    const fields = { registry: "OTHER", dated: daysAgo(-1) }
    expect(await upload(fields, "+919812300005\n+919812300006\n+91 98123 00005\n", own)).toMatchObject({
      numbers: 2,
      rejected: 0
    })
  })

  test("is recorded in the security log without its numbers", async () => {
    const { id } = await upload({ registry: "OTHER", name: "logged" }, "+919812300009")
    const { data } = await answered(
      200,
      server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?action=number-list`)
    )
    const entries = data.filter(({ target }: { target: string }) => target === id)
    expect(entries).toMatchObject([{ action: "number-list.upload", details: { registry: "OTHER", numbers: 1 } }])
    expect(JSON.stringify(entries)).not.toContain("9812300009")
  })
})

describe("a campaign", () => {
  const starting = async (phoneNumber: string, of: TestOrganization, purpose: "MARKETING" | "DEBT" = "MARKETING") => {
    const contact = await answered(201, of.call("POST", "/v1/contacts", { name: "Asha", phoneNumber }))
    const audience = await answered(201, of.call("POST", "/v1/audiences", { name: "All" }))
    await answered(200, of.call("POST", `/v1/audiences/${audience.id}/contacts`, { contactIds: [contact.id] }))
    return server.run(
      Effect.flatMap(NumberLists, (it) => it.tooOld({ organizationId: of.id, purposes: [purpose] }, audience.id))
    )
  }

  test("does not start on a list that is older than its registry allows, if it calls that country", async () => {
    const own = await server.organization()
    await upload({ registry: "GB_TPS", dated: daysAgo(29) }, "02079460000", own)
    await upload({ registry: "US_NATIONAL", dated: daysAgo(31) }, "2125550123", own)
    expect((await list(own)).map((it: { isTooOld: boolean }) => it.isTooOld)).toEqual([true, false])
    expect(await starting("+447700900500", own)).toEqual([
      `its audience has numbers of GB, and the list GB_TPS is of ${daysAgo(29)}: it may be at most 28 days old; upload its present version in the console under People, Registries, or with carillon registry upload --org ${own.id} --registry GB_TPS`
    ])
    expect(await starting("+447700900501", own, "DEBT")).toEqual([])
    expect(await starting("+12125550188", own)).toEqual([])
    expect(await starting("+441481960194", own)).toEqual([])
  })

  test("starts without lists", async () => {
    expect(await starting("+447700900502", await server.organization())).toEqual([])
  })
})

describe("POST …/dnc/upload", () => {
  const uploadNumbers = (content: string, of = org) =>
    answered(200, sendForm(`/admin/v1/organizations/${of.id}/dnc/upload`, {}, content))
  const entries = async (of = org) =>
    (await answered(200, server.admin("GET", `/admin/v1/organizations/${of.id}/dnc?limit=100`))).data

  test("adds numbers until they expire, with one entry in the security log", async () => {
    const own = await server.organization()
    const numbers = [newPhoneNumber(), newPhoneNumber(), newPhoneNumber()]
    const file = `phone_number,reason,expires_at\n${numbers[0]},By letter,\n${numbers[1]},,2099-01-01\n${numbers[2]},,2020-01-01\n12,,\n`
    expect(await uploadNumbers(file, own)).toMatchObject({ added: 3, existing: 0, rejectedRows: 1 })
    const found = await entries(own)
    expect(found.map(({ expiresAt, reason }: any) => [reason, expiresAt])).toEqual([
      ["Do Not Contact", "2020-01-01T00:00:00.000Z"],
      ["Do Not Contact", "2099-01-01T00:00:00.000Z"],
      ["By letter", null]
    ])
    expect(found.every(({ addedBy }: any) => addedBy.actor === "admin")).toBe(true)
    const contacts = await Promise.all(
      numbers.map((phoneNumber) => answered(201, own.call("POST", "/v1/contacts", { name: "Asha", phoneNumber })))
    )
    const flags = contacts.map(
      async ({ id }) => (await answered(200, own.call("GET", `/v1/contacts/${id}/history`))).contact.doNotContact
    )
    expect(await Promise.all(flags)).toEqual([true, true, false])
    const csv = (await server.admin("GET", `/admin/v1/organizations/${own.id}/dnc/entries.csv`)).text
    expect(csv.split("\r\n")[0]).toBe("phone_number,reason,source_campaign,intent_label,created_at,expires_at")
    expect(csv).toContain(",2099-01-01T00:00:00.000Z\r\n")
    const log = await answered(200, server.admin("GET", `/admin/v1/organizations/${own.id}/security-log?action=dnc`))
    expect(log.data).toMatchObject([{ action: "dnc.upload", details: { numbers: 3 } }])
  })

  test("never shortens an entry, prolongs a shorter one, and replaces an expired one", async () => {
    const own = await server.organization()
    const [forever, shorter, expired] = [newPhoneNumber(), newPhoneNumber(), newPhoneNumber()]
    await uploadNumbers(`phoneNumber,expiresAt\n${forever},\n${shorter},2090-01-01\n${expired},2020-01-01\n`, own)
    const again = `phoneNumber,expiresAt\n${forever},2099-01-01\n${shorter},2099-01-01\n${expired},2099-01-01\n`
    expect(await uploadNumbers(again, own)).toMatchObject({ added: 1, existing: 2 })
    const until = Object.fromEntries((await entries(own)).map((it: any) => [it.phoneNumber, it.expiresAt]))
    expect(until).toEqual({
      [forever]: null,
      [shorter]: "2099-01-01T00:00:00.000Z",
      [expired]: "2099-01-01T00:00:00.000Z"
    })
  })

  test("stores an entry that has expired already, which suppresses no call and withdraws no consent", async () => {
    const own = await server.organization()
    const consent = { basis: "EXPRESS", purpose: "ALL", at: "2026-01-01", source: "Form" }
    const numbers = [newPhoneNumber(), newPhoneNumber()]
    const contacts = numbers.map((phoneNumber) => ({ name: "Asha", phoneNumber, consent }))
    const made = await answered(200, own.call("POST", "/v1/contacts/bulk", { contacts }))
    const campaign = await rows.campaign(own.id)
    await rows.call(own.id, campaign, { phone_number: numbers[0]! })
    const file = `phoneNumber,expiresAt\n${numbers.map((number) => `${number},2020-01-01`).join("\n")}\n`
    expect(await uploadNumbers(file, own)).toMatchObject({ added: 2, existing: 0 })
    expect(await answered(200, own.call("GET", `/v1/campaigns/${campaign}/progress`))).toMatchObject({
      pending: 1,
      suppressed: 0
    })
    for (const { id } of made.contacts) {
      const { consents } = await answered(200, own.call("GET", `/v1/contacts/${id}/history`))
      expect(consents).toMatchObject([{ basis: "EXPRESS", withdrawnAt: null }])
    }
  })

  test("suppresses the waiting calls to its numbers, however often a number is in the file", async () => {
    const own = await server.organization()
    const phone_number = newPhoneNumber()
    const campaign = await rows.campaign(own.id)
    await rows.call(own.id, campaign, { phone_number })
    expect(
      await uploadNumbers(`phoneNumber\n${phone_number}\n${phone_number}\n${newPhoneNumber()}\n`, own)
    ).toMatchObject({
      added: 2,
      existing: 1
    })
    const { data } = await answered(200, own.call("GET", `/v1/campaigns/${campaign}/calls`))
    expect(data).toMatchObject([{ status: "SUPPRESSED", suppressionReason: "Do Not Contact" }])
  })
})
