import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Flows } from "../../campaigns/Flows.ts"
import { toPage } from "../../domain/page.ts"
import { AdminApi } from "../contract/AdminApi.ts"
import { Api } from "../contract/Api.ts"
import { Caller } from "../contract/middleware.ts"
import { inUse } from "./conflicts.ts"
import { notFound } from "./not-found.ts"
import { organizationOf } from "./organization-of.ts"

const flowNotFound = notFound("FlowNotFound", "flow")
const knowledgeBaseNotFound = notFound("KnowledgeBaseNotFound", "knowledge base")

export const FlowsLive = HttpApiBuilder.group(
  Api,
  "flows",
  Effect.fnUntraced(function* (handlers) {
    const flows = yield* Flows
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { organizationId } = yield* Caller
        return toPage(yield* flows.list(organizationId, query), query)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* flows.get(organizationId, params.id)
      }, flowNotFound),
      attach: Effect.fnUntraced(
        function* ({ params, payload: { knowledgeBaseId } }) {
          const { keyId, organizationId } = yield* Caller
          return yield* flows.update(organizationId, params.flowId, { knowledgeBaseId }, `key:${keyId}`)
        },
        flowNotFound,
        knowledgeBaseNotFound
      )
    })
  })
)

export const AdminFlowsLive = HttpApiBuilder.group(
  AdminApi,
  "flows",
  Effect.fnUntraced(function* (handlers) {
    const flows = yield* Flows
    const organization = yield* organizationOf
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        const { id } = yield* organization(params.id)
        return toPage(yield* flows.list(id, query), query)
      }),
      create: Effect.fnUntraced(function* ({ params, payload }) {
        const { id } = yield* organization(params.id)
        return yield* flows.create(id, payload)
      }, knowledgeBaseNotFound),
      get: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* organization(params.id)
        return yield* flows.get(id, params.flowId)
      }, flowNotFound),
      update: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* organization(params.id)
          return yield* flows.update(id, params.flowId, payload, "admin")
        },
        flowNotFound,
        knowledgeBaseNotFound
      ),
      remove: Effect.fnUntraced(
        function* ({ params }) {
          const { id } = yield* organization(params.id)
          yield* flows.remove(id, params.flowId)
          return { success: true }
        },
        flowNotFound,
        Effect.catchTag(
          "FlowInUse",
          inUse("flow", "it can be deleted when each of these is over, cancelled or, as a draft, has another flow")
        )
      )
    })
  })
)
