import { createHash } from "node:crypto"
import { assert, describe, it } from "@effect/vitest"
import { Deferred, Effect, Fiber, Layer, Stream } from "effect"
import { TestClock } from "effect/testing"
import { AppConfig, readSettings } from "../../../src/platform/config.ts"
import { BlobStore } from "../../../src/platform/files/BlobStore.ts"
import { startS3Fake } from "../../support/fakes/s3/s3-fake.ts"
import { sha256, signatureOf } from "../../support/fakes/s3/signature.ts"

const started = (options: Parameters<typeof startS3Fake>[0] = {}, more: Readonly<Record<string, string>> = {}) =>
  Effect.gen(function* () {
    const fake = yield* Effect.acquireRelease(
      Effect.promise(() => startS3Fake(options)),
      ({ stop }) => Effect.sync(stop)
    )
    const settings = yield* readSettings({ ...fake.settings, ...more })
    const built = yield* Layer.build(BlobStore.layer.pipe(Layer.provide(Layer.succeed(AppConfig, settings))))
    return { fake, store: yield* Effect.provide(BlobStore, built) }
  })

const read = Effect.fnUntraced(function* (store: BlobStore["Service"], key: string) {
  const { size, content, storedAt } = yield* store.get(key)
  const bytes = Buffer.concat(yield* Stream.runCollect(content))
  assert.strictEqual(bytes.length, size)
  assert.isBelow(Math.abs(storedAt.getTime() - Date.now()), 60_000)
  return bytes
})

const text = (value: string) => Stream.succeed(Buffer.from(value))

describe("blobs in a bucket", () => {
  it.live("are stored, replaced, read and removed under the prefix, and refuse keys that are paths", () =>
    Effect.gen(function* () {
      const { fake, store } = yield* started({}, { S3_PREFIX: "calls/eu-" })
      assert.strictEqual((yield* Effect.flip(store.get("nothing")))._tag, "BlobMissing")
      assert.isFalse(yield* store.exists("nothing"))
      yield* store.remove("nothing")
      yield* store.put("empty", Stream.empty)
      assert.strictEqual((yield* read(store, "empty")).length, 0)
      yield* store.put("a1", Stream.fromIterable([Buffer.from("some"), Buffer.from("thing")]))
      yield* store.putWhole("a1-part", Buffer.from([0, 255, 10]))
      assert.deepStrictEqual([...fake.objects.keys()], ["calls/eu-empty", "calls/eu-a1", "calls/eu-a1-part"])
      assert.strictEqual((yield* read(store, "a1")).toString(), "something")
      assert.deepStrictEqual([...(yield* read(store, "a1-part"))], [0, 255, 10])
      yield* store.put("a1", text("new"))
      assert.strictEqual((yield* read(store, "a1")).toString(), "new")
      yield* store.remove("a1")
      assert.isFalse(yield* store.exists("a1"))
      for (const key of ["", "../a1", "a/b", "A", ".draft"]) {
        assert.strictEqual((yield* Effect.flip(store.putWhole(key, Buffer.from("x"))))._tag, "BlobError")
        assert.strictEqual((yield* Effect.flip(store.get(key)))._tag, "BlobError")
      }
    })
  )

  it.live("are uploaded in parts when they are large, and appear only when they are whole", () =>
    Effect.gen(function* () {
      const { fake, store } = yield* started()
      const large = Buffer.alloc(20 * 1024 * 1024, "carillon")
      const chunks = [large.subarray(0, 3_000_000), large.subarray(3_000_000, 12_000_000), large.subarray(12_000_000)]
      yield* store.put("large", Stream.fromIterable(chunks))
      assert.isTrue(large.equals(yield* read(store, "large")))
      assert.deepStrictEqual(
        fake.requests.filter((request) => request.startsWith("P")),
        [
          "POST /carillon/large?uploads=",
          "PUT /carillon/large?partNumber=1&uploadId=…&x-id=UploadPart",
          "PUT /carillon/large?partNumber=2&uploadId=…&x-id=UploadPart",
          "POST /carillon/large?uploadId=…"
        ]
      )
      assert.strictEqual(fake.uploads.size, 0)
    })
  )

  it.live("stay as they were, without parts left behind, when a put fails or is interrupted", () =>
    Effect.gen(function* () {
      const { fake, store } = yield* started()
      yield* store.put("kept", text("old"))
      const half = Stream.succeed(Buffer.alloc(9 * 1024 * 1024))
      for (const key of ["kept", "fresh"]) {
        const failing = half.pipe(Stream.concat(Stream.fail("broken" as const)))
        assert.strictEqual(yield* Effect.flip(store.put(key, failing)), "broken")
        const halfway = yield* Deferred.make<void>()
        const hanging = half.pipe(
          Stream.concat(Stream.fromEffect(Deferred.succeed(halfway, undefined).pipe(Effect.andThen(Effect.never))))
        )
        const writing = yield* Effect.forkChild(store.put(key, hanging))
        yield* Deferred.await(halfway)
        assert.strictEqual(fake.uploads.size, 1)
        yield* Fiber.interrupt(writing)
        assert.strictEqual(fake.uploads.size, 0)
      }
      assert.strictEqual((yield* read(store, "kept")).toString(), "old")
      assert.isFalse(yield* store.exists("fresh"))
    })
  )

  it.effect("fail to be read when the server stops sending", () =>
    Effect.gen(function* () {
      const { store } = yield* started({ stalls: true })
      yield* store.putWhole("a1", Buffer.from("something"))
      const half = yield* Deferred.make<void>()
      const { content } = yield* store.get("a1")
      const reading = yield* Effect.forkChild(
        Effect.flip(Stream.runForEach(content, () => Deferred.succeed(half, undefined)))
      )
      yield* Deferred.await(half)
      yield* TestClock.adjust("59 seconds")
      assert.isUndefined(reading.pollUnsafe())
      yield* TestClock.adjust("1 second")
      assert.strictEqual((yield* Fiber.join(reading))._tag, "BlobError")
    })
  )

  it.live("fail to be read when they end early, also without a length", () =>
    Effect.gen(function* () {
      const { store } = yield* started({ cuts: true })
      yield* store.putWhole("a1", Buffer.from("something"))
      const { content } = yield* store.get("a1")
      const error = yield* Effect.flip(Stream.runDrain(content))
      assert.include(String((error as { cause: Error }).cause.message), "Only 4 of 9 bytes came")
    })
  )

  it.live("are stored when only the answer to the end of their upload was lost", () =>
    Effect.gen(function* () {
      let lost = 0
      const loses = ({ method, url }: { method: string; url: string }) =>
        method === "POST" && url.includes("uploadId=") && ++lost === 1
      const { fake, store } = yield* started({ loses })
      const large = Buffer.alloc(9 * 1024 * 1024, "carillon")
      yield* store.put("large", Stream.succeed(large))
      assert.strictEqual(lost, 2)
      assert.isTrue(large.equals(yield* read(store, "large")))
      assert.strictEqual(fake.uploads.size, 0)
    })
  )

  it.live("survive a server that fails for a moment, and report one that refuses", () =>
    Effect.gen(function* () {
      let failures = 2
      const { fake, store } = yield* started({ fault: () => (failures-- > 0 ? 503 : undefined) })
      yield* store.putWhole("a1", Buffer.from("x"))
      assert.strictEqual(fake.requests.length, 3)
      const { store: lost } = yield* started({}, { S3_BUCKET: "another" })
      assert.strictEqual((yield* Effect.flip(lost.get("a1")))._tag, "BlobError")
      const { store: stranger } = yield* started({}, { S3_SECRET_ACCESS_KEY: "another" })
      for (const asked of [stranger.putWhole("a1", Buffer.from("x")), stranger.exists("a1"), stranger.remove("a1")]) {
        assert.strictEqual((yield* Effect.flip(asked as Effect.Effect<unknown, { _tag: string }>))._tag, "BlobError")
      }
    })
  )
})

describe("the fake of S3", () => {
  const secret = "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"
  const empty = sha256("")
  const scope = "AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request"
  const request = (method: string, url: string, headers: Readonly<Record<string, string>>) => {
    const all: Record<string, string> = {
      host: "examplebucket.s3.amazonaws.com",
      "x-amz-content-sha256": empty,
      "x-amz-date": "20130524T000000Z",
      ...headers
    }
    const signed = Object.keys(all).sort().join(";")
    const authorization = `AWS4-HMAC-SHA256 Credential=${scope},SignedHeaders=${signed},Signature=${"0".repeat(64)}`
    return { method, url, headers: { ...all, authorization } }
  }

  // The examples of "Authenticating Requests: Using the Authorization Header" in Amazon's API reference.
  it("computes the published example signatures", () => {
    const put = {
      date: "Fri, 24 May 2013 00:00:00 GMT",
      "x-amz-storage-class": "REDUCED_REDUNDANCY",
      "x-amz-content-sha256": createHash("sha256").update("Welcome to Amazon S3.").digest("hex")
    }
    for (const [example, signature] of [
      [
        request("GET", "/test.txt", { range: "bytes=0-9" }),
        "f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41"
      ],
      [request("PUT", "/test%24file.text", put), "98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd"],
      [request("GET", "/?lifecycle", {}), "fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"],
      [request("GET", "/?max-keys=2&prefix=J", {}), "34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7"]
    ] as const) {
      assert.strictEqual(signatureOf(example, secret), signature, example.url)
    }
  })
})
