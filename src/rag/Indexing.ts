import { PgClient } from "@effect/sql-pg"
import { Cause, Context, Effect, Layer, Semaphore } from "effect"
import { toSql } from "pgvector"
import { OrganizationLimits } from "../accounts/OrganizationLimits.ts"
import type { DocumentStatus, DocumentType } from "../domain/knowledge/KnowledgeBase.ts"
import { BlobStore } from "../platform/files/BlobStore.ts"
import { newId } from "../platform/ids.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { Embedders } from "../providers/Embedders.ts"
import { DocumentReader, UnreadableDocument } from "./DocumentReader.ts"

/**
 * Makes documents ready to be searched. A claimed document is leased, and the lease is renewed
 * while it is worked on; after a crash another node claims it. Results are written in one
 * transaction, and only under the latest claim.
 */
export class Indexing extends Context.Service<
  Indexing,
  {
    /**
     * Indexes the next document that is due; false when there is none. Any number of processes may
     * call this concurrently.
     */
    readonly indexNext: Effect.Effect<boolean>
    /** Marks a batch of documents with vectors of another model as due; false when there are none. */
    readonly findOutdated: Effect.Effect<boolean>
  }
>()("carillon/rag/Indexing") {
  static readonly layer = Layer.effect(
    Indexing,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const blobs = yield* BlobStore
      const reader = yield* DocumentReader
      const { current } = yield* Embedders
      const limits = yield* OrganizationLimits

      // Limits each organization to one document at a time, so that a thousand files of one do not
      // occupy all workers of the node.
      const busyOrganizations = new Set<number>()
      const claimLock = yield* Semaphore.make(1)

      // New documents come first; then the organization that has waited the longest.
      const claim = Effect.gen(function* () {
        const [document] = yield* sql<ClaimedDocument>`with next as (select d.id from documents d
            where d.due_at <= clock_timestamp() and d.organization_id <> all(${[...busyOrganizations]}::int[])
            order by d.status = 'READY',
              (select max(taken_at) from documents o where o.organization_id = d.organization_id) nulls first,
              d.due_at, d.id
            limit 1 for update of d skip locked)
          update documents d set due_at = clock_timestamp() + ${lease},
            taken_at = date_trunc('milliseconds', clock_timestamp()),
            status = case d.status when 'PENDING' then 'INDEXING' else d.status end
          from next where d.id = next.id
          returning d.organization_id, d.id, d.knowledge_base_id, d.file_type as type, d.storage_key, d.status,
            d.model, d.taken_at`
        if (document !== undefined) busyOrganizations.add(document.organizationId)
        return document
      }).pipe(claimLock.withPermit, Effect.uninterruptible)
      const lease = sql.literal("interval '1 minute'")

      // True until the result is written: a later renewal finds nothing to renew.
      const isClaimed = ({ organizationId, id, takenAt }: ClaimedDocument) =>
        sql`organization_id = ${organizationId} and id = ${id} and taken_at = ${takenAt} and due_at is not null`

      const index = Effect.fnUntraced(function* (document: ClaimedDocument) {
        const { content } = yield* blobs.get(document.storageKey)
        const texts = yield* reader.read({ type: document.type, content })
        const tokens = tokensOf(texts)
        if (!(yield* limits.spendTokens(document.organizationId, tokens))) return yield* postpone(document, tokens)
        const vectors = yield* Effect.onError(embed(texts), () => limits.spendTokens(document.organizationId, -tokens))
        const chunks = texts.map((text, position) => ({ id: newId(), position, text }))
        yield* write(
          document,
          chunks.map(({ id }) => id),
          vectors,
          Effect.gen(function* () {
            yield* checkChunks(document, chunks.length)
            yield* sql`delete from chunks where organization_id = ${document.organizationId} and document_id = ${document.id}`
            for (const batch of batchesOf(chunks)) {
              yield* sql`insert into chunks (id, organization_id, document_id, position, text)
                select id, ${document.organizationId}, ${document.id}, position, text from unnest(
                  ${batch.map(({ id }) => id)}::uuid[], ${batch.map(({ position }) => position)}::int[],
                  ${batch.map(({ text }) => text)}::text[]) as c (id, position, text)`
            }
          })
        )
      })

      // The limit is checked again in an hour: a new day may have begun, or an operator may have raised it.
      const postpone = Effect.fnUntraced(function* (document: ClaimedDocument, tokens: number) {
        const { embeddingTokensPerDay: maximum } = yield* limits.get(document.organizationId)
        if (tokens > maximum) {
          const reason = `It has about ${tokens} tokens of text, and the organization may embed ${maximum} in a day: split it, or ask an operator to raise limits.embeddingTokensPerDay.`
          return yield* new UnreadableDocument({ reason })
        }
        yield* sql`update documents set status = 'PENDING', due_at = clock_timestamp() + interval '1 hour'
          where ${isClaimed(document)}`
      })

      const checkChunks = Effect.fnUntraced(function* ({ id, organizationId }: ClaimedDocument, added: number) {
        yield* limits.lock(organizationId)
        const [others] = yield* sql<{ chunks: number }>`select coalesce(sum(chunk_count), 0)::float8 as chunks
          from documents where organization_id = ${organizationId} and id <> ${id}`
        yield* Effect.catchTag(
          limits.check(organizationId, "chunks", { used: others?.chunks ?? 0, added }),
          "LimitReached",
          ({ message }) => new UnreadableDocument({ reason: message })
        )
      })

      const embedAgain = Effect.fnUntraced(function* (document: ClaimedDocument) {
        const ids: Array<string> = []
        const vectors: Array<Float32Array> = []
        for (;;) {
          const batch = yield* sql<{ id: string; text: string }>`select id, text from chunks
            where organization_id = ${document.organizationId} and document_id = ${document.id} and position >= ${ids.length}
            order by position limit ${batchSize}`
          if (batch.length === 0) break
          vectors.push(...(yield* embed(batch.map(({ text }) => text))))
          ids.push(...batch.map(({ id }) => id))
        }
        yield* write(document, ids, vectors, Effect.void)
      })

      const embed = Effect.fnUntraced(function* (texts: ReadonlyArray<string>) {
        const vectors: Array<Float32Array> = []
        for (const batch of batchesOf(texts)) vectors.push(...(yield* current.embed(batch, "document")))
        return vectors
      })

      // Writes the vectors of the chunks that `prepare` leaves.
      const write = Effect.fnUntraced(function* <E, R>(
        document: ClaimedDocument,
        ids: ReadonlyArray<string>,
        vectors: ReadonlyArray<Float32Array>,
        prepare: Effect.Effect<void, E, R>
      ) {
        const stillClaimed = yield* sql`select 1 from documents where ${isClaimed(document)} for update`
        if (stillClaimed.length === 0) return
        yield* prepare
        yield* sql`delete from chunk_vectors where chunk_id in (select id from chunks
          where organization_id = ${document.organizationId} and document_id = ${document.id})`
        for (const batch of batchesOf(ids.map((id, index) => ({ id, vector: vectors[index] as Float32Array })))) {
          yield* sql`insert into chunk_vectors (chunk_id, knowledge_base_id, model, vector)
            select id, ${document.knowledgeBaseId}, ${current.name}, vector::halfvec from unnest(
              ${batch.map(({ id }) => id)}::uuid[],
              ${batch.map(({ vector }) => toSql([...vector]) as string)}::text[]) as v (id, vector)`
        }
        yield* sql`update documents set status = 'READY', model = ${current.name}, chunk_count = ${ids.length},
          failures = 0, due_at = null where ${isClaimed(document)}`
      }, transaction(sql))

      const fail = (document: ClaimedDocument, reason: string) =>
        sql`update documents set status = 'FAILED', failure_reason = ${reason}, due_at = null where ${isClaimed(document)}`

      // Ends when the claim is lost: the document was deleted, or another node claimed it because
      // it considered this one dead.
      const renewLease = (document: ClaimedDocument) =>
        sql`update documents set due_at = clock_timestamp() + ${lease} where ${isClaimed(document)} returning 1`.pipe(
          Effect.map((renewed) => renewed.length > 0),
          Effect.catchTag("SqlError", () => Effect.succeed(true)),
          // Uninterruptible, because an interrupted update could still arrive after the writes that follow.
          Effect.uninterruptible,
          Effect.delay("5 seconds"),
          Effect.repeat({ while: (renewed) => renewed })
        )

      const work = Effect.fnUntraced(function* (document: ClaimedDocument) {
        yield* document.status === "READY" ? embedAgain(document) : index(document)
      })

      // Backs off: 1 second at first, and up to 17 minutes after repeated failures.
      const backOff = Effect.fnUntraced(function* (document: ClaimedDocument, cause: Cause.Cause<unknown>) {
        const left = yield* sql`update documents set failures = failures + 1,
          due_at = clock_timestamp() + interval '1 second' * power(4, least(failures, 5))
          where ${isClaimed(document)} returning 1`
        if (left.length === 0) return
        yield* Effect.logError("Could not index a document; it will be retried", cause).pipe(
          Effect.annotateLogs({ organizationId: document.organizationId, documentId: document.id })
        )
      })

      const release = (document: ClaimedDocument) =>
        Effect.ignore(sql`update documents set due_at = clock_timestamp() where ${isClaimed(document)}`)

      const indexNext = Effect.fn("Indexing.indexNext")(function* () {
        return yield* Effect.acquireUseRelease(
          claim,
          (document) =>
            document === undefined
              ? Effect.succeed(false)
              : work(document).pipe(
                  Effect.catchTag("UnreadableDocument", ({ reason }) => fail(document, reason)),
                  Effect.raceFirst(renewLease(document)),
                  Effect.catchCauseIf(
                    (cause) => !Cause.hasInterrupts(cause),
                    (cause) => backOff(document, cause)
                  ),
                  Effect.onInterrupt(() => release(document)),
                  Effect.as(true)
                ),
          (document) =>
            Effect.sync(() => {
              if (document !== undefined) busyOrganizations.delete(document.organizationId)
            })
        )
      }, Effect.orDie)

      const findOutdated = Effect.fn("Indexing.findOutdated")(function* () {
        const found = yield* sql`update documents set due_at = clock_timestamp() where id in (select id from documents
          where model <> ${current.name} and due_at is null limit 1000) and due_at is null returning 1`
        return found.length > 0
      }, Effect.orDie)

      return Indexing.of({ indexNext: indexNext(), findOutdated: findOutdated() })
    })
  )
}

interface ClaimedDocument {
  readonly organizationId: number
  readonly id: string
  readonly knowledgeBaseId: string
  readonly type: DocumentType
  readonly storageKey: string
  readonly status: typeof DocumentStatus.Type
  readonly model: string | null
  readonly takenAt: Date
}

/** Estimates the tokens of texts: four bytes each. */
const tokensOf = (texts: ReadonlyArray<string>) =>
  Math.ceil(texts.reduce((bytes, text) => bytes + Buffer.byteLength(text), 0) / 4)

/** Number of chunks in one statement or one request to the embedder. */
const batchSize = 100

const batchesOf = function* <A>(all: ReadonlyArray<A>) {
  for (let first = 0; first < all.length; first += batchSize) yield all.slice(first, first + batchSize)
}
