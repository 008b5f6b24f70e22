import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Campaign, CampaignCallerPool } from "../../../domain/campaigns/Campaign.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { operatorEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

export class CampaignCallerPoolGroup extends HttpApiGroup.make("campaignCallerPool")
  .add(
    HttpApiEndpoint.put("choose", "/caller-pool", {
      params: { ...byOrganization, campaignId: RowId },
      payload: CampaignCallerPool,
      success: Campaign,
      error: [BadRequest, NotFound, Conflict]
    }).pipe(
      operatorEndpoint(
        "Choose the numbers from which a campaign calls",
        `Names a pool of the organization's numbers. Holds for every call that is claimed afterwards. 409 when the campaign is
over. Recorded in the security log.`
      )
    )
  )
  .annotate(OpenApi.Title, "Caller pool")
  .annotate(OpenApi.Description, "The numbers from which a campaign calls.")
  .prefix("/admin/v1/organizations/:id/campaigns/:campaignId") {}
