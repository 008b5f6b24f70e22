import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CarrierAccounts } from "../../../accounts/callers/CarrierAccounts.ts"
import { CallerChecks } from "../../../operations/checks/CallerChecks.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath, succeeded } from "../for-organization.ts"

export const CarrierAccountsLive = HttpApiBuilder.group(
  AdminApi,
  "carrierAccounts",
  Effect.fnUntraced(function* (handlers) {
    const accounts = yield* CarrierAccounts
    const checks = yield* CallerChecks
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId) => Effect.map(accounts.list(organizationId), (data) => ({ data }))),
      put: forOrganization((organizationId, { payload }, actor) =>
        accounts.put(organizationId, payload, actor, checks.account)
      ),
      remove: forOrganization((organizationId, { params }, actor) =>
        succeeded(accounts.remove(organizationId, params.accountId, actor))
      )
    })
  })
)
