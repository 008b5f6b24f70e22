import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CallInReview, CallRecord, ExplainedCall, HangUp, LabelCorrection, Review } from "../../../domain/calls/Call.ts"
import { Reanalysis, ReanalysisFilter } from "../../../domain/calls/Reanalysis.ts"
import { Progress } from "../../../domain/campaigns/Progress.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { CallSearch, FoundCalls } from "../../../domain/views/CallSearch.ts"
import { Dashboard, DashboardFilter } from "../../../domain/views/Dashboard.ts"
import { operatorEndpoint, readEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byId, byOrganization } from "../shared/lists.ts"
import { optionalBody } from "../shared/optional-body.ts"

/** The media type of the audio of a live call. */
export const callAudioType = "application/vnd.carillon.call-audio"

export class CampaignCallsGroup extends HttpApiGroup.make("campaignCalls")
  .add(
    HttpApiEndpoint.get("dashboard", "/dashboard", {
      query: DashboardFilter.fields,
      success: Dashboard,
      error: BadRequest
    }).pipe(
      readEndpoint(
        "Get an overview of all campaigns, newest first",
        "The filters select campaigns. The summary always covers the whole organization."
      )
    ),
    HttpApiEndpoint.get("progress", "/:id/progress", { params: byId, success: Progress, error: NotFound }).pipe(
      readEndpoint("Get the progress of a campaign")
    ),
    HttpApiEndpoint.get("list", "/:id/calls", {
      params: byId,
      query: pageQuery,
      success: pageOf(CallRecord),
      error: [BadRequest, NotFound]
    }).pipe(
      readEndpoint(
        "List the calls of a campaign, newest first",
        "There is one for each contact, from the start of the campaign on."
      )
    )
  )
  .annotate(OpenApi.Title, "Campaign calls")
  .annotate(OpenApi.Description, "The results of a campaign: one call record per contact, and totals.")
  .prefix("/v1/campaigns") {}

export class AdminCallsGroup extends HttpApiGroup.make("calls")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      query: CallSearch.fields,
      success: FoundCalls,
      error: [BadRequest, NotFound]
    }).pipe(
      viewerEndpoint(
        "List the calls of all campaigns, the latest first",
        `The filters are combined. The list has no total and no page numbers: ask for the next page with \`nextCursor\` until it is null.
A call that is placed meanwhile moves to the front, so a later page does not show it.`
      )
    ),
    HttpApiEndpoint.get("explain", "/:callId", {
      params: { ...byOrganization, callId: RowId },
      success: ExplainedCall,
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "Explain a call",
        "Returns everything known about the call: its attempts, and why the person was or was not called."
      )
    ),
    HttpApiEndpoint.post("hangUp", "/:callId/hang-up", {
      params: { ...byOrganization, callId: RowId },
      success: HangUp,
      error: [NotFound, Conflict]
    }).pipe(
      operatorEndpoint(
        "Hang up a live call",
        `Returns at once; the node that carries out the campaign has the carrier end the call, whether it rings or was answered. A conversation
is analyzed as if the person had hung up; a call that was ringing counts as not answered. 409 when the call is not under way. Recorded in the
security log.`
      )
    ),
    HttpApiEndpoint.get("listen", "/:callId/audio", {
      params: { ...byOrganization, callId: RowId },
      success: Schema.Uint8Array.annotate({ description: "Parts of the audio, until the call ends" }).pipe(
        HttpApiSchema.asUint8Array({ contentType: callAudioType })
      ),
      error: [NotFound, Conflict]
    }).pipe(
      operatorEndpoint(
        "Listen to a live call",
        `Streams both sides of the line from now on, in parts of up to 200 ms: the line's time at the begin of the part (4 bytes, ms, most
significant byte first), the number of samples (2 bytes), the μ-law samples of the person at 8 kHz, a byte each, and those of the agent. A
part without samples is sent at once, and another every 15 s. The stream ends with the attempt, and within five seconds after the caller has
lost the role. Nothing is recorded, and a client that reads too slowly misses audio. At most 5 people listen to a call, and 20 on a node.
409 when the call is not under way, and with the code TOO_MANY_LISTENERS when no more can listen. Recorded in the security log.`
      )
    ),
    HttpApiEndpoint.post("correctLabel", "/:callId/label", {
      params: { ...byOrganization, callId: RowId },
      payload: LabelCorrection,
      success: CallRecord,
      error: [NotFound, Conflict]
    }).pipe(
      operatorEndpoint(
        "Correct the label of a call",
        `Gives the call another label of its campaign. The label is routed like that of an analysis, by the journey rules in force now:
it may queue a retry, and it may put the number on Do Not Contact. A call that is suppressed, was skipped or waits for a callback stays
so, unless the new label suppresses it. Published as \`call-tagged\` with \`corrected: true\`, and delivered by the webhook once more.
No later analysis replaces the label. 409 while the call is under way, and when its last attempt had no conversation. Recorded in the
security log.`
      )
    ),
    HttpApiEndpoint.post("analyze", "/:callId/analyze", {
      params: { ...byOrganization, callId: RowId },
      success: Reanalysis,
      error: [NotFound, Conflict]
    }).pipe(
      operatorEndpoint(
        "Analyze a call again",
        `Has the last conversation of a call without a label analyzed soon; while the model gives no answer, for up to a day. The label is routed and reported like any other. 409 when the call has its label, or no conversation that can be analyzed. Recorded in the security log.`
      )
    ),
    HttpApiEndpoint.post("analyzeAll", "/analyze", {
      params: byOrganization,
      payload: [ReanalysisFilter, HttpApiSchema.NoContent],
      success: Reanalysis,
      error: [BadRequest, NotFound]
    })
      .annotate(OpenApi.Transform, optionalBody)
      .pipe(
        operatorEndpoint(
          "Analyze calls again that no model answered for",
          `Queues the calls that match all given filters; without any filter, or without a body, all of the organization. Leaves out the calls
that a model analyzed without finding a label. Recorded in the security log.`
        )
      )
  )
  .annotate(OpenApi.Title, "Calls")
  .annotate(OpenApi.Description, "The history of a call, and why it was or was not placed.")
  .prefix("/admin/v1/organizations/:id/calls") {}

export class ReviewQueueGroup extends HttpApiGroup.make("reviewQueue")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      query: pageQuery,
      success: pageOf(CallInReview),
      error: [BadRequest, NotFound]
    }).pipe(
      viewerEndpoint(
        "List the calls that need a review, oldest first",
        "A journey rule flagged them, or the time at which the person wants to be called back is uncertain."
      )
    ),
    HttpApiEndpoint.post("resolve", "/:callId/resolve", {
      params: { ...byOrganization, callId: RowId },
      payload: [Review, HttpApiSchema.NoContent],
      success: CallRecord,
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Transform, optionalBody)
      .pipe(
        operatorEndpoint(
          "Mark a call as reviewed",
          `Removes the call from the queue. It returns when a later attempt is flagged. \`flaggedForReview\` does not change.
409 when the call is not in the queue. The body is optional. Recorded in the security log.`
        )
      )
  )
  .annotate(OpenApi.Title, "Review queue")
  .annotate(OpenApi.Description, "Calls that a person should look at.")
  .prefix("/admin/v1/organizations/:id/review-queue") {}
