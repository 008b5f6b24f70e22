import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import type { ProviderFailure } from "../../../providers/contract/ProviderFailure.ts"
import { Documents } from "../../../rag/Documents.ts"
import { KnowledgeBases } from "../../../rag/KnowledgeBases.ts"
import { Retriever } from "../../../rag/Retriever.ts"
import { Api } from "../../contract/Api.ts"
import { ServiceUnavailable } from "../../contract/shared/errors.ts"
import { Caller, UploadedFile } from "../../contract/shared/middleware.ts"
import { notFound } from "../not-found.ts"
import { knowledgeBaseRefused } from "./knowledge-base-refused.ts"

const documentNotFound = notFound("DocumentNotFound", "document")

export const KnowledgeBasesLive = HttpApiBuilder.group(
  Api,
  "knowledgeBases",
  Effect.fnUntraced(function* (handlers) {
    const knowledgeBases = yield* KnowledgeBases
    const documents = yield* Documents
    const retriever = yield* Retriever
    return handlers.handleAll({
      list: Effect.fnUntraced(function* () {
        const { organizationId } = yield* Caller
        return yield* knowledgeBases.list(organizationId)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* Caller
        const found = yield* knowledgeBases.get(organizationId, params.id)
        return { ...found, documents: yield* documents.list(organizationId, params.id) }
      }, knowledgeBaseRefused),
      create: Effect.fnUntraced(function* ({ payload }) {
        const { organizationId } = yield* Caller
        return yield* knowledgeBases.create(organizationId, payload)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { organizationId } = yield* Caller
        return yield* knowledgeBases.update(organizationId, params.id, payload)
      }, knowledgeBaseRefused),
      remove: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* Caller
        yield* knowledgeBases.remove(organizationId, params.id)
      }, knowledgeBaseRefused),
      upload: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* documents.add(organizationId, params.id, yield* UploadedFile)
      }, knowledgeBaseRefused),
      removeDocument: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          yield* documents.remove(organizationId, params.id, params.docId)
        },
        documentNotFound,
        knowledgeBaseRefused
      ),
      search: Effect.fnUntraced(
        function* ({ params, payload: { query } }) {
          const { organizationId } = yield* Caller
          yield* knowledgeBases.get(organizationId, params.id)
          return { data: yield* retriever.retrieve({ organizationId, knowledgeBaseId: params.id, question: query }) }
        },
        Effect.catchTag("ProviderFailure", (failure) => notEmbedded(failure)),
        knowledgeBaseRefused
      )
    })
  })
)

// What is wrong with the server is for who runs this; whoever searches can only wait.
const notEmbedded = (failure: ProviderFailure) =>
  Effect.logWarning(`A question could not be searched: ${failure.message}`).pipe(
    Effect.andThen(
      Effect.fail(new ServiceUnavailable({ message: "The question cannot be embedded for now; try again in a minute" }))
    )
  )
