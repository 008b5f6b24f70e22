import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { Overview } from "../../../domain/calls/Overview.ts"
import { viewerEndpoint } from "../shared/endpoints.ts"
import { NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

export class OverviewGroup extends HttpApiGroup.make("overview")
  .add(
    HttpApiEndpoint.get("get", "/overview", { params: byOrganization, success: Overview, error: NotFound }).pipe(
      viewerEndpoint(
        "Get an organization's calling now and today",
        "The live calls, the starts of the last minute, the outcomes and labels of today, and the campaigns under way with their health. At most a second old."
      )
    )
  )
  .annotate(OpenApi.Title, "Overview")
  .annotate(OpenApi.Description, "An organization at a glance.")
  .prefix("/admin/v1/organizations/:id") {}
