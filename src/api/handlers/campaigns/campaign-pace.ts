import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CampaignControl } from "../../../dialer/CampaignControl.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const CampaignPaceLive = HttpApiBuilder.group(
  AdminApi,
  "campaignPace",
  Effect.fnUntraced(function* (handlers) {
    const control = yield* CampaignControl
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      change: forOrganization((organizationId, { params, payload }) =>
        control.setPace(organizationId, params.campaignId, payload)
      )
    })
  })
)
