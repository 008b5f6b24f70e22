import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  Campaign,
  CampaignChanges,
  CampaignStatus,
  FlowVersionChoice,
  NewCampaign,
  RetryPolicyChanges
} from "../../../domain/campaigns/Campaign.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { readEndpoint, writeEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound, PaymentRequired } from "../shared/errors.ts"
import { byId, searchByName } from "../shared/lists.ts"
import { idempotencyHeader } from "../shared/middleware.ts"

export class CampaignsGroup extends HttpApiGroup.make("campaigns")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: { ...pageQuery, ...searchByName, status: Schema.optionalKey(CampaignStatus) },
      success: pageOf(Campaign),
      error: BadRequest
    }).pipe(readEndpoint("List campaigns, newest first")),
    HttpApiEndpoint.get("get", "/:id", { params: byId, success: Campaign, error: NotFound }).pipe(
      readEndpoint("Get a campaign")
    ),
    HttpApiEndpoint.post("create", "/", {
      headers: idempotencyHeader,
      payload: NewCampaign,
      success: Campaign.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }).pipe(writeEndpoint("Create a campaign as a draft", "It gets the intent labels of its use case.")),
    HttpApiEndpoint.patch("update", "/:id", {
      params: byId,
      payload: CampaignChanges,
      success: Campaign,
      error: [NotFound, BadRequest, Conflict]
    }).pipe(
      writeEndpoint(
        "Change a draft",
        "A new `useCaseType` replaces the labels of the previous one, and removes their journey rules. Custom labels stay."
      )
    ),
    HttpApiEndpoint.patch("updateRetryPolicy", "/:id/retry-policy", {
      params: byId,
      payload: RetryPolicyChanges,
      success: Campaign,
      error: [NotFound, Conflict]
    }).pipe(
      writeEndpoint(
        "Change the retry policy of a campaign that is not over",
        "Applies from the next retry. Calls already queued keep their time."
      )
    ),
    HttpApiEndpoint.post("useFlowVersion", "/:id/flow-version", {
      params: byId,
      headers: idempotencyHeader,
      payload: FlowVersionChoice,
      success: Campaign,
      error: [NotFound, BadRequest, Conflict]
    }).pipe(
      writeEndpoint(
        "Move a running or paused campaign to another version of its flow",
        `A campaign keeps the version with which it started. Calls that are placed from now on use the given one, also retries
and callbacks; calls under way finish with theirs. A 400 lists why the campaign cannot use it, such as contacts that lack
a placeholder.`
      )
    ),
    HttpApiEndpoint.post("start", "/:id/start", {
      params: byId,
      headers: idempotencyHeader,
      success: Campaign,
      error: [NotFound, BadRequest, PaymentRequired, Conflict]
    }).pipe(
      writeEndpoint(
        "Start a campaign, or schedule it",
        `A draft with a \`scheduledAt\` in the future becomes SCHEDULED. Any other draft, and a SCHEDULED campaign, starts now.
A 400 lists everything that is missing, a 402 says how many minutes of quota are, or which spend cap is reached.`
      )
    ),
    HttpApiEndpoint.post("pause", "/:id/pause", {
      params: byId,
      headers: idempotencyHeader,
      success: statusOnly("PAUSED"),
      error: [NotFound, Conflict]
    }).pipe(writeEndpoint("Pause a running campaign; its live calls finish")),
    HttpApiEndpoint.post("resume", "/:id/resume", {
      params: byId,
      headers: idempotencyHeader,
      success: statusOnly("IN_PROGRESS"),
      error: [NotFound, PaymentRequired, Conflict]
    }).pipe(writeEndpoint("Resume a paused campaign")),
    HttpApiEndpoint.post("cancel", "/:id/cancel", {
      params: byId,
      headers: idempotencyHeader,
      success: statusOnly("CANCELLED"),
      error: [NotFound, Conflict]
    }).pipe(writeEndpoint("Cancel a campaign for good; its live calls finish"))
  )
  .annotate(OpenApi.Title, "Campaigns")
  .annotate(OpenApi.Description, "A campaign calls every contact of an audience with one flow.")
  .prefix("/v1/campaigns") {}

function statusOnly<const Status extends string>(status: Status) {
  return Schema.Struct({ status: Schema.Literal(status) })
}
