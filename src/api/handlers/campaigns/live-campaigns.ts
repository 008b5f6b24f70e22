import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SecurityLog } from "../../../accounts/SecurityLog.ts"
import { LiveCampaigns } from "../../../calls/live/LiveCampaigns.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"
import { serverSentEvents } from "../server-sent-events.ts"

export const LiveCampaignsLive = HttpApiBuilder.group(
  AdminApi,
  "liveCampaigns",
  Effect.fnUntraced(function* (handlers) {
    const { follow } = yield* LiveCampaigns
    const log = yield* SecurityLog
    const forOrganization = yield* forOrganizationInPath
    const send = yield* serverSentEvents
    return handlers.handleAll({
      follow: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params }) {
          const events = yield* Effect.catchTag(follow(organizationId, params.campaignId), "SqlError", Effect.die)
          yield* log.append(organizationId, { action: "campaign.watch", target: params.campaignId.toLowerCase() })
          return yield* send(Stream.map(events, (event) => ({ event: event.type, data: JSON.stringify(event) })))
        })
      )
    })
  })
)
