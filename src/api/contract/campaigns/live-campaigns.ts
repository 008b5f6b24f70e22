import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { RowId } from "../../../domain/schema/uuid.ts"
import { viewerEndpoint } from "../shared/endpoints.ts"
import { NotFound } from "../shared/errors.ts"
import { byOrganization } from "../shared/lists.ts"

export class LiveCampaignsGroup extends HttpApiGroup.make("liveCampaigns")
  .add(
    HttpApiEndpoint.get("follow", "/live", {
      params: { ...byOrganization, campaignId: RowId },
      success: Schema.String.annotate({ description: "Server-sent events, without an end" }).pipe(
        HttpApiSchema.asText({ contentType: "text/event-stream" })
      ),
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "Watch a campaign: its live calls, their conversations and their outcomes",
        `Server-sent events: \`event\` is the type, and \`data\` a JSON object whose \`type\` is the same. Phone numbers are masked.

- \`progress\`: the figures of GET /v1/campaigns/:id/progress with \`campaignId, name, statusReason, callsPerMinute, placedInLastMinute\`; sent at once, then every second in which they have changed
- \`call\`: a live call: \`{callId, contactName, phoneNumber, attempt, state: RINGING or TALKING, since}\`; all live calls are sent at once. While it is transferred it has \`transfer: {target, isConnected}\`, and the event is sent again when that changes
- \`said\`: a line of the conversation, several times a second: \`{callId, line, role: agent or person, text, growing}\`. A repeated \`line\` replaces the earlier one. \`growing\` is true while the line may change, and absent once it is whole
- \`left\`: a call is no longer live: \`{callId}\`. By then all lines of its transcript were sent whole
- \`ended\`: an attempt ended: \`{callId, contactName, phoneNumber, attempt, status, outcome, failureReason, durationSeconds}\`
- \`tagged\`: the call got its label: \`{…, intentLabelName, isPositive, intentUndetermined, journeyAction, status, nextAttemptAt}\`
- \`suppressed\`: a person will not be called again: \`{…, scope: CAMPAIGN or ORGANIZATION, reason}\`

Every node sends the same events, whichever node carries the calls. A \`progress\` with the status COMPLETED follows all earlier
events. A comment is sent at once, and another every 15 s. The stream ends when the server stops or loses its database: connect
again. Events that happen in between are not sent later.`
      )
    )
  )
  .annotate(OpenApi.Title, "Live campaigns")
  .annotate(OpenApi.Description, "Campaigns and their calls as they happen.")
  .prefix("/admin/v1/organizations/:id/campaigns/:campaignId") {}
