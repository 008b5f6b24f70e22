import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Flows } from "../../../campaigns/Flows.ts"
import { toPage } from "../../../domain/schema/page.ts"
import { FlowKnowledge } from "../../../rag/FlowKnowledge.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { inUse } from "../conflicts.ts"
import { notFound } from "../not-found.ts"
import { knowledgeBaseRefused } from "./knowledge-base-refused.ts"

const flowNotFound = notFound("FlowNotFound", "flow")

export const FlowsLive = HttpApiBuilder.group(
  Api,
  "flows",
  Effect.fnUntraced(function* (handlers) {
    const flows = yield* Flows
    const knowledge = yield* FlowKnowledge
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
          return yield* knowledge.update(organizationId, params.id, { knowledgeBaseId }, `key:${keyId}`)
        },
        flowNotFound,
        knowledgeBaseRefused
      )
    })
  })
)

export const AdminFlowsLive = HttpApiBuilder.group(
  AdminApi,
  "flows",
  Effect.fnUntraced(function* (handlers) {
    const flows = yield* Flows
    const knowledge = yield* FlowKnowledge
    const organization = yield* organizationOf
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        const { id } = yield* organization(params.id)
        return toPage(yield* flows.list(id, query), query)
      }),
      create: Effect.fnUntraced(function* ({ params, payload }) {
        const { id } = yield* organization(params.id)
        return yield* knowledge.create(id, payload)
      }, knowledgeBaseRefused),
      get: Effect.fnUntraced(function* ({ params }) {
        const { id } = yield* organization(params.id)
        return yield* flows.get(id, params.flowId)
      }, flowNotFound),
      update: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { id } = yield* organization(params.id)
          return yield* knowledge.update(id, params.flowId, payload, "admin")
        },
        flowNotFound,
        knowledgeBaseRefused
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
