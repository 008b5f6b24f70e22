import { afterAll, describe, expect, test } from "vitest"
import { answered, refused, timestamp, uuid7 } from "../../support/api/answered.ts"
import { startServer } from "../../support/api/test-server.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const other = await server.organization("Other")

const create = (fields: object = {}) =>
  answered(201, org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: newPhoneNumber(), ...fields }))
const refuse = (fields: object, problems: Readonly<Record<string, string | RegExp>>) =>
  refused(org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber: newPhoneNumber(), ...fields }), problems)
const get = (id: string) => answered(200, org.call("GET", `/v1/contacts/${id}`))
const patch = (id: string, fields: unknown) => answered(200, org.call("PATCH", `/v1/contacts/${id}`, fields))
const total = async () => (await answered(200, org.call("GET", "/v1/contacts?limit=1"))).total

const everything = {
  language: "hi-IN",
  metadata: { loan_id: "L-1", amount: 12.5, tags: ["a", { b: null }], empty: {} },
  ageBand: "26-35",
  gender: "female",
  cityTier: "Tier 1",
  occupation: "Teacher",
  incomeBand: "5-10 LPA",
  productType: "loan"
}
const nothing = {
  language: null,
  metadata: {},
  ageBand: null,
  gender: null,
  cityTier: null,
  occupation: null,
  incomeBand: null,
  productType: null
}

describe("POST /v1/contacts", () => {
  test("creates a contact with exactly the documented fields", async () => {
    const phoneNumber = newPhoneNumber()
    const created = await create({ name: "Asha", phoneNumber })
    expect(created).toEqual({
      id: expect.stringMatching(uuid7),
      name: "Asha",
      phoneNumber,
      ...nothing,
      organizationId: String(org.id),
      createdAt: expect.stringMatching(timestamp),
      updatedAt: created.createdAt
    })
    expect(await get(created.id)).toEqual(created)
  })

  test("keeps every optional field", async () => {
    const created = await create(everything)
    expect(created).toMatchObject(everything)
    expect(await get(created.id)).toEqual(created)
  })

  test("accepts null for every optional field", async () => {
    expect(await create({ ...nothing, metadata: null })).toMatchObject(nothing)
  })

  test("stores a text unchanged", async () => {
    const name = "  Zoë 'Z' \"Q\" \\ %s $1 ; drop table contacts;-- 👩‍🚒 e\u0301 שלום\u202e\t"
    const created = await create({ name, metadata: { [name]: name } })
    expect(created).toMatchObject({ name, metadata: { [name]: name } })
    expect((await get(created.id)).name).toBe(name)
  })

  test("reports all problems of a body at once", async () => {
    await refused(org.call("POST", "/v1/contacts", {}), { name: "is required", phoneNumber: "is required" })
    const { message, code, details } = await answered(
      400,
      org.call("POST", "/v1/contacts", { name: 1, phoneNumber: null, cityTier: "Village", metadata: [] })
    )
    expect(code).toBe("BAD_REQUEST")
    expect(details.map(({ path }: { path: string }) => path)).toEqual(["name", "phoneNumber", "cityTier", "metadata"])
    for (const { path, message: problem } of details) expect(message).toContain(`${path} ${problem}`)
  })

  test("accepts a name of 1 to 255 characters that is not blank", async () => {
    for (const name of ["x", "न", "👩".repeat(255), "x".repeat(255)])
      expect(await create({ name })).toMatchObject({ name })
    for (const name of ["", " ", "\t\n\u00a0"]) await refuse({ name }, { name: "must not be empty" })
    for (const name of ["x".repeat(256), "👩".repeat(256)]) {
      await refuse({ name }, { name: "must have at most 255 characters" })
    }
    await refuse({ name: null }, { name: /string/ })
  })

  test("accepts any number with the syntax of E.164", async () => {
    for (const phoneNumber of ["+1234567", "+999999999999999", "+19005550100"]) {
      expect(await create({ phoneNumber })).toMatchObject({ phoneNumber })
    }
  })

  test.each([
    ["", "must be a valid E.164 phone number, not empty"],
    ["9923456781", /national number.*\+919812345678/],
    ["09923456781", /national number.*\+919812345678/],
    ["(212) 555-0100", /E\.164/],
    ["919923456781", /national number/],
    ["00919923456781", /instead of the international prefix 00/],
    ["+0123456789", /does not begin with 0/],
    ["+123456", /7 to 15 digits, not 6/],
    ["+1234567890123456", /7 to 15 digits, not 16/],
    ["+91 99234 56781", /leave out spaces/],
    ["+91-9923456781", /leave out spaces/],
    ["+91(99)23456781", /leave out spaces/],
    ["+", /E\.164/],
    ["++919923456781", /E\.164/],
    ["+91992345678a", /E\.164/],
    ["tel:+919923456781", /E\.164/],
    [" +919923456781", /E\.164/],
    ["+919923456781\n", /E\.164/],
    ["+९१९८१२३४५६७८", /E\.164/],
    ["＋919923456781", /E\.164/],
    [919923456781, /string/],
    [null, /string/]
  ])("refuses %j as a phone number with a reason that does not repeat it", async (phoneNumber, message) => {
    await refuse({ phoneNumber }, { phoneNumber: message })
    const answer = await org.call("POST", "/v1/contacts", { name: "Asha", phoneNumber })
    if (String(phoneNumber).length > 5) expect(answer.text).not.toContain(String(phoneNumber))
  })

  test("accepts a language code and no other text", async () => {
    for (const language of ["hi", "hi-IN", "fil", "zh-Hant-TW", "en-001"]) {
      expect(await create({ language })).toMatchObject({ language })
    }
    for (const language of ["", "h", "hindi", "hi_IN", "hi-", "-IN", "हि", `hi${"-aaaa".repeat(7)}`]) {
      await refuse({ language }, { language: "must be a language code such as hi-IN" })
    }
  })

  test("accepts demographic fields within their bounds", async () => {
    for (const cityTier of ["Metro", "Tier 1", "Tier 2", "Rural"]) {
      expect(await create({ cityTier })).toMatchObject({ cityTier })
    }
    for (const cityTier of ["metro", "Tier 3", "", 1]) await refuse({ cityTier }, { cityTier: /Metro.*Rural/ })
    const longest = { ageBand: 50, gender: 50, occupation: 100, incomeBand: 100, productType: 100 }
    for (const [field, length] of Object.entries(longest)) {
      await create({ [field]: "é".repeat(length) })
      await refuse({ [field]: "é".repeat(length + 1) }, { [field]: `must have at most ${length} characters` })
      await refuse({ [field]: "" }, { [field]: /must not be empty/ })
      await refuse({ [field]: 7 }, { [field]: /string/ })
    }
  })

  test("accepts metadata that is an object of at most 32,768 bytes", async () => {
    for (const metadata of ["text", 1, true, [1]]) await refuse({ metadata }, { metadata: /object/ })
    const large = (bytes: number) => ({ k: "x".repeat(bytes - '{"k":""}'.length) })
    expect(await create({ metadata: large(32_768) })).toMatchObject({ metadata: large(32_768) })
    await refuse({ metadata: large(32_769) }, { metadata: "must have at most 32768 bytes as JSON" })
    await refuse({ metadata: { k: "é".repeat(16_381) } }, { metadata: "must have at most 32768 bytes as JSON" })
  })

  test("never stores a read-only or unknown field", async () => {
    const created = await create({
      id: "00000000-0000-7000-8000-000000000000",
      organizationId: String(other.id),
      organization_id: other.id,
      createdAt: "2020-01-01T00:00:00.000Z",
      updatedAt: "2020-01-01T00:00:00.000Z",
      doNotContact: true,
      search: "x",
      nickname: "A"
    })
    expect(created).toEqual({
      ...nothing,
      name: "Asha",
      phoneNumber: created.phoneNumber,
      id: expect.stringMatching(uuid7),
      organizationId: String(org.id),
      createdAt: expect.not.stringMatching(/^2020/),
      updatedAt: created.createdAt
    })
    expect(created.id).not.toMatch(/^0{8}/)
    expect((await answered(200, other.call("GET", "/v1/contacts"))).total).toBe(0)
  })

  test("handles keys with a meaning in JavaScript as data", async () => {
    const phoneNumber = newPhoneNumber()
    const hostile = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x"}'
    const body = `{"name":"Asha","phoneNumber":"${phoneNumber}","__proto__":{"language":"hi-IN"},"metadata":${hostile}}`
    const created = await answered(201, org.call("POST", "/v1/contacts", body))
    expect(({} as any).polluted).toBeUndefined()
    expect(created.language).toBeNull()
    expect(created.metadata.constructor).toEqual({ prototype: { polluted: 1 } })
    expect(await get(created.id)).toEqual(created)
  })

  test("uses the last of two equal keys", async () => {
    const body = `{"name":"First","name":"Last","phoneNumber":"${newPhoneNumber()}"}`
    expect(await answered(201, org.call("POST", "/v1/contacts", body))).toMatchObject({ name: "Last" })
  })

  test.each([
    ["NUL in a value", '{"metadata":{"a":"x\\u0000"}}', "metadata.a", /NUL/],
    ["NUL in a key", '{"metadata":{"a\\u0000":1}}', "metadata", /key.*NUL/],
    ["half a surrogate pair", '{"name":"\\ud83d"}', "name", /surrogate/],
    ["half a surrogate pair in a key", '{"metadata":{"\\udc00":1}}', "metadata", /surrogate/],
    ["a number beyond what is exact", '{"metadata":{"n":9007199254740993}}', "metadata.n", /must be between/],
    ["an infinite number", '{"metadata":{"n":-1e999}}', "metadata.n", /must be between/],
    ["depth", `{"metadata":${'{"a":'.repeat(40)}1${"}".repeat(40)}}`, /^metadata\.a/, /nested/],
    ["great depth", `{"metadata":${"[".repeat(200_000)}${"]".repeat(200_000)}}`, /^(metadata|$)/, /nested|valid JSON/]
  ])("refuses %s, which the database cannot store", async (_, body, path, message) => {
    const { details } = await answered(400, org.call("POST", "/v1/contacts", body))
    expect(details).toEqual([
      { path: typeof path === "string" ? path : expect.stringMatching(path), message: expect.stringMatching(message) }
    ])
  })

  test.each([
    ["nothing", ""],
    ["no JSON", "name=Asha"],
    ["half of it", '{"name":"As'],
    ["two of them", "{}{}"],
    ["a comment", "{/* */}"],
    ["a trailing comma", '{"name":"Asha",}'],
    ["NaN", '{"name":NaN}'],
    ["a text", '"Asha"'],
    ["a list", "[]"],
    ["null", "null"],
    ["no UTF-8", Buffer.from([0x22, 0xff, 0x22])],
    ["UTF-16", Buffer.from('{"name":"Asha"}', "utf16le")]
  ])("refuses a body that is %s", async (_, body) => {
    const { message, details } = await answered(400, org.call("POST", "/v1/contacts", body))
    expect(message).toMatch(/^The body must be /)
    expect(details).toEqual([{ path: "", message }])
  })

  test("refuses a phone number that the organization has already, but not one of another organization", async () => {
    const { phoneNumber } = await create()
    const again = { name: "Ravi", phoneNumber }
    expect(await answered(409, org.call("POST", "/v1/contacts", again))).toMatchObject({
      message: "A contact with this phone number already exists",
      code: "PHONE_NUMBER_TAKEN"
    })
    const elsewhere = await answered(201, other.call("POST", "/v1/contacts", again))
    expect(elsewhere.organizationId).toBe(String(other.id))
    await answered(200, other.call("DELETE", `/v1/contacts/${elsewhere.id}`))
  })

  test("creates exactly one contact from concurrent requests with the same number", async () => {
    const before = await total()
    const contact = { name: "Asha", phoneNumber: newPhoneNumber() }
    const answers = await Promise.all(Array.from({ length: 50 }, () => org.call("POST", "/v1/contacts", contact)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49)
    expect(await total()).toBe(before + 1)
  })
})

describe("GET /v1/contacts/:id/history", () => {
  test("is empty for a contact that was never called", async () => {
    const { id, name, phoneNumber } = await create()
    expect(await answered(200, org.call("GET", `/v1/contacts/${id}/history`))).toEqual({
      contact: { id, name, phoneNumber, doNotContact: false, doNotContactReason: null, doNotContactAt: null },
      history: [],
      bestTime: { label: null, source: "default", basisCount: 0 },
      hasNegativeIntent: false,
      negativeLabels: []
    })
  })
})

describe("PATCH /v1/contacts/:id", () => {
  test("changes only the fields that are sent", async () => {
    const before = await create(everything)
    const after = await patch(before.id, { name: "Asha R", cityTier: "Rural" })
    expect(after).toEqual({ ...before, name: "Asha R", cityTier: "Rural", updatedAt: after.updatedAt })
    expect(after.updatedAt > before.updatedAt).toBe(true)
    expect(await get(before.id)).toEqual(after)
  })

  test("changes nothing when no field is sent", async () => {
    const before = await create(everything)
    const after = await patch(before.id, {})
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
  })

  test("clears a field with null, and replaces metadata as a whole", async () => {
    const { id } = await create(everything)
    expect((await patch(id, { metadata: { other: 1 } })).metadata).toEqual({ other: 1 })
    expect((await patch(id, { metadata: {} })).metadata).toEqual({})
    for (const field of Object.keys(everything)) {
      const after = await patch(id, { [field]: null })
      expect(after[field]).toEqual(field === "metadata" ? {} : null)
    }
    expect(await get(id)).toMatchObject(nothing)
  })

  test("does not clear a required field", async () => {
    const { id } = await create()
    await refused(org.call("PATCH", `/v1/contacts/${id}`, { name: null, phoneNumber: null }), {
      name: /string/,
      phoneNumber: /string/
    })
    await refused(org.call("PATCH", `/v1/contacts/${id}`, { name: "", phoneNumber: "12" }), {
      name: "must not be empty",
      phoneNumber: /E\.164/
    })
  })

  test("ignores read-only and unknown fields", async () => {
    const before = await create(everything)
    const after = await patch(before.id, {
      id: "00000000-0000-7000-8000-000000000000",
      organizationId: String(other.id),
      createdAt: "2020-01-01T00:00:00.000Z",
      updatedAt: "2020-01-01T00:00:00.000Z",
      doNotContact: true
    })
    expect(after).toEqual({ ...before, updatedAt: after.updatedAt })
    expect(after.updatedAt).not.toMatch(/^2020/)
  })

  test("accepts a free number, and the contact's own", async () => {
    const one = await create()
    const two = await create()
    expect(
      await answered(409, org.call("PATCH", `/v1/contacts/${one.id}`, { phoneNumber: two.phoneNumber, name: "New" }))
    ).toMatchObject({ code: "PHONE_NUMBER_TAKEN" })
    expect(await get(one.id)).toEqual(one)
    expect(await patch(one.id, { phoneNumber: one.phoneNumber })).toMatchObject({ phoneNumber: one.phoneNumber })
    const free = newPhoneNumber()
    expect(await patch(one.id, { phoneNumber: free })).toMatchObject({ id: one.id, phoneNumber: free })
    await create({ phoneNumber: one.phoneNumber })
  })

  test("concurrent requests lose no field", async () => {
    const { id } = await create()
    const fields = Object.entries(everything)
    await Promise.all(fields.map(([field, value]) => patch(id, { [field]: value })))
    expect(await get(id)).toMatchObject(everything)
  })

  test("after concurrent requests the contact is found by its final name and number", async () => {
    const { id } = await create()
    for (let round = 0; round < 20; round++) {
      const name = `Round ${round}`
      const phoneNumber = newPhoneNumber()
      await Promise.all([patch(id, { name }), patch(id, { language: "hi-IN" }), patch(id, { phoneNumber })])
      expect(await get(id)).toMatchObject({ name, phoneNumber })
      for (const part of [name, phoneNumber]) {
        const { data } = await answered(200, org.call("GET", `/v1/contacts?search=${encodeURIComponent(part)}`))
        expect(data.map((one: any) => one.id)).toEqual([id])
      }
    }
  })

  test("two requests that swap numbers change neither contact, or one after the other", async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = [await create(), await create()]
      const answers = await Promise.all([
        org.call("PATCH", `/v1/contacts/${one.id}`, { phoneNumber: two.phoneNumber }),
        org.call("PATCH", `/v1/contacts/${two.id}`, { phoneNumber: one.phoneNumber })
      ])
      for (const { status } of answers) expect([200, 409]).toContain(status)
      expect((await get(one.id)).phoneNumber).not.toBe((await get(two.id)).phoneNumber)
    }
  })

  test("only one of many concurrent requests gets a number", async () => {
    const contacts = await Promise.all(Array.from({ length: 10 }, () => create()))
    const phoneNumber = newPhoneNumber()
    const answers = await Promise.all(
      contacts.map(({ id }) => org.call("PATCH", `/v1/contacts/${id}`, { phoneNumber }))
    )
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 409)])
  })
})

describe("DELETE /v1/contacts/:id", () => {
  test("removes the contact from everywhere", async () => {
    const before = await total()
    const { id, phoneNumber } = await create()
    const audiences = await Promise.all(
      ["One", "Two"].map(async (name) => {
        const audience = await answered(201, org.call("POST", "/v1/audiences", { name }))
        await answered(200, org.call("POST", `/v1/audiences/${audience.id}/contacts`, { contactIds: [id] }))
        return audience.id
      })
    )
    expect(await answered(200, org.call("DELETE", `/v1/contacts/${id}`))).toEqual({ success: true })
    for (const path of [`/v1/contacts/${id}`, `/v1/contacts/${id}/history`]) await answered(404, org.call("GET", path))
    await answered(404, org.call("PATCH", `/v1/contacts/${id}`, { name: "Gone" }))
    await answered(404, org.call("DELETE", `/v1/contacts/${id}`))
    for (const audience of audiences) {
      expect(await answered(200, org.call("GET", `/v1/audiences/${audience}`))).toMatchObject({ contactCount: 0 })
      expect(await answered(200, org.call("GET", `/v1/audiences/${audience}/contacts`))).toMatchObject({ total: 0 })
    }
    expect(await total()).toBe(before)
    expect((await create({ phoneNumber })).id).not.toBe(id)
  })

  test("only one of many concurrent requests succeeds", async () => {
    const before = await total()
    const { id } = await create()
    const answers = await Promise.all(Array.from({ length: 10 }, () => org.call("DELETE", `/v1/contacts/${id}`)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 9 }, () => 404)])
    expect(await total()).toBe(before)
  })
})

describe("GET /v1/contacts", () => {
  test("pages list every contact once, newest first, with an exact total", async () => {
    const own = await server.organization("Pages")
    const rows = Array.from({ length: 45 }, (_, index) => ({ name: `Row ${index}`, phoneNumber: newPhoneNumber() }))
    for (const row of rows.slice(0, 20)) await answered(201, own.call("POST", "/v1/contacts", row))
    await answered(200, own.call("POST", "/v1/contacts/bulk", { contacts: rows.slice(20) }))

    const first = await answered(200, own.call("GET", "/v1/contacts"))
    expect({ ...first, data: first.data.length }).toEqual({ data: 20, total: 45, page: 1, limit: 20, totalPages: 3 })
    const pages = await Promise.all(
      [1, 2, 3, 4].map((page) => answered(200, own.call("GET", `/v1/contacts?page=${page}&limit=15`)))
    )
    expect(pages.map(({ data, page, totalPages }) => [data.length, page, totalPages])).toEqual([
      [15, 1, 3],
      [15, 2, 3],
      [15, 3, 3],
      [0, 4, 3]
    ])
    const names = pages.flatMap(({ data }) => data.map((one: any) => one.name))
    expect(names).toEqual(rows.map(({ name }) => name).reverse())
    expect(await answered(200, own.call("GET", "/v1/contacts?page=90000000000000&limit=100"))).toMatchObject({
      data: []
    })

    const doomed = pages[0].data.slice(0, 4).map((one: any) => one.id)
    await answered(200, own.call("POST", "/v1/contacts/bulk-delete", { contactIds: doomed }))
    await answered(200, own.call("DELETE", `/v1/contacts/${pages[1].data[0].id}`))
    expect(await answered(200, own.call("GET", "/v1/contacts?limit=40"))).toMatchObject({ total: 40, totalPages: 1 })
    expect((await answered(200, own.call("GET", "/v1/contacts?limit=100"))).data).toHaveLength(40)
  })

  test.each([
    ["limit=0", "limit"],
    ["limit=101", "limit"],
    ["limit=-1", "limit"],
    ["limit=1.5", "limit"],
    ["limit=1e1", "limit"],
    ["limit=ten", "limit"],
    ["limit=", "limit"],
    ["limit=%20", "limit"],
    ["limit=10&limit=20", "limit"],
    ["page=0", "page"],
    ["page=-1", "page"],
    ["page=", "page"],
    ["page=1.0", "page"],
    ["page=99999999999999999999", "page"],
    ["page=1&page=2", "page"],
    ["search=a&search=b", "search"],
    ["search=%00", "search"],
    [`search=${"x".repeat(256)}`, "search"]
  ])("refuses %s", async (query, path) => {
    const { details } = await answered(400, org.call("GET", `/v1/contacts?${query}`))
    expect(details).toEqual([{ path, message: expect.stringMatching(/^must/) }])
  })

  test("reports all problems of a query at once, and ignores unknown parameters", async () => {
    await refused(org.call("GET", "/v1/contacts?limit=0&page=0"), { limit: /1 to 100/, page: /1 to/ })
    await refused(org.call("GET", "/v1/contacts?limit=1&limit=2"), { limit: "must be given only once" })
    await answered(200, org.call("GET", "/v1/contacts?sort=name&limit=1&__proto__=1"))
  })
})

describe("search", async () => {
  const own = await server.organization("Search")
  const find = async (search: string) => {
    const answer = await answered(200, own.call("GET", `/v1/contacts?limit=100&search=${encodeURIComponent(search)}`))
    expect(answer.total).toBe(answer.data.length)
    return answer.data.map((one: any) => one.name)
  }
  const names = [
    "Straße",
    "ΟΔΥΣΣΕΥΣ ΟΔΟΣ",
    "İstanbul Kaya",
    "ISIK",
    "प्रिया शर्मा",
    "Дмитрий Щукин",
    "José Ñandú",
    "Łukasz Żak",
    "Åse Ærø",
    "100% Sure_Thing",
    "100x SureXThing",
    "back\\slash",
    "Anna  Maria",
    "ﬁnn",
    "ǅemal",
    "😀 Grin",
    "李小龍"
  ]
  for (const [index, name] of names.entries()) {
    await answered(201, own.call("POST", "/v1/contacts", { name, phoneNumber: `+4420700000${10 + index}` }))
  }
  await answered(201, own.call("POST", "/v1/contacts", { name: "Ends with 44", phoneNumber: "+15550001234" }))

  test.each([
    ["straße", "Straße"],
    ["STRASSE", "Straße"],
    ["STRAẞE", "Straße"],
    ["strasse", "Straße"],
    ["tras", "Straße"],
    ["raß", "Straße"],
    ["οδυσσευς", "ΟΔΥΣΣΕΥΣ ΟΔΟΣ"],
    ["Οδυσσεύς".normalize("NFD").replace(/\u0301/g, ""), "ΟΔΥΣΣΕΥΣ ΟΔΟΣ"],
    ["οδος", "ΟΔΥΣΣΕΥΣ ΟΔΟΣ"],
    ["οδοσ", "ΟΔΥΣΣΕΥΣ ΟΔΟΣ"],
    ["σευσ ο", "ΟΔΥΣΣΕΥΣ ΟΔΟΣ"],
    ["İSTANBUL", "İstanbul Kaya"],
    ["i̇stanbul", "İstanbul Kaya"],
    ["istanbul", "İstanbul Kaya"],
    ["ISTANBUL", "İstanbul Kaya"],
    ["stanbul k", "İstanbul Kaya"],
    ["isik", "ISIK"],
    ["प्रिया", "प्रिया शर्मा"],
    ["शर्", "प्रिया शर्मा"],
    ["дмитрий", "Дмитрий Щукин"],
    ["ЩУК", "Дмитрий Щукин"],
    ["JOSÉ", "José Ñandú"],
    ["jose\u0301", "José Ñandú"],
    ["ñan", "José Ñandú"],
    ["łUKASZ ż", "Łukasz Żak"],
    ["ÅSE æ", "Åse Ærø"],
    ["A\u030ase", "Åse Ærø"],
    ["FINN", "ﬁnn"],
    ["ﬁn", "ﬁnn"],
    ["Ǆemal", "ǅemal"],
    ["ǆEMAL", "ǅemal"],
    ["😀", "😀 Grin"],
    ["小", "李小龍"],
    ["100%", "100% Sure_Thing"],
    ["sure_", "100% Sure_Thing"],
    ["%", "100% Sure_Thing"],
    ["_", "100% Sure_Thing"],
    ["\\", "back\\slash"],
    ["k\\s", "back\\slash"],
    ["a  m", "Anna  Maria"],
    ["5550001", "Ends with 44"],
    ["+1555", "Ends with 44"],
    ["1234", "Ends with 44"],
    ["+442070000010", "Straße"]
  ])("%j finds %j", async (part, name) => {
    expect(await find(part)).toEqual([name])
  })

  test.each([
    "1234ends",
    "44+1555",
    "44\n+1",
    "ends with 44\n",
    "44 +15",
    "\\%",
    "a m",
    "s%e",
    "x_t",
    "sharma",
    "'; drop table contacts; --",
    "+1 555"
  ])("%j finds no contact", async (part) => {
    expect(await find(part)).toEqual([])
  })

  test("matches a part of any length in names and numbers, with pages", async () => {
    expect(await find("4")).toHaveLength(names.length + 1)
    expect(await find("sure")).toEqual(["100x SureXThing", "100% Sure_Thing"])
    expect(await find("")).toHaveLength(names.length + 1)
    expect(await find("x".repeat(255))).toEqual([])
    const path = "/v1/contacts?search=44&limit=5&page="
    const pages = await Promise.all([1, 2, 3, 4, 5].map((page) => answered(200, own.call("GET", path + page))))
    expect(pages.map(({ data, total, totalPages }) => [data.length, total, totalPages])).toEqual([
      [5, 18, 4],
      [5, 18, 4],
      [5, 18, 4],
      [3, 18, 4],
      [0, 18, 4]
    ])
  })

  test("finds a contact by its new name and number after a change", async () => {
    const { id } = await answered(
      201,
      own.call("POST", "/v1/contacts", { name: "Before", phoneNumber: "+33100000001" })
    )
    await answered(200, own.call("PATCH", `/v1/contacts/${id}`, { name: "After" }))
    expect([await find("before"), await find("after"), await find("3310000")]).toEqual([[], ["After"], ["After"]])
    await answered(200, own.call("PATCH", `/v1/contacts/${id}`, { phoneNumber: "+33200000001" }))
    expect([await find("3310000"), await find("3320000"), await find("after")]).toEqual([[], ["After"], ["After"]])
    const contacts = [{ name: "Latest", phoneNumber: "+33200000001" }]
    await answered(200, own.call("POST", "/v1/contacts/bulk", { contacts }))
    expect([await find("after"), await find("latest")]).toEqual([[], ["Latest"]])
    await answered(200, own.call("DELETE", `/v1/contacts/${id}`))
    expect(await find("latest")).toEqual([])
  })
})
