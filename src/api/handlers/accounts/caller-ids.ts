import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CallerIds } from "../../../accounts/callers/CallerIds.ts"
import { CallQueue } from "../../../calls/queue/CallQueue.ts"
import { CallerChecks } from "../../../operations/checks/CallerChecks.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath, succeeded } from "../for-organization.ts"

export const CallerIdsLive = HttpApiBuilder.group(
  AdminApi,
  "callerIds",
  Effect.fnUntraced(function* (handlers) {
    const callerIds = yield* CallerIds
    const checks = yield* CallerChecks
    const queue = yield* CallQueue
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId) => Effect.map(callerIds.list(organizationId), (data) => ({ data }))),
      get: forOrganization((organizationId, { params }) => callerIds.get(organizationId, params.number)),
      put: forOrganization((organizationId, { payload }, actor) =>
        checks
          .number(organizationId, payload)
          .pipe(
            Effect.andThen(callerIds.put(organizationId, payload, actor)),
            Effect.tap(queue.reconsiderHours(organizationId))
          )
      ),
      remove: forOrganization((organizationId, { params }, actor) =>
        succeeded(
          Effect.tap(callerIds.remove(organizationId, params.number, actor), queue.reconsiderHours(organizationId))
        )
      )
    })
  })
)
