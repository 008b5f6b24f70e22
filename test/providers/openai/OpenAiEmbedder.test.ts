import { assert, describe, it } from "@effect/vitest"
import { Effect, Fiber, Layer } from "effect"
import { TestClock } from "effect/testing"
import { Embedders } from "../../../src/providers/Embedders.ts"
import { lexicalEmbedder } from "../../../src/providers/local/embedder/LexicalEmbedder.ts"
import { type EmbeddingAnswer, openAiFake } from "../../support/fakes/openai-fake.ts"
import { freePort } from "../../support/servers/free-port.ts"
import { settingsLayer } from "../settings.ts"

const vectorOf = (text: string) => [text.length, 0, 4]
const vectors = (_index: number, body: any): EmbeddingAnswer => ({ vectors: body.input.map(vectorOf) })
const unit = (text: string) => Float32Array.from(vectorOf(text).map((value) => value / Math.hypot(...vectorOf(text))))

const setUp = Effect.fnUntraced(function* (
  answer: (index: number, body: any) => EmbeddingAnswer,
  settings: Readonly<Record<string, string>> = {}
) {
  const fake = yield* openAiFake(() => "hang", answer)
  const embedders = yield* Embedders.pipe(
    Effect.provide(
      yield* Layer.build(
        Embedders.layer.pipe(
          Layer.provide(
            settingsLayer({
              EMBEDDING_BASE_URL: fake.url,
              EMBEDDING_MODEL: "m",
              EMBEDDING_DIMENSIONS: "3",
              ...settings
            })
          )
        )
      )
    )
  )
  return { ...embedders, fake }
})

const failureOf = (answer: (index: number, body: any) => EmbeddingAnswer) =>
  Effect.gen(function* () {
    const { current } = yield* setUp(answer)
    return yield* Effect.flip(current.embed(["a text"], "document"))
  })

describe("OpenAiEmbedder", () => {
  it.live("returns a unit vector per text, in order, and zeros for an empty text", () =>
    Effect.gen(function* () {
      const { current, fake } = yield* setUp(vectors)
      assert.strictEqual(current.name, "m/3")
      assert.deepStrictEqual(yield* current.embed(["one", "  ", " three "], "document"), [
        unit("one"),
        new Float32Array(3),
        unit("three")
      ])
      assert.deepStrictEqual(yield* current.embed(["two"], "question"), [unit("two")])
      assert.deepStrictEqual(yield* current.embed([" "], "question"), [new Float32Array(3)])
      assert.deepStrictEqual(fake.embeddings[0], {
        model: "m",
        input: ["one", "three"],
        encoding_format: "float",
        dimensions: 3
      })
      assert.strictEqual(fake.embeddings.length, 2)
      assert.deepStrictEqual(fake.problems, [])
    })
  )

  it.live("keeps requests below the limits of every server", () =>
    Effect.gen(function* () {
      const { current, fake } = yield* setUp(vectors)
      const short = Array.from({ length: 300 }, (_, index) => "x".repeat(1 + (index % 50)))
      const long = Array.from({ length: 60 }, (_, index) => "ह".repeat(2_000 + index * 50))
      const found = yield* current.embed([...short, ...long], "document")
      assert.deepStrictEqual(found.slice(0, 300), short.map(unit))
      assert.strictEqual(found.length, 360)
      assert.deepStrictEqual(fake.problems, [])
      assert.isAtLeast(fake.embeddings.length, 4)
      // No character is split.
      assert.notInclude(fake.embeddings.flatMap(({ input }) => input).join(""), "\ufffd")
    })
  )

  it.live("omits the dimensions when the server refuses them, and checks the vectors", () =>
    Effect.gen(function* () {
      const refuse = (_index: number, body: any): EmbeddingAnswer =>
        body.dimensions === undefined
          ? vectors(0, body)
          : { status: 400, message: "Model m does not support changing output dimensions" }
      const { current, fake } = yield* setUp(refuse)
      assert.deepStrictEqual(yield* current.embed(["one"], "document"), [unit("one")])
      assert.deepStrictEqual(yield* current.embed(["two"], "document"), [unit("two")])
      assert.deepStrictEqual(
        fake.embeddings.map(({ dimensions }) => dimensions),
        [3, undefined, undefined]
      )
    })
  )

  const data = (...items: ReadonlyArray<object>) => ({ answer: { data: items } })
  const cases: ReadonlyArray<readonly [string, EmbeddingAnswer, RegExp]> = [
    ["is no answer", { answer: { hello: 1 } }, /malformed/],
    [
      "has a vector too many",
      {
        vectors: [
          [1, 2, 3],
          [1, 2, 3]
        ]
      },
      /2 vectors came for 1 texts/
    ],
    ["has no vector", { vectors: [] }, /0 vectors came/],
    ["has other dimensions", { vectors: [[1, 2, 3, 4]] }, /4 dimensions, not 3: set EMBEDDING_DIMENSIONS/],
    ["has a vector of nothing", { vectors: [[0, 0, 0]] }, /no direction/],
    ["has what is no number", data({ index: 0, embedding: [1, null, 2] }), /malformed/],
    ["has a number too large", data({ index: 0, embedding: [1e300, 1, 1] }), /no direction/],
    ["counts wrongly", data({ index: 3, embedding: [1, 2, 3] }), /misnumbered/],
    ["refuses the key", { status: 401, code: "invalid_api_key" }, /HTTP 401 invalid_api_key/]
  ]
  it.live("says why the connection failed", () =>
    Effect.gen(function* () {
      const port = yield* Effect.promise(freePort)
      const { current } = yield* setUp(vectors, { EMBEDDING_BASE_URL: `http://127.0.0.1:${port}/v1` })
      assert.strictEqual(
        (yield* Effect.flip(current.embed(["a text"], "question"))).reason,
        "no whole answer (ECONNREFUSED)"
      )
    })
  )

  for (const [what, answer, reason] of cases) {
    it.live(`fails at once with the reason when the answer ${what}`, () =>
      Effect.gen(function* () {
        const failure = yield* failureOf(() => answer)
        assert.match(failure.reason, reason)
        assert.isFalse(failure.retryable)
        assert.notMatch(failure.message, /sk-secret/)
      })
    )
  }

  it.live("reads vectors in base64", () =>
    Effect.gen(function* () {
      const embedding = Buffer.from(Float32Array.from([3, 0, 4]).buffer).toString("base64")
      const { current } = yield* setUp(() => data({ index: 0, embedding }))
      assert.deepStrictEqual(yield* current.embed(["abc"], "document"), [Float32Array.from([0.6, 0, 0.8])])
    })
  )

  it.live("retries documents, and waits as long as the server asks", () =>
    Effect.gen(function* () {
      const asked: Array<number> = []
      const { current } = yield* setUp((index, body) => {
        asked.push(performance.now())
        if (index === 0) return { status: 429, headers: { "retry-after": "1" } }
        return index === 1 ? { status: 503 } : vectors(index, body)
      })
      assert.deepStrictEqual(yield* current.embed(["one"], "document"), [unit("one")])
      const [first = 0, second = 0] = asked
      assert.lengthOf(asked, 3)
      assert.isAtLeast(second - first, 990)
    })
  )

  it.effect("does not retry questions, times out early, and opens the circuit of a dead server", () =>
    Effect.gen(function* () {
      const { current, fake } = yield* setUp(() => "hang")
      for (let time = 1; time <= 5; time++) {
        const asking = yield* Effect.forkChild(Effect.flip(current.embed([`${time}`], "question")))
        yield* fake.until(() => fake.embeddings.length === time)
        yield* TestClock.adjust("2 seconds")
        assert.match((yield* Fiber.join(asking)).reason, /no answer within 2000 ms/)
      }
      assert.match((yield* Effect.flip(current.embed(["more"], "question"))).reason, /circuit open/)
      assert.strictEqual(fake.embeddings.length, 5)
    })
  )
})

describe("Embedders", () => {
  const embeddersOf = (settings: Readonly<Record<string, string>>) =>
    Effect.flatMap(Layer.build(Embedders.layer.pipe(Layer.provide(settingsLayer(settings)))), (built) =>
      Effect.provide(Embedders, built)
    )

  it.effect("uses the stand-in without settings, and has no other embedder", () =>
    Effect.gen(function* () {
      const { current, named } = yield* embeddersOf({})
      assert.strictEqual(current, lexicalEmbedder)
      assert.strictEqual(named(lexicalEmbedder.name), lexicalEmbedder)
      assert.isUndefined(named("text-embedding-3-small/512"))
    })
  )

  it.effect("finds earlier models on the same server, and the stand-in for its own vectors", () =>
    Effect.gen(function* () {
      const { current, named } = yield* embeddersOf({ EMBEDDING_API_KEY: "key" })
      assert.strictEqual(current.name, "text-embedding-3-small/512")
      assert.strictEqual(named(current.name), current)
      assert.deepStrictEqual([-1, 0.25, 0.5, 0.75, 1].map(current.scoreOf), [0, 0.25, 0.5, 0.75, 1])
      assert.deepInclude(named("org/of/model/1024"), { name: "org/of/model/1024", dimensions: 1_024 })
      assert.strictEqual(named(lexicalEmbedder.name), lexicalEmbedder)
      for (const none of ["", "model", "/512", "model/0", "model/x"]) assert.isUndefined(named(none))
    })
  )

  it.effect("fails to embed on a real carrier without settings", () =>
    Effect.gen(function* () {
      const { current } = yield* embeddersOf({
        CARRIER: "twilio",
        TWILIO_ACCOUNT_SID: `AC${"0".repeat(32)}`,
        TWILIO_AUTH_TOKEN: "secret",
        TWILIO_FROM_NUMBER: "+15005550006"
      })
      assert.match((yield* Effect.flip(current.embed(["text"], "document"))).reason, /EMBEDDING_API_KEY not set/)
    })
  )
})
