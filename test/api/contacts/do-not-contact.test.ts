import { afterAll, describe, expect, test } from "vitest"
import { answered, refused, timestamp, uuid7 } from "../../support/api/answered.ts"
import { makePerson } from "../../support/api/people.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { rowsOf } from "../../support/data/calls.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

const server = await startServer()
afterAll(server.stop)
const rows = rowsOf(server)
const org = await server.organization()
const other = await server.organization("Other")

const send = (body: unknown, of = org) => server.admin("POST", `/admin/v1/organizations/${of.id}/dnc`, body)
const add = (phoneNumber: string, fields: object = {}, of = org) => answered(201, send({ phoneNumber, ...fields }, of))
const list = (query = "", of = org) => answered(200, of.call("GET", `/v1/dnc${query}`))
const remove = (id: string, of = org) => of.call("DELETE", `/v1/dnc/${id}`)
const securityLog = async (target: string) =>
  (await answered(200, server.admin("GET", `/admin/v1/organizations/${org.id}/security-log?limit=100`))).data.filter(
    (entry: { target: string }) => entry.target === target
  )
const makeContact = async (phoneNumber: string): Promise<string> =>
  (await answered(201, org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber }))).id
const flagsOf = async (id: string) => {
  const { contact } = await answered(200, org.call("GET", `/v1/contacts/${id}/history`))
  return [contact.doNotContact, contact.doNotContactReason, contact.doNotContactAt]
}

describe("POST /admin/v1/organizations/:id/dnc", () => {
  test("adds a number, and returns exactly the documented fields", async () => {
    const phoneNumber = newPhoneNumber()
    expect(await add(phoneNumber)).toEqual({
      id: expect.stringMatching(uuid7),
      phoneNumber,
      sourceCampaignName: "",
      intentLabel: "",
      createdAt: expect.stringMatching(timestamp)
    })
  })

  test("returns the existing entry unchanged when the number is added again", async () => {
    const phoneNumber = newPhoneNumber()
    const contact = await makeContact(phoneNumber)
    const first = await add(phoneNumber, { reason: "By letter" })
    expect(await answered(200, send({ phoneNumber, reason: "By phone" }))).toEqual(first)
    expect(await flagsOf(contact)).toEqual([true, "By letter", first.createdAt])
    expect(await securityLog(first.id)).toHaveLength(1)
  })

  test("blocks also the number that a carrier reaches by one with a national prefix", async () => {
    await add("+4407400123456")
    const { data } = await list("?limit=100")
    const numbers = data.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)
    expect(numbers).toEqual(expect.arrayContaining(["+4407400123456", "+447400123456"]))
  })

  test("concurrent requests create one entry", async () => {
    const phoneNumber = newPhoneNumber()
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ phoneNumber })))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(9)
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  })

  test("accepts an optional reason of one line", async () => {
    for (const fields of [{}, { reason: null }]) {
      const phoneNumber = newPhoneNumber()
      const contact = await makeContact(phoneNumber)
      const { createdAt } = await add(phoneNumber, fields)
      expect(await flagsOf(contact)).toEqual([true, "Do Not Contact", createdAt])
    }
    const phoneNumber = newPhoneNumber()
    await refused(send({ phoneNumber, reason: "" }), { reason: /must not be empty/ })
    await refused(send({ phoneNumber, reason: "x".repeat(256) }), { reason: /at most 255/ })
    await refused(send({ phoneNumber, reason: 1 }), { reason: /string/ })
  })

  test("requires a phone number in E.164", async () => {
    await refused(send({}), { phoneNumber: "is required" })
    await refused(send({ phoneNumber: "9812345678" }), { phoneNumber: /national number/ })
  })

  test("applies to one organization only", async () => {
    const phoneNumber = newPhoneNumber()
    const contact = await makeContact(phoneNumber)
    await add(phoneNumber, {}, other)
    expect(await flagsOf(contact)).toEqual([false, null, null])
    await add(phoneNumber)
  })

  test("suppresses waiting calls to the number", async () => {
    const phoneNumber = newPhoneNumber()
    const campaign = await rows.campaign(org.id)
    await rows.call(org.id, campaign, { phone_number: phoneNumber })
    await add(phoneNumber)
    const { data } = await answered(200, org.call("GET", `/v1/campaigns/${campaign}/calls`))
    expect(data).toMatchObject([
      {
        status: "SUPPRESSED",
        suppressedFromCampaign: true,
        suppressionReason: "Do Not Contact",
        nextAttemptAt: null,
        failureReason: null
      }
    ])
  })

  test("is recorded in the security log without the number", async () => {
    const phoneNumber = newPhoneNumber()
    const { id } = await add(phoneNumber, { reason: "By letter" })
    const entries = await securityLog(id)
    expect(entries).toMatchObject([{ actor: "admin", action: "dnc.add", details: { reason: "By letter" } }])
    expect(JSON.stringify(entries)).not.toContain(phoneNumber)
  })
})

describe("GET /v1/dnc", () => {
  test("lists the entries in pages, newest first", async () => {
    const own = await server.organization("Lists")
    expect(await list("", own)).toEqual({ data: [], pagination: { page: 1, limit: 20, total: 0, totalPages: 0 } })
    const entries: Array<unknown> = []
    for (let count = 0; count < 3; count++) entries.unshift(await add(newPhoneNumber(), {}, own))
    expect(await list("", own)).toEqual({
      data: entries,
      pagination: { page: 1, limit: 20, total: 3, totalPages: 1 }
    })
    expect(await list("?page=2&limit=2", own)).toEqual({
      data: entries.slice(2),
      pagination: { page: 2, limit: 2, total: 3, totalPages: 2 }
    })
    expect((await list("?page=9", own)).data).toEqual([])
  })
})

describe("DELETE /v1/dnc/:id", () => {
  const removed = async (fields: object = {}, of: TestOrganization = org) => {
    const phoneNumber = newPhoneNumber()
    const { id } = await add(phoneNumber, fields, of)
    return { id, phoneNumber }
  }

  test("removes the number, and the flags of its contact", async () => {
    const { id, phoneNumber } = await removed({ reason: "By letter" })
    const contact = await makeContact(phoneNumber)
    expect((await flagsOf(contact))[0]).toBe(true)
    expect(await answered(200, remove(id))).toEqual({ success: true })
    expect(await flagsOf(contact)).toEqual([false, null, null])
    await answered(404, remove(id))
    expect((await list("?limit=100")).data.map((entry: { id: string }) => entry.id)).not.toContain(id)
    // The number may be added again from now on.
    expect((await add(phoneNumber)).id).not.toBe(id)
  })

  test("keeps suppressed calls suppressed", async () => {
    const phoneNumber = newPhoneNumber()
    const campaign = await rows.campaign(org.id)
    await rows.call(org.id, campaign, { phone_number: phoneNumber })
    const { id } = await add(phoneNumber)
    await answered(200, remove(id))
    const { data } = await answered(200, org.call("GET", `/v1/campaigns/${campaign}/calls`))
    expect(data).toMatchObject([{ status: "SUPPRESSED" }])
  })

  test("is recorded in the security log with the key", async () => {
    const { id, phoneNumber } = await removed()
    await answered(200, remove(id))
    const entries = await securityLog(id)
    expect(entries).toMatchObject([
      { actor: expect.stringMatching(/^key:/), action: "dnc.remove" },
      { action: "dnc.add" }
    ])
    expect(JSON.stringify(entries)).not.toContain(phoneNumber)
  })

  test("does not remove another organization's entry", async () => {
    const { id } = await removed({}, other)
    await answered(404, remove(id))
    expect((await list("", other)).data.map((entry: { id: string }) => entry.id)).toContain(id)
  })
})

describe("GET /admin/v1/organizations/:id/dnc", () => {
  const search = (query: string, of = org) =>
    answered(200, server.admin("GET", `/admin/v1/organizations/${of.id}/dnc${query}`))
  const numbersOf = async (query: string, of = org) =>
    (await search(query, of)).data.map(({ phoneNumber }: { phoneNumber: string }) => phoneNumber)

  test("shows the reason of each number, and the person who added it", async () => {
    const own = await server.organization()
    const phoneNumber = newPhoneNumber()
    const petra = await makePerson(server, { name: "Petra", organization: own.id, role: "MEMBER" })
    const added = await answered(
      201,
      petra.call("POST", `/admin/v1/organizations/${own.id}/dnc`, { phoneNumber, reason: "By letter" })
    )
    const addedBy = { actor: `person:${petra.id}`, name: "Petra" }
    expect((await search("", own)).data).toEqual([{ ...added, reason: "By letter", expiresAt: null, addedBy }])
    await add(newPhoneNumber(), {}, own)
    expect((await search("", own)).data[0]).toMatchObject({ addedBy: { actor: "admin", name: null } })
    expect(await search("?limit=1&page=2", own)).toMatchObject({ total: 2, totalPages: 2, data: [{ id: added.id }] })
  })

  test("finds a part of a number, and a whole number as people write it", async () => {
    const own = await server.organization()
    await add("+491701234567", {}, own)
    await add("+491709999999", {}, own)
    await add("+491701234567", {}, other)
    expect(await numbersOf("?search=0123", own)).toEqual(["+491701234567"])
    expect(await numbersOf(`?search=${encodeURIComponent("0049 (0)170 123-4567")}`, own)).toEqual(["+491701234567"])
    expect(await numbersOf("?search=170%20999", own)).toEqual(["+491709999999"])
    for (const none of ["?search=555", "?search=%25", "?search=abc", "?search=_"]) {
      expect(await numbersOf(none, own), none).toEqual([])
    }
  })

  test("finds the number of an erased person only by the whole of it", async () => {
    const own = await server.organization()
    const phoneNumber = "+491707654321"
    await add(phoneNumber, {}, own)
    await answered(200, server.admin("POST", `/admin/v1/organizations/${own.id}/contacts/erase`, { phoneNumber }))
    expect(await numbersOf(`?search=${encodeURIComponent(phoneNumber)}`, own)).toEqual(["+4917******21"])
    expect(await numbersOf("?search=765432", own)).toEqual([])
  })
})
