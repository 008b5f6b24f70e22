import { Schema } from "effect"
import { Timestamp } from "../calendar/time.ts"
import { documented } from "../schema/documented.ts"
import { Name, shortText, writtenTextProblem } from "../text/text.ts"

export const DocumentType = Schema.Literals(["pdf", "docx", "txt", "md", "csv", "pptx", "html"])
export type DocumentType = typeof DocumentType.Type

export const DocumentStatus = Schema.Literals(["PENDING", "INDEXING", "READY", "FAILED"]).annotate({
  description: "FAILED is final; failureReason says what to do"
})

const description = Schema.optionalKey(Schema.NullOr(shortText(2000)))

export const NewKnowledgeBase = Schema.Struct({ name: Name, description }).annotate({ identifier: "NewKnowledgeBase" })
export type NewKnowledgeBase = typeof NewKnowledgeBase.Type

export const KnowledgeBaseChanges = Schema.Struct({ name: Schema.optionalKey(Name), description }).annotate({
  identifier: "KnowledgeBaseChanges"
})
export type KnowledgeBaseChanges = typeof KnowledgeBaseChanges.Type

const fields = {
  id: Schema.String,
  name: Schema.String,
  description: Schema.NullOr(Schema.String),
  organizationId: Schema.Int,
  createdAt: Timestamp,
  updatedAt: Timestamp
}

export const KnowledgeBase = Schema.Struct({
  ...fields,
  _count: Schema.Struct({ documents: Schema.Int })
}).annotate({ identifier: "KnowledgeBase" })
export type KnowledgeBase = typeof KnowledgeBase.Type

export const KnowledgeBaseDocument = Schema.Struct({
  id: Schema.String,
  filename: Schema.String,
  fileType: DocumentType,
  fileSize: Schema.Int.annotate({ description: "In bytes" }),
  chunkCount: Schema.Int.annotate({ description: "0 until it is indexed" }),
  status: DocumentStatus,
  failureReason: Schema.NullOr(Schema.String),
  knowledgeBaseId: Schema.String,
  createdAt: Timestamp
}).annotate({ identifier: "KnowledgeBaseDocument" })
export type KnowledgeBaseDocument = typeof KnowledgeBaseDocument.Type

export const UploadedDocument = Schema.Struct({
  ...KnowledgeBaseDocument.fields,
  storageKey: Schema.String
}).annotate({ identifier: "UploadedDocument" })
export type UploadedDocument = typeof UploadedDocument.Type

export const KnowledgeBaseWithDocuments = Schema.Struct({
  ...KnowledgeBase.fields,
  documents: Schema.Array(KnowledgeBaseDocument)
}).annotate({ identifier: "KnowledgeBaseWithDocuments" })
export type KnowledgeBaseWithDocuments = typeof KnowledgeBaseWithDocuments.Type

/** An uploaded file before its document is created. */
export interface ReceivedFile {
  /** The file's name on the client's machine, without its path. */
  readonly filename: string
  readonly type: DocumentType
  readonly size: number
  /** Undefined for a file that was checked but not stored, because it cannot become a document. */
  readonly storageKey: string | undefined
  /** Differs for any two files whose name or content differs. */
  readonly fingerprint: Uint8Array
}

/** A chunk of a document that may answer a question. */
export const FoundChunk = Schema.Struct({
  chunkId: Schema.String,
  documentId: Schema.String,
  filename: Schema.String,
  text: Schema.String,
  score: Schema.Finite.annotate({ description: "Relevance, from 0.5 to 1" })
}).annotate({ identifier: "FoundChunk" })
export type FoundChunk = typeof FoundChunk.Type

export const KnowledgeBaseQuestion = Schema.Struct({
  query: Schema.String.annotate({ description: "A question that a person might ask; 1 to 1000 characters" }).check(
    Schema.makeFilter((value) => writtenTextProblem(value, 1000), documented({ minLength: 1, maxLength: 1000 }))
  )
}).annotate({ identifier: "KnowledgeBaseQuestion" })
