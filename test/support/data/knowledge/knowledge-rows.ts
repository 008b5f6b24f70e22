import { Effect, Layer, Logger } from "effect"
import { SqlClient } from "effect/sql"
import { toSql } from "pgvector"
import { AppConfig, readSettings } from "../../../../src/platform/config.ts"
import { newId } from "../../../../src/platform/ids.ts"
import * as Sql from "../../../../src/platform/sql/Sql.ts"
import type { Embedder } from "../../../../src/providers/contract/Embedder.ts"
import { ProviderFailure } from "../../../../src/providers/contract/ProviderFailure.ts"
import { Embedders } from "../../../../src/providers/Embedders.ts"
import { LargeKnowledgeBases } from "../../../../src/rag/LargeKnowledgeBases.ts"
import { Retriever } from "../../../../src/rag/Retriever.ts"
import { makeDatabase } from "../../servers/test-database.ts"

/**
 * Embeds texts of numbers such as "1 0 0", and records them in `asked`. A name with a leading dash
 * always fails.
 */
export const numbersEmbedder = (name: string, dimensions = 3) => {
  const asked: Array<string> = []
  const embedder: Embedder = {
    name,
    dimensions,
    embed: (texts) =>
      Effect.suspend(() => {
        asked.push(...texts)
        if (name.startsWith("-"))
          return Effect.fail(new ProviderFailure({ provider: name, reason: "down", retryable: true }))
        return Effect.succeed(texts.map((text) => unit(text.split(" ").map(Number).slice(0, dimensions))))
      }),
    scoreOf: (cosine) => Math.max(0, cosine * (1 + Number.EPSILON))
  }
  return { ...embedder, asked }
}

const unit = (numbers: ReadonlyArray<number>) => {
  const length = Math.hypot(...numbers)
  return Float32Array.from(numbers, (number) => (length === 0 ? 0 : number / length))
}

/**
 * Services for searches in a new database with these embedders. Bases with more than `largeFrom`
 * chunks are large.
 */
export const searchServices = Effect.fnUntraced(function* (embedders: ReadonlyArray<Embedder>, largeFrom = 100) {
  const { settings } = yield* Effect.acquireRelease(Effect.promise(makeDatabase), ({ remove }) =>
    Effect.promise(remove)
  )
  const [current = numbersEmbedder("m")] = embedders
  return yield* Layer.build(
    Layer.merge(Retriever.layer, LargeKnowledgeBases.layerFrom(largeFrom)).pipe(
      Layer.provideMerge(Layer.mergeAll(Sql.layer, Sql.SqlSession.layer)),
      Layer.provide(
        Layer.succeed(Embedders, { current, named: (name) => embedders.find((embedder) => embedder.name === name) })
      ),
      Layer.provideMerge(Layer.effect(AppConfig, readSettings(settings))),
      Layer.provideMerge(Logger.layer([]))
    )
  )
})

export const addBase = Effect.fnUntraced(function* () {
  const sql = yield* SqlClient.SqlClient
  const knowledgeBaseId = newId()
  const [{ id: organizationId } = { id: 0 }] = yield* sql<{ id: number }>`
    insert into organizations (name, timezone, minutes_quota) values ('Test', 'UTC', 0) returning id`
  yield* sql`insert into knowledge_bases (organization_id, id, name) values (${organizationId}, ${knowledgeBaseId}, 'Base')`
  return { organizationId, knowledgeBaseId }
})

/** Adds a document with one chunk for each text, which is also its vector. */
export const addDocument = Effect.fnUntraced(function* (
  { knowledgeBaseId, organizationId }: Effect.Success<ReturnType<typeof addBase>>,
  model: string,
  texts: ReadonlyArray<string>
) {
  const sql = yield* SqlClient.SqlClient
  const id = newId()
  const ids = texts.map(() => newId())
  yield* sql`insert into documents (organization_id, id, knowledge_base_id, filename, file_type, file_size, storage_key, status,
      chunk_count, model, due_at)
    values (${organizationId}, ${id}, ${knowledgeBaseId}, 'File.txt', 'txt', 1, ${id}, 'READY', ${texts.length}, ${model}, null)`
  yield* sql`insert into chunks (id, organization_id, document_id, position, text)
    select id, ${organizationId}, ${id}::uuid, no, text
    from unnest(${ids}::uuid[], ${[...texts]}::text[]) with ordinality as t (id, text, no)`
  yield* sql`insert into chunk_vectors (chunk_id, knowledge_base_id, model, vector)
    select id, ${knowledgeBaseId}::uuid, ${model}, vector::halfvec
    from unnest(${ids}::uuid[], ${texts.map((text) => toSql(Array.from(unit(text.split(" ").map(Number)))))}::text[]) as t (id, vector)`
  return { id, ids }
})
