import { assert, describe, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer } from "effect"
import { SqlClient } from "effect/sql"
import { Audiences } from "../../../src/contacts/Audiences.ts"
import { Contacts } from "../../../src/contacts/Contacts.ts"
import { jsonOf } from "../../../src/contacts/encoded-contacts.ts"
import { ImportChunks } from "../../../src/contacts/imports/ImportChunks.ts"
import { Imports } from "../../../src/contacts/imports/Imports.ts"
import { inChunks } from "../../../src/contacts/imports/import-rows.ts"
import type { Contact } from "../../../src/domain/contacts/Contact.ts"
import type { EncodedContacts } from "../../../src/domain/contacts/ContactRows.ts"
import { applyAll, numberOf, rowsFrom } from "../../support/data/imports.ts"
import { newOrganization } from "../../support/data/organizations.ts"
import { engine } from "../../support/servers/test-database.ts"
import { importServices } from "../../support/services/imports.ts"

const parsed = (json: string) => JSON.parse(json) as Contact
const all = { page: 1, limit: 100 }
const fewer = { page: 1, limit: 20 }

// A chunk has 500 rows.
const create = (organizationId: number, rows: ReadonlyArray<unknown>, audienceId: string | null = null) =>
  Effect.map(
    Imports.use((imports) => imports.create(organizationId, { rows: inChunks(rows), audienceId, source: "API" })),
    ({ importId }) => importId
  )

const progress = (organizationId: number, id: string) =>
  Effect.map(
    Imports.use((imports) => imports.get(organizationId, id)),
    ({ status, created, updated, failed }) => ({ status, created, updated, failed })
  )

const applyNext = Effect.flatMap(ImportChunks, (chunks) => chunks.applyNext)

const contactsOf = (organizationId: number) =>
  Effect.map(
    Contacts.use(({ list }) => list(organizationId, all)),
    ({ data }) => data.map(parsed)
  )

layer(importServices(), { excludeTestServices: true })("ImportChunks", (it) => {
  it.effect("applies an import chunk by chunk", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const id = yield* create(organization, rowsFrom(0, 1001))
      const seen: Array<unknown> = []
      for (const turn of ["worked", "worked", "completed"]) {
        assert.strictEqual(yield* applyNext, turn)
        seen.push(yield* progress(organization, id))
      }
      assert.deepStrictEqual(seen, [
        { status: "PROCESSING", created: 500, updated: 0, failed: 0 },
        { status: "PROCESSING", created: 1000, updated: 0, failed: 0 },
        { status: "COMPLETED", created: 1001, updated: 0, failed: 0 }
      ])
      assert.strictEqual(yield* applyNext, "idle")
      assert.strictEqual((yield* Contacts.use(({ list }) => list(organization, fewer))).total, 1001)
    })
  )

  it.effect("updates existing contacts, and only the fields that a row has", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const [first, second, third] = [numberOf(0), numberOf(1), numberOf(2)]
      yield* create(organization, [
        { name: "A", phoneNumber: first, language: "hi-IN", gender: "F", loan_id: "L-1" },
        { name: "B", phoneNumber: second, language: "hi-IN", loan_id: "L-2" }
      ])
      yield* applyAll
      const id = yield* create(organization, [
        { name: "A2", phoneNumber: first, gender: null },
        { name: "B2", phoneNumber: second, metadata: null },
        { name: "C", phoneNumber: third, occupation: "baker", metadata: { a: [1] } }
      ])
      yield* applyAll
      assert.deepStrictEqual(yield* progress(organization, id), {
        status: "COMPLETED",
        created: 1,
        updated: 2,
        failed: 0
      })
      const contacts = (yield* contactsOf(organization)).map(
        ({ name, phoneNumber, language, gender, occupation, metadata }) => [
          phoneNumber,
          name,
          language,
          gender,
          occupation,
          metadata
        ]
      )
      assert.sameDeepMembers(contacts, [
        [first, "A2", "hi-IN", null, null, { loan_id: "L-1" }],
        [second, "B2", "hi-IN", null, null, {}],
        [third, "C", null, null, "baker", { a: [1] }]
      ])
      // The search text is updated too.
      assert.strictEqual((yield* Contacts.use(({ list }) => list(organization, all, "a2"))).total, 1)
    })
  )

  it.effect("counts repeated rows of a number as updates of its first row, within a chunk and across chunks", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const again = (name: string) => ({ name, phoneNumber: numberOf(0) })
      const rows = [again("first"), again("second"), ...rowsFrom(1, 998), again("third"), ...rowsFrom(1, 2)]
      const id = yield* create(organization, rows)
      yield* applyAll
      assert.deepStrictEqual(yield* progress(organization, id), {
        status: "COMPLETED",
        created: 999,
        updated: 4,
        failed: 0
      })
      const [contact = "{}"] = (yield* Contacts.use(({ list }) => list(organization, all, numberOf(0)))).data
      assert.strictEqual(parsed(contact).name, "third")
    })
  )

  it.effect("completes with errors if some rows fail, fails if all do, and completes without rows", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const bad = [{ name: "A" }, null, { name: "B", phoneNumber: "98123" }]
      const some = yield* create(organization, [...rowsFrom(0, 600), ...bad])
      const none = yield* create(organization, bad)
      const empty = yield* create(organization, [])
      yield* applyAll
      assert.deepStrictEqual(yield* progress(organization, some), {
        status: "COMPLETED_WITH_ERRORS",
        created: 600,
        updated: 0,
        failed: 3
      })
      assert.deepStrictEqual(yield* progress(organization, none), {
        status: "FAILED",
        created: 0,
        updated: 0,
        failed: 3
      })
      assert.deepStrictEqual(yield* progress(organization, empty), {
        status: "COMPLETED",
        created: 0,
        updated: 0,
        failed: 0
      })
    })
  )

  it.effect("fails only the rows that the database refuses", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const rows: Array<object> = [...rowsFrom(0, 10), ...rowsFrom(0, 2)]
      rows[3] = { name: "NUL", phoneNumber: numberOf(3), text: "a\0b" }
      rows[7] = { name: "Half a sign", phoneNumber: numberOf(7), "\ud800": 1 }
      const id = yield* create(organization, rows)
      yield* applyAll
      assert.deepStrictEqual(yield* progress(organization, id), {
        status: "COMPLETED_WITH_ERRORS",
        created: 8,
        updated: 2,
        failed: 2
      })
      assert.deepStrictEqual((yield* Imports.use(({ errors }) => errors(organization, id, all))).data, [
        { index: 3, phoneNumber: numberOf(3), reason: "could not be stored" },
        { index: 7, phoneNumber: numberOf(7), reason: "could not be stored" }
      ])
    })
  )

  it.effect("adds all contacts to the audience once, new and existing ones", () =>
    Effect.gen(function* () {
      const audiences = yield* Audiences
      const organization = yield* newOrganization
      const { id: audienceId } = yield* audiences.create(organization, { name: "All" })
      yield* create(organization, rowsFrom(0, 5))
      yield* create(organization, [...rowsFrom(3, 600), ...rowsFrom(3, 10), { name: "no number" }], audienceId)
      yield* applyAll
      assert.strictEqual((yield* audiences.get(organization, audienceId)).contactCount, 600)
      const { data } = yield* audiences.listContacts(organization, audienceId, "others", all)
      assert.sameMembers(
        data.map((contact) => parsed(contact).phoneNumber),
        [numberOf(0), numberOf(1), numberOf(2)]
      )
    })
  )

  it.effect("continues without the audience if it is deleted in the meantime", () =>
    Effect.gen(function* () {
      const audiences = yield* Audiences
      const organization = yield* newOrganization
      const { id: audienceId } = yield* audiences.create(organization, { name: "All" })
      const id = yield* create(organization, rowsFrom(0, 600), audienceId)
      yield* applyNext
      yield* audiences.remove(organization, audienceId)
      yield* applyAll
      assert.deepStrictEqual(yield* progress(organization, id), {
        status: "COMPLETED",
        created: 600,
        updated: 0,
        failed: 0
      })
    })
  )

  it.effect("lets organizations take turns, and applies the imports of an organization in order", () =>
    Effect.gen(function* () {
      const [large, small, many] = [yield* newOrganization, yield* newOrganization, yield* newOrganization]
      const started = yield* create(large, rowsFrom(0, 2000))
      yield* applyNext
      const late = yield* create(small, rowsFrom(0, 1))
      const waiting = [
        yield* create(many, rowsFrom(0, 501)),
        yield* create(many, rowsFrom(0, 1)),
        yield* create(many, [])
      ]
      const names = new Map([
        [started, "large"],
        [late, "small"],
        ...waiting.map((id, index) => [id, `many ${index}`] as const)
      ])
      const turns: Array<string> = []
      const served = new Map<string, number>()
      while ((yield* applyNext) !== "idle") {
        for (const organization of [large, small, many]) {
          for (const { id, created, updated, status } of (yield* Imports.use(({ list }) => list(organization, all)))
            .data) {
            const done = created + updated + (status.startsWith("COMPLETED") ? 1 : 0)
            if (done > (served.get(id) ?? (id === started ? 500 : 0))) turns.push(names.get(id) ?? "")
            served.set(id, done)
          }
        }
      }
      assert.deepStrictEqual(turns, ["small", "many 0", "large", "many 0", "large", "many 1", "large", "many 2"])
    })
  )

  it.effect("applies each chunk once with any number of concurrent workers", () =>
    Effect.gen(function* () {
      const organizations = [yield* newOrganization, yield* newOrganization, yield* newOrganization]
      const ids = yield* Effect.forEach(organizations, (organization) =>
        create(organization, [...rowsFrom(0, 1600), ...rowsFrom(800, 1600), { name: "no number" }])
      )
      yield* Effect.all([applyAll, applyAll, applyAll, applyAll], { concurrency: "unbounded" })
      // A worker that found all imports locked has stopped; chunks that are left, if any, are applied here.
      yield* applyAll
      for (const [index, organization] of organizations.entries()) {
        assert.deepStrictEqual(yield* progress(organization, ids[index] ?? ""), {
          status: "COMPLETED_WITH_ERRORS",
          created: 2400,
          updated: 800,
          failed: 1
        })
        assert.strictEqual((yield* Contacts.use(({ list }) => list(organization, fewer))).total, 2400)
      }
    })
  )
})

// Runs an effect before rows are stored.
let beforeUpsert: (rows: ReadonlyArray<{ readonly name: string }>) => Effect.Effect<void> = () => Effect.void

const decoded = (contacts: EncodedContacts) =>
  [...jsonOf(contacts, contacts.rows.keys())].flatMap((json) => JSON.parse(json) as Array<{ readonly name: string }>)

const interposed = Layer.effect(
  Contacts,
  Effect.map(Contacts, (contacts) => ({
    ...contacts,
    upsert: (...[organizationId, rows]: Parameters<typeof contacts.upsert>) =>
      Effect.andThen(beforeUpsert(decoded(rows)), contacts.upsert(organizationId, rows))
  }))
).pipe(Layer.provide(Contacts.layer))

layer(importServices({}, interposed), { excludeTestServices: true })("ImportChunks with failing rows", (it) => {
  it.effect("backs off longer each time an import cannot be applied, and loses none of its rows", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const organization = yield* newOrganization
      const id = yield* create(organization, [...rowsFrom(0, 500), { name: "Trouble", phoneNumber: numberOf(500) }])
      yield* applyNext
      beforeUpsert = (rows) =>
        rows.some(({ name }) => name === "Trouble") ? Effect.die(new Error("trouble")) : Effect.void
      const others = [yield* create(organization, rowsFrom(600, 1)), yield* create(yield* newOrganization, [])]
      const delays: Array<unknown> = []
      for (let attempt = 0; attempt < 8; attempt++) {
        yield* applyAll
        assert.deepStrictEqual(yield* progress(organization, id), {
          status: "PROCESSING",
          created: 500,
          updated: 0,
          failed: 0
        })
        const [row] =
          yield* sql`select extract(epoch from due_at - served_at)::int as delay from imports where id = ${id}`
        delays.push(row?.delay)
        yield* sql`update imports set due_at = now() where id = ${id}`
      }
      assert.deepStrictEqual(delays, [1, 4, 16, 64, 256, 1024, 1024, 1024])
      const left = yield* sql`select id from imports where completed_at is null`
      assert.deepStrictEqual(
        left.map((row) => row.id),
        [id],
        `${others}`
      )

      beforeUpsert = () => Effect.void
      yield* applyAll
      assert.deepStrictEqual(yield* progress(organization, id), {
        status: "COMPLETED",
        created: 501,
        updated: 0,
        failed: 0
      })
      const [row] = yield* sql`select failures from imports where id = ${id}`
      assert.strictEqual(row?.failures, 0)
    })
  )

  describe.skipIf(engine === "pglite")("on several connections", () => {
    it.effect("does not wait for a concurrent worker, and leaves that organization's other imports to it", () =>
      Effect.gen(function* () {
        const [busy, other] = [yield* newOrganization, yield* newOrganization]
        const entered = yield* Deferred.make<void>()
        const leave = yield* Deferred.make<void>()
        beforeUpsert = (rows) =>
          rows[0]?.name === "Slow"
            ? Effect.andThen(Deferred.succeed(entered, undefined), Deferred.await(leave))
            : Effect.void
        const slow = yield* create(busy, [{ name: "Slow", phoneNumber: numberOf(0) }])
        const next = yield* create(busy, rowsFrom(0, 1))
        const worker = yield* Effect.forkChild(applyNext)
        yield* Deferred.await(entered)
        const quick = yield* create(other, rowsFrom(0, 1))

        yield* applyAll
        assert.strictEqual((yield* progress(other, quick)).status, "COMPLETED")
        assert.strictEqual((yield* progress(busy, next)).status, "PENDING")

        yield* Deferred.succeed(leave, undefined)
        assert.strictEqual(yield* Fiber.join(worker), "completed")
        yield* applyAll
        assert.deepStrictEqual(yield* progress(busy, slow), { status: "COMPLETED", created: 1, updated: 0, failed: 0 })
        assert.deepStrictEqual(yield* progress(busy, next), { status: "COMPLETED", created: 0, updated: 1, failed: 0 })
      })
    )
  })
})
