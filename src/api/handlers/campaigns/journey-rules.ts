import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { JourneyRules } from "../../../campaigns/JourneyRules.ts"
import { Api } from "../../contract/Api.ts"
import { forOrganization, succeeded } from "../for-organization.ts"

export const JourneyRulesLive = HttpApiBuilder.group(
  Api,
  "journeyRules",
  Effect.fnUntraced(function* (handlers) {
    const rules = yield* JourneyRules
    return handlers.handleAll({
      list: forOrganization((organizationId, { params }) => rules.list(organizationId, params.id)),
      put: forOrganization((organizationId, { params, payload }) =>
        rules.put(organizationId, params.id, params.labelId, payload)
      ),
      remove: forOrganization((organizationId, { params }) =>
        succeeded(rules.remove(organizationId, params.id, params.labelId))
      )
    })
  })
)
