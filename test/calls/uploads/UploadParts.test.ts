import { assert, layer } from "@effect/vitest"
import { Deferred, Effect, Fiber } from "effect"
import { SqlClient } from "effect/sql"
import { actingAs } from "../../../src/accounts/Requester.ts"
import { SecurityLog } from "../../../src/accounts/SecurityLog.ts"
import { UploadParts } from "../../../src/calls/uploads/UploadParts.ts"
import { DoNotContact } from "../../../src/contacts/DoNotContact.ts"
import { NumberLists } from "../../../src/contacts/registries/NumberLists.ts"
import { NumberUploads } from "../../../src/contacts/registries/NumberUploads.ts"
import { splitEntries, splitList } from "../../../src/contacts/registries/number-file.ts"
import { maskPhoneNumber } from "../../../src/domain/calendar/phone-number.ts"
import { type Registry, registryOf } from "../../../src/domain/contacts/registries.ts"
import { newOrganization } from "../../support/data/organizations.ts"
import { engine } from "../../support/servers/test-database.ts"
import { onNewDatabase } from "../../support/services/ground.ts"
import { uploadServicesOn } from "../../support/services/uploads.ts"

const otherList = registryOf("OTHER") as Registry
const list = { registry: "OTHER", dated: "2030-01-01" } as const
const numberOf = (serial: number) => `+91${String(serial).padStart(10, "0")}`
const numbersFrom = (first: number, count: number) =>
  Array.from({ length: count }, (_, index) => numberOf(first + index))
const many = 200
/** Each part has some 70 lines. */
const partBytes = 1_000

const createList = (scope: number | null, lines: ReadonlyArray<string>, of: object = list) =>
  Effect.gen(function* () {
    const file = yield* Effect.orDie(splitList(Buffer.from(lines.join("\n")), otherList, partBytes))
    return yield* NumberUploads.use(({ create }) => create(scope, file, of as typeof list))
  })
const createEntries = (organization: number, lines: ReadonlyArray<string>) =>
  Effect.gen(function* () {
    const file = yield* Effect.orDie(
      splitEntries(Buffer.from(["phoneNumber,reason,expiresAt", ...lines].join("\n")), partBytes)
    )
    return yield* NumberUploads.use(({ create }) => create(organization, file))
  })
const applyNext = UploadParts.use(({ applyNext }) => applyNext)
const applyAll = Effect.gen(function* () {
  while (yield* applyNext);
})
const get = (scope: number | null, id: string) => NumberUploads.use((uploads) => uploads.get(scope, id))
const blocked = (organizationId: number, ...numbers: ReadonlyArray<string>) =>
  Effect.map(
    NumberLists.use((lists) => lists.blocked({ organizationId, purposes: ["SERVICE"] }, numbers)),
    (found) => [...found.keys()].sort()
  )
const countOf = (organizationId: number) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const [row] = yield* sql<{ count: number }>`select count(*)::int as count from do_not_contact
      where organization_id = ${organizationId}`
    return row?.count
  })

layer(onNewDatabase(uploadServicesOn)(), { excludeTestServices: true })("the upload of a list", (it) => {
  it.effect("leaves the earlier list in force until its last part, and then takes its place", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      yield* createList(organization, [numberOf(1)])
      yield* applyAll
      // The last part repeats a number of the first one.
      const { id } = yield* createList(organization, ["number", ...numbersFrom(10, many), "nonsense", numberOf(10)])
      const seen: Array<number> = []
      while ((yield* get(organization, id)).completedAt === null) {
        assert.deepStrictEqual(yield* blocked(organization, numberOf(1), numberOf(10)), [numberOf(1)])
        assert.isTrue(yield* applyNext)
        seen.push((yield* get(organization, id)).done)
      }
      assert.isAbove(seen.length, 3)
      assert.deepStrictEqual(
        seen,
        seen.toSorted((one, other) => one - other)
      )
      const last = numberOf(10 + many - 1)
      assert.deepStrictEqual(yield* blocked(organization, numberOf(1), numberOf(10), last), [numberOf(10), last])
      const { createdAt, completedAt, listId, startedAt, ...shown } = yield* get(organization, id)
      assert.deepStrictEqual(shown, {
        id,
        kind: "LIST",
        scope: "ORGANIZATION",
        registry: "OTHER",
        name: "",
        dated: "2030-01-01",
        status: "COMPLETED_WITH_ERRORS",
        total: many + 2,
        done: many + 2,
        added: many,
        existing: 0,
        rejected: 1
      })
      const [stored, ...others] = yield* NumberLists.use((lists) => lists.list(organization))
      assert.deepInclude(stored, { id: listId ?? "", numbers: many, rejected: 1 })
      assert.deepStrictEqual(others, [])
      const errors = yield* NumberUploads.use((uploads) => uploads.errors(organization, id, { page: 1, limit: 10 }))
      assert.deepStrictEqual(errors, {
        data: [{ row: many + 1, phoneNumber: null, reason: "has no phone number of the registry OTHER" }],
        total: 1
      })
    })
  )

  it.effect("stores its rows sealed, and no longer than it needs them", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const organization = yield* newOrganization
      yield* createList(organization, [numberOf(77)])
      const [part] = yield* sql<{ rows: string }>`select rows from number_upload_parts`
      assert.match(part?.rows ?? "", /^v1\./)
      assert.notInclude(part?.rows ?? "", Buffer.from(numberOf(77)).toString("base64url"))
      yield* applyAll
      assert.deepStrictEqual(yield* sql`select 1 from number_upload_parts`, [])
    })
  )

  it.effect("changes nothing once it was cancelled, and stays when it was completed before", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const first = yield* createList(organization, [numberOf(1)])
      yield* applyAll
      const { id } = yield* createList(organization, numbersFrom(10, many))
      assert.isTrue(yield* applyNext)
      const cancel = (id: string) => NumberUploads.use((uploads) => uploads.cancel(organization, id))
      assert.strictEqual((yield* cancel(id)).status, "CANCELLED")
      assert.isFalse(yield* applyNext)
      assert.deepStrictEqual(yield* blocked(organization, numberOf(1), numberOf(10)), [numberOf(1)])
      assert.strictEqual((yield* cancel(first.id)).status, "COMPLETED")
    })
  )

  it.effect("is applied in the order of the uploads of its organization, while those of others go on", () =>
    Effect.gen(function* () {
      const [organization, other] = [yield* newOrganization, yield* newOrganization]
      const first = yield* createList(organization, numbersFrom(10, many))
      const second = yield* createList(organization, [numberOf(2)])
      const theirs = yield* createList(other, [numberOf(3)])
      for (let turn = 0; turn < 4; turn++) yield* applyNext
      assert.isNotNull((yield* get(other, theirs.id)).completedAt)
      assert.strictEqual((yield* get(organization, second.id)).status, "PENDING")
      yield* applyAll
      assert.deepStrictEqual(yield* blocked(organization, numberOf(2), numberOf(10)), [numberOf(2)])
      assert.isNotNull((yield* get(organization, first.id)).completedAt)
    })
  )

  // The embedded database has one session, so nothing waits for a lock.
  it.effect.skipIf(engine !== "postgres")("is not overtaken by a later one while it is being stored", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const organization = yield* newOrganization
      const isStored = yield* Deferred.make<void>()
      // Begins outside the transaction of the first upload.
      const later = yield* Effect.forkChild(
        Effect.andThen(Deferred.await(isStored), Effect.andThen(createList(organization, [numberOf(2)]), applyAll))
      )
      yield* sql.withTransaction(
        Effect.gen(function* () {
          yield* createList(organization, [numberOf(1)])
          yield* Deferred.succeed(isStored, undefined)
          const waiting = sql`select 1 from pg_locks where locktype = 'advisory' and not granted
            and database = (select oid from pg_database where datname = current_database())`
          yield* Effect.repeat(waiting, { until: ({ length }) => length > 0 || later.pollUnsafe() !== undefined })
        })
      )
      yield* Fiber.join(later)
      yield* applyAll
      assert.deepStrictEqual(yield* blocked(organization, numberOf(1), numberOf(2)), [numberOf(2)])
    })
  )

  it.effect("blocks for all organizations if it belongs to the installation", () =>
    Effect.gen(function* () {
      const organization = yield* newOrganization
      const { id, scope } = yield* createList(null, [numberOf(5)], { ...list, name: "of all" })
      assert.strictEqual(scope, "INSTALLATION")
      yield* applyAll
      assert.deepStrictEqual(yield* blocked(organization, numberOf(5)), [numberOf(5)])
      assert.strictEqual((yield* Effect.flip(get(organization, id)))._tag, "NumberUploadNotFound")
    })
  )

  it.effect("waits after a failure, and does not hold up those of others", () =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const [organization, other] = [yield* newOrganization, yield* newOrganization]
      const { id } = yield* createList(organization, [numberOf(1)])
      const [part] = yield* sql<{ id: string; rows: string }>`select id, rows from number_upload_parts`
      yield* sql`update number_upload_parts set rows = 'v1.unknown'`
      const theirs = yield* createList(other, [numberOf(3)])
      yield* applyAll
      assert.isNotNull((yield* get(other, theirs.id)).completedAt)
      assert.strictEqual((yield* get(organization, id)).status, "PENDING")
      yield* sql`update number_upload_parts set rows = ${part?.rows ?? ""} where id = ${part?.id ?? ""}`
      yield* sql`update number_uploads set due_at = now()`
      yield* applyAll
      assert.strictEqual((yield* get(organization, id)).status, "COMPLETED")
    })
  )
})

layer(onNewDatabase(uploadServicesOn)(), { excludeTestServices: true })(
  "the upload of numbers for Do Not Contact",
  (it) => {
    it.effect("adds the numbers part by part, and counts what was there and what is invalid", () =>
      Effect.gen(function* () {
        const organization = yield* newOrganization
        yield* DoNotContact.use(({ add }) => add(organization, { phoneNumber: numberOf(0) }))
        const { id } = yield* createEntries(organization, [
          ...numbersFrom(0, many),
          "12,By letter",
          `${numberOf(7)},Twice`
        ])
        assert.isTrue(yield* applyNext)
        const under = yield* get(organization, id)
        assert.deepInclude(under, { status: "PROCESSING", total: many + 2, existing: 1, rejected: 0 })
        assert.strictEqual(yield* countOf(organization), under.done)
        yield* applyAll
        assert.deepInclude(yield* get(organization, id), {
          status: "COMPLETED_WITH_ERRORS",
          done: many + 2,
          added: many - 1,
          existing: 2,
          rejected: 1
        })
        assert.strictEqual(yield* countOf(organization), many)
        const { data } = yield* NumberUploads.use((uploads) => uploads.errors(organization, id, { page: 1, limit: 10 }))
        assert.deepInclude(data[0], { row: many + 1, phoneNumber: "12" })
      })
    )

    it.effect("blocks a number that has several rows as long as the longest of them, whatever their order", () =>
      Effect.gen(function* () {
        const organization = yield* newOrganization
        const [never, later, past] = ["", "2090-01-01T00:00:00Z", "2020-01-01T00:00:00Z"]
        const { id } = yield* createEntries(organization, [
          `${numberOf(1)},By letter,${never}`,
          `${numberOf(1)},On holiday,${later}`,
          `${numberOf(2)},On holiday,${later}`,
          `${numberOf(2)},By letter,${never}`,
          `${numberOf(3)},On holiday,${later}`,
          `${numberOf(3)},Over,${past}`
        ])
        yield* applyAll
        assert.deepInclude(yield* get(organization, id), { status: "COMPLETED", added: 3, existing: 3 })
        const { data } = yield* DoNotContact.use(({ list }) => list(organization, { page: 1, limit: 10 }))
        assert.sameDeepMembers(
          data.map(({ expiresAt, phoneNumber, reason }) => ({ expiresAt, phoneNumber, reason })),
          [
            { expiresAt: null, phoneNumber: numberOf(1), reason: "By letter" },
            { expiresAt: null, phoneNumber: numberOf(2), reason: "By letter" },
            { expiresAt: new Date(later), phoneNumber: numberOf(3), reason: "On holiday" }
          ]
        )
      })
    )

    it.effect("leaves the number of an erased person masked", () =>
      Effect.gen(function* () {
        const organization = yield* newOrganization
        const registry = yield* DoNotContact
        yield* registry.add(organization, { phoneNumber: numberOf(1) })
        yield* registry.erase({
          organizationId: organization,
          phoneNumbers: [numberOf(1)],
          contactId: null,
          callIds: []
        })
        const { id } = yield* createEntries(organization, [numberOf(1), numberOf(2)])
        yield* applyAll
        assert.deepInclude(yield* get(organization, id), { added: 1, existing: 1 })
        const { data } = yield* registry.list(organization, { page: 1, limit: 10 })
        assert.sameMembers(
          data.map(({ phoneNumber }) => phoneNumber),
          [maskPhoneNumber(numberOf(1)), numberOf(2)]
        )
      })
    )

    it.effect("keeps the numbers that were added before it was cancelled, logs who sent them, and adds no others", () =>
      Effect.gen(function* () {
        const organization = yield* newOrganization
        const { id } = yield* actingAs("key:1")(createEntries(organization, numbersFrom(0, many)))
        yield* applyNext
        const { added } = yield* actingAs("key:2")(NumberUploads.use((uploads) => uploads.cancel(organization, id)))
        yield* applyAll
        assert.isAbove(added, 0)
        assert.strictEqual(yield* countOf(organization), added)
        const { data } = yield* SecurityLog.use((log) =>
          log.list({ organizationId: organization }, { page: 1, limit: 10 })
        )
        const logged = data.filter(({ action }) => action === "dnc.upload")
        assert.deepEqual(
          logged.map(({ actor, details, target }) => ({ actor, details, target })),
          [{ actor: "key:1", details: { numbers: added, added, cancelledBy: "key:2" }, target: id }]
        )
      })
    )
  }
)
