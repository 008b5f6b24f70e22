import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { TransferTargets } from "../../../campaigns/TransferTargets.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath, succeeded } from "../for-organization.ts"

export const AdminTransferTargetsLive = HttpApiBuilder.group(
  AdminApi,
  "transferTargets",
  Effect.fnUntraced(function* (handlers) {
    const targets = yield* TransferTargets
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId) => Effect.map(targets.list(organizationId), (data) => ({ data }))),
      get: forOrganization((organizationId, { params }) => targets.get(organizationId, params.name)),
      put: forOrganization((organizationId, { payload: { name, ...target } }, actor) =>
        targets.put(organizationId, name, target, actor)
      ),
      remove: forOrganization((organizationId, { params }, actor) =>
        succeeded(targets.remove(organizationId, params.name, actor))
      )
    })
  })
)
