import { createHash } from "node:crypto"
import { PgClient } from "@effect/sql-pg"
import { Context, Effect, Layer, Schema, type Scope, Stream, Struct } from "effect"
import { type LimitReached, OrganizationLimits } from "../accounts/OrganizationLimits.ts"
import { LimitUsage } from "../domain/accounts/Limits.ts"
import type { UsedChunk } from "../domain/calls/Call.ts"
import { KnowledgeBaseDocument, type ReceivedFile, UploadedDocument } from "../domain/knowledge/KnowledgeBase.ts"
import { isUuid } from "../domain/schema/uuid.ts"
import { Signals } from "../events/Signals.ts"
import { newId } from "../platform/ids.ts"
import { rowsOf } from "../platform/sql/decode-rows.ts"
import { transaction } from "../platform/sql/transaction.ts"
import { documentTypeOf } from "./document-type.ts"
import { KnowledgeBases, type UnusableKnowledgeBase } from "./KnowledgeBases.ts"
import { plainFilename } from "./plain-filename.ts"
import { StrayFiles } from "./StrayFiles.ts"

export class DocumentNotFound extends Schema.TaggedError<DocumentNotFound>()("DocumentNotFound", {}) {}
/** The file cannot become a document; the message is for the person who sent it. */
export class FileRefused extends Schema.TaggedError<FileRefused>()("FileRefused", { message: Schema.String }) {}

/** Maximum size of an uploaded file, bytes. */
export const maxFileBytes = 20 * 1024 * 1024

/** The documents of knowledge bases, as their organization sees them; `IndexingWorker` indexes them. */
export class Documents extends Context.Service<
  Documents,
  {
    /** Lists the documents, newest first. */
    readonly list: (
      organizationId: number,
      knowledgeBaseId: string
    ) => Effect.Effect<ReadonlyArray<KnowledgeBaseDocument>>
    /** Whether the organization may add a document now. */
    readonly mayAdd: (organizationId: number, knowledgeBaseId: string) => Effect.Effect<boolean>
    /** Checks a file and, if asked, stores it; it is removed when the scope ends, unless it was added. */
    readonly receive: <E, R>(
      filename: string,
      content: Stream.Stream<Uint8Array, E, R>,
      store: boolean
    ) => Effect.Effect<ReceivedFile, E | FileRefused, R | Scope.Scope>
    /** Makes a received file a document, which is then indexed. */
    readonly add: (
      organizationId: number,
      knowledgeBaseId: string,
      file: ReceivedFile
    ) => Effect.Effect<UploadedDocument, UnusableKnowledgeBase | LimitReached>
    /** Returns the chunks with these ids, by document and place; those of deleted documents are missing. */
    readonly chunks: (organizationId: number, ids: ReadonlySet<string>) => Effect.Effect<ReadonlyArray<UsedChunk>>
    /** Number of the organization's documents, with their bytes and chunks. */
    readonly usage: (
      organizationId: number
    ) => Effect.Effect<Pick<LimitUsage, "documents" | "documentBytes" | "chunks">>
    readonly remove: (
      organizationId: number,
      knowledgeBaseId: string,
      id: string
    ) => Effect.Effect<void, UnusableKnowledgeBase | DocumentNotFound>
  }
>()("carillon/rag/Documents") {
  static readonly layer = Layer.effect(
    Documents,
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      const knowledgeBases = yield* KnowledgeBases
      const strayFiles = yield* StrayFiles
      const signals = yield* Signals
      const limits = yield* OrganizationLimits

      const columns = sql.literal(`id, filename, file_type, file_size, chunk_count, status, failure_reason,
        knowledge_base_id, created_at`)

      const list = Effect.fn("Documents.list")(
        (organizationId: number, knowledgeBaseId: string) =>
          documentRows(sql`select ${columns} from documents
            where organization_id = ${organizationId} and knowledge_base_id = ${knowledgeBaseId} order by id desc`),
        Effect.orDie
      )

      const receive = Effect.fn("Documents.receive")(
        function* <E, R>(givenName: string, content: Stream.Stream<Uint8Array, E, R>, store: boolean) {
          const filename = plainFilename(givenName)
          const watch = watchFile(filename)
          if (!store) {
            yield* Stream.runDrain(Stream.tap(content, watch.next))
            return { ...(yield* watch.end), filename, storageKey: undefined }
          }
          const storageKey = yield* Effect.acquireRelease(
            strayFiles.make(Stream.tap(content, watch.next)),
            (key) => Effect.ignore(strayFiles.discard(key)),
            { interruptible: true }
          )
          return { ...(yield* watch.end), filename, storageKey }
        },
        Effect.catchTag("BlobError", Effect.die)
      )

      const chunks = Effect.fn("Documents.chunks")(function* (organizationId: number, given: ReadonlySet<string>) {
        const ids = [...given].filter(isUuid)
        if (ids.length === 0) return []
        return yield* sql<UsedChunk>`select c.id as chunk_id, c.document_id, d.filename, c.text
          from chunks c join documents d on d.organization_id = c.organization_id and d.id = c.document_id
          where c.organization_id = ${organizationId} and c.id in ${sql.in(ids)}
          order by d.filename, c.document_id, c.position`
      }, Effect.orDie)

      const usage = Effect.fn("Documents.usage")(function* (organizationId: number) {
        const [stored] = yield* usageRows(sql`select count(*)::int as documents,
            coalesce(sum(file_size), 0)::float8 as document_bytes, coalesce(sum(chunk_count), 0)::float8 as chunks
          from documents where organization_id = ${organizationId}`)
        return stored ?? { documents: 0, documentBytes: 0, chunks: 0 }
      }, Effect.orDie)

      // Also refuses while nothing is left for the chunks and the tokens that the document will take.
      const checkLimits = Effect.fnUntraced(function* (organizationId: number, size: number) {
        const { chunks, documentBytes, documents } = yield* usage(organizationId)
        yield* limits.check(organizationId, "documents", { used: documents, added: 1 })
        yield* limits.check(organizationId, "documentBytes", { used: documentBytes, added: size })
        yield* limits.check(organizationId, "chunks", { used: chunks, added: 1 })
        const used = yield* limits.tokensToday(organizationId)
        yield* limits.check(organizationId, "embeddingTokensPerDay", { used, added: 1 })
      })

      const mayAdd = Effect.fn("Documents.mayAdd")((organizationId: number, knowledgeBaseId: string) =>
        knowledgeBases
          .get(organizationId, knowledgeBaseId)
          .pipe(
            Effect.andThen(checkLimits(organizationId, 1)),
            Effect.match({ onSuccess: () => true, onFailure: () => false })
          )
      )

      const add = Effect.fn("Documents.add")(
        function* (
          organizationId: number,
          knowledgeBaseId: string,
          { filename, type, size, storageKey }: ReceivedFile
        ) {
          yield* knowledgeBases.shareLock(organizationId, knowledgeBaseId)
          yield* limits.lock(organizationId)
          yield* checkLimits(organizationId, size)
          if (storageKey === undefined || !(yield* strayFiles.adopt(storageKey)))
            return yield* Effect.die(new Error("The uploaded file was removed before it became a document"))
          const [added] = yield* uploadedRows(
            sql`insert into documents ${sql.insert({
              organizationId,
              id: newId(),
              knowledgeBaseId,
              filename,
              fileType: type,
              fileSize: size,
              storageKey
            })} returning ${columns}, storage_key`
          )
          yield* signals.send("documents")
          return added as UploadedDocument
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      const remove = Effect.fn("Documents.remove")(
        function* (organizationId: number, knowledgeBaseId: string, id: string) {
          yield* knowledgeBases.shareLock(organizationId, knowledgeBaseId)
          const [removed] = yield* sql<{ storageKey: string }>`delete from documents
            where organization_id = ${organizationId} and knowledge_base_id = ${knowledgeBaseId} and id = ${id}
            returning storage_key`
          if (removed === undefined) return yield* new DocumentNotFound()
          yield* strayFiles.abandon([removed.storageKey])
          yield* signals.send("documents")
        },
        transaction(sql),
        Effect.catchTag("SqlError", Effect.die)
      )

      return Documents.of({ chunks, list, mayAdd, receive, add, usage, remove })
    })
  )
}

const documentRows = rowsOf(KnowledgeBaseDocument)
const uploadedRows = rowsOf(UploadedDocument)
const usageRows = rowsOf(LimitUsage.mapFields(Struct.pick(["documents", "documentBytes", "chunks"])))

// Measures, hashes and identifies a file while it streams by.
const watchFile = (filename: string) => {
  const hash = createHash("sha256").update(`${filename}\n`)
  const head: Array<Uint8Array> = []
  let size = 0
  const next = (bytes: Uint8Array) =>
    Effect.suspend(() => {
      if (size < headBytes) head.push(bytes.subarray(0, headBytes - size))
      size += bytes.length
      hash.update(bytes)
      return size > maxFileBytes
        ? Effect.fail(
            new FileRefused({ message: "must have at most 20 MB (20971520 bytes); split it into several files" })
          )
        : Effect.void
    })
  const end = Effect.suspend(() =>
    size === 0
      ? Effect.fail(new FileRefused({ message: "must not be empty" }))
      : Effect.fromResult(documentTypeOf(filename, Buffer.concat(head))).pipe(
          Effect.mapBoth({
            onFailure: (message) => new FileRefused({ message }),
            onSuccess: (type) => ({ type, size, fingerprint: new Uint8Array(hash.digest()) })
          })
        )
  )
  return { next, end }
}

/** Number of bytes at the beginning of a file that identify its type. */
const headBytes = 65_536
