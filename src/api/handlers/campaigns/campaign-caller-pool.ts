import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CallQueue } from "../../../calls/queue/CallQueue.ts"
import { Campaigns } from "../../../campaigns/Campaigns.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const CampaignCallerPoolLive = HttpApiBuilder.group(
  AdminApi,
  "campaignCallerPool",
  Effect.fnUntraced(function* (handlers) {
    const campaigns = yield* Campaigns
    const queue = yield* CallQueue
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      choose: forOrganization((organizationId, { params, payload }) =>
        Effect.tap(
          campaigns.setCallerPool(organizationId, params.campaignId, payload.pool),
          queue.reconsiderHours(organizationId)
        )
      )
    })
  })
)
