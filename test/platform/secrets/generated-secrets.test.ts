import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Effect, Logger, Redacted } from "effect"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { adminToken, encryptionKeys } from "../../../src/platform/secrets/generated-secrets.ts"
import { redactText } from "../../../src/platform/secrets/redact.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "carillon-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const using = <A, E>(effect: Effect.Effect<A, E, AppConfig>, env: Record<string, string>) =>
  Effect.flatMap(readSettings(env), (settings) => Effect.provideService(effect, AppConfig, settings))

const plainKeys = Effect.map(encryptionKeys(true), (keys) =>
  keys.map(({ id, key }) => `${id}:${Buffer.from(Redacted.value(key)).toString("base64")}`)
)

describe("generated secrets", () => {
  it.effect("uses configured secrets and writes nothing", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const key = `a:${Buffer.alloc(32, 7).toString("base64")}`
      const env = { DATA_DIR: path, ADMIN_TOKEN: "an-admin-token-of-mine", ENCRYPTION_KEY: key }
      assert.strictEqual(Redacted.value(yield* using(adminToken, env)), "an-admin-token-of-mine")
      assert.deepStrictEqual(yield* using(plainKeys, env), [key])
      assert.deepStrictEqual(readdirSync(path), [])
    })
  )

  it.effect("generates secrets once in private files, and logs this without their values", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "deep", "data")
      const lines: Array<string> = []
      const logger = Logger.layer([Logger.make(({ message }) => lines.push(String(message)))])
      const made = yield* using(Effect.all([plainKeys, adminToken]), { DATA_DIR: path }).pipe(Effect.provide(logger))
      const again = yield* using(Effect.all([plainKeys, adminToken]), { DATA_DIR: path }).pipe(Effect.provide(logger))
      assert.deepStrictEqual(again, made)
      assert.match(made[0][0]!, /^k[0-9a-f]{8}:[A-Za-z0-9+/]{43}=$/)
      assert.match(Redacted.value(made[1]), /^[\w-]{43}$/)
      assert.deepStrictEqual(readdirSync(path).sort(), ["admin-token", "encryption-key"])
      for (const name of readdirSync(path)) assert.strictEqual(statSync(join(path, name)).mode & 0o777, 0o600)
      assert.strictEqual(lines.length, 2)
      assert.strictEqual(redactText(lines.join()), lines.join())
      assert.include(lines[0]!, join(path, "encryption-key"))
      assert.notInclude(lines.join(), made[0][0]!.split(":")[1]!)
      assert.notInclude(lines.join(), Redacted.value(made[1]))
    })
  )

  it.effect("generates no key where it may not, and uses one that is there", () =>
    Effect.gen(function* () {
      const path = yield* folder
      assert.deepStrictEqual(yield* using(encryptionKeys(false), { DATA_DIR: path }), [])
      assert.deepStrictEqual(readdirSync(path), [])
      const made = yield* using(encryptionKeys(true), { DATA_DIR: path })
      assert.deepStrictEqual(yield* using(encryptionKeys(false), { DATA_DIR: path }), made)
    })
  )

  it.effect("agrees on one value when many processes start at once", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const starts = Array.from({ length: 20 }, () => using(plainKeys, { DATA_DIR: path }))
      const keys = yield* Effect.all(starts, { concurrency: "unbounded" })
      assert.strictEqual(new Set(keys.flat()).size, 1)
      assert.deepStrictEqual(readdirSync(path), ["encryption-key"])
      assert.strictEqual(readFileSync(join(path, "encryption-key"), "utf8").trim(), keys[0]![0])
    })
  )

  it.effect("refuses a damaged file in one line that names it and the setting, and leaves it as it is", () =>
    Effect.gen(function* () {
      const path = yield* folder
      for (const damaged of ["", "garbage", "a:dG9vIHNob3J0"]) {
        writeFileSync(join(path, "encryption-key"), damaged)
        const error = yield* Effect.flip(using(encryptionKeys(true), { DATA_DIR: path }))
        assert.include(error.message, join(path, "encryption-key"))
        assert.include(error.message, "ENCRYPTION_KEY")
        assert.notInclude(error.message, "\n")
        assert.strictEqual(redactText(error.message), error.message)
        assert.strictEqual(readFileSync(join(path, "encryption-key"), "utf8"), damaged)
      }
      writeFileSync(join(path, "admin-token"), "short")
      assert.include((yield* Effect.flip(using(adminToken, { DATA_DIR: path }))).message, "ADMIN_TOKEN")
    })
  )

  it.effect("reports a file that it cannot write", () =>
    Effect.gen(function* () {
      const path = join(yield* folder, "file")
      writeFileSync(path, "")
      const error = yield* Effect.flip(using(adminToken, { DATA_DIR: path }))
      assert.include(error.message, join(path, "admin-token"))
      assert.strictEqual(redactText(error.message), error.message)
    })
  )
})
