import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { ProviderFailure } from "../../../providers/contract/ProviderFailure.ts"
import { Documents } from "../../../rag/Documents.ts"
import { KnowledgeBases } from "../../../rag/KnowledgeBases.ts"
import { Retriever } from "../../../rag/Retriever.ts"
import { Api } from "../../contract/Api.ts"
import { ServiceUnavailable } from "../../contract/shared/errors.ts"
import { UploadedFile } from "../../contract/shared/middleware.ts"
import { forOrganization } from "../for-organization.ts"

export const KnowledgeBasesLive = HttpApiBuilder.group(
  Api,
  "knowledgeBases",
  Effect.fnUntraced(function* (handlers) {
    const knowledgeBases = yield* KnowledgeBases
    const documents = yield* Documents
    const retriever = yield* Retriever
    return handlers.handleAll({
      list: forOrganization((organizationId) => knowledgeBases.list(organizationId)),
      get: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params }) {
          const found = yield* knowledgeBases.get(organizationId, params.id)
          return { ...found, documents: yield* documents.list(organizationId, params.id) }
        })
      ),
      create: forOrganization((organizationId, { payload }) => knowledgeBases.create(organizationId, payload)),
      update: forOrganization((organizationId, { params, payload }) =>
        knowledgeBases.update(organizationId, params.id, payload)
      ),
      remove: forOrganization((organizationId, { params }) => knowledgeBases.remove(organizationId, params.id)),
      upload: forOrganization((organizationId, { params }) =>
        Effect.flatMap(UploadedFile, (file) => documents.add(organizationId, params.id, file))
      ),
      removeDocument: forOrganization((organizationId, { params }) =>
        documents.remove(organizationId, params.id, params.docId)
      ),
      search: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params, payload: { query } }) {
          yield* knowledgeBases.get(organizationId, params.id)
          const found = retriever.retrieve({ organizationId, knowledgeBaseId: params.id, question: query })
          return { data: yield* Effect.catchTag(found, "ProviderFailure", notEmbedded) }
        })
      )
    })
  })
)

// The log describes the problem of the embedding server for operators; a client can only wait.
const notEmbedded = (failure: ProviderFailure) =>
  Effect.logWarning(`Could not search a knowledge base: ${failure.message}`).pipe(
    Effect.andThen(
      Effect.fail(new ServiceUnavailable({ message: "The question cannot be embedded for now; try again in a minute" }))
    )
  )
