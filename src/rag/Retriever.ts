import { Context, Effect, Layer } from "effect"
import { SqlClient, type Statement } from "effect/sql"
import { toSql } from "pgvector"
import type { FoundChunk } from "../domain/knowledge/KnowledgeBase.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { hasWords } from "../domain/text/words.ts"
import type { Embedder } from "../providers/contract/Embedder.ts"
import type { ProviderFailure } from "../providers/contract/ProviderFailure.ts"
import { Embedders } from "../providers/Embedders.ts"
import { makeLeastRecentlyUsed } from "../providers/least-recently-used.ts"
import { coveredBy, indexName } from "./large-index.ts"

/** Finds the chunks of a knowledge base that answer a question. */
export class Retriever extends Context.Service<
  Retriever,
  {
    /**
     * Returns the best chunks first; none when the knowledge base is unknown or belongs to another
     * organization. Fails when the question cannot be embedded.
     */
    readonly retrieve: (asked: {
      readonly organizationId: number
      readonly knowledgeBaseId: string
      readonly question: string
    }) => Effect.Effect<ReadonlyArray<FoundChunk>, ProviderFailure>
  }
>()("carillon/rag/Retriever") {
  static readonly layer = Layer.effect(
    Retriever,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { named } = yield* Embedders
      const questions = makeLeastRecentlyUsed<Float32Array>(questionCacheBytes, ({ byteLength }) => byteLength)

      const vectorOf = Effect.fnUntraced(function* (embedder: Embedder, question: string) {
        const key = `${embedder.name}\n${question}`
        const known = questions.get(key)
        if (known !== undefined) return known
        const [vector = new Float32Array()] = yield* embedder.embed([question], "question")
        questions.set(key, vector)
        return vector
      })

      const search = Effect.fnUntraced(function* (base: Base, question: string, { isLarge, model }: Searched) {
        const embedder = named(model)
        if (embedder === undefined) return []
        const vector = yield* vectorOf(embedder, question)
        if (vector.every((value) => value === 0)) return []
        const near = isLarge ? nearestByIndex(sql, base, embedder, vector) : nearestOfAll(sql, base, embedder, vector)
        return (yield* near).map(({ cosine, ...chunk }) => ({
          ...chunk,
          score: embedder.scoreOf(toThreeDigits(cosine))
        }))
      })

      const retrieve: Retriever["Service"]["retrieve"] = Effect.fn("Retriever.retrieve")(
        function* (asked) {
          if (!isUuid(asked.knowledgeBaseId) || !hasWords(asked.question)) return []
          const models = yield* modelsOf(sql, asked)
          const found = yield* Effect.forEach(models, (model) => search(asked, asked.question, model))
          return found
            .flat()
            .filter(({ score }) => score >= minScore)
            .sort((one, other) => other.score - one.score)
            .slice(0, maxChunks)
            .map(({ score, ...chunk }) => ({ ...chunk, score: toThreeDigits(score) }))
        },
        Effect.catchTag("SqlError", Effect.die)
      )

      return Retriever.of({ retrieve })
    })
  )
}

/** Minimum score of a chunk that answers the question, from 0 to 1. */
const minScore = 0.5
/** Maximum number of returned chunks. */
const maxChunks = 4
/** Maximum size of the cache of embedded questions, bytes. */
const questionCacheBytes = 8 * 1024 * 1024

interface Base {
  readonly organizationId: number
  readonly knowledgeBaseId: string
}

/** The vectors of one model in a knowledge base, and whether they have an index of their own. */
interface Searched {
  readonly model: string
  readonly isLarge: boolean
}

/** Vectors are stored with three digits, so a cosine is no more precise than that. */
const toThreeDigits = (value: number) => Math.round(value * 1_000) / 1_000

interface Near extends Omit<FoundChunk, "score"> {
  readonly cosine: number
}

/** Reads one index entry for each model, however many chunks there are. */
const modelsOf = (sql: SqlClient.SqlClient, { knowledgeBaseId, organizationId }: Base) => sql<Searched>`
  with recursive base as (
    select id as knowledge_base_id from knowledge_bases
    where organization_id = ${organizationId} and id = ${knowledgeBaseId}::uuid
  ), models as (
    select knowledge_base_id,
      (select min(v.model) from chunk_vectors v where v.knowledge_base_id = base.knowledge_base_id) as model
    from base
    union all
    select knowledge_base_id, (select min(v.model) from chunk_vectors v
      where v.knowledge_base_id = models.knowledge_base_id and v.model > models.model)
    from models where model is not null
  )
  select model, exists (select from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'chunk_vectors'::regclass and indisvalid and relname = ${sql.literal(indexName)}) as is_large
  from models where model is not null`

const nearestOfAll = (sql: SqlClient.SqlClient, base: Base, { name }: Embedder, vector: Float32Array) =>
  withTexts(
    sql,
    base,
    sql`select chunk_id, vector <=> ${toSql(Array.from(vector))}::halfvec as distance from chunk_vectors
      where knowledge_base_id = ${base.knowledgeBaseId}::uuid and model = ${name}`
  )

const nearestByIndex = (sql: SqlClient.SqlClient, base: Base, embedder: Embedder, vector: Float32Array) => {
  const type = sql.literal(`halfvec(${embedder.dimensions})`)
  return withTexts(
    sql,
    base,
    sql`select chunk_id, (vector::${type}) <=> ${toSql(Array.from(vector))}::${type} as distance from chunk_vectors
      where ${sql.literal(coveredBy(base.knowledgeBaseId, embedder.name))}`
  )
}

/** Joins the texts, restricted to the organization: no chunk of another one is ever returned. */
const withTexts = (sql: SqlClient.SqlClient, base: Base, distances: Statement.Fragment) => sql<Near>`
  select c.id as chunk_id, c.document_id, d.filename, c.text, 1 - v.distance as cosine
  from (${distances} order by distance limit ${maxChunks}) v
  join chunks c on c.id = v.chunk_id
  join documents d on d.organization_id = c.organization_id and d.id = c.document_id
  where d.organization_id = ${base.organizationId} and d.knowledge_base_id = ${base.knowledgeBaseId}::uuid
  order by v.distance, c.position`
