import { randomUUID } from "node:crypto"
import { afterAll, describe, expect, test } from "vitest"
import { answered, refused, timestamp, uuid7 } from "../../support/api/answered.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { shuffled } from "../../support/random.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const other = await server.organization("Other")

const create = (fields: object = {}, of = org) =>
  answered(201, of.call("POST", "/v1/audiences", { name: "Everyone", ...fields }))
const get = (id: string, of = org) => answered(200, of.call("GET", `/v1/audiences/${id}`))
const members = (id: string, query = "", of = org) =>
  answered(200, of.call("GET", `/v1/audiences/${id}/contacts?limit=100${query}`))
const available = (id: string, query = "") =>
  answered(200, org.call("GET", `/v1/audiences/${id}/available-contacts?limit=100${query}`))
const add = (id: string, contactIds: ReadonlyArray<string>, of = org) =>
  answered(200, of.call("POST", `/v1/audiences/${id}/contacts`, { contactIds }))
const newContacts = async (count: number, of: TestOrganization = org, name = "Row"): Promise<ReadonlyArray<string>> => {
  const contacts = Array.from({ length: count }, (_, index) => ({
    name: `${name} ${index}`,
    phoneNumber: newPhoneNumber()
  }))
  return idsOf((await answered(200, of.call("POST", "/v1/contacts/bulk", { contacts }))).contacts)
}
const idsOf = (resources: ReadonlyArray<any>): ReadonlyArray<string> => resources.map(({ id }) => id)

// There are three ways to remove contacts.
const removals = {
  DELETE: (id: string, contactIds: unknown, of = org) =>
    of.call("DELETE", `/v1/audiences/${id}/contacts`, { contactIds }),
  POST: (id: string, contactIds: unknown, of = org) =>
    of.call("POST", `/v1/audiences/${id}/contacts/remove`, { contactIds })
}
const additions = {
  "audiences/:id/contacts": (id: string, contactIds: unknown, of = org) =>
    of.call("POST", `/v1/audiences/${id}/contacts`, { contactIds }),
  "contacts/add-to-audience": (audienceId: string, contactIds: unknown, of = org) =>
    of.call("POST", "/v1/contacts/add-to-audience", { contactIds, audienceId })
}

describe("POST /v1/audiences", () => {
  test("creates an audience with exactly the documented fields", async () => {
    const created = await create({ name: "Delhi", description: "All of Delhi" })
    expect(created).toEqual({
      id: expect.stringMatching(uuid7),
      name: "Delhi",
      description: "All of Delhi",
      organizationId: String(org.id),
      contactCount: 0,
      createdAt: expect.stringMatching(timestamp),
      updatedAt: created.createdAt
    })
    expect(await get(created.id)).toEqual(created)
  })

  test("lets a part of its name be searched in any case and script", async () => {
    const own = await server.organization()
    const names = ["ΟΔΥΣΣΕΥΣ", "Straße 100%", "ИВАНОВА", "a_b", "İzmir"]
    for (const name of names) await create({ name }, own)
    const found = async (part: string) => {
      const path = `/v1/audiences?search=${encodeURIComponent(part)}&limit=3`
      const { data, total } = await answered(200, own.call("GET", path))
      return [total, ...data.map(({ name }: { name: string }) => name)]
    }
    expect(await found("δυσσευς")).toEqual([1, "ΟΔΥΣΣΕΥΣ"])
    expect(await found("STRASSE")).toEqual([1, "Straße 100%"])
    expect(await found("иван")).toEqual([1, "ИВАНОВА"])
    expect(await found("izmir")).toEqual([1, "İzmir"])
    expect(await found("%")).toEqual([1, "Straße 100%"])
    expect(await found("_")).toEqual([1, "a_b"])
    expect(await found("nothing")).toEqual([0])
    expect(await found("")).toEqual([5, ...names.toReversed().slice(0, 3)])
  })

  test("stores null for an omitted description", async () => {
    expect(await create()).toMatchObject({ description: null })
    expect(await create({ description: null })).toMatchObject({ description: null })
  })

  test("accepts a name of 1 to 255 characters, also one that exists already", async () => {
    for (const name of ["x", "न".repeat(255), "Same", "Same"]) expect(await create({ name })).toMatchObject({ name })
    const refuse = (fields: object, problems: Readonly<Record<string, string | RegExp>>) =>
      refused(org.call("POST", "/v1/audiences", fields), problems)
    await refuse({}, { name: "is required" })
    await refuse({ name: null }, { name: /string/ })
    await refuse({ name: " " }, { name: "must not be empty" })
    await refuse({ name: "x".repeat(256) }, { name: "must have at most 255 characters" })
    await refuse({ name: 1, description: 2 }, { name: /string/, description: /string/ })
    await refuse({ name: "x", description: "x".repeat(2001) }, { description: "must have at most 2000 characters" })
  })

  test("never stores a read-only or unknown field", async () => {
    const id = randomUUID()
    const created = await create({
      id,
      organizationId: String(other.id),
      contactCount: 7,
      createdAt: "2020-01-01T00:00:00Z"
    })
    expect(created).toMatchObject({ organizationId: String(org.id), contactCount: 0 })
    expect(created.id).not.toBe(id)
    expect(created.createdAt).not.toMatch(/^2020/)
    await answered(404, other.call("GET", `/v1/audiences/${created.id}`))
  })
})

describe("PATCH /v1/audiences/:id", () => {
  test("changes only the fields that are sent, and returns the whole audience", async () => {
    const before = await create({ description: "First" })
    await add(before.id, await newContacts(1))
    const patch = (fields: object) => answered(200, org.call("PATCH", `/v1/audiences/${before.id}`, fields))
    const named = await patch({ name: "Renamed" })
    expect(named).toEqual({ ...before, name: "Renamed", contactCount: 1, updatedAt: named.updatedAt })
    expect(named.updatedAt > before.updatedAt).toBe(true)
    expect(await patch({ description: "Second" })).toMatchObject({ name: "Renamed", description: "Second" })
    expect(await patch({ description: null })).toMatchObject({ name: "Renamed", description: null })
    expect(await patch({})).toMatchObject({ name: "Renamed", description: null, contactCount: 1 })
    const mine = { id: randomUUID(), organizationId: "1", contactCount: 9, createdAt: "2020-01-01T00:00:00.000Z" }
    const ignored = await patch(mine)
    expect(ignored).toEqual({ ...named, description: null, updatedAt: ignored.updatedAt })
    await refused(org.call("PATCH", `/v1/audiences/${before.id}`, { name: null }), { name: /string/ })
    await refused(org.call("PATCH", `/v1/audiences/${before.id}`, { name: "" }), { name: "must not be empty" })
  })

  test("two concurrent requests lose no field", async () => {
    const { id } = await create()
    for (let round = 0; round < 10; round++) {
      const name = `Name ${round}`
      const description = `Description ${round}`
      await Promise.all([{ name }, { description }].map((fields) => org.call("PATCH", `/v1/audiences/${id}`, fields)))
      expect(await get(id)).toMatchObject({ name, description })
    }
  })
})

describe("DELETE /v1/audiences/:id", () => {
  test("keeps the contacts", async () => {
    const { id } = await create()
    const [contact] = await newContacts(1)
    await add(id, [contact!])
    expect(await answered(200, org.call("DELETE", `/v1/audiences/${id}`))).toEqual({ success: true })
    await answered(404, org.call("GET", `/v1/audiences/${id}`))
    await answered(404, org.call("GET", `/v1/audiences/${id}/contacts`))
    await answered(404, org.call("GET", `/v1/audiences/${id}/available-contacts`))
    await answered(404, org.call("DELETE", `/v1/audiences/${id}`))
    for (const change of [...Object.values(additions), ...Object.values(removals)]) {
      await answered(404, change(id, [contact]))
    }
    await answered(200, org.call("GET", `/v1/contacts/${contact}`))
  })
})

describe("GET /v1/audiences", () => {
  test("pages list every audience once, newest first, with an exact total", async () => {
    const own = await server.organization("Pages")
    const made: Array<string> = []
    for (let index = 0; index < 7; index++) made.unshift((await create({ name: `A ${index}` }, own)).id)
    const list = (query: string) => answered(200, own.call("GET", `/v1/audiences${query}`))
    expect(await list("")).toMatchObject({ total: 7, page: 1, limit: 20, totalPages: 1 })
    const pages = await Promise.all([1, 2, 3].map((page) => list(`?limit=3&page=${page}`)))
    expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(made)
    expect(await list("?limit=3&page=4")).toEqual({ data: [], total: 7, page: 4, limit: 3, totalPages: 3 })
    await answered(200, own.call("DELETE", `/v1/audiences/${made[0]}`))
    expect(await list("?limit=6")).toMatchObject({ total: 6, totalPages: 1 })
  })
})

describe("the members of an audience", () => {
  test.each(Object.entries(additions))(
    "%s adds contacts, returns the audience, and counts each contact once",
    async (_, addTo) => {
      const audience = await create()
      const ids = await newContacts(3)
      const [theirs] = await newContacts(1, other)
      expect(await answered(200, addTo(audience.id, ids.slice(0, 2)))).toEqual({
        ...audience,
        contactCount: 2,
        updatedAt: expect.stringMatching(timestamp)
      })
      const named = [ids[1], ids[2], ids[2], ids[2]?.toUpperCase(), theirs, randomUUID(), "x", "", "1"]
      expect(await answered(200, addTo(audience.id, named))).toMatchObject({ contactCount: 3 })
      expect(await answered(200, addTo(audience.id, named))).toMatchObject({ contactCount: 3 })
      expect(await answered(200, addTo(audience.id, []))).toMatchObject({ contactCount: 3 })
      expect(await get(audience.id)).toMatchObject({ contactCount: 3 })
      expect(idsOf((await members(audience.id)).data)).toEqual(ids.toReversed())
    }
  )

  test.each(Object.entries(removals))(
    "%s removes contacts, returns the audience, and counts each contact once",
    async (_, remove) => {
      const audience = await create()
      const ids = await newContacts(4)
      const [theirs] = await newContacts(1, other)
      await add(audience.id, ids)
      const named = [ids[0], ids[0], ids[1]?.toUpperCase(), theirs, randomUUID(), "x", ""]
      expect(await answered(200, remove(audience.id, named))).toEqual({
        ...audience,
        contactCount: 2,
        updatedAt: expect.stringMatching(timestamp)
      })
      expect(await answered(200, remove(audience.id, named))).toMatchObject({ contactCount: 2 })
      expect(await answered(200, remove(audience.id, []))).toMatchObject({ contactCount: 2 })
      expect(idsOf((await members(audience.id)).data)).toEqual([ids[3], ids[2]])
      await answered(200, org.call("GET", `/v1/contacts/${ids[0]}`))
    }
  )

  test.each(Object.entries({ ...additions, ...removals }))(
    "%s refuses a value that is not a list of ids",
    async (name, change) => {
      const { id } = await create()
      for (const contactIds of [undefined, null, "x", {}, 7]) {
        await refused(change(id, contactIds), { contactIds: /required|must be/ })
      }
      await refused(change(id, ["x", 7, null]), {
        "contactIds.1": "must be a string",
        "contactIds.2": "must be a string"
      })
      if (name === "contacts/add-to-audience") {
        await refused(org.call("POST", "/v1/contacts/add-to-audience", { contactIds: [] }), {
          audienceId: "is required"
        })
        await refused(change(7 as never, []), { audienceId: "must be a string" })
      }
    }
  )

  test("never include contacts of another organization, and are never given to one", async () => {
    const mine = await create()
    const theirs = await create({}, other)
    const contacts = await newContacts(2, other)
    await add(theirs.id, contacts, other)
    for (const addTo of Object.values(additions)) {
      expect(await answered(200, addTo(mine.id, contacts))).toMatchObject({ contactCount: 0 })
      await answered(404, addTo(theirs.id, await newContacts(1)))
    }
    for (const remove of Object.values(removals)) {
      expect(await answered(200, remove(mine.id, contacts))).toMatchObject({ contactCount: 0 })
      await answered(404, remove(theirs.id, contacts))
    }
    expect(await get(theirs.id, other)).toMatchObject({ contactCount: 2 })
    expect((await members(theirs.id, "", other)).total).toBe(2)
  })

  test("belong to no other audience", async () => {
    const [one, two] = [await create(), await create()]
    const ids = await newContacts(2)
    await add(one.id, ids)
    await add(two.id, ids.slice(0, 1))
    await answered(200, removals.POST(one.id, ids))
    expect([(await get(one.id)).contactCount, (await get(two.id)).contactCount]).toEqual([0, 1])
  })

  test("are added and removed for as many ids as the body can hold", async () => {
    // Query plans made for an empty table must not be used to add and remove thousands.
    const own = await server.organization("Many")
    const { id } = await create({}, own)
    const changes = [...Object.values(additions), ...Object.values(removals)]
    const everyWay = (contactIds: ReadonlyArray<string>) => [
      ...changes.map((change) => change(id, contactIds, own)),
      own.call("POST", "/v1/contacts/bulk-delete", { contactIds })
    ]
    for (let round = 0; round < 12; round++) await Promise.all(everyWay([randomUUID()]))
    const ids: Array<string> = []
    for (let round = 0; round < 10; round++) ids.push(...(await newContacts(1000, own)))
    const named = [...Array.from({ length: 16_000 }, () => randomUUID()), ...ids]
    expect(await add(id, named, own)).toMatchObject({ contactCount: 10_000 })
    const gone = named.slice(0, 21_000)
    expect(await answered(200, removals.DELETE(id, gone, own))).toMatchObject({ contactCount: 5000 })
    const doomed = await answered(200, own.call("POST", "/v1/contacts/bulk-delete", { contactIds: named }))
    expect(doomed).toEqual({ deleted: 10_000 })
    expect(await get(id, own)).toMatchObject({ contactCount: 0 })
  })
})

describe("the contacts inside and outside an audience", () => {
  test("together are all contacts, newest first, with pages and search", async () => {
    const own = await server.organization("Parts")
    const inside = await newContacts(5, own, "Inside")
    const outside = await newContacts(4, own, "Outside")
    const { id } = await create({}, own)
    await add(id, shuffled(inside, 1), own)
    const list = (side: string, query: string) => answered(200, own.call("GET", `/v1/audiences/${id}/${side}?${query}`))

    for (const [side, ids] of [
      ["contacts", inside],
      ["available-contacts", outside]
    ] as const) {
      const all = await list(side, "")
      expect({ ...all, data: idsOf(all.data) }).toEqual({
        data: ids.toReversed(),
        total: ids.length,
        page: 1,
        limit: 20,
        totalPages: 1
      })
      expect(all.data[0]).toEqual(await answered(200, own.call("GET", `/v1/contacts/${ids.at(-1)}`)))
      const pages = await Promise.all([1, 2, 3].map((page) => list(side, `limit=2&page=${page}`)))
      expect(pages.flatMap(({ data }) => idsOf(data))).toEqual(ids.toReversed())
      expect(await list(side, "limit=2&page=9")).toMatchObject({ data: [], total: ids.length })
      expect(await list(side, "search=Row&limit=100&page=90000000000000")).toMatchObject({ data: [] })
    }
    expect(await list("contacts", "search=INSIDE%203")).toMatchObject({ total: 1, data: [{ id: inside[3] }] })
    expect(await list("contacts", "search=outside")).toMatchObject({ total: 0, data: [] })
    expect(await list("available-contacts", "search=outside&limit=3")).toMatchObject({ total: 4, totalPages: 2 })
    expect(await list("available-contacts", "search=%25")).toMatchObject({ total: 0 })
  })

  test("pages of a long list have each contact once when they are read one after another", async () => {
    const own = await server.organization("Long")
    const parts = [await newContacts(1000, own), await newContacts(1000, own), await newContacts(300, own)]
    const made = parts.flat().toReversed()
    const { id } = await create({}, own)
    await add(id, made, own)
    for (const path of ["/v1/contacts", `/v1/audiences/${id}/contacts`]) {
      const read: Array<string> = []
      for (let page = 1; page <= 23; page++) {
        const { data } = await answered(200, own.call("GET", `${path}?limit=100&page=${page}`))
        read.push(...idsOf(data))
      }
      expect(read).toEqual(made)
    }
  })

  test("reflect contacts that are added, removed, created and deleted", async () => {
    const { id } = await create()
    const ids = await newContacts(3, org, "Wanderer")
    const sides = async () => [
      idsOf((await members(id, "&search=wanderer")).data),
      idsOf((await available(id, "&search=wanderer")).data)
    ]
    const [one, two, three] = ids
    expect(await sides()).toEqual([[], [three, two, one]])
    await add(id, [two!, one!])
    expect(await sides()).toEqual([[two, one], [three]])
    await answered(200, removals.DELETE(id, [one]))
    expect(await sides()).toEqual([[two], [three, one]])
    await answered(200, org.call("DELETE", `/v1/contacts/${two}`))
    expect(await sides()).toEqual([[], [three, one]])
    expect(await get(id)).toMatchObject({ contactCount: 0 })
  })
})

describe("concurrent requests", () => {
  test("keep every contactCount exact while adding, removing and deleting", async () => {
    const own = await server.organization("At once")
    const audiences = await Promise.all(Array.from({ length: 3 }, () => create({}, own)))
    const ids = await newContacts(80, own)
    const changes = [...Object.values(additions), ...Object.values(removals)]
    const work = Array.from({ length: 60 }, (_, index) => {
      const some = shuffled(ids, index).slice(0, 25)
      const audience = audiences[index % 3]!.id
      if (index % 10 === 9) return own.call("POST", "/v1/contacts/bulk-delete", { contactIds: some.slice(0, 3) })
      if (index % 10 === 8) return own.call("DELETE", `/v1/contacts/${some[0]}`)
      return changes[index % 4]!(audience, some, own)
    })
    for (const { status, text } of await Promise.all(work)) expect([200, 404], text).toContain(status)
    for (const { id } of audiences) {
      const { contactCount } = await get(id, own)
      const { data, total } = await members(id, "", own)
      expect([total, data.length]).toEqual([contactCount, contactCount])
    }
  })

  test("leave no half-deleted audience when members are added meanwhile", async () => {
    const own = await server.organization("Half")
    const ids = await newContacts(20, own)
    for (let round = 0; round < 10; round++) {
      const { id } = await create({}, own)
      const answers = await Promise.all([
        additions["audiences/:id/contacts"](id, ids, own),
        own.call("DELETE", `/v1/audiences/${id}`),
        additions["contacts/add-to-audience"](id, ids, own)
      ])
      expect(answers[1].status).toBe(200)
      for (const { status } of answers) expect([200, 404]).toContain(status)
      await answered(404, own.call("GET", `/v1/audiences/${id}`))
    }
    expect(await answered(200, own.call("POST", "/v1/contacts/bulk-delete", { contactIds: ids }))).toEqual({
      deleted: 20
    })
  })
})

test("a path with a semicolon is answered 404, and does not change the resource before it", async () => {
  const { id } = await create()
  for (const path of [`/v1/audiences/${id};x`, `/v1/audiences/${id};x/contacts`, `/v1/audiences;/${id}`]) {
    expect((await org.call("DELETE", path)).status).toBe(404)
  }
  await get(id)
})
