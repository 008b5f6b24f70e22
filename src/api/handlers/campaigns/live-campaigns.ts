import { Effect, Stream } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { LiveCampaigns } from "../../../calls/views/LiveCampaigns.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { notFound } from "../not-found.ts"
import { serverSentEvents } from "../server-sent-events.ts"

export const LiveCampaignsLive = HttpApiBuilder.group(
  AdminApi,
  "liveCampaigns",
  Effect.fnUntraced(function* (handlers) {
    const { follow } = yield* LiveCampaigns
    const organization = yield* organizationOf
    const send = yield* serverSentEvents
    return handlers.handleAll({
      follow: Effect.fnUntraced(
        function* ({ params }) {
          const { id } = yield* organization(params.id)
          const events = yield* Effect.catchTag(follow(id, params.campaignId), "SqlError", Effect.die)
          return yield* send(Stream.map(events, (event) => ({ event: event.type, data: JSON.stringify(event) })))
        },
        notFound("CampaignNotFound", "campaign")
      )
    })
  })
)
