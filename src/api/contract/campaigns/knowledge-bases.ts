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
import { Forbidden, NotFound, ServiceUnavailable } from "../shared/errors.ts"
import { byId } from "../shared/lists.ts"
import {
  ApiKeyAuth,
  Failures,
  FileBody,
  Idempotent,
  idempotencyHeader,
  JsonBody,
  NeedsMember
} from "../shared/middleware.ts"

const Upload = Schema.Struct({
  file: Multipart.SingleFileSchema.annotate({
    description: "A .pdf, .docx, .txt, .md, .csv, .pptx, .html or .htm file of at most 20 MB (20,971,520 bytes)"
  })
})

export class KnowledgeBasesGroup extends HttpApiGroup.make("knowledgeBases")
  .add(
    HttpApiEndpoint.get("list", "/", { success: Schema.Array(KnowledgeBase) }).annotate(
      OpenApi.Summary,
      "List all knowledge bases, newest first"
    ),
    HttpApiEndpoint.get("get", "/:id", {
      params: byId,
      success: KnowledgeBaseWithDocuments,
      error: [NotFound, Forbidden]
    })
      .annotate(OpenApi.Summary, "Get a knowledge base with its documents, newest first")
      .annotate(
        OpenApi.Description,
        `Poll it after an upload: \`chunkCount\` rises above 0 when a document is READY to be searched. One that is FAILED says in
\`failureReason\` what to do about it.`
      ),
    HttpApiEndpoint.post("create", "/", {
      headers: idempotencyHeader,
      payload: NewKnowledgeBase,
      success: KnowledgeBase.pipe(HttpApiSchema.status(201))
    })
      .annotate(OpenApi.Summary, "Create a knowledge base")
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.patch("update", "/:id", {
      params: byId,
      payload: KnowledgeBaseChanges,
      success: KnowledgeBase,
      error: [NotFound, Forbidden]
    })
      .annotate(OpenApi.Summary, "Change the name or the description of a knowledge base")
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.delete("remove", "/:id", {
      params: byId,
      success: HttpApiSchema.NoContent,
      error: [NotFound, Forbidden]
    })
      .annotate(OpenApi.Summary, "Delete a knowledge base with all its documents")
      .annotate(
        OpenApi.Description,
        "Flows that it is attached to get `knowledgeBaseId` null and keep working without it, also in calls under way."
      )
      .middleware(NeedsMember),
    HttpApiEndpoint.post("upload", "/:id/documents", {
      params: byId,
      headers: idempotencyHeader,
      payload: Upload.pipe(HttpApiSchema.asMultipartStream()),
      success: UploadedDocument.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Forbidden]
    })
      .annotate(OpenApi.Summary, "Upload a document")
      .annotate(
        OpenApi.Description,
        `One file in a part named \`file\`. Its type is told from its name and its content together. It is read, split into
chunks of about 400 words and embedded in the background: \`chunkCount\` is 0 until then. A file that is too large, empty, or of
another type is answered 400.`
      )
      .middleware(Idempotent)
      .middleware(FileBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.delete("removeDocument", "/:id/documents/:docId", {
      params: { ...byId, docId: Schema.String },
      success: HttpApiSchema.NoContent,
      error: [NotFound, Forbidden]
    })
      .annotate(OpenApi.Summary, "Delete a document with its chunks")
      .middleware(NeedsMember),
    HttpApiEndpoint.post("search", "/:id/search", {
      params: byId,
      headers: idempotencyHeader,
      payload: KnowledgeBaseQuestion,
      success: Schema.Struct({ data: Schema.Array(FoundChunk) }),
      error: [NotFound, Forbidden, ServiceUnavailable]
    })
      .annotate(OpenApi.Summary, "What a call would be answered from")
      .annotate(
        OpenApi.Description,
        `At most 4 chunks that fit the query with a score of at least 0.5, the best first: the very retrieval that a call makes
when somebody says this. 503 while the server that embeds does not answer.`
      )
      .middleware(Idempotent)
      .middleware(JsonBody)
  )
  .annotate(OpenApi.Title, "Knowledge bases")
  .annotate(
    OpenApi.Description,
    "Documents that calls are answered from. `organizationId` is an integer here. Another organization's is answered 403."
  )
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/knowledge-bases") {}
