import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { AllPaused } from "../../../domain/campaigns/Campaign.ts"
import { operatorEndpoint } from "../shared/endpoints.ts"
import { NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

export class AllCampaignsGroup extends HttpApiGroup.make("allCampaigns")
  .add(
    HttpApiEndpoint.post("pause", "/pause", { params: byOrganization, success: AllPaused, error: NotFound }).pipe(
      operatorEndpoint(
        "Pause all campaigns of an organization",
        `The emergency stop. Every campaign that is IN_PROGRESS is paused: no new call begins, and live calls finish. Every SCHEDULED
campaign becomes a draft again, so that it does not start at its time. Both happen in one transaction, and each campaign is an entry of
the security log. A repetition changes nothing more and is answered with zeros. Each campaign is resumed, or started again, by itself.`
      )
    )
  )
  .annotate(OpenApi.Title, "All campaigns")
  .annotate(OpenApi.Description, "Changes to all campaigns of an organization at once.")
  .prefix("/admin/v1/organizations/:id/campaigns") {}
