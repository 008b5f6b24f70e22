import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Overview } from "../../../domain/views/Overview.ts"
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
    ),
    HttpApiEndpoint.get("follow", "/live", {
      params: byOrganization,
      success: Schema.String.annotate({ description: "Server-sent events, without an end" }).pipe(
        HttpApiSchema.asText({ contentType: "text/event-stream" })
      ),
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "Watch all campaigns of an organization",
        `The server-sent events of \`GET …/campaigns/:campaignId/live\` for all campaigns that run or are paused, each with its \`campaignId\`.
First comes \`snapshot\`: what the client knows is out of date. The progress of each campaign and all live calls follow. Results
(\`ended\`, \`tagged\`, \`suppressed\`) have an \`id\`: a client that comes back with it as \`Last-Event-ID\`, as browsers do by themselves,
gets a new snapshot with \`resumed: true\` and then the results that it missed. \`resumed: false\` means that they are not known any more. A
result may come twice.`
      )
    )
  )
  .annotate(OpenApi.Title, "Overview")
  .annotate(OpenApi.Description, "An organization at a glance.")
  .prefix("/admin/v1/organizations/:id") {}
