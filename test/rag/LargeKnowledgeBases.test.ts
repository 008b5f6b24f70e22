import { assert, describe, it } from "@effect/vitest"
import { type Context, Effect } from "effect"
import { SqlClient } from "effect/sql"
import type { Embedder } from "../../src/providers/contract/Embedder.ts"
import { LargeKnowledgeBases } from "../../src/rag/LargeKnowledgeBases.ts"
import { Retriever } from "../../src/rag/Retriever.ts"
import { addBase, addDocument, numbersEmbedder, searchServices } from "../support/data/knowledge/knowledge-rows.ts"
import { engine } from "../support/servers/test-database.ts"

const tend = LargeKnowledgeBases.use((it) => it.tend)
const rows = <A extends object>(statement: (sql: SqlClient.SqlClient) => Effect.Effect<ReadonlyArray<A>, unknown>) =>
  Effect.flatMap(SqlClient.SqlClient, statement)

/** The indexes that exist, and how often each was used. */
const indexes = rows(
  (sql) => sql<{ name: string; valid: boolean; uses: number }>`select indexrelname as name, indisvalid as valid,
      idx_scan::int as uses from pg_stat_user_indexes join pg_index using (indexrelid)
    where pg_stat_user_indexes.relname = 'chunk_vectors' and indexrelname ~ '^chunk_vectors_[0-9a-f]{32}$' order by name`
)

const on = <A, E, R>(embedders: ReadonlyArray<Embedder>, use: Effect.Effect<A, E, R>) =>
  Effect.flatMap(searchServices(embedders), (services) => Effect.provide(use, services as Context.Context<R>))

/** Vectors in a circle, so that each has neighbors; a graph index of vectors in a row may be disconnected. */
const circle = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * ((index * 7) % count)) / count
    return `${Math.cos(angle).toFixed(4)} ${Math.sin(angle).toFixed(4)} 0.01`
  })

const textsOf = (base: Effect.Success<ReturnType<typeof addBase>>, question: string) =>
  Effect.map(
    Retriever.use((it) => it.retrieve({ ...base, question })),
    (found) => found.map(({ text }) => text)
  )

/** A session reports its statistics with a delay. */
const flushed = rows((sql) => sql`select pg_stat_force_next_flush()`)

describe.skipIf(engine !== "postgres")("LargeKnowledgeBases", () => {
  it.live("a large knowledge base gets an index that finds the same chunks, and a small one gets none", () =>
    on(
      [numbersEmbedder("it's/3")],
      Effect.gen(function* () {
        const [large, small] = [yield* addBase(), yield* addBase()]
        yield* addDocument(large, "it's/3", circle(300))
        yield* addDocument(small, "it's/3", circle(100))
        const [exact, exactOfSmall] = [yield* textsOf(large, "1 0.005 0"), yield* textsOf(small, "1 0.005 0")]
        assert.lengthOf(exact, 4)
        yield* tend
        assert.lengthOf(yield* indexes, 1)
        assert.deepStrictEqual(yield* textsOf(small, "1 0.005 0"), exactOfSmall)
        assert.deepStrictEqual(yield* textsOf(large, "1 0.005 0"), exact)
        yield* flushed
        assert.deepInclude((yield* indexes)[0], { valid: true, uses: 1 })
        const before = yield* indexes
        yield* tend
        assert.deepStrictEqual(yield* indexes, before)
      })
    )
  )

  it.live("the index is searched more thoroughly than with the default of Postgres", () =>
    on(
      [numbersEmbedder("m")],
      Effect.gen(function* () {
        const found = yield* rows(
          // The settings exist once the extension is loaded.
          (
            sql
          ) => sql`select '[1]'::halfvec <=> '[1]'::halfvec as distance, current_setting('hnsw.ef_search') as breadth,
            current_setting('hnsw.iterative_scan') as scan`
        )
        assert.deepStrictEqual(found, [{ distance: 0, breadth: "100", scan: "strict_order" }])
      })
    )
  )

  it.live("the index is dropped when the knowledge base shrinks by half, is deleted or gets another model", () =>
    on(
      [numbersEmbedder("m"), numbersEmbedder("n")],
      Effect.gen(function* () {
        const [one, other, third] = [yield* addBase(), yield* addBase(), yield* addBase()]
        const more = yield* addDocument(one, "m", circle(60))
        const most = yield* addDocument(one, "m", circle(41))
        yield* addDocument(other, "m", circle(101))
        yield* addDocument(third, "m", circle(101))
        yield* tend
        const all = yield* indexes
        assert.lengthOf(all, 3)
        yield* rows((sql) => sql`delete from documents where id = ${most.id}`)
        yield* tend
        assert.lengthOf(yield* indexes, 3)
        yield* rows((sql) => sql`update documents set chunk_count = 50 where id = ${more.id}`)
        yield* rows((sql) => sql`delete from knowledge_bases where id = ${other.knowledgeBaseId}`)
        yield* rows((sql) => sql`update documents set model = 'n' where knowledge_base_id = ${third.knowledgeBaseId}`)
        yield* tend
        const left = yield* indexes
        assert.lengthOf(left, 1)
        assert.notInclude(
          all.map(({ name }) => name),
          left[0]?.name ?? ""
        )
      })
    )
  )

  it.live("an index left unfinished is rebuilt", () =>
    on(
      [numbersEmbedder("m")],
      Effect.gen(function* () {
        const base = yield* addBase()
        yield* addDocument(base, "m", circle(200))
        yield* tend
        const [made] = yield* indexes
        // The state after a node was killed.
        yield* rows(
          (sql) => sql`update pg_index set indisvalid = false, indisready = false
          where indexrelid = ${made?.name ?? ""}::regclass`
        )
        assert.deepInclude((yield* indexes)[0], { valid: false })
        assert.lengthOf(yield* textsOf(base, "1 0 0"), 4)
        yield* tend
        assert.deepInclude((yield* indexes)[0], { name: made?.name ?? "", valid: true })
      })
    )
  )
})

describe.skipIf(engine !== "pglite")("LargeKnowledgeBases on the embedded database", () => {
  it.live("no knowledge base gets an index, because creating it would block everything else", () =>
    on(
      [numbersEmbedder("m")],
      Effect.gen(function* () {
        const base = yield* addBase()
        yield* addDocument(base, "m", circle(200))
        yield* tend
        assert.deepStrictEqual(yield* indexes, [])
        assert.lengthOf(yield* textsOf(base, "1 0 0"), 4)
      })
    )
  )
})
