import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { NotFound } from "../shared/errors.ts"
import { byId } from "../shared/lists.ts"
import { AdminAuth, Failures } from "../shared/middleware.ts"

export class LiveCampaignsGroup extends HttpApiGroup.make("liveCampaigns")
  .add(
    HttpApiEndpoint.get("follow", "/live", {
      params: { ...byId, campaignId: Schema.String },
      success: Schema.String.annotate({ description: "Server-sent events, without an end" }).pipe(
        HttpApiSchema.asText({ contentType: "text/event-stream" })
      ),
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Watch a campaign: its live calls, what is being said in them, and what comes of them")
      .annotate(
        OpenApi.Description,
        `Server-sent events: \`event\` is the type, and \`data\` an object in JSON whose \`type\` is the same. Phone numbers are masked.

- \`progress\`: the figures of GET /v1/campaigns/:id/progress with \`campaignId, name, statusReason, callsPerMinute, placedInLastMinute\`; at first, and then each second in which they have changed
- \`call\`: a call lives: \`{callId, contactName, phoneNumber, attempt, state: RINGING or TALKING, since}\`; all that live come at first
- \`said\`: what is being said in it, several times a second: \`{callId, line, role: agent or person, text}\`. The same \`line\` again is the same line, of which more was said
- \`left\`: a call does not live any more: \`{callId}\`
- \`ended\`: how it ended: \`{callId, contactName, phoneNumber, attempt, status, outcome, failureReason, durationSeconds}\`
- \`tagged\`: what it came to: \`{…, intentLabelName, isPositive, intentUndetermined, journeyAction, status, nextAttemptAt}\`
- \`suppressed\`: a person is not called again: \`{…, scope: CAMPAIGN or ORGANIZATION, reason}\`

All nodes show the same, whichever carries the calls. A \`progress\` whose status is COMPLETED comes after all that came before it.
A comment comes at once, and another every 15 s. When the server stops, or loses its database, the stream ends: connect again.
What happens meanwhile is not sent later.`
      )
  )
  .annotate(OpenApi.Title, "Live campaigns")
  .annotate(OpenApi.Description, "Campaigns and their calls as they happen.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/organizations/:id/campaigns/:campaignId") {}
