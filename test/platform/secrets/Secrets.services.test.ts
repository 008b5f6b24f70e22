import { randomBytes } from "node:crypto"
import { mkdtempSync, readdirSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, layer } from "@effect/vitest"
import { Effect, Layer, Logger, Schema } from "effect"
import { SqlClient } from "effect/sql"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { redactText } from "../../../src/platform/secrets/redact.ts"
import { type SealedPlace, Secrets } from "../../../src/platform/secrets/Secrets.ts"
import * as Sql from "../../../src/platform/sql/Sql.ts"
import { makeDatabase, makePostgres } from "../../support/servers/test-database.ts"

const { TEST_DATABASE_URL } = process.env

// Each engine gets a database of its own.
const database = (isPostgres: boolean) =>
  Layer.unwrap(
    Effect.gen(function* () {
      const { settings } = yield* Effect.acquireRelease(
        Effect.promise(() => (isPostgres ? makePostgres() : makeDatabase())),
        ({ remove }) => Effect.promise(remove)
      )
      return Sql.layer.pipe(Layer.provide([Layer.effect(AppConfig, readSettings(settings)), Logger.layer([])]))
    })
  )

const newKey = (id: string) => `${id}:${randomBytes(32).toString("base64")}`

// Returns the secrets of a node with these keys, or why it does not start.
const start = Effect.fnUntraced(function* (env: Record<string, string>) {
  const settings = yield* readSettings(env)
  return yield* Secrets.pipe(Effect.provide(Secrets.layer, { local: true }), Effect.provideService(AppConfig, settings))
})
const startWith = (...keys: ReadonlyArray<string>) => start({ ENCRYPTION_KEY: keys.join() })

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "carillon-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true }))
)

const forgetKeys = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`delete from encryption_keys`)
const knownKeys = Effect.flatMap(
  SqlClient.SqlClient,
  (sql) => sql<{ keyId: string; proof: string }>`select key_id, proof from encryption_keys order by key_id`
)

const place: SealedPlace = { organizationId: 7, table: "webhook_secrets", column: "secret", rowId: "r1" }
const base64url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

for (const engine of ["PGlite", ...(TEST_DATABASE_URL ? ["Postgres"] : [])]) {
  describe(`Secrets on ${engine}`, () => {
    layer(database(engine === "Postgres"), { excludeTestServices: true })((it) => {
      it.effect.prop(
        "opens what it sealed, and in its place only",
        [Schema.String, Schema.Int, Schema.String],
        ([text, id, row]) =>
          Effect.gen(function* () {
            const { seal, open } = yield* secrets
            const there = { ...place, organizationId: id, rowId: row }
            const sealed = seal(text, there)
            assert.strictEqual(yield* open(sealed, there), Buffer.from(text).toString())
            const elsewhere: ReadonlyArray<SealedPlace> = [
              { ...there, organizationId: id + 1 },
              { ...there, table: "organizations" },
              { ...there, column: "previous" },
              { ...there, rowId: `${row}x` }
            ]
            for (const other of elsewhere)
              assert.strictEqual((yield* Effect.flip(open(sealed, other))).reason, "not-authentic")
          })
      )

      it.effect("distinguishes all places, whatever characters their names contain", () =>
        Effect.gen(function* () {
          const { seal, open } = yield* secrets
          for (const between of ["", ",", "|", ".", '","', "\u0000"]) {
            const sealed = seal("text", { ...place, table: `a${between}b`, column: "c" })
            const error = yield* Effect.flip(open(sealed, { ...place, table: "a", column: `b${between}c` }))
            assert.strictEqual(error.reason, "not-authentic")
          }
        })
      )

      it.effect("opens no text with a changed character, and the error reveals nothing", () =>
        Effect.gen(function* () {
          const { seal, open } = yield* secrets
          const text = "whsec_the-secret-itself"
          const sealed = seal(text, place)
          assert.match(sealed, /^v1\.a\.[\w-]{16}\.[\w-]{22}\.[\w-]+$/)
          for (let at = 0; at < sealed.length; at++) {
            for (const other of `${base64url}. +/=`) {
              if (other === sealed[at]) continue
              const error = yield* Effect.flip(open(sealed.slice(0, at) + other + sealed.slice(at + 1), place))
              assert.strictEqual(error._tag, "SecretUnreadable")
              assert.notInclude(JSON.stringify(error) + error.message + error.stack, text)
            }
          }
          for (const garbage of [
            "",
            "v1",
            "v2.a.b.c.d",
            `${sealed}\n`,
            `${sealed}=`,
            sealed.slice(0, -4),
            `${sealed}AAAA`
          ]) {
            assert.strictEqual((yield* Effect.flip(open(garbage, place)))._tag, "SecretUnreadable", garbage)
          }
        })
      )

      it.effect("seals the same text differently each time", () =>
        Effect.gen(function* () {
          const { seal } = yield* secrets
          const parts = Array.from({ length: 1000 }, () => seal("same", place).split("."))
          for (const part of [2, 3, 4]) assert.strictEqual(new Set(parts.map((one) => one[part])).size, 1000)
        })
      )

      it.effect("seals with the first key and opens with all", () =>
        Effect.gen(function* () {
          yield* forgetKeys
          const [old, fresh] = [newKey("old"), newKey("new")]
          const before = yield* startWith(old)
          const sealed = before.seal("text", place)
          const rotated = yield* startWith(fresh, old)
          assert.strictEqual(yield* rotated.open(sealed, place), "text")
          assert.match(rotated.seal("text", place), /^v1\.new\./)
          const error = yield* Effect.flip(before.open(rotated.seal("text", place), place))
          assert.strictEqual(error.reason, "unknown-key")
          assert.include(error.message, "new")
        })
      )

      it.effect("keys digests by purpose and finds digests of older keys", () =>
        Effect.gen(function* () {
          yield* forgetKeys
          const [old, fresh] = [newKey("old"), newKey("new")]
          const before = yield* startWith(old)
          const stored = before.digest("api-key", "sk_live_x")
          assert.strictEqual(stored.length, 32)
          assert.deepStrictEqual(before.digests("api-key", "sk_live_x"), [stored])
          assert.notDeepEqual(before.digest("phone", "sk_live_x"), stored)
          assert.notDeepEqual(before.digest("api-key", "sk_live_y"), stored)
          const rotated = yield* startWith(fresh, old)
          assert.deepStrictEqual(rotated.digests("api-key", "sk_live_x"), [
            rotated.digest("api-key", "sk_live_x"),
            stored
          ])
          assert.notDeepEqual(rotated.digest("api-key", "sk_live_x"), stored)
        })
      )

      it.effect("starts again with the same keys in any order, and accepts a new one", () =>
        Effect.gen(function* () {
          yield* forgetKeys
          const [a, b] = [newKey("a"), newKey("b")]
          yield* startWith(a)
          yield* startWith(a)
          yield* startWith(b, a)
          yield* startWith(a, b)
          assert.deepStrictEqual(
            (yield* knownKeys).map(({ keyId }) => keyId),
            ["a", "b"]
          )
        })
      )

      it.effect("refuses another key under a known id, and a node without a key that the database knows", () =>
        Effect.gen(function* () {
          yield* forgetKeys
          const [a, b] = [newKey("a"), newKey("b")]
          yield* startWith(a, b)
          const known = yield* knownKeys
          const refused = [
            [[newKey("a"), b], "key a of this node is not the one"],
            [[newKey("a"), newKey("b")], "key a, b of this node is not the one"],
            [[a], "key b, which this node does not have"],
            [[newKey("c"), b], "key a, which this node does not have"],
            [[newKey("c")], "key a, b, which this node does not have"]
          ] as const
          for (const [keys, why] of refused) {
            const error = yield* Effect.flip(startWith(...keys))
            assert.strictEqual(error._tag, "KeyRingMismatch")
            assert.include(error.message, why)
            assert.include(error.message, "ENCRYPTION_KEY")
            assert.notInclude(error.message, "\n")
            assert.strictEqual(redactText(error.message), error.message)
            for (const key of keys) assert.notInclude(JSON.stringify(error) + error.message, key.split(":")[1]!)
          }
          assert.deepStrictEqual(yield* knownKeys, known)
        })
      )

      it.effect("refuses a node without a key when the database has one, and generates none for it", () =>
        Effect.gen(function* () {
          yield* forgetKeys
          yield* startWith(newKey("a"))
          const path = yield* folder
          const error = yield* Effect.flip(start({ DATA_DIR: path }))
          assert.include(error.message, "key a, which this node does not have")
          assert.include(error.message, "restore the file encryption-key in DATA_DIR")
          assert.deepStrictEqual(readdirSync(path), [])
        })
      )

      it.effect("generates a key for the one of many nodes that sets the key of a new database", () =>
        Effect.gen(function* () {
          yield* forgetKeys
          const paths = yield* Effect.replicateEffect(folder, 8)
          const nodes = paths.map((path) => Effect.result(start({ DATA_DIR: path })))
          const results = yield* Effect.all(nodes, { concurrency: "unbounded" })
          assert.deepStrictEqual(
            paths.map((path) => readdirSync(path)),
            results.map(({ _tag }) => (_tag === "Success" ? ["encryption-key"] : []))
          )
          assert.strictEqual(results.filter(({ _tag }) => _tag === "Success").length, 1)
        })
      )

      it.effect("lets one of many nodes with different keys set the key of a new database", () =>
        Effect.gen(function* () {
          for (let round = 0; round < 5; round++) {
            yield* forgetKeys
            const nodes = Array.from({ length: 8 }, (_, node) => Effect.result(startWith(newKey(`k${node}`))))
            const results = yield* Effect.all(nodes, { concurrency: "unbounded" })
            assert.strictEqual(results.filter(({ _tag }) => _tag === "Success").length, 1)
            assert.strictEqual((yield* knownKeys).length, 1)
          }
        })
      )
    })
  })
}

// Resets the database to a ring of one key.
const secrets = Effect.gen(function* () {
  yield* forgetKeys
  return yield* startWith(newKey("a"))
})
