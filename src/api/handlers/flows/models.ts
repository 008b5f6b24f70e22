import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Models } from "../../../campaigns/Models.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath, succeeded } from "../for-organization.ts"

export const AdminModelsLive = HttpApiBuilder.group(
  AdminApi,
  "models",
  Effect.fnUntraced(function* (handlers) {
    const models = yield* Models
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId) => Effect.map(models.list(organizationId), (data) => ({ data }))),
      put: forOrganization((organizationId, { payload }, actor) => models.put(organizationId, payload, actor)),
      remove: forOrganization((organizationId, { params }, actor) =>
        succeeded(models.remove(organizationId, params.name, actor))
      )
    })
  })
)
