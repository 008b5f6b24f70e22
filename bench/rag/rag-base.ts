import type { PgClient } from "@effect/sql-pg"
import { Effect } from "effect"
import { fromSql } from "pgvector"

/** Numbers of chunks: in total, in the base that is searched exactly, and in the large base. */
export interface Sizes {
  readonly all: number
  readonly small: number
  readonly large: number
}

export const dimensions = 512
export const model = `bench/${dimensions}`
export const organizationId = 1
export const smallBase = "00000000-0000-7000-8000-000000000001"
export const largeBase = "00000000-0000-7000-8000-000000000002"

const chunksOfDocument = 100
const chunksOfOther = 1_000

/**
 * Vectors distributed like those of texts: a chunk has one of 2,000 subjects, one of 20,000 topics
 * within them, and an individual part, the sum of two of 4,000 directions. Documents come in random
 * order, like uploads, each with all its chunks together.
 */
export const fill = Effect.fnUntraced(function* (sql: PgClient.PgClient, { all, large, small }: Sizes) {
  const run = (statement: string) => sql.unsafe(statement)
  yield* run("create unlogged table bench_directions (kind int, no int, v vector, primary key (kind, no))")
  for (const [kind, count] of [
    [0, 2_000],
    [1, 20_000],
    [2, 4_000]
  ] as const) {
    yield* run(`insert into bench_directions select ${kind}, n, l2_normalize(array(
      select sqrt(-2 * ln(1 - random())) * cos(2 * pi() * random()) from generate_series(1, ${dimensions}) where n >= 0)::vector)
      * array_fill(${[1, 0.7, 0.45][kind]}::real, array[${dimensions}])::vector from generate_series(0, ${count - 1}) n`)
  }
  yield* run("insert into organizations (id, name, timezone, minutes_quota) values (1, 'Bench', 'UTC', 0)")
  yield* run(`create unlogged table bench_documents as
    select n, ${idOf("n + 10")} as id, case when n < ${small / chunksOfDocument} then '${smallBase}'::uuid
      when n < ${(small + large) / chunksOfDocument} then '${largeBase}'::uuid
      else ${idOf(`1000000000 + n / ${chunksOfOther / chunksOfDocument}`)} end as base
    from generate_series(0, ${all / chunksOfDocument - 1}) n`)
  yield* run(`insert into knowledge_bases (organization_id, id, name)
    select distinct 1, base, 'Base' from bench_documents`)
  yield* run(`insert into documents (organization_id, id, knowledge_base_id, filename, file_type, file_size, storage_key,
      status, chunk_count, model, due_at)
    select 1, id, base, 'Document ' || n || '.txt', 'txt', 1, 'bench-' || n, 'READY', ${chunksOfDocument}, '${model}', null
    from bench_documents`)
  for (let first = 0; first < all / chunksOfDocument; first += documentsOfBatch) {
    yield* fillDocuments(sql, first, first + documentsOfBatch)
  }
  yield* run("drop table bench_documents")
  yield* run("vacuum analyze")
  // Created last: a database without this table was not filled completely.
  yield* run("create table bench_filled ()")
})

const documentsOfBatch = 500

const fillDocuments = (sql: PgClient.PgClient, first: number, end: number) =>
  sql.withTransaction(
    Effect.gen(function* () {
      // Disables triggers and foreign keys.
      yield* sql`set local session_replication_role = replica`
      yield* sql`set local statement_timeout = 0`
      yield* sql.unsafe(`create temporary table batch on commit drop as
        select ${idOf(`2000000000::bigint + d.place * ${chunksOfDocument} + position`)} as id, d.id as document, d.base, position,
          floor(random() * 2000)::int as subject, floor(random() * 20000)::int as matter,
          floor(random() * 4000)::int as one, floor(random() * 4000)::int as other
        from (select *, row_number() over (order by md5(n::text)) as place from bench_documents) d,
          generate_series(0, ${chunksOfDocument - 1}) position
        where place > ${first} and place <= ${end}`)
      yield* sql.unsafe(`insert into chunks (id, organization_id, document_id, position, text)
        select id, ${organizationId}, document, position, position || repeat(' a word of a chunk', 80) from batch order by id`)
      yield* sql.unsafe(`insert into chunk_vectors (chunk_id, knowledge_base_id, model, vector)
        select b.id, b.base, '${model}', l2_normalize(s.v + m.v + o.v + p.v)::halfvec from batch b
        join bench_directions s on s.kind = 0 and s.no = b.subject join bench_directions m on m.kind = 1 and m.no = b.matter
        join bench_directions o on o.kind = 2 and o.no = b.one join bench_directions p on p.kind = 2 and p.no = b.other order by b.id`)
    })
  )

/** Returns a new question for a base each time: a vector near that of one of its chunks. */
export const questionsIn = (sql: PgClient.PgClient, base: string, count: number) =>
  sql<{
    vector: string
  }>`select l2_normalize(v.vector::vector + d.v * array_fill(1.5::real, array[${dimensions}])::vector)::text
      as vector
    from (select vector, row_number() over () as no from chunk_vectors where knowledge_base_id = ${base}::uuid
      order by random() limit ${count}) v
    join bench_directions d on d.kind = 2 and d.no = v.no % 4000`.pipe(
    Effect.map((found) => found.map(({ vector }) => Float32Array.from(fromSql(vector) as ReadonlyArray<number>)))
  )

/** Makes ids in the order of a number, as UUIDv7 are in the order of time. */
const idOf = (number: string) =>
  `(lpad(to_hex(1700000000000 + ${number}), 12, '0') || '70008' || substr(md5((${number})::text), 1, 15))::uuid`
