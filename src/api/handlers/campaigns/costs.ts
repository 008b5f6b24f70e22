import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Spending } from "../../../calls/costs/Spending.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const CostsLive = HttpApiBuilder.group(
  AdminApi,
  "costs",
  Effect.fnUntraced(function* (handlers) {
    const spending = yield* Spending
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      organization: forOrganization((organizationId, { query }) =>
        spending.ofOrganization(organizationId, query.month)
      ),
      capOrganization: forOrganization((organizationId, { payload }) =>
        Effect.andThen(
          spending.setCap(organizationId, null, payload.monthly),
          spending.ofOrganization(organizationId, undefined)
        )
      ),
      campaign: forOrganization((organizationId, { params, query }) =>
        spending.ofCampaign(organizationId, params.campaignId, query.month)
      ),
      capCampaign: forOrganization((organizationId, { params, payload }) =>
        Effect.andThen(
          spending.setCap(organizationId, params.campaignId, payload.monthly),
          spending.ofCampaign(organizationId, params.campaignId, undefined)
        )
      )
    })
  })
)
