import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Campaign, CampaignPurpose } from "../../../domain/campaigns/Campaign.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { rootEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

export class CampaignPurposeGroup extends HttpApiGroup.make("campaignPurpose")
  .add(
    HttpApiEndpoint.put("state", "/purpose", {
      params: { ...byOrganization, campaignId: RowId },
      payload: CampaignPurpose,
      success: Campaign,
      error: [BadRequest, NotFound, Conflict]
    }).pipe(
      rootEndpoint(
        "State why a campaign calls",
        `The rules of countries depend on the purpose. A stated purpose adds its rules to those of \`useCaseType\`; that of a \`CUSTOM\` campaign
replaces \`MARKETING\`, so that a call for service is not kept to the hours of marketing. Holds for every call that is claimed afterwards.
409 when the campaign is over. Recorded in the security log with the reason.`
      )
    )
  )
  .annotate(OpenApi.Title, "Purpose")
  .annotate(OpenApi.Description, "Why a campaign calls, as laws distinguish it.")
  .prefix("/admin/v1/organizations/:id/campaigns/:campaignId") {}
