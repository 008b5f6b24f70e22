import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Campaigns } from "../../../campaigns/Campaigns.ts"
import { CampaignControl } from "../../../dialer/CampaignControl.ts"
import { Api } from "../../contract/Api.ts"
import { forOrganization, paged } from "../for-organization.ts"

export const CampaignsLive = HttpApiBuilder.group(
  Api,
  "campaigns",
  Effect.fnUntraced(function* (handlers) {
    const campaigns = yield* Campaigns
    const control = yield* CampaignControl
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) => paged(campaigns.list(organizationId, query, query), query)),
      get: forOrganization((organizationId, { params }) => campaigns.get(organizationId, params.id)),
      create: forOrganization((organizationId, { payload }) => campaigns.create(organizationId, payload)),
      update: forOrganization((organizationId, { params, payload }) =>
        campaigns.update(organizationId, params.id, payload)
      ),
      updateRetryPolicy: forOrganization((organizationId, { params, payload }) =>
        campaigns.updateRetryPolicy(organizationId, params.id, payload)
      ),
      useFlowVersion: forOrganization((organizationId, { params, payload }) =>
        control.useFlowVersion(organizationId, params.id, payload.version)
      ),
      start: forOrganization((organizationId, { params }) => control.start(organizationId, params.id)),
      pause: forOrganization((organizationId, { params }) =>
        Effect.as(control.pause(organizationId, params.id), { status: "PAUSED" } as const)
      ),
      resume: forOrganization((organizationId, { params }) =>
        Effect.as(control.resume(organizationId, params.id), { status: "IN_PROGRESS" } as const)
      ),
      cancel: forOrganization((organizationId, { params }) =>
        Effect.as(control.cancel(organizationId, params.id), { status: "CANCELLED" } as const)
      )
    })
  })
)
