import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { CampaignCosts, CostsOfMonth, OrganizationCosts, SpendCap } from "../../../domain/costs/Spending.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

const ofCampaign = { ...byOrganization, campaignId: RowId }

const capRules = `When the cap is reached, running campaigns with waiting calls pause at once, with the reason in \`statusReason\`; calls under way
finish. The campaigns go on when they are resumed, after the cap was raised or removed or the next month has begun: 402 until
then. 400 when there are no prices (PRICES_FILE is not set) or they are in another currency, because the cap could never be reached. Recorded in the security log.`

export class CostsGroup extends HttpApiGroup.make("costs")
  .add(
    HttpApiEndpoint.get("organization", "/costs", {
      params: byOrganization,
      query: CostsOfMonth,
      success: OrganizationCosts,
      error: [BadRequest, NotFound]
    }).pipe(
      viewerEndpoint(
        "Get what an organization has spent in a month, with its campaigns",
        "The usage that vendors and carriers bill, priced by PRICES_FILE. A cost whose price is unknown is null, and so are its sums."
      )
    ),
    HttpApiEndpoint.put("capOrganization", "/spend-cap", {
      params: byOrganization,
      payload: SpendCap,
      success: OrganizationCosts,
      error: NotFound
    }).pipe(rootEndpoint("Set the monthly spend cap of an organization", capRules)),
    HttpApiEndpoint.get("campaign", "/campaigns/:campaignId/costs", {
      params: ofCampaign,
      query: CostsOfMonth,
      success: CampaignCosts,
      error: [BadRequest, NotFound]
    }).pipe(viewerEndpoint("Get what a campaign has spent in a month")),
    HttpApiEndpoint.put("capCampaign", "/campaigns/:campaignId/spend-cap", {
      params: ofCampaign,
      payload: SpendCap,
      success: CampaignCosts,
      error: NotFound
    }).pipe(rootEndpoint("Set the monthly spend cap of a campaign", capRules))
  )
  .annotate(OpenApi.Title, "Costs")
  .annotate(OpenApi.Description, "The costs of calls, and the most that they may be in a month.")
  .prefix("/admin/v1/organizations/:id") {}
