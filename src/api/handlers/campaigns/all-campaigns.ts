import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CampaignControl } from "../../../dialer/CampaignControl.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const AllCampaignsLive = HttpApiBuilder.group(
  AdminApi,
  "allCampaigns",
  Effect.fnUntraced(function* (handlers) {
    const control = yield* CampaignControl
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({ pause: forOrganization((organizationId) => control.pauseAll(organizationId)) })
  })
)
