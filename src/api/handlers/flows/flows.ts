import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { FlowDrafts } from "../../../campaigns/FlowDrafts.ts"
import { Flows } from "../../../campaigns/Flows.ts"
import { FlowVersions } from "../../../campaigns/FlowVersions.ts"
import { FlowKnowledge } from "../../../rag/FlowKnowledge.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { forOrganization, forOrganizationInPath, paged, succeeded } from "../for-organization.ts"

export const FlowsLive = HttpApiBuilder.group(
  Api,
  "flows",
  Effect.fnUntraced(function* (handlers) {
    const flows = yield* Flows
    const knowledge = yield* FlowKnowledge
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) =>
        paged(flows.list(organizationId, query, query.search), query)
      ),
      get: forOrganization((organizationId, { params }) => flows.get(organizationId, params.id)),
      attach: forOrganization((organizationId, { params, payload: { knowledgeBaseId } }) =>
        knowledge.update(organizationId, params.id, { knowledgeBaseId })
      )
    })
  })
)

export const AdminFlowsLive = HttpApiBuilder.group(
  AdminApi,
  "flows",
  Effect.fnUntraced(function* (handlers) {
    const flows = yield* Flows
    const drafts = yield* FlowDrafts
    const versions = yield* FlowVersions
    const knowledge = yield* FlowKnowledge
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) =>
        paged(flows.list(organizationId, query, query.search), query)
      ),
      create: forOrganization((organizationId, { payload }) => knowledge.create(organizationId, payload)),
      get: forOrganization((organizationId, { params }) => flows.get(organizationId, params.flowId)),
      update: forOrganization((organizationId, { params, payload }) =>
        knowledge.update(organizationId, params.flowId, payload)
      ),
      remove: forOrganization((organizationId, { params }) => succeeded(flows.remove(organizationId, params.flowId))),
      draft: forOrganization((organizationId, { params }) => drafts.get(organizationId, params.flowId)),
      saveDraft: forOrganization((organizationId, { params, payload }) =>
        knowledge.saveDraft(organizationId, params.flowId, payload)
      ),
      discardDraft: forOrganization((organizationId, { params, payload }) =>
        succeeded(drafts.discard(organizationId, params.flowId, payload.revision))
      ),
      publish: forOrganization((organizationId, { params, payload }) =>
        knowledge.publishDraft(organizationId, params.flowId, payload)
      ),
      versions: forOrganization((organizationId, { params, query }) =>
        paged(versions.list(organizationId, params.flowId, query), query)
      ),
      version: forOrganization((organizationId, { params }) =>
        versions.get(organizationId, params.flowId, params.version)
      ),
      restore: forOrganization((organizationId, { params, payload }) =>
        knowledge.restore(organizationId, params.flowId, params.version, payload)
      )
    })
  })
)
