import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SecurityLog } from "../../../accounts/SecurityLog.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { paged } from "../for-organization.ts"

export const SecurityLogLive = HttpApiBuilder.group(
  AdminApi,
  "securityLog",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* SecurityLog
    return handlers.handleAll({ list: ({ query }) => paged(log.list(query, query), query) })
  })
)
