import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Campaign, PaceChanges } from "../../../domain/campaigns/Campaign.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { operatorEndpoint } from "../shared/endpoints.ts"
import { Conflict, NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

export class CampaignPaceGroup extends HttpApiGroup.make("campaignPace")
  .add(
    HttpApiEndpoint.patch("change", "/pace", {
      params: { ...byOrganization, campaignId: RowId },
      payload: PaceChanges,
      success: Campaign,
      error: [NotFound, Conflict]
    }).pipe(
      operatorEndpoint(
        "Change the pace of a campaign, also while it runs",
        `Holds for every call that is claimed afterwards. After a lower \`callsPerMinute\` the dialer waits until the starts of the last 60
seconds are below it; a higher one causes no burst. Live calls above a lower \`maxConcurrentCalls\` go on, and no call starts until enough of
them have ended. 409 when the campaign is over. Recorded in the security log.`
      )
    )
  )
  .annotate(OpenApi.Title, "Pace")
  .annotate(OpenApi.Description, "How fast a campaign calls.")
  .prefix("/admin/v1/organizations/:id/campaigns/:campaignId") {}
