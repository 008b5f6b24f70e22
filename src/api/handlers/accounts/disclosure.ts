import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Disclosures } from "../../../accounts/Disclosures.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const DisclosureLive = HttpApiBuilder.group(
  AdminApi,
  "disclosure",
  Effect.fnUntraced(function* (handlers) {
    const disclosures = yield* Disclosures
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      get: forOrganization((organizationId) => disclosures.get(organizationId)),
      set: forOrganization((organizationId, { payload }, actor) => disclosures.set(organizationId, payload, actor))
    })
  })
)
