import { assert, describe, it } from "@effect/vitest"
import { type Context, Effect } from "effect"
import { newId } from "../../src/platform/ids.ts"
import type { Embedder } from "../../src/providers/contract/Embedder.ts"
import { Retriever } from "../../src/rag/Retriever.ts"
import { addBase, addDocument, numbersEmbedder, searchServices } from "../support/data/knowledge/knowledge-rows.ts"

type Base = Effect.Success<ReturnType<typeof addBase>>

const retrieve = (base: Base, question: string) => Retriever.use((it) => it.retrieve({ ...base, question }))
const textsOf = (base: Base, question: string) =>
  Effect.map(retrieve(base, question), (found) => found.map(({ text }) => text))

/** Each test uses a database of its own. */
const on = <A, E, R>(embedders: ReadonlyArray<Embedder>, use: Effect.Effect<A, E, R>) =>
  Effect.flatMap(searchServices(embedders), (services) => Effect.provide(use, services as Context.Context<R>))

describe("Retriever", () => {
  it.live("the four best chunks above the minimum score are returned, best first, with their documents", () =>
    on(
      [numbersEmbedder("m")],
      Effect.gen(function* () {
        const base = yield* addBase()
        const { id, ids } = yield* addDocument(base, "m", [
          "9 1 0",
          "1 0 0",
          "1 1 0",
          "0 1 0",
          "8 3 0",
          "7 4 0",
          "1 -9 0"
        ])
        const found = yield* retrieve(base, "1 0 0")
        assert.deepStrictEqual(
          found.map(({ text }) => text),
          ["1 0 0", "9 1 0", "8 3 0", "7 4 0"]
        )
        assert.deepInclude(found[0], { chunkId: ids[1] ?? "", documentId: id, filename: "File.txt" })
        // Rounded to three digits, whatever the embedder makes of the cosine.
        assert.deepStrictEqual(
          found.map(({ score }) => score),
          [1, 0.994, 0.936, 0.868]
        )
        assert.deepStrictEqual(yield* textsOf(base, "0 0 1"), [])
        assert.deepStrictEqual(yield* textsOf(base, "0 1 1"), ["0 1 0", "1 1 0"])
      })
    )
  )

  it.live("a foreign or unknown knowledge base, or a question without words, returns no chunks", () =>
    on(
      [numbersEmbedder("m")],
      Effect.gen(function* () {
        const [ours, theirs] = [yield* addBase(), yield* addBase()]
        yield* addDocument(theirs, "m", ["1 0 0"])
        assert.deepStrictEqual(yield* textsOf(theirs, "1 0 0"), ["1 0 0"])
        for (const knowledgeBaseId of [theirs.knowledgeBaseId, newId(), "no uuid", "", "' or true --"]) {
          assert.deepStrictEqual(yield* textsOf({ ...ours, knowledgeBaseId }, "1 0 0"), [])
        }
        assert.deepStrictEqual(yield* textsOf(ours, "1 0 0"), [])
        assert.deepStrictEqual(yield* textsOf(theirs, " … "), [])
        assert.deepStrictEqual(yield* textsOf(theirs, "0 0 0"), [])
      })
    )
  )

  it.live("each model is searched with its own embedder, and unavailable models are skipped", () =>
    on(
      [numbersEmbedder("m"), numbersEmbedder("other", 2), numbersEmbedder("unused")],
      Effect.gen(function* () {
        const base = yield* addBase()
        yield* addDocument(base, "m", ["1 0 0", "1 9 0"])
        yield* addDocument(base, "other", ["9 1"])
        yield* addDocument(base, "gone", ["1 0 0"])
        assert.deepStrictEqual(yield* textsOf(base, "1 0 0"), ["1 0 0", "9 1"])
      })
    )
  )

  it.live("a question is embedded once, however often it is asked, and new chunks are found", () =>
    Effect.gen(function* () {
      const embedder = numbersEmbedder("m")
      yield* on(
        [embedder],
        Effect.gen(function* () {
          const [base, other] = [yield* addBase(), yield* addBase()]
          yield* addDocument(base, "m", ["1 0 0"])
          yield* addDocument(other, "m", ["9 1 0"])
          assert.deepStrictEqual(yield* textsOf(base, "1 0 0"), ["1 0 0"])
          yield* addDocument(base, "m", ["9 2 0"])
          assert.deepStrictEqual(yield* textsOf(base, "1 0 0"), ["1 0 0", "9 2 0"])
          assert.deepStrictEqual(yield* textsOf(other, "1 0 0"), ["9 1 0"])
          assert.deepStrictEqual(embedder.asked, ["1 0 0"])
        })
      )
    })
  )

  it.live("the retriever fails when the embedder does, so that the caller can continue or report it", () =>
    on(
      [numbersEmbedder("-down")],
      Effect.gen(function* () {
        const base = yield* addBase()
        yield* addDocument(base, "-down", ["1 0 0"])
        const { _tag } = yield* Effect.flip(retrieve(base, "1 0 0"))
        assert.strictEqual(_tag, "ProviderFailure")
      })
    )
  )
})
