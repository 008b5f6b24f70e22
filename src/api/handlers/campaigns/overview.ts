import { Effect, Stream } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { SecurityLog } from "../../../accounts/SecurityLog.ts"
import { LiveOrganizations } from "../../../calls/live/LiveOrganizations.ts"
import { Overviews } from "../../../calls/views/Overviews.ts"
import { AccountPace } from "../../../carriers/AccountPace.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"
import { serverSentEvents } from "../server-sent-events.ts"

export const OverviewLive = HttpApiBuilder.group(
  AdminApi,
  "overview",
  Effect.fnUntraced(function* (handlers) {
    const overviews = yield* Overviews
    const { callsPerSecond } = yield* AccountPace
    const { follow } = yield* LiveOrganizations
    const log = yield* SecurityLog
    const forOrganization = yield* forOrganizationInPath
    const send = yield* serverSentEvents
    const carrierPerMinute = callsPerSecond === null ? Number.POSITIVE_INFINITY : callsPerSecond * 60
    return handlers.handleAll({
      get: forOrganization((organizationId) =>
        Effect.map(overviews.get(organizationId), ({ starts, ...overview }) => ({
          ...overview,
          starts: { ...starts, allowedPerMinute: Math.floor(Math.min(starts.allowedPerMinute, carrierPerMinute)) }
        }))
      ),
      follow: forOrganization(
        Effect.fnUntraced(function* (organizationId) {
          const { headers } = yield* HttpServerRequest.HttpServerRequest
          const events = yield* Effect.catchTag(
            follow(organizationId, headers["last-event-id"]),
            "SqlError",
            Effect.die
          )
          yield* log.append(organizationId, { action: "organization.watch", target: String(organizationId) })
          return yield* send(
            Stream.map(events, ({ event, id }) => ({
              ...(id !== undefined && { id }),
              event: event.type,
              data: JSON.stringify(event)
            }))
          )
        })
      )
    })
  })
)
