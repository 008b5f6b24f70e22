import { assert, layer } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql"
import { Contacts } from "../../src/contacts/Contacts.ts"
import { encodeContacts } from "../../src/contacts/encoded-contacts.ts"
import type { Contact, NewContact } from "../../src/domain/contacts/Contact.ts"
import { numberOf, rowsFrom } from "../support/data/imports.ts"
import { newOrganization } from "../support/data/organizations.ts"
import { importServices } from "../support/services/imports.ts"

const upsert = (organizationId: number, rows: ReadonlyArray<NewContact>) =>
  Contacts.use((contacts) => contacts.upsert(organizationId, encodeContacts(rows)))

const stored = (organizationId: number, ids: ReadonlyArray<string>) =>
  Contacts.use(({ get }) => Effect.forEach(ids, (id) => get(organizationId, id)))

const totalOf = (organizationId: number) =>
  Effect.map(
    Contacts.use(({ list }) => list(organizationId, { page: 1, limit: 1 })),
    ({ total }) => total
  )

layer(importServices(), { excludeTestServices: true })("Contacts.upsert", (it) => {
  it.effect("keeps fields that a row lacks, clears fields that are null, and keeps the contact's id", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const before = {
        name: "Asha",
        phoneNumber: numberOf(0),
        language: "hi-IN",
        metadata: { loan_id: "L-1" },
        ageBand: "26-35",
        gender: "F",
        cityTier: "Metro",
        occupation: "baker",
        incomeBand: "5-10",
        productType: "loan"
      } as const
      const { contactIds } = yield* upsert(organization, [before])
      const [created] = (yield* stored(organization, contactIds)) as [Contact]
      assert.deepInclude(created, before)

      const change = { name: "Asha R", phoneNumber: numberOf(0), gender: null, metadata: null, occupation: "cook" }
      assert.deepStrictEqual(yield* upsert(organization, [change]), { created: 0, updated: 1, contactIds })
      const [updated] = (yield* stored(organization, contactIds)) as [Contact]
      assert.deepInclude(updated, { ...before, ...change, metadata: {}, createdAt: created.createdAt })
      assert.isAbove(Number(updated.updatedAt), Number(created.updatedAt))
    })
  )

  it.effect("handles rows with different fields in a single call", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const old = rowsFrom(0, 6).map((row) => ({ ...row, language: "hi-IN", gender: "F" }))
      yield* upsert(organization, old)
      const rows: ReadonlyArray<NewContact> = rowsFrom(3, 6).map((row, index) =>
        index % 3 === 0
          ? row
          : index % 3 === 1
            ? { ...row, language: null }
            : { ...row, language: "te-IN", gender: null }
      )
      const { created, updated, contactIds } = yield* upsert(organization, rows)
      assert.deepStrictEqual([created, updated], [3, 3])
      const after = (yield* stored(organization, contactIds)).map((one) => [one.phoneNumber, one.language, one.gender])
      assert.deepStrictEqual(after, [
        [numberOf(3), "hi-IN", "F"],
        [numberOf(4), null, "F"],
        [numberOf(5), "te-IN", null],
        [numberOf(6), null, null],
        [numberOf(7), null, null],
        [numberOf(8), "te-IN", null]
      ])
      assert.strictEqual(yield* totalOf(organization), 9)
    })
  )

  it.effect("applies repeated rows of a number as if they came one after another", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const phoneNumber = numberOf(0)
      const { created, updated, contactIds } = yield* upsert(organization, [
        { name: "A", phoneNumber, language: "hi-IN", metadata: { a: 1 } },
        { name: "B", phoneNumber: numberOf(1) },
        { name: "C", phoneNumber, gender: "F", metadata: { c: 1 } }
      ])
      assert.deepStrictEqual([created, updated, contactIds.length], [2, 1, 2])
      const [first] = yield* stored(organization, contactIds)
      assert.deepInclude(first, { name: "C", phoneNumber, language: "hi-IN", gender: "F", metadata: { c: 1 } })
      assert.deepStrictEqual(yield* upsert(organization, []), { created: 0, updated: 0, contactIds: [] })
    })
  )

  it.effect("leaves contacts of other organizations unchanged", () =>
    Effect.gen(function* () {
      const [organization, other] = [yield* newOrganization, yield* newOrganization]
      const { contactIds } = yield* upsert(other, rowsFrom(0, 1))
      const { created } = yield* upsert(organization, [{ name: "Else", phoneNumber: numberOf(0) }])
      assert.strictEqual(created, 1)
      assert.strictEqual((yield* stored(other, contactIds))[0]?.name, "Person 0")
    })
  )

  it.effect("creates each contact once if concurrent upserts contain the same people in any order", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const people = rowsFrom(0, 400)
      const shuffled = [people, people.toReversed(), [...people.slice(200), ...people.slice(0, 200)], people.slice(100)]
      const results = yield* Effect.forEach(shuffled, (rows) => upsert(organization, rows), {
        concurrency: "unbounded"
      })
      assert.strictEqual(
        results.reduce((sum, { created }) => sum + created, 0),
        400
      )
      assert.strictEqual(yield* totalOf(organization), 400)
      const sql = yield* SqlClient.SqlClient
      const rows = yield* sql`select 1 from contacts where organization_id = ${organization}`
      assert.strictEqual(rows.length, 400)
      const [state] = yield* sql`select deadlocks::int from pg_stat_database where datname = current_database()`
      assert.strictEqual(state?.deadlocks, 0)
    })
  )
})
