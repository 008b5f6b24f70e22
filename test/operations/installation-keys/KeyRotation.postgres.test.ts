import { randomBytes } from "node:crypto"
import { readdir, readFile } from "node:fs/promises"
import { PgClient } from "@effect/sql-pg"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer, Option } from "effect"
import { AdminTokens } from "../../../src/accounts/keys/AdminTokens.ts"
import { ApiKeys } from "../../../src/accounts/keys/ApiKeys.ts"
import { WebhookSecrets } from "../../../src/accounts/keys/WebhookSecrets.ts"
import { Organizations } from "../../../src/accounts/Organizations.ts"
import { SecurityLog } from "../../../src/accounts/SecurityLog.ts"
import { DoNotContact } from "../../../src/contacts/DoNotContact.ts"
import { KeyRotation } from "../../../src/operations/installation-keys/KeyRotation.ts"
import { sealedColumns } from "../../../src/operations/installation-keys/sealed-columns.ts"
import { newId } from "../../../src/platform/ids.ts"
import { Secrets, sealingKeyOf } from "../../../src/platform/secrets/Secrets.ts"
import { acme } from "../../support/data/organizations.ts"
import { eventually } from "../../support/eventually.ts"
import { startScript } from "../../support/processes/script-process.ts"
import { accountsAndContacts, newDatabase, onDatabase, type Settings } from "../../support/services/ground.ts"

const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`

// A node of the service with these keys, as far as its secrets go.
const services = Layer.provideMerge(KeyRotation.layer, accountsAndContacts)
type Services = Layer.Success<ReturnType<typeof nodeWith>>
const nodeWith = (database: Settings, keys: ReadonlyArray<string>) =>
  onDatabase({ ...database, ENCRYPTION_KEY: keys.join(",") })(services)
const on = <A, E>(database: Settings, keys: ReadonlyArray<string>, work: Effect.Effect<A, E, Services>) =>
  work.pipe(Effect.provide(nodeWith(database, keys), { local: true }), Effect.scoped)

const newOrganization = Effect.flatMap(Organizations, ({ create }) => create(acme))

/** Seals values in old webhook secrets, of which an organization may have any number. */
const sealMany = Effect.fnUntraced(function* (organizationId: number, count: number) {
  const sql = yield* PgClient.PgClient
  const secrets = yield* Secrets
  const ids = Array.from({ length: count }, newId)
  const sealed = ids.map((rowId) =>
    secrets.seal(`text of ${rowId}`, { organizationId, table: "webhook_secrets", column: "secret", rowId })
  )
  yield* sql`insert into webhook_secrets (organization_id, id, secret, expires_at)
    select ${organizationId}, t.id, t.secret, now() - interval '1 day'
    from unnest(${ids}::uuid[], ${sealed}::text[]) as t (id, secret)`
})

/** Opens all webhook secrets, and returns how many each key has sealed. */
const openAll = Effect.gen(function* () {
  const sql = yield* PgClient.PgClient
  const secrets = yield* Secrets
  const rows = yield* sql<{ organizationId: number; id: string; secret: string }>`
    select organization_id, id, secret from webhook_secrets where expires_at is not null`
  const byKey: Record<string, number> = {}
  for (const { id, organizationId, secret } of rows) {
    const place = { organizationId, table: "webhook_secrets", column: "secret", rowId: id }
    assert.strictEqual(yield* secrets.open(secret, place), `text of ${id}`)
    const key = sealingKeyOf(secret) ?? ""
    byKey[key] = (byKey[key] ?? 0) + 1
  }
  return byKey
})

const rotate = Effect.gen(function* () {
  const rotation = yield* KeyRotation
  yield* rotation.start
  return yield* Effect.promise(() =>
    eventually(async () => {
      const progress = await Effect.runPromise(rotation.progress)
      if (progress?.finishedAt === null || progress === null) throw new Error(JSON.stringify(progress))
      return progress
    })
  )
})

const retire = (keyId: string) => Effect.flatMap(KeyRotation, (rotation) => rotation.retire(keyId))
const refusal = (keyId: string) => Effect.map(Effect.flip(retire(keyId)), (error) => error)
const keyNamed = (id: string) =>
  Effect.flatMap(KeyRotation, ({ status }) => Effect.map(status, ({ keys }) => keys.find((key) => key.id === id)))

/** All values of the database that name a key as the sealing one, whatever their column. */
const traces = Effect.fnUntraced(function* (keyId: string) {
  const sql = yield* PgClient.PgClient
  const columns = yield* sql<{ table: string; column: string; type: string }>`
    select c.table_name as "table", c.column_name as "column", c.data_type as type from information_schema.columns c
      join information_schema.tables t on t.table_name = c.table_name and t.table_schema = c.table_schema
    where c.table_schema = 'public' and t.table_type = 'BASE TABLE'
      and c.table_name not in (select name from table_partitions) and c.data_type in ('text', 'bytea', 'json', 'jsonb', 'ARRAY')`
  const found: Array<string> = []
  for (const { column, table, type } of columns) {
    const text = type === "bytea" ? sql`encode(${sql(column)}, 'escape')` : sql`${sql(column)}::text`
    const rows = yield* sql`select 1 from ${sql(table)} where ${text} like ${`%v1.${keyId}.%`} limit 1`
    if (rows.length > 0) found.push(`${table}.${column}`)
  }
  return found
})

describe("a rotation", () => {
  it.live(
    "killed in the middle goes on where it stopped, and seals each value anew once",
    Effect.fnUntraced(function* () {
      const database = yield* newDatabase
      const keys = [newKey("new"), newKey("old")]
      const total = 180
      yield* on(
        database,
        keys.slice(1),
        Effect.gen(function* () {
          const { id } = yield* newOrganization
          yield* sealMany(id, total)
        })
      )
      const script = new URL("../../support/processes/programs/rotation-process.ts", import.meta.url)
      const run = (dieAfter: number) =>
        Effect.gen(function* () {
          const settings = JSON.stringify({ ...database, ENCRYPTION_KEY: keys.join(",") })
          const env = { ROTATION_SETTINGS: settings, DIE_AFTER: String(dieAfter) }
          const { ended, line } = yield* startScript(script, env)
          const printed = yield* Effect.promise(line)
          const { stderr } = yield* Effect.promise(() => ended)
          return { printed, stderr }
        }).pipe(Effect.scoped)

      // Within the first part, at the end of one, and within a later one of the second life.
      let done = 0
      for (const [dieAfter, parts] of [
        [20, 0],
        [51, 1],
        [75, 1]
      ] as const) {
        const { printed, stderr } = yield* run(dieAfter)
        assert.isUndefined(printed, stderr)
        done += parts * 50
        const byKey = yield* on(database, [keys[1] as string, keys[0] as string], openAll)
        assert.deepStrictEqual(byKey, { ...(done > 0 && { new: done }), old: total - done })
      }
      const { printed, stderr } = yield* run(0)
      assert.include(printed ?? "", `"resealed":${total}`, stderr)
      assert.deepStrictEqual(yield* on(database, keys, openAll), { new: total })
    })
  )

  it.live(
    "leaves nothing that the old key has sealed, and the old key can then be retired and removed",
    Effect.fnUntraced(function* () {
      const database = yield* newDatabase
      const [fresh, old] = [newKey("new"), newKey("old")]
      const number = "+919812345678"

      const before = yield* on(
        database,
        [old],
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          const secrets = yield* Secrets
          const { id } = yield* newOrganization
          const webhook = (yield* (yield* WebhookSecrets).get(id)).secret
          const apiKeys = yield* ApiKeys
          const [used, unused] = yield* Effect.all([
            apiKeys.create(id, { name: "Used", role: "VIEWER", expiresAt: null }),
            apiKeys.create(id, { name: "Unused", role: "VIEWER", expiresAt: null })
          ])
          const token = yield* (yield* AdminTokens).create({ name: "Asha", role: "OPERATOR", expiresAt: null })
          const registry = yield* DoNotContact
          yield* registry.add(id, { phoneNumber: number })
          yield* registry.erase({ organizationId: id, phoneNumbers: [number], contactId: null, callIds: [] })
          yield* sql`insert into write_back_configs (organization_id, credential) values (${id}, ${secrets.seal(
            "bearer",
            {
              organizationId: id,
              table: "write_back_configs",
              column: "credential",
              rowId: String(id)
            }
          )})`
          // A row of an earlier release has no key for its digest.
          yield* sql`update api_keys set digest_key = null where id = ${unused.id}`
          return { id, webhook, used: used.key, unused: unused.key, token: token.token }
        })
      )

      yield* on(
        database,
        [fresh, old],
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          const rotation = yield* KeyRotation
          assert.deepInclude(yield* keyNamed("old"), { state: "KEPT", sealed: 2, nodes: 0 })
          assert.include((yield* refusal("old")).message, "2 values are still sealed with old")
          assert.strictEqual((yield* refusal("nowhere"))._tag, "EncryptionKeyNotFound")
          assert.include((yield* refusal("new")).message, "first key")
          assert.deepInclude(yield* rotate, { keyId: "new", resealed: 2, unreadable: 0 })
          assert.deepInclude(yield* keyNamed("old"), { sealed: 0 })
          // The next use of an API key renews its digest.
          yield* (yield* ApiKeys).authenticate(before.used)
          yield* Effect.promise(() =>
            eventually(async () => {
              const counted = await Effect.runPromise(Effect.provideService(keyNamed("new"), KeyRotation, rotation))
              assert.strictEqual(counted?.digests.apiKeys, 1)
            })
          )
          assert.deepInclude(yield* keyNamed("old"), {
            digests: { apiKeys: 0, adminTokens: 1, doNotContact: 1 }
          })
          yield* retire("old")
          yield* retire("old")
          assert.deepStrictEqual(yield* traces("old"), [])
          assert.deepInclude(yield* keyNamed("old"), { state: "RETIRED" })
          const { data } = yield* (yield* SecurityLog).list({ action: "secrets" }, { page: 1, limit: 10 })
          assert.deepStrictEqual(
            data.map(({ action, organizationId, target }) => [action, organizationId, target]),
            [
              ["secrets.retire", null, "old"],
              ["secrets.rotate", null, "new"]
            ]
          )
          // A node that still has the key in second place does not bring it back.
          assert.deepStrictEqual(yield* sql`select key_id from encryption_keys`, [{ keyId: "new" }])
        })
      )

      yield* on(database, [fresh, old], Effect.void)
      yield* on(
        database,
        [fresh],
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          assert.deepStrictEqual(yield* sql`select key_id from encryption_keys`, [{ keyId: "new" }])
          assert.strictEqual((yield* (yield* WebhookSecrets).get(before.id)).secret, before.webhook)
          const apiKeys = yield* ApiKeys
          for (const key of [before.used, before.unused]) {
            assert.deepInclude(yield* apiKeys.authenticate(key), { organizationId: before.id })
          }
          assert.deepInclude(yield* (yield* AdminTokens).authenticate(before.token), { role: "OPERATOR" })
          assert.isTrue(Option.isSome(yield* (yield* DoNotContact).find(before.id, number)))
          // The digest keys of the retired key are sealed anew by the next rotation too.
          assert.deepInclude(yield* rotate, { resealed: 0 })
        })
      )
      for (const keys of [[old], [old, fresh]]) {
        const error = yield* Effect.flip(on(database, keys, Effect.void))
        assert.match(error.message, keys.length === 1 ? /old was retired/ : /old was retired, and must not seal/)
      }
      // A key that is new and has the id of the retired one would find none of its digests.
      const error = yield* Effect.flip(on(database, [fresh, newKey("old")], Effect.void))
      assert.match(error.message, /old was retired, and this node has another one with the same id/)
      const next = newKey("next")
      yield* on(database, [next, fresh], Effect.andThen(rotate, retire("new")))
      yield* on(
        database,
        [next],
        Effect.gen(function* () {
          assert.deepStrictEqual([yield* traces("new"), yield* traces("old")], [[], []])
          assert.deepInclude(yield* (yield* ApiKeys).authenticate(before.unused), { organizationId: before.id })
          assert.isTrue(Option.isSome(yield* (yield* DoNotContact).find(before.id, number)))
        })
      )
    })
  )

  it.live(
    "names a value that it cannot open and seals the others; its key is then still needed",
    Effect.fnUntraced(function* () {
      const database = yield* newDatabase
      const [fresh, old] = [newKey("new"), newKey("old")]
      yield* on(
        database,
        [old],
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          const { id } = yield* newOrganization
          yield* sealMany(id, 3)
          yield* sql`update webhook_secrets set secret = overlay(secret placing 'AAAA' from 10 for 4)
            where id = (select id from webhook_secrets order by id offset 1 limit 1)`
        })
      )
      yield* on(
        database,
        [fresh, old],
        Effect.gen(function* () {
          assert.deepInclude(yield* rotate, { resealed: 2, unreadable: 1 })
          assert.include((yield* refusal("old")).message, "1 value is still sealed with old")
        })
      )
    })
  )
})

describe("a key", () => {
  it.live(
    "is not retired while a node seals with it, nor when one did after the rotation had begun",
    Effect.fnUntraced(function* () {
      const database = yield* newDatabase
      const [fresh, old] = [newKey("new"), newKey("old")]
      yield* on(database, [old], Effect.void)
      yield* on(
        database,
        [fresh, old],
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          assert.include((yield* refusal("old")).message, "Not everything is sealed with new yet")
          yield* rotate
          const node = newId()
          yield* sql`insert into sealing_nodes (node_id, key_id) values (${node}, 'old')`
          assert.include((yield* refusal("old")).message, "1 running node seals with old")
          yield* sql`update sealing_nodes set stopped = true where node_id = ${node}`
          assert.include((yield* refusal("old")).message, "run carillon secrets rotate once more")
          yield* rotate
          yield* retire("old")
        })
      )
    })
  )
})

describe("the columns with sealed values", () => {
  it("are all known to the rotation", async () => {
    const root = new URL("../../../src/", import.meta.url)
    const known = new Set(sealedColumns.map(({ column, table }) => `${table}.${column}`))
    const described = new Set<string>()
    for (const name of await readdir(root, { recursive: true })) {
      if (!name.endsWith(".ts")) continue
      const text = await readFile(new URL(name, root), "utf8")
      const here = [...text.matchAll(/sealedColumn\("(\w+)", "(\w+)"/g)].map(
        ([, table, column]) => `${table}.${column}`
      )
      for (const one of here) described.add(one)
      // Sound for listeners is sealed on its way between nodes, and never stored.
      const isStored = !name.startsWith("operations/") && name !== "calls/conversations/LiveAudio.ts"
      const seals = isStored && /\bsecrets\.seal\(/.test(text)
      assert.isTrue(!seals || here.length > 0, `${name} seals values: describe their column with sealedColumn`)
    }
    assert.deepStrictEqual([...described].sort(), [...known].sort())
  })

  it.live(
    "exist in the database, with the ids by which they are read",
    Effect.fnUntraced(function* () {
      const database = yield* newDatabase
      yield* on(
        database,
        [newKey("only")],
        Effect.gen(function* () {
          const sql = yield* PgClient.PgClient
          for (const { column, rowId, rowIdType, table } of sealedColumns) {
            const [found] = yield* sql<{ type: string }>`select data_type as type from information_schema.columns
              where table_name = ${table} and column_name = ${rowId}`
            assert.strictEqual(found?.type, rowIdType)
            yield* sql`select ${sql(column)}, organization_id from ${sql(table)} limit 1`
          }
        })
      )
    })
  )
})
