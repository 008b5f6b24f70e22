import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Schema, Stream } from "effect"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { BlobStore } from "../../../src/platform/files/BlobStore.ts"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "carillon-"))),
  (path) => Effect.sync(() => rmSync(path, { recursive: true, force: true }))
)

const storeIn = (dataDir: string) =>
  Effect.flatMap(readSettings({ DATA_DIR: dataDir }), (settings) =>
    BlobStore.pipe(
      Effect.provide(BlobStore.layer.pipe(Layer.provide(Layer.succeed(AppConfig, settings))), { local: true })
    )
  )

const read = Effect.fnUntraced(function* (store: BlobStore["Service"], key: string) {
  const { size, content } = yield* store.get(key)
  const bytes = Buffer.concat(yield* Stream.runCollect(content))
  assert.strictEqual(bytes.length, size)
  return bytes
})

const text = (value: string) => Stream.succeed(Buffer.from(value))

describe("BlobStore", () => {
  it.effect.prop("returns the content that was put", [Schema.Array(Schema.Uint8Array)], ([chunks]) =>
    Effect.gen(function* () {
      const store = yield* storeIn(yield* folder)
      yield* store.put("a1", Stream.fromIterable(chunks))
      assert.deepStrictEqual(yield* read(store, "a1"), Buffer.concat(chunks))
    }).pipe(Effect.scoped)
  )

  it.effect("stores a large blob in a private file, and replaces it atomically", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const store = yield* storeIn(path)
      const large = Buffer.alloc(20 * 1024 * 1024, "carillon")
      yield* store.put("document-1", Stream.fromIterable([large.subarray(0, 5_000_000), large.subarray(5_000_000)]))
      assert.isTrue(large.equals(yield* read(store, "document-1")))
      assert.strictEqual(statSync(join(path, "blobs", "document-1")).mode & 0o777, 0o600)
      yield* store.put("document-1", text("new"))
      assert.strictEqual((yield* read(store, "document-1")).toString(), "new")
    })
  )

  it.effect("fails for a missing blob", () =>
    Effect.gen(function* () {
      const store = yield* storeIn(yield* folder)
      assert.deepStrictEqual((yield* Effect.flip(store.get("nothing")))._tag, "BlobMissing")
      assert.isFalse(yield* store.exists("nothing"))
      yield* store.remove("nothing")
      yield* store.put("something", text("x"))
      assert.isTrue(yield* store.exists("something"))
      yield* store.remove("something")
      assert.isFalse(yield* store.exists("something"))
    })
  )

  it.effect("keeps the old blob, or none, when a put fails or is interrupted", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const store = yield* storeIn(path)
      yield* store.put("kept", text("old"))
      for (const key of ["kept", "fresh"]) {
        const failing = text("half").pipe(Stream.concat(Stream.fail("broken" as const)))
        assert.strictEqual(yield* Effect.flip(store.put(key, failing)), "broken")

        const halfway = yield* Deferred.make<void>()
        const hanging = text("half").pipe(
          Stream.concat(Stream.fromEffect(Deferred.succeed(halfway, undefined).pipe(Effect.andThen(Effect.never))))
        )
        const writing = yield* Effect.forkChild(store.put(key, hanging))
        yield* Deferred.await(halfway)
        yield* Fiber.interrupt(writing)
      }
      assert.strictEqual((yield* read(store, "kept")).toString(), "old")
      assert.isFalse(yield* store.exists("fresh"))
      assert.deepStrictEqual(readdirSync(join(path, "blobs")), ["kept"])
    })
  )

  // A write to this device fails like one to a full disk.
  it.effect.skipIf(!existsSync("/dev/full"))("leaves no part of a content whose single write fails", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const store = yield* storeIn(path)
      symlinkSync("/dev/full", join(path, "blobs", "part"))
      const { cause } = yield* Effect.flip(store.putWhole("part", Buffer.alloc(64_000)))
      assert.include(String(cause), "ENOSPC")
      assert.deepStrictEqual(readdirSync(join(path, "blobs")), [])
      yield* store.putWhole("part", Buffer.from("whole"))
      assert.strictEqual((yield* read(store, "part")).toString(), "whole")
    })
  )

  it.effect("removes old drafts of a killed process", () =>
    Effect.gen(function* () {
      const path = yield* folder
      yield* (yield* storeIn(path)).put("kept", text("x"))
      for (const name of [".draft-1", ".draft-2"]) writeFileSync(join(path, "blobs", name), "half")
      utimesSync(join(path, "blobs", ".draft-1"), 0, 0)
      utimesSync(join(path, "blobs", "kept"), 0, 0)
      yield* storeIn(path)
      // Another node may be writing the other draft.
      assert.deepStrictEqual(readdirSync(join(path, "blobs")).sort(), [".draft-2", "kept"])
    })
  )

  it.effect("refuses every key that could be a path", () =>
    Effect.gen(function* () {
      const path = yield* folder
      const store = yield* storeIn(path)
      writeFileSync(join(path, "outside"), "secret")
      const keys = [
        "",
        ".",
        "..",
        "../outside",
        "a/b",
        "a\\b",
        "/etc/passwd",
        ".draft-1",
        "A",
        "a\u0000",
        "ä",
        "a.b",
        "-a",
        "a".repeat(129)
      ]
      for (const key of keys) {
        const attempts = [store.put(key, text("x")), store.get(key), store.exists(key), store.remove(key)]
        for (const attempt of attempts) assert.strictEqual((yield* Effect.flip(attempt))._tag, "BlobError", key)
      }
      assert.deepStrictEqual(readdirSync(join(path, "blobs")), [])
    })
  )
})
