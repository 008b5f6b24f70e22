import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { IntentLabels } from "../../../campaigns/IntentLabels.ts"
import { Api } from "../../contract/Api.ts"
import { forOrganization, succeeded } from "../for-organization.ts"

export const IntentLabelsLive = HttpApiBuilder.group(
  Api,
  "intentLabels",
  Effect.fnUntraced(function* (handlers) {
    const labels = yield* IntentLabels
    return handlers.handleAll({
      list: forOrganization((organizationId, { params }) => labels.list(organizationId, params.id)),
      add: forOrganization((organizationId, { params, payload }) => labels.add(organizationId, params.id, payload)),
      update: forOrganization((organizationId, { params, payload }) =>
        labels.update(organizationId, params.id, params.labelId, payload)
      ),
      reorder: forOrganization((organizationId, { params, payload }) =>
        labels.reorder(organizationId, params.id, payload.orderedIds)
      ),
      remove: forOrganization((organizationId, { params }) =>
        succeeded(labels.remove(organizationId, params.id, params.labelId))
      )
    })
  })
)
