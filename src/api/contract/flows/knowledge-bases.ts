import { Schema } from "effect"
import { Multipart } from "effect/http"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  FoundChunk,
  KnowledgeBase,
  KnowledgeBaseChanges,
  KnowledgeBaseQuestion,
  KnowledgeBaseWithDocuments,
  NewKnowledgeBase,
  UploadedDocument
} from "../../../domain/knowledge/KnowledgeBase.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { documented, readEndpoint, writeEndpoint } from "../shared/endpoints.ts"
import { Forbidden, NotFound, PaymentRequired, ServiceUnavailable } from "../shared/errors.ts"
import { byId } from "../shared/lists.ts"
import { FileBody, Idempotent, idempotencyHeader, ignoredIdempotencyHeader, NeedsMember } from "../shared/middleware.ts"

const Upload = Schema.Struct({
  file: Multipart.SingleFileSchema.annotate({
    description: "A .pdf, .docx, .txt, .md, .csv, .pptx, .html or .htm file of at most 20 MB (20,971,520 bytes)"
  })
})

export class KnowledgeBasesGroup extends HttpApiGroup.make("knowledgeBases")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(KnowledgeBase) }).pipe(
      readEndpoint("List all knowledge bases, newest first")
    ),
    HttpApiEndpoint.get("get", "/:id", {
      params: byId,
      success: KnowledgeBaseWithDocuments,
      error: [NotFound, Forbidden]
    }).pipe(
      readEndpoint(
        "Get a knowledge base with its documents, newest first",
        `Poll it after an upload: \`chunkCount\` rises above 0 once a document is READY to be searched. When a document is FAILED,
\`failureReason\` says how to fix it.`
      )
    ),
    HttpApiEndpoint.post("create", "/", {
      headers: idempotencyHeader,
      payload: NewKnowledgeBase,
      success: KnowledgeBase.pipe(HttpApiSchema.status(201))
    }).pipe(writeEndpoint("Create a knowledge base")),
    HttpApiEndpoint.patch("update", "/:id", {
      params: byId,
      payload: KnowledgeBaseChanges,
      success: KnowledgeBase,
      error: [NotFound, Forbidden]
    }).pipe(writeEndpoint("Change the name or the description of a knowledge base")),
    HttpApiEndpoint.delete("remove", "/:id", {
      params: byId,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Forbidden]
    }).pipe(
      writeEndpoint(
        "Delete a knowledge base with all its documents",
        "Sets `knowledgeBaseId` to null in the flows that use it. They work on without it, live calls included."
      )
    ),
    HttpApiEndpoint.post("upload", "/:id/documents", {
      params: byId,
      headers: idempotencyHeader,
      payload: Upload.pipe(HttpApiSchema.asMultipartStream()),
      success: UploadedDocument.pipe(HttpApiSchema.status(201)),
      error: [PaymentRequired, NotFound, Forbidden]
    })
      .pipe(
        documented(
          "Upload a document",
          `Takes one file in a part named \`file\`. Its type is detected from its name and its content together. The document is
read, split into chunks of about 400 words and embedded in the background: until then \`chunkCount\` is 0. 400 for a file that
is too large, empty, or of another type.`
        )
      )
      .middleware(Idempotent)
      .middleware(FileBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.delete("removeDocument", "/:id/documents/:docId", {
      params: { ...byId, docId: RowId },
      success: HttpApiSchema.NoContent,
      error: [NotFound, Forbidden]
    }).pipe(writeEndpoint("Delete a document with its chunks")),
    HttpApiEndpoint.post("search", "/:id/search", {
      params: byId,
      headers: ignoredIdempotencyHeader,
      payload: KnowledgeBaseQuestion,
      success: Schema.Struct({ data: Schema.Array(FoundChunk) }),
      error: [NotFound, Forbidden, ServiceUnavailable]
    }).pipe(
      readEndpoint(
        "Search a knowledge base",
        `Returns at most 4 chunks that match the query with a score of at least 0.5, best first: exactly what a call retrieves when
the person says this. 503 while the embedding server does not answer.`
      )
    )
  )
  .annotate(OpenApi.Title, "Knowledge bases")
  .annotate(
    OpenApi.Description,
    `Documents from which calls are answered. \`organizationId\` is an integer here. Another organization's knowledge base is
answered 403.`
  )
  .prefix("/v1/knowledge-bases") {}
