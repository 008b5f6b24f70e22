import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Flows } from "../../../campaigns/Flows.ts"
import { FlowKnowledge } from "../../../rag/FlowKnowledge.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { forCaller, forOrganization, forOrganizationInPath, paged, succeeded } from "../for-organization.ts"

export const FlowsLive = HttpApiBuilder.group(
  Api,
  "flows",
  Effect.fnUntraced(function* (handlers) {
    const flows = yield* Flows
    const knowledge = yield* FlowKnowledge
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) => paged(flows.list(organizationId, query), query)),
      get: forOrganization((organizationId, { params }) => flows.get(organizationId, params.id)),
      attach: forCaller(({ actor, organizationId }, { params, payload: { knowledgeBaseId } }) =>
        knowledge.update(organizationId, params.id, { knowledgeBaseId }, actor)
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
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) => paged(flows.list(organizationId, query), query)),
      create: forOrganization((organizationId, { payload }) => knowledge.create(organizationId, payload)),
      get: forOrganization((organizationId, { params }) => flows.get(organizationId, params.flowId)),
      update: forOrganization((organizationId, { params, payload }, actor) =>
        knowledge.update(organizationId, params.flowId, payload, actor)
      ),
      remove: forOrganization((organizationId, { params }) => succeeded(flows.remove(organizationId, params.flowId)))
    })
  })
)
