import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  Campaign,
  CampaignChanges,
  CampaignStatus,
  NewCampaign,
  RetryPolicyChanges
} from "../../../domain/campaigns/Campaign.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, Conflict, NotFound, PaymentRequired } from "../shared/errors.ts"
import { byId, searchByName } from "../shared/lists.ts"
import { ApiKeyAuth, Failures, Idempotent, idempotencyHeader, JsonBody, NeedsMember } from "../shared/middleware.ts"

export class CampaignsGroup extends HttpApiGroup.make("campaigns")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: { ...pageQuery, ...searchByName, status: Schema.optionalKey(CampaignStatus) },
      success: pageOf(Campaign),
      error: BadRequest
    }).annotate(OpenApi.Summary, "List campaigns, newest first"),
    HttpApiEndpoint.get("get", "/:id", { params: byId, success: Campaign, error: NotFound }).annotate(
      OpenApi.Summary,
      "Get a campaign"
    ),
    HttpApiEndpoint.post("create", "/", {
      headers: idempotencyHeader,
      payload: NewCampaign,
      success: Campaign.pipe(HttpApiSchema.status(201)),
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Create a campaign, as a draft")
      .annotate(OpenApi.Description, "It begins with the intent labels of its use case.")
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.patch("update", "/:id", {
      params: byId,
      payload: CampaignChanges,
      success: Campaign,
      error: [NotFound, BadRequest, Conflict]
    })
      .annotate(OpenApi.Summary, "Change a draft")
      .annotate(
        OpenApi.Description,
        "Another `useCaseType` brings its own labels: they take the place of the former ones, whose journey rules go with them; custom labels stay."
      )
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.patch("updateRetryPolicy", "/:id/retry-policy", {
      params: byId,
      payload: RetryPolicyChanges,
      success: Campaign,
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Change how a campaign retries, until it is over")
      .annotate(OpenApi.Description, "Holds from the next retry on; what is queued already stays as it is.")
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.post("start", "/:id/start", {
      params: byId,
      headers: idempotencyHeader,
      success: Campaign,
      error: [NotFound, BadRequest, PaymentRequired, Conflict]
    })
      .annotate(OpenApi.Summary, "Start a campaign, or arm one whose time is still to come")
      .annotate(
        OpenApi.Description,
        "A draft with a `scheduledAt` in the future becomes SCHEDULED; any other draft, and a SCHEDULED campaign, starts now. A 400 lists everything that is missing, a 402 says how many minutes are."
      )
      .middleware(Idempotent)
      .middleware(NeedsMember),
    HttpApiEndpoint.post("pause", "/:id/pause", {
      params: byId,
      headers: idempotencyHeader,
      success: standing("PAUSED"),
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Pause a running campaign; its live calls finish")
      .middleware(Idempotent)
      .middleware(NeedsMember),
    HttpApiEndpoint.post("resume", "/:id/resume", {
      params: byId,
      headers: idempotencyHeader,
      success: standing("IN_PROGRESS"),
      error: [NotFound, PaymentRequired, Conflict]
    })
      .annotate(OpenApi.Summary, "Resume a paused campaign")
      .middleware(Idempotent)
      .middleware(NeedsMember),
    HttpApiEndpoint.post("cancel", "/:id/cancel", {
      params: byId,
      headers: idempotencyHeader,
      success: standing("CANCELLED"),
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Cancel a campaign for good; its live calls finish")
      .middleware(Idempotent)
      .middleware(NeedsMember)
  )
  .annotate(OpenApi.Title, "Campaigns")
  .annotate(OpenApi.Description, "A campaign calls everyone of an audience, with one flow.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/campaigns") {}

function standing<const Status extends string>(status: Status) {
  return Schema.Struct({ status: Schema.Literal(status) })
}
