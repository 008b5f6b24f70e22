import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  IntentLabel,
  IntentLabelChanges,
  maxCustomLabels,
  NewIntentLabel
} from "../../../domain/campaigns/IntentLabel.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byId, Success } from "../shared/lists.ts"
import { ApiKeyAuth, Failures, Idempotent, idempotencyHeader, JsonBody, NeedsMember } from "../shared/middleware.ts"

const labelOfCampaign = { ...byId, labelId: Schema.String }

export class IntentLabelsGroup extends HttpApiGroup.make("intentLabels")
  .add(
    HttpApiEndpoint.get("list", "/", { params: byId, success: Schema.Array(IntentLabel), error: NotFound }).annotate(
      OpenApi.Summary,
      "List the intent labels of a campaign, by sortOrder"
    ),
    HttpApiEndpoint.post("add", "/", {
      params: byId,
      headers: idempotencyHeader,
      payload: NewIntentLabel,
      success: IntentLabel.pipe(HttpApiSchema.status(201)),
      error: [NotFound, BadRequest, Conflict]
    })
      .annotate(OpenApi.Summary, `Add a custom label to a draft, behind all others; at most ${maxCustomLabels}`)
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.patch("reorder", "/reorder", {
      params: byId,
      payload: Schema.Struct({
        orderedIds: Schema.Array(Schema.String).annotate({
          description: "Each label id of the campaign once, that of highest priority first"
        })
      }),
      success: Schema.Array(IntentLabel),
      error: [NotFound, BadRequest, Conflict]
    })
      .annotate(OpenApi.Summary, "Put the labels of a draft in order")
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.patch("update", "/:labelId", {
      params: labelOfCampaign,
      payload: IntentLabelChanges,
      success: IntentLabel,
      error: [NotFound, BadRequest, Conflict]
    })
      .annotate(OpenApi.Summary, "Change a label of a draft")
      .annotate(OpenApi.Description, "A system label takes `name` and `color` only.")
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.delete("remove", "/:labelId", {
      params: labelOfCampaign,
      success: Success,
      error: [NotFound, BadRequest, Conflict]
    })
      .annotate(OpenApi.Summary, "Delete a label of a draft, and its journey rule")
      .annotate(OpenApi.Description, "Answers 400 for a system label, and while calls are tagged with it.")
      .middleware(NeedsMember)
  )
  .annotate(OpenApi.Title, "Intent labels")
  .annotate(OpenApi.Description, "What a call can turn out to be. They are locked once the campaign has been launched.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/campaigns/:id/intent-labels") {}
