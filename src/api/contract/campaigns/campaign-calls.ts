import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CallInReview, CallRecord, ExplainedCall, Review } from "../../../domain/calls/Call.ts"
import { Dashboard, DashboardFilter } from "../../../domain/calls/Dashboard.ts"
import { Progress } from "../../../domain/campaigns/Progress.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byId } from "../shared/lists.ts"
import { AdminAuth, ApiKeyAuth, Failures, JsonBody } from "../shared/middleware.ts"
import { optionalBody } from "../shared/optional-body.ts"

export class CampaignCallsGroup extends HttpApiGroup.make("campaignCalls")
  .add(
    HttpApiEndpoint.get("dashboard", "/dashboard", {
      query: DashboardFilter.fields,
      success: Dashboard,
      error: BadRequest
    })
      .annotate(OpenApi.Summary, "All campaigns at a glance, newest first")
      .annotate(OpenApi.Description, "The filters narrow the campaigns; the summary is of the whole organization."),
    HttpApiEndpoint.get("progress", "/:id/progress", { params: byId, success: Progress, error: NotFound }).annotate(
      OpenApi.Summary,
      "How far a campaign is"
    ),
    HttpApiEndpoint.get("list", "/:id/calls", {
      params: byId,
      query: pageQuery,
      success: pageOf(CallRecord),
      error: [BadRequest, NotFound]
    })
      .annotate(OpenApi.Summary, "List the calls of a campaign, newest first")
      .annotate(OpenApi.Description, "One for each person, from the start of the campaign on.")
  )
  .annotate(OpenApi.Title, "Campaign calls")
  .annotate(OpenApi.Description, "What comes of a campaign: one call record a person, and the figures of them all.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/campaigns") {}

export class AdminCallsGroup extends HttpApiGroup.make("calls")
  .add(
    HttpApiEndpoint.get("explain", "/:callId", {
      params: { ...byId, callId: Schema.String },
      success: ExplainedCall,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "All that is known of a call")
      .annotate(OpenApi.Description, "With its attempts, and why the person was, or was not, called.")
  )
  .annotate(OpenApi.Title, "Calls")
  .annotate(OpenApi.Description, "What came of a call, and why it was, or was not, placed.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/organizations/:id/calls") {}

export class ReviewQueueGroup extends HttpApiGroup.make("reviewQueue")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byId,
      query: pageQuery,
      success: pageOf(CallInReview),
      error: [BadRequest, NotFound]
    })
      .annotate(OpenApi.Summary, "List the calls that somebody should look at, oldest first")
      .annotate(
        OpenApi.Description,
        "A journey rule has flagged them, or nobody knows for sure when the person wants to be called back."
      ),
    HttpApiEndpoint.post("resolve", "/:callId/resolve", {
      params: { ...byId, callId: Schema.String },
      payload: [Review, HttpApiSchema.NoContent],
      success: CallRecord,
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Somebody has looked at a call")
      .annotate(
        OpenApi.Description,
        `It leaves the queue, and comes back when a later attempt is flagged. flaggedForReview stays as it is. 409 when the call
is not in the queue. The body may be left out. Recorded in the security log.`
      )
      .annotate(OpenApi.Transform, optionalBody)
      .middleware(JsonBody)
  )
  .annotate(OpenApi.Title, "Review queue")
  .annotate(OpenApi.Description, "Calls that somebody should look at.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/organizations/:id/review-queue") {}
