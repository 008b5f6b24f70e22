import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ToolHeaders } from "../../../campaigns/tools/ToolHeaders.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath, succeeded } from "../for-organization.ts"

export const AdminToolHeadersLive = HttpApiBuilder.group(
  AdminApi,
  "toolHeaders",
  Effect.fnUntraced(function* (handlers) {
    const sets = yield* ToolHeaders
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId) => Effect.map(sets.list(organizationId), (data) => ({ data }))),
      get: forOrganization((organizationId, { params }) => sets.get(organizationId, params.name)),
      put: forOrganization((organizationId, { payload: { name, ...set } }, actor) =>
        sets.put(organizationId, name, set, actor)
      ),
      remove: forOrganization((organizationId, { params }, actor) =>
        succeeded(sets.remove(organizationId, params.name, actor))
      )
    })
  })
)
