import { randomUUID } from "node:crypto"
import { assert, layer } from "@effect/vitest"
import { Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { Audiences } from "../../../src/contacts/Audiences.ts"
import { ImportChunks } from "../../../src/contacts/imports/ImportChunks.ts"
import { Imports } from "../../../src/contacts/imports/Imports.ts"
import { inChunks } from "../../../src/contacts/imports/import-rows.ts"
import { Signals } from "../../../src/events/Signals.ts"
import { applyAll, numberOf, rowsFrom } from "../../support/data/imports.ts"
import { newOrganization } from "../../support/data/organizations.ts"
import { importServices } from "../../support/services/imports.ts"

const firstPage = { page: 1, limit: 20 }

layer(importServices(), { excludeTestServices: true })("Imports", (it) => {
  it.effect("accepts any rows, to be applied later", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const organization = yield* newOrganization
      const rows = [...rowsFrom(0, 1200), null, "x", { phoneNumber: 5 }]
      const { importId, ...created } = yield* imports.create(organization, { rows: inChunks(rows), source: "API" })
      assert.deepStrictEqual(created, { status: "PENDING", total: 1203 })
      assert.deepStrictEqual(yield* imports.get(organization, importId), {
        id: importId,
        status: "PENDING",
        total: 1203,
        created: 0,
        updated: 0,
        failed: 0,
        errorCount: 0,
        completedAt: null
      })
    })
  )

  it.effect("lists the imports of an organization, the newest first", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const organization = yield* newOrganization
      const { id: audienceId } = yield* Audiences.use(({ create }) => create(organization, { name: "All" }))
      const first = yield* imports.create(organization, { rows: inChunks(rowsFrom(0, 2)), source: "API", audienceId })
      yield* applyAll
      const second = yield* imports.create(organization, { rows: inChunks([]), source: "UPLOAD" })
      yield* imports.create(yield* newOrganization, { rows: inChunks([]), source: "API" })

      const { data, total } = yield* imports.list(organization, firstPage)
      assert.strictEqual(total, 2)
      const [newest, oldest] = data
      assert.deepInclude(newest, {
        id: second.importId,
        source: "UPLOAD",
        audienceId: null,
        startedAt: null,
        completedAt: null
      })
      assert.deepInclude(oldest, { id: first.importId, source: "API", audienceId, status: "COMPLETED", created: 2 })
      assert.isAtMost(Number(oldest?.createdAt), Number(oldest?.startedAt))
      assert.isAtMost(Number(oldest?.startedAt), Number(oldest?.completedAt))
      assert.deepStrictEqual(yield* imports.list(organization, { page: 2, limit: 1 }), {
        data: data.slice(1),
        total: 2
      })
      assert.deepStrictEqual(yield* imports.list(organization, { page: 9, limit: 1 }), { data: [], total: 2 })
    })
  )

  it.effect("lists the failed rows and the reasons, in order and page by page", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const organization = yield* newOrganization
      const rows = [
        { name: "Asha", phoneNumber: "98123" },
        ...rowsFrom(0, 700),
        { phoneNumber: numberOf(701), text: "x".repeat(65_536) },
        { name: "Ravi", phoneNumber: 5 },
        null
      ]
      const { importId } = yield* imports.create(organization, { rows: inChunks(rows), source: "API" })
      yield* applyAll
      const { data, total } = yield* imports.errors(organization, importId, firstPage)
      assert.strictEqual(total, 4)
      assert.deepStrictEqual(
        data.map(({ index, phoneNumber }) => [index, phoneNumber]),
        [
          [0, "98123"],
          [701, numberOf(701)],
          [702, null],
          [703, null]
        ]
      )
      const reasons = data.map(({ reason }) => reason)
      assert.match(reasons[0] ?? "", /^phoneNumber must be a valid E\.164 phone number/)
      assert.deepStrictEqual(reasons.slice(1), [
        "must have at most 65536 characters as JSON",
        "phoneNumber must be a string",
        "must be an object"
      ])
      const second = yield* imports.errors(organization, importId, { page: 2, limit: 3 })
      assert.deepStrictEqual(second, { data: data.slice(3), total: 4 })
    })
  )

  it.effect("does not find an import of another organization, or by an unknown id", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const { importId } = yield* imports.create(yield* newOrganization, { rows: inChunks([]), source: "API" })
      const stranger = yield* newOrganization
      for (const id of [importId, randomUUID()]) {
        assert.strictEqual((yield* Effect.flip(imports.get(stranger, id)))._tag, "ImportNotFound")
        assert.strictEqual((yield* Effect.flip(imports.errors(stranger, id, firstPage)))._tag, "ImportNotFound")
      }
    })
  )

  it.effect("refuses an import for an audience of another organization", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const organization = yield* newOrganization
      const { id: foreign } = yield* Audiences.use(({ create }) =>
        Effect.flatMap(newOrganization, (other) => create(other, { name: "All" }))
      )
      for (const audienceId of [foreign, randomUUID(), "x"]) {
        const error = yield* Effect.flip(
          imports.create(organization, { rows: inChunks([]), audienceId, source: "API" })
        )
        assert.strictEqual(error._tag, "AudienceNotFound")
      }
      assert.strictEqual((yield* imports.list(organization, firstPage)).total, 0)
    })
  )

  it.effect("wakes a waiting worker once the import is committed", () =>
    Effect.gen(function* () {
      const imports = yield* Imports
      const chunks = yield* ImportChunks
      const sql = yield* SqlClient.SqlClient
      const organization = yield* newOrganization
      const created = yield* Signals.use(({ listen }) => listen("imports"))
      const woken = yield* Effect.forkChild(Effect.andThen(created, chunks.applyNext))
      yield* Effect.yieldNow
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* imports.create(organization, { rows: inChunks([]), source: "API" })
          for (let statement = 0; statement < 20; statement++) yield* sql`select 1`
          assert.isUndefined(woken.pollUnsafe())
        })
      )
      assert.strictEqual(yield* Fiber.join(woken), "completed")
    })
  )
})
