import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CallRecord } from "../../../domain/calls/Call.ts"
import { shortText } from "../../../domain/text/text.ts"
import { Conflict, NotFound } from "../shared/errors.ts"
import {
  ApiKeyAuth,
  Failures,
  Idempotent,
  idempotencyHeader,
  JsonBody,
  NeedsAdmin,
  NeedsMember
} from "../shared/middleware.ts"
import { optionalBody } from "../shared/optional-body.ts"

const Restoration = Schema.Struct({
  reason: Schema.optionalKey(Schema.NullOr(shortText(1000, "Why, for the security log")))
}).annotate({ identifier: "Restoration" })

const callOfCampaign = { id: Schema.String, campaignCallId: Schema.String }

export class CallMovesGroup extends HttpApiGroup.make("callMoves")
  .add(
    HttpApiEndpoint.post("fulfill", "/callbacks/:campaignCallId/fulfill", {
      params: callOfCampaign,
      headers: idempotencyHeader,
      success: CallRecord,
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "A callback has taken place elsewhere")
      .annotate(
        OpenApi.Description,
        "The pending call is not placed. 409 when no callback is pending. Recorded in the security log."
      )
      .middleware(Idempotent)
      .middleware(NeedsMember),
    HttpApiEndpoint.post("restore", "/suppressed/:campaignCallId/restore", {
      params: callOfCampaign,
      headers: idempotencyHeader,
      payload: [Restoration, HttpApiSchema.NoContent],
      success: CallRecord,
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Lift a suppression")
      .annotate(
        OpenApi.Description,
        `QUEUED in a running campaign, PENDING in a paused or scheduled one, SKIPPED in one that is over. 409 when the call is
not suppressed, and when the number is on Do Not Contact. The body may be left out. Recorded in the security log.`
      )
      .annotate(OpenApi.Transform, optionalBody)
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(NeedsAdmin)
  )
  .annotate(OpenApi.Title, "Moves of a call")
  .annotate(OpenApi.Description, "What people decide about one person's call in a campaign.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/campaigns/:id") {}
