import { randomUUID } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { afterAll, describe, expect, test } from "vitest"
import { answered, refused } from "../../support/api/answered.ts"
import { openSocket } from "../../support/api/raw-http.ts"
import { startServer, type TestOrganization } from "../../support/api/test-server.ts"
import { newPhoneNumber } from "../../support/data/phone-numbers.ts"
import { untilFound } from "../../support/eventually.ts"
import { shuffled } from "../../support/random.ts"
import { engine } from "../../support/servers/test-database.ts"

const server = await startServer()
afterAll(server.stop)
const org = await server.organization()
const other = await server.organization("Other")

const bulk = (contacts: unknown, of = org) => answered(200, of.call("POST", "/v1/contacts/bulk", { contacts }))
const list = (of: TestOrganization, query = "") => answered(200, of.call("GET", `/v1/contacts?limit=100${query}`))
const newContacts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ name: `Row ${index}`, phoneNumber: newPhoneNumber() }))

/** Returns everything that is listed, page by page, and checks that the totals agree with it. */
const allOf = async (of: TestOrganization) => {
  const { total, totalPages } = await list(of)
  const pages = await Promise.all(Array.from({ length: totalPages }, (_, index) => list(of, `&page=${index + 1}`)))
  const data: ReadonlyArray<any> = pages.flatMap((page) => page.data)
  expect(new Set(data.map(({ id }) => id)).size).toBe(data.length)
  expect(data).toHaveLength(total)
  return data
}

describe("POST /v1/contacts/bulk", () => {
  test("creates new contacts, updates existing ones, and returns each once in the order of the rows", async () => {
    const rows = newContacts(4)
    await bulk([rows[1], rows[3]])
    const changed = rows.map((row, index) => ({ ...row, name: `New ${index}` }))
    const { contacts, ...counts } = await bulk(changed)
    expect(counts).toEqual({ created: 2, updated: 2, failed: 0, errors: [] })
    expect(contacts.map(({ name, phoneNumber }: any) => ({ name, phoneNumber }))).toEqual(changed)
    for (const contact of contacts) {
      expect(await answered(200, org.call("GET", `/v1/contacts/${contact.id}`))).toEqual(contact)
    }
  })

  test("returns contacts in the order of the rows even if the rows have different fields", async () => {
    const extra = [{}, { language: "hi-IN" }, { metadata: { a: 1 } }, { gender: "male", language: null }]
    const rows = newContacts(12).map((row, index) => ({ ...row, ...extra[index % 4] }))
    await bulk(rows.slice(3, 7))
    const { contacts } = await bulk(rows)
    expect(contacts.map(({ phoneNumber }: any) => phoneNumber)).toEqual(rows.map(({ phoneNumber }) => phoneNumber))
  })

  test("keeps omitted fields, clears fields that are null, and replaces metadata as a whole", async () => {
    const everything = {
      language: "hi-IN",
      metadata: { a: 1, b: 2 },
      ageBand: "26-35",
      gender: "male",
      cityTier: "Metro",
      occupation: "Farmer",
      incomeBand: "low",
      productType: "loan"
    }
    const [row] = newContacts(1)
    const first = await bulk([{ ...row, ...everything }])
    expect(first.contacts[0]).toMatchObject(everything)

    const second = await bulk([{ ...row, name: "Renamed" }])
    expect(second.contacts[0]).toEqual({
      ...first.contacts[0],
      name: "Renamed",
      updatedAt: second.contacts[0].updatedAt
    })
    expect(second.contacts[0].updatedAt > first.contacts[0].updatedAt).toBe(true)

    const third = await bulk([{ ...row, metadata: { c: 3 }, language: null, occupation: "Tailor" }])
    expect(third.contacts[0]).toMatchObject({
      metadata: { c: 3 },
      language: null,
      occupation: "Tailor",
      gender: "male"
    })

    const cleared = Object.fromEntries(Object.keys(everything).map((field) => [field, null]))
    expect((await bulk([{ ...row, ...cleared }])).contacts[0]).toMatchObject({ ...cleared, metadata: {} })
  })

  test("applies rows with the same number in order: the first creates, the others update", async () => {
    const [row, second] = newContacts(2)
    const result = await bulk([
      { ...row, name: "First", language: "hi-IN", metadata: { a: 1 }, gender: "female" },
      second,
      { ...row, name: "Second", metadata: { b: 2 } },
      { ...row, name: "Third", gender: null }
    ])
    expect(result).toMatchObject({ created: 2, updated: 2, failed: 0, errors: [] })
    expect(result.contacts.map(({ phoneNumber }: any) => phoneNumber)).toEqual([row!.phoneNumber, second!.phoneNumber])
    expect(result.contacts[0]).toMatchObject({
      name: "Third",
      language: "hi-IN",
      metadata: { b: 2 },
      gender: null
    })
    expect(await bulk([row, row])).toMatchObject({ created: 0, updated: 2 })
  })

  test("reports failed rows with their index and the reason, and processes the rest", async () => {
    const [good, late] = newContacts(2)
    const { contacts, ...counts } = await bulk([
      null,
      good,
      "text",
      7,
      [],
      {},
      { name: "No number" },
      { phoneNumber: newPhoneNumber() },
      { name: "", phoneNumber: "12345" },
      { ...good, name: "x".repeat(256) },
      { ...good, cityTier: "Village" },
      { ...good, metadata: "text" },
      late
    ])
    expect(counts).toMatchObject({ created: 2, updated: 0, failed: 11 })
    expect(contacts.map(({ phoneNumber }: any) => phoneNumber)).toEqual([good!.phoneNumber, late!.phoneNumber])
    expect(contacts[0].name).toBe(good!.name)
    expect(counts.errors.map(({ index }: any) => index)).toEqual([0, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11])
    expect(counts.errors.map(({ reason }: any) => reason)).toEqual([
      "must be an object",
      "must be an object",
      "must be an object",
      "must be an object",
      "name is required; phoneNumber is required",
      "phoneNumber is required",
      "name is required",
      expect.stringMatching(/^name must not be empty; phoneNumber must be a valid E.164.*national/),
      "name must have at most 255 characters",
      expect.stringMatching(/^cityTier must be/),
      expect.stringMatching(/^metadata must be/)
    ])
  })

  test("stores nothing when every row fails", async () => {
    const before = (await list(org)).total
    expect(await bulk([{}, { name: "x", phoneNumber: "y" }])).toMatchObject({ created: 0, failed: 2, contacts: [] })
    expect((await list(org)).total).toBe(before)
  })

  test("accepts 0 to 1,000 rows, and refuses 1,001 as a whole", async () => {
    const own = await server.organization("Many")
    const rows = newContacts(1001)
    expect(await bulk([], own)).toEqual({ created: 0, updated: 0, failed: 0, contacts: [], errors: [] })
    await refused(own.call("POST", "/v1/contacts/bulk", { contacts: rows }), { contacts: /at most 1000/ })
    expect((await list(own)).total).toBe(0)
    const most = await bulk(rows.slice(1), own)
    expect([most.created, most.contacts.length]).toEqual([1000, 1000])
    expect(await bulk(rows.slice(1), own)).toMatchObject({ created: 0, updated: 1000 })
    expect((await list(own)).total).toBe(1000)
  })

  test.each([{}, { contacts: null }, { contacts: {} }, { contacts: "x" }])("refuses %j", async (body) => {
    await refused(org.call("POST", "/v1/contacts/bulk", body), { contacts: /required|must be/ })
  })

  test("never stores a read-only or unknown field", async () => {
    const [row] = newContacts(1)
    const id = randomUUID()
    const assigned = { id, organizationId: String(other.id), createdAt: "2020-01-01T00:00:00.000Z", loan_id: "L-1" }
    const { contacts } = await bulk([{ ...row, ...assigned }])
    expect(contacts[0]).toMatchObject({ organizationId: String(org.id), metadata: {} })
    expect(contacts[0].id).not.toBe(id)
    expect(contacts[0].createdAt).not.toMatch(/^2020/)
    expect(contacts[0]).not.toHaveProperty("loan_id")
    expect((await list(other)).total).toBe(0)
  })

  test("handles keys with a meaning in JavaScript as data", async () => {
    const [row] = newContacts(1)
    const hostile = `{"name":"Asha","phoneNumber":"${row!.phoneNumber}","__proto__":{"language":"hi-IN"},
      "metadata":{"__proto__":{"polluted":1}}}`
    const { contacts } = await answered(200, org.call("POST", "/v1/contacts/bulk", `{"contacts":[${hostile}]}`))
    expect(contacts[0].language).toBeNull()
    expect(({} as any).polluted).toBeUndefined()
  })

  test("does not touch contacts of another organization with the same number", async () => {
    const rows = newContacts(3)
    await bulk(rows)
    const theirs = await bulk(rows, other)
    expect(theirs).toMatchObject({ created: 3, updated: 0 })
    expect(theirs.contacts.every(({ organizationId }: any) => organizationId === String(other.id))).toBe(true)
    expect(await answered(200, other.call("POST", "/v1/contacts/bulk-delete", { contactIds: idsOf(theirs) }))).toEqual({
      deleted: 3
    })
    expect(await bulk(rows)).toMatchObject({ created: 0, updated: 3 })
  })

  test("creates each number once when many requests contain it", async () => {
    const own = await server.organization("At once")
    const rows = newContacts(150)
    const requests = Array.from({ length: 8 }, (_, client) =>
      shuffled(rows, client).map((row, index) => ({
        ...row,
        ...(index % 3 === 0 ? { metadata: { client } } : index % 3 === 1 ? { gender: "male" } : {})
      }))
    )
    const results = await Promise.all(requests.map((contacts) => bulk(contacts, own)))
    expect(results.reduce((sum, { created }) => sum + created, 0)).toBe(150)
    expect(results.reduce((sum, { updated }) => sum + updated, 0)).toBe(7 * 150)
    const all = await allOf(own)
    expect(new Set(all.map(({ phoneNumber }) => phoneNumber)).size).toBe(150)
  })

  test("keeps totals exact beside concurrent deletes and changes", async () => {
    const own = await server.organization("In a crowd")
    const rows = newContacts(60)
    const { contacts } = await bulk(rows, own)
    const ids = idsOf({ contacts })
    const work = Array.from({ length: 6 }, (_, round) => [
      bulk(
        shuffled(rows, round).map((row, index) => (index % 2 === 0 ? row : { ...row, language: "hi-IN" })),
        own
      ),
      answered(200, own.call("POST", "/v1/contacts/bulk-delete", { contactIds: shuffled(ids, round) })),
      ...shuffled(ids, round + 100)
        .slice(0, 4)
        .map((id) => own.call("DELETE", `/v1/contacts/${id}`)),
      ...shuffled(ids, round + 200)
        .slice(0, 4)
        .map((id) => own.call("PATCH", `/v1/contacts/${id}`, { name: "Changed" })),
      ...rows.slice(0, 4).map((row) => own.call("POST", "/v1/contacts", row))
    ])
    await Promise.all(work.flat())
    const all = await allOf(own)
    expect(new Set(all.map(({ phoneNumber }) => phoneNumber)).size).toBe(all.length)
  })
})

describe("POST /v1/contacts/bulk-delete", () => {
  const remove = (contactIds: unknown, of = org) =>
    answered(200, of.call("POST", "/v1/contacts/bulk-delete", { contactIds }))

  test("deletes existing contacts, counts each once, and ignores unknown ids", async () => {
    const ids = idsOf(await bulk(newContacts(5)))
    const theirs = idsOf(await bulk(newContacts(1), other))
    const before = (await list(org)).total
    const named = [ids[0], ids[0], ids[1].toUpperCase(), ids[2], randomUUID(), "x", "", "1", "null", ...theirs]
    expect(await remove(named)).toEqual({ deleted: 3 })
    expect(await remove(named)).toEqual({ deleted: 0 })
    expect((await list(org)).total).toBe(before - 3)
    await answered(404, org.call("GET", `/v1/contacts/${ids[1]}`))
    await answered(200, org.call("GET", `/v1/contacts/${ids[3]}`))
    await answered(200, other.call("GET", `/v1/contacts/${theirs[0]}`))
    expect(await remove([])).toEqual({ deleted: 0 })
  })

  test("removes the contacts from all audiences", async () => {
    const ids = idsOf(await bulk(newContacts(3)))
    const audience = await answered(201, org.call("POST", "/v1/audiences", { name: "Three" }))
    await answered(200, org.call("POST", `/v1/audiences/${audience.id}/contacts`, { contactIds: ids }))
    await remove(ids.slice(0, 2))
    expect(await answered(200, org.call("GET", `/v1/audiences/${audience.id}`))).toMatchObject({ contactCount: 1 })
    expect(
      idsOf({ contacts: (await answered(200, org.call("GET", `/v1/audiences/${audience.id}/contacts`))).data })
    ).toEqual([ids[2]])
  })

  test("accepts as many ids as the body can hold", async () => {
    const ids = idsOf(await bulk(newContacts(1000)))
    expect(await remove([...ids, ...Array.from({ length: 20_000 }, () => randomUUID())])).toEqual({ deleted: 1000 })
  })

  test.each([{}, { contactIds: null }, { contactIds: "x" }, { contactIds: {} }])("refuses %j", async (body) => {
    await refused(org.call("POST", "/v1/contacts/bulk-delete", body), { contactIds: /required|must be/ })
  })

  test("refuses ids that are not strings, and reports which", async () => {
    const contactIds = ["x", 1, null]
    await refused(org.call("POST", "/v1/contacts/bulk-delete", { contactIds }), {
      "contactIds.1": "must be a string",
      "contactIds.2": "must be a string"
    })
  })
})

const idsOf = ({ contacts }: { contacts: ReadonlyArray<any> }): ReadonlyArray<any> => contacts.map(({ id }) => id)

describe("a large POST /v1/contacts/bulk", () => {
  // Some of the rows have metadata, so that the rows are stored in groups and in several parts.
  const largeRows = () =>
    newContacts(1000).map((row, index) => ({
      ...row,
      ...(index % 2 === 0 && { metadata: { text: "नाम ".repeat(200), index } })
    }))

  test("is answered like a small one: with all contacts in the order of the rows", async () => {
    const rows = largeRows()
    await bulk(rows.slice(300, 400))
    const invalid = { name: "", phoneNumber: "1" }
    const { contacts, ...counts } = await bulk([...rows.slice(0, 999), invalid])
    expect(counts).toMatchObject({ created: 899, updated: 100, failed: 1, errors: [{ index: 999 }] })
    const stored = rows.slice(0, 999).map((row) => ({ metadata: {}, ...row }))
    expect(contacts.map(({ name, phoneNumber, metadata }: any) => ({ metadata, name, phoneNumber }))).toEqual(stored)
    for (const contact of [contacts[0], contacts[350], contacts[998]]) {
      expect(await answered(200, org.call("GET", `/v1/contacts/${contact.id}`))).toEqual(contact)
    }
  })

  test("names the place of a problem deep inside", async () => {
    const rows: Array<object> = largeRows()
    rows[997] = { metadata: { a: [{ b: "half \ud800" }] } }
    await refused(org.call("POST", "/v1/contacts/bulk", JSON.stringify({ contacts: rows })), {
      "contacts.997.metadata.a.0.b": /surrogate/
    })
    await refused(org.call("POST", "/v1/contacts/bulk", { contacts: [...largeRows(), {}] }), {
      contacts: "must have at most 1000 contacts"
    })
    await refused(org.call("POST", "/v1/contacts/bulk", { text: "x".repeat(300_000) }), { contacts: "is required" })
  })

  test("keeps no names and numbers of a bulk request with a key", async () => {
    const rows = largeRows()
    const key = { "idempotency-key": randomUUID() }
    const send = (contacts: unknown) => org.call("POST", "/v1/contacts/bulk", { contacts }, key)
    const first = await send(rows)
    const again = await send(rows)
    expect([again.status, again.headers["idempotent-replayed"]]).toEqual([200, "true"])
    expect(again.text).toBe(first.text)
    expect(again.body).toMatchObject({ created: 1000, updated: 0 })
    await answered(422, send(rows.slice(1)))
    const kept = await server.run(
      Effect.flatMap(
        PgClient.PgClient,
        (sql) => sql<{ row: string }>`select idempotency_keys::text as row
        from idempotency_keys where key = ${key["idempotency-key"]}`
      )
    )
    expect(kept).toHaveLength(1)
    expect(kept[0]?.row.length).toBeLessThan(500)
    expect(kept[0]?.row).not.toContain("Row")
    expect(kept[0]?.row).not.toContain("+91")
  })

  test("waits while two others of the organization arrive, and is then refused for a while", async () => {
    const own = await server.organization("Crowded")
    const head = `POST /v1/contacts/bulk HTTP/1.1\r\nHost: x\r\nx-api-key: ${own.keys.MEMBER}\r\nContent-Length: 300000\r\n\r\n`
    const sockets = await Promise.all([openSocket(server.port), openSocket(server.port)])
    for (const socket of sockets) socket.write(head)
    const send = () => own.call("POST", "/v1/contacts/bulk", { contacts: largeRows() })
    const refusal = await untilFound(async () => {
      const answer = await send()
      return answer.status === 429 && answer
    })
    expect(refusal.headers["retry-after"]).toBe("5")
    expect(refusal.body.message).toContain("at most 2 are worked on for an organization")
    // Neither small requests nor other organizations wait.
    await answered(200, own.call("POST", "/v1/contacts/bulk", { contacts: newContacts(1) }))
    await bulk(largeRows())
    for (const socket of sockets) socket.destroy()
    await answered(200, send())
  })

  test.skipIf(engine === "pglite")(
    "is carried out beside one other large one at most, and small ones go on",
    async () => {
      const [one, two, three, four] = (await Promise.all(
        Array.from({ length: 4 }, (_, index) => server.organization(`Large ${index}`))
      )) as [TestOrganization, TestOrganization, TestOrganization, TestOrganization]
      for (const first of [one, two]) await bulk(newContacts(1), first)
      const release = Promise.withResolvers<void>()
      const locked = Promise.withResolvers<void>()
      const holding = server.run(
        Effect.flatMap(PgClient.PgClient, (sql) =>
          sql`select 1 from contact_totals where organization_id in (${one.id}, ${two.id}) for update`.pipe(
            Effect.andThen(Effect.sync(locked.resolve)),
            Effect.andThen(Effect.promise(() => release.promise)),
            sql.withTransaction
          )
        )
      )
      await locked.promise
      const ended: Array<TestOrganization> = []
      const sendLarge = (of: TestOrganization) => bulk(largeRows(), of).finally(() => ended.push(of))
      const large = [one, two].map(sendLarge)
      try {
        // Both are at work: the third must not come before one of them.
        await untilFound(async () => {
          const waiting = await server.run(
            Effect.flatMap(
              PgClient.PgClient,
              (sql) => sql`select 1 from pg_stat_activity
                where datname = current_database() and wait_event_type = 'Lock'`
            )
          )
          return waiting.length === 2
        })
        large.push(sendLarge(three))
        // Long enough for the third to end if it did not wait.
        for (let round = 0; round < 10; round++) await bulk(newContacts(200), four)
        expect(ended).toEqual([])
        expect((await list(three)).total).toBe(0)
      } finally {
        release.resolve()
        await holding
      }
      for (const { created } of await Promise.all(large)) expect(created).toBe(1000)
    }
  )

  test("with and without keys at the same time never wait for one another for good", async () => {
    const crowd = await Promise.all(Array.from({ length: 4 }, (_, index) => server.organization(`Crowd ${index}`)))
    const send = (of: TestOrganization, headers: Record<string, string>) =>
      of.call("POST", "/v1/contacts/bulk", { contacts: largeRows() }, headers)
    const answers = await Promise.all(
      crowd.flatMap((of) => [send(of, {}), send(of, { "idempotency-key": randomUUID() })])
    )
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
  })
})
