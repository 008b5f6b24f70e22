import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Preflight } from "../../../domain/dialing/preflight.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { CampaignInsight } from "../../../domain/views/CampaignInsight.ts"
import { viewerEndpoint } from "../shared/endpoints.ts"
import { Conflict, NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

const params = { ...byOrganization, campaignId: RowId }

export class CampaignInsightGroup extends HttpApiGroup.make("campaignInsight")
  .add(
    HttpApiEndpoint.get("preflight", "/preflight", { params, success: Preflight, error: [NotFound, Conflict] }).pipe(
      viewerEndpoint(
        "Foresee a campaign before its start",
        `Passes the audience through the gates that the dialer asks, as at the start: who will be called, who is skipped and why, the times
of the first and the last call, minutes and cost by what the organization's last 1,000 attempts used, and everything that would refuse
the start. Changes nothing. 409 once the campaign was started.`
      )
    ),
    HttpApiEndpoint.get("insight", "/insight", { params, success: CampaignInsight, error: NotFound }).pipe(
      viewerEndpoint(
        "Get how a campaign has gone, and why it places no call now",
        "The funnel, the labels by day, the calls that wait by hour, the share of answered attempts by hour of the day, and the gate that holds up the dialer. The figures of a large campaign may be up to 30 seconds old."
      )
    )
  )
  .annotate(OpenApi.Title, "Insight")
  .annotate(OpenApi.Description, "A campaign before its start, and while it runs.")
  .prefix("/admin/v1/organizations/:id/campaigns/:campaignId") {}
