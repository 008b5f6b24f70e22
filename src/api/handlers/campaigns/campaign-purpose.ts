import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CallQueue } from "../../../calls/queue/CallQueue.ts"
import { Campaigns } from "../../../campaigns/Campaigns.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const CampaignPurposeLive = HttpApiBuilder.group(
  AdminApi,
  "campaignPurpose",
  Effect.fnUntraced(function* (handlers) {
    const campaigns = yield* Campaigns
    const queue = yield* CallQueue
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      state: forOrganization((organizationId, { params, payload }) =>
        Effect.tap(
          campaigns.statePurpose(organizationId, params.campaignId, payload),
          queue.reconsiderHours(organizationId)
        )
      )
    })
  })
)
