import { Context, Duration, Effect, Layer, Schedule } from "effect"
import type { SqlClient, SqlError } from "effect/sql"
import { keepGoing } from "../platform/lifecycle/keep-going.ts"
import { SharedWork } from "../platform/sql/SharedWork.ts"
import { SqlSession } from "../platform/sql/Sql.ts"
import { Embedders } from "../providers/Embedders.ts"
import { coveredBy, indexName } from "./large-index.ts"

/**
 * Creates an index of its own for each large knowledge base, and drops it when the knowledge base
 * shrinks. Does nothing on the embedded database, where creating an index would block everything
 * else.
 */
export class LargeKnowledgeBases extends Context.Service<
  LargeKnowledgeBases,
  {
    /**
     * Creates missing indexes, and drops those that are invalid or no longer needed. Must not run
     * concurrently.
     */
    readonly tend: Effect.Effect<void, SqlError.SqlError>
  }
>()("carillon/rag/LargeKnowledgeBases") {
  /** `large` is the number of vectors of one model above which a knowledge base gets an index. */
  static readonly layerFrom = (large: number) =>
    Layer.effect(
      LargeKnowledgeBases,
      Effect.gen(function* () {
        const { open } = yield* SqlSession
        const { named } = yield* Embedders
        const tend = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
          yield* sql`set maintenance_work_mem = '256MB'`
          const indexes = yield* indexesOf(sql, large)
          for (const { name } of indexes.filter(({ isValid, isWanted }) => !isWanted || isValid === false)) {
            yield* sql`drop index concurrently if exists ${sql(name)}`
          }
          for (const { knowledgeBaseId, model, name } of indexes.filter(
            ({ isValid, isWanted }) => isWanted && !isValid
          )) {
            const dimensions = named(model)?.dimensions
            if (dimensions !== undefined) yield* makeIndex(sql, { name, dimensions, knowledgeBaseId, model })
          }
        })
        return LargeKnowledgeBases.of({
          tend: open === undefined ? Effect.void : Effect.scoped(Effect.flatMap(open, tend))
        })
      })
    )

  /** Runs once a minute on one node. */
  static readonly layer = Layer.effectDiscard(
    Effect.gen(function* () {
      const { tend } = yield* LargeKnowledgeBases
      const { alone } = yield* SharedWork
      yield* tend.pipe(
        Effect.repeat(Schedule.spaced("1 minute")),
        keepGoing("Could not maintain the indexes of large knowledge bases; retrying"),
        (work) => alone("indexes of knowledge bases", work),
        Effect.forkScoped
      )
    })
  ).pipe(Layer.provideMerge(LargeKnowledgeBases.layerFrom(20_000)))
}

interface LargeIndex {
  readonly name: string
  readonly knowledgeBaseId: string
  readonly model: string
}

/**
 * Returns the existing indexes, valid or not, and the wanted ones. An index that another session is
 * building is left alone, even after the process that asked for it has died.
 */
const indexesOf = (sql: SqlClient.SqlClient, large: number) => sql<
  LargeIndex & { readonly isWanted: boolean; readonly isValid: boolean | null }
>`
  with large as (
    select knowledge_base_id, model, ${sql.literal(indexName)} as name, sum(chunk_count) as chunks
    from documents where model is not null group by knowledge_base_id, model
  ), made as (
    select relname::text as name, indisvalid as valid,
      exists (select from pg_stat_progress_create_index p where p.index_relid = indexrelid) as unfinished
    from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = 'chunk_vectors'::regclass and relname ~ '^chunk_vectors_[0-9a-f]{32}$'
  )
  select name, knowledge_base_id, model, valid as is_valid,
    -- Hysteresis: a knowledge base keeps its index until it has shrunk to half the limit.
    coalesce(chunks > case when valid then ${large}::int / 2 else ${large}::int end, false) as is_wanted
  from large full join made using (name)
  where unfinished is not true and (valid is not null or chunks > ${large}::int)`

const makeIndex = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { dimensions, knowledgeBaseId, model, name }: LargeIndex & { readonly dimensions: number }
) {
  const [millis] = yield* Effect.timed(sql`create index concurrently ${sql(name)} on chunk_vectors
    using hnsw ((vector::${sql.literal(`halfvec(${dimensions})`)}) halfvec_cosine_ops)
    where ${sql.literal(coveredBy(knowledgeBaseId, model))}`)
  yield* Effect.logInfo("Created the index of a large knowledge base").pipe(
    Effect.annotateLogs({ knowledgeBaseId, model, took: Duration.format(millis) })
  )
})
