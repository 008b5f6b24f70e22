import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LiveCampaigns } from "../../../calls/views/LiveCampaigns.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"
import { serverSentEvents } from "../server-sent-events.ts"

export const LiveCampaignsLive = HttpApiBuilder.group(
  AdminApi,
  "liveCampaigns",
  Effect.fnUntraced(function* (handlers) {
    const { follow } = yield* LiveCampaigns
    const forOrganization = yield* forOrganizationInPath
    const send = yield* serverSentEvents
    return handlers.handleAll({
      follow: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params }) {
          const events = yield* Effect.catchTag(follow(organizationId, params.campaignId), "SqlError", Effect.die)
          return yield* send(Stream.map(events, (event) => ({ event: event.type, data: JSON.stringify(event) })))
        })
      )
    })
  })
)
