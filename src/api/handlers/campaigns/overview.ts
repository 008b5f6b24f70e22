import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Overviews } from "../../../calls/views/Overviews.ts"
import { AccountPace } from "../../../dialer/AccountPace.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const OverviewLive = HttpApiBuilder.group(
  AdminApi,
  "overview",
  Effect.fnUntraced(function* (handlers) {
    const overviews = yield* Overviews
    const { callsPerSecond } = yield* AccountPace
    const forOrganization = yield* forOrganizationInPath
    const carrierPerMinute = callsPerSecond === null ? Number.POSITIVE_INFINITY : callsPerSecond * 60
    return handlers.handleAll({
      get: forOrganization((organizationId) =>
        Effect.map(overviews.get(organizationId), ({ starts, ...overview }) => ({
          ...overview,
          starts: { ...starts, allowedPerMinute: Math.floor(Math.min(starts.allowedPerMinute, carrierPerMinute)) }
        }))
      )
    })
  })
)
