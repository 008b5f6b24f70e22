import { mkdtemp, rm } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { PgClient } from "@effect/sql-pg"
import { Duration, Effect, Layer } from "effect"
import { toSql } from "pgvector"
import { SecurityLog } from "../../src/accounts/SecurityLog.ts"
import { AppConfig, readSettings } from "../../src/platform/config.ts"
import { SqlSession, layer as sqlLayer } from "../../src/platform/sql/Sql.ts"
import type { Embedder } from "../../src/providers/contract/Embedder.ts"
import { Embedders } from "../../src/providers/Embedders.ts"
import { LargeKnowledgeBases } from "../../src/rag/LargeKnowledgeBases.ts"
import { Retriever } from "../../src/rag/Retriever.ts"
import { rounded } from "../figures.ts"
import { figures } from "../http/asker.ts"
import { query } from "../product.ts"
import { dimensions, fill, largeBase, model, organizationId, questionsIn, type Sizes, smallBase } from "./rag-base.ts"
import { indexingLayer, indexTexts, pages, readPdf } from "./rag-documents.ts"

const goalMillis = 15
const goalRecall = 0.98
const goalPdfSeconds = 5
const questions = 300

/** Searches in knowledge bases: duration and recall. */
export const run = async () => {
  const server = process.env.TEST_DATABASE_URL
  return server === undefined ? onPglite() : onPostgres(server)
}

/** A database that is kept, because filling it takes minutes. */
const onPostgres = async (server: string) => {
  const sizes = { all: Number(process.env.CHUNKS ?? 1_000_000), small: 10_000, large: 100_000 }
  const name = `carillon_bench_rag_${sizes.all}`
  if ((await query(server, "select from pg_database where datname = $1", [name])).length === 0) {
    await query(server, `create database ${name}`)
  }
  const url = new URL(server)
  url.pathname = `/${name}`
  return search(sizes, { DATABASE_URL: url.href })
}

const onPglite = async () => {
  const folder = await mkdtemp(join(tmpdir(), "carillon-bench-"))
  const figures = await search({ all: 20_000, small: 10_000, large: 0 }, { DATA_DIR: folder }).finally(() =>
    rm(folder, { recursive: true })
  )
  return {
    note: "On PGlite, since TEST_DATABASE_URL is not set: fewer chunks, and no large knowledge base",
    ...figures
  }
}

const search = (sizes: Sizes, settings: Readonly<Record<string, string>>) =>
  measure(sizes).pipe(
    Effect.provide([Retriever.layer, indexingLayer]),
    Effect.provide(LargeKnowledgeBases.layerFrom(20_000)),
    Effect.provide(SecurityLog.layer),
    Effect.provide([sqlLayer, SqlSession.layer, Layer.succeed(Embedders, { current: instant, named: () => instant })]),
    Effect.provide(Layer.effect(AppConfig, readSettings({ LOG_LEVEL: "warn", ...settings }))),
    Effect.runPromise
  )

const measure = Effect.fnUntraced(function* (sizes: Sizes) {
  const sql = yield* PgClient.PgClient
  const [filling] = yield* Effect.timed(fillOnce(sql, sizes))
  const [indexing] = yield* Effect.timed(Effect.flatMap(LargeKnowledgeBases, ({ tend }) => tend))
  const exact = yield* searchIn(sql, smallBase, bareExact)
  const pdf = yield* readPdf
  const indexed = yield* indexTexts(sql, organizationId)
  const byIndex = sizes.large === 0 ? [] : [yield* searchIn(sql, largeBase, bareByIndex)]
  return {
    what: `ms to find 4 chunks of ${sizes.all} at ${dimensions} dimensions, one question after another, each embedded at once`,
    floorIs: "the bare statement that finds the four nearest vectors, by the same database client",
    recallIs: "the share of the four nearest chunks that are among the four found",
    fillSeconds: rounded(Duration.toSeconds(filling)),
    exactOf: sizes.small,
    exact,
    ...(byIndex.length > 0 && {
      byIndexOf: sizes.large,
      byIndex: byIndex[0],
      indexSeconds: rounded(Duration.toSeconds(indexing))
    }),
    [`pdfOf${pages}Pages`]: pdf,
    indexing: indexed,
    goals: { millis: goalMillis, recall: goalRecall, pdfSeconds: goalPdfSeconds },
    met:
      pdf.seconds <= goalPdfSeconds &&
      [exact, ...byIndex].every(({ found, recall }) => found.p95 <= goalMillis && recall >= goalRecall)
  }
})

const fillOnce = (sql: PgClient.PgClient, sizes: Sizes) =>
  Effect.gen(function* () {
    const [{ isFilled } = { isFilled: false }] = yield* sql<{ isFilled: boolean }>`
      select to_regclass('bench_filled') is not null as "isFilled"`
    if (!isFilled) yield* fill(sql, sizes)
  })

const asked = new Map<string, Float32Array>()

const instant: Embedder = {
  name: model,
  dimensions,
  embed: (texts) => Effect.succeed(texts.map((text) => asked.get(text) ?? new Float32Array(dimensions))),
  // Accepts every result, however low its score.
  scoreOf: () => 1
}

type Bare = (
  sql: PgClient.PgClient,
  base: string,
  vector: Float32Array
) => Effect.Effect<ReadonlyArray<{ id: string }>, unknown>

const bareExact: Bare = (sql, base, vector) => sql`select chunk_id as id from chunk_vectors
  where knowledge_base_id = ${base}::uuid and model = ${model} order by vector <=> ${toSql(Array.from(vector))}::halfvec limit 4`

const bareByIndex: Bare = (sql, base, vector) =>
  sql.unsafe(
    `select chunk_id as id from chunk_vectors where knowledge_base_id = '${base}'::uuid and model = '${model}'
    order by (vector::halfvec(${dimensions})) <=> $1::halfvec(${dimensions}) limit 4`,
    [toSql(Array.from(vector))]
  )

const searchIn = Effect.fnUntraced(function* (sql: PgClient.PgClient, base: string, bare: Bare) {
  const { retrieve } = yield* Retriever
  const vectors = yield* questionsIn(sql, base, warmUp + 2 * questions)
  const [found, floor]: readonly [Array<number>, Array<number>] = [[], []]
  const answers: Array<{ readonly vector: Float32Array; readonly ids: ReadonlyArray<string> }> = []
  for (const [index, vector] of vectors.entries()) {
    // Never repeats a question, because the data read for the first would be cached for the second.
    if (index % 2 === 0) {
      const [time] = yield* Effect.timed(bare(sql, base, vector))
      if (index >= warmUp) floor.push(Duration.toMillis(time))
      continue
    }
    const question = `Question ${base} ${index}`
    asked.set(question, vector)
    const [time, chunks] = yield* Effect.timed(retrieve({ organizationId, knowledgeBaseId: base, question }))
    if (index < warmUp) continue
    found.push(Duration.toMillis(time))
    answers.push({ vector, ids: chunks.map(({ chunkId }) => chunkId) })
  }
  let hits = 0
  for (const { ids, vector } of answers) {
    const nearest = yield* bareExact(sql, base, vector)
    hits += nearest.filter(({ id }) => ids.includes(id)).length
  }
  return { found: figures(found), floor: figures(floor), recall: rounded(hits / answers.length / 4) }
})

const warmUp = 100
