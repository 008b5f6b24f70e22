import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { CallRecord } from "../../../domain/calls/Call.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { shortText } from "../../../domain/text/text.ts"
import { adminEndpoint, writeEndpoint } from "../shared/endpoints.ts"
import { Conflict, NotFound } from "../shared/errors.ts"
import { byId } from "../shared/lists.ts"
import { idempotencyHeader } from "../shared/middleware.ts"
import { optionalBody } from "../shared/optional-body.ts"

const Restoration = Schema.Struct({
  reason: Schema.optionalKey(Schema.NullOr(shortText(1000, "Reason for the security log")))
}).annotate({ identifier: "Restoration" })

const callOfCampaign = { ...byId, campaignCallId: RowId }

export class CallMovesGroup extends HttpApiGroup.make("callMoves")
  .add(
    HttpApiEndpoint.post("fulfill", "/callbacks/:campaignCallId/fulfill", {
      params: callOfCampaign,
      headers: idempotencyHeader,
      success: CallRecord,
      error: [NotFound, Conflict]
    }).pipe(
      writeEndpoint(
        "Mark a callback as done elsewhere",
        "The pending call is not placed. 409 when no callback is pending. Recorded in the security log."
      )
    ),
    HttpApiEndpoint.post("restore", "/suppressed/:campaignCallId/restore", {
      params: callOfCampaign,
      headers: idempotencyHeader,
      payload: [Restoration, HttpApiSchema.NoContent],
      success: CallRecord,
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Transform, optionalBody)
      .pipe(
        adminEndpoint(
          "Lift the suppression of a call",
          `The call becomes QUEUED in a running campaign, PENDING in a paused or scheduled one, and SKIPPED in one that is over.
409 when the call is not suppressed, and when the number is on Do Not Contact. The body is optional. Recorded in the security log.`
        )
      )
  )
  .annotate(OpenApi.Title, "Moves of a call")
  .annotate(OpenApi.Description, "Manual decisions about one person's call in a campaign.")
  .prefix("/v1/campaigns/:id") {}
