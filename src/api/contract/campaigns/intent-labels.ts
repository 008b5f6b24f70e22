import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  IntentLabel,
  IntentLabelChanges,
  maxCustomLabels,
  NewIntentLabel
} from "../../../domain/campaigns/IntentLabel.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { readEndpoint, writeEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byId, Success } from "../shared/lists.ts"
import { idempotencyHeader } from "../shared/middleware.ts"

const labelOfCampaign = { ...byId, labelId: RowId }

export class IntentLabelsGroup extends HttpApiGroup.make("intentLabels")
  .add(
    HttpApiEndpoint.get("list", "/", { params: byId, success: Schema.Array(IntentLabel), error: NotFound }).pipe(
      readEndpoint("List the intent labels of a campaign, by sortOrder")
    ),
    HttpApiEndpoint.post("add", "/", {
      params: byId,
      headers: idempotencyHeader,
      payload: NewIntentLabel,
      success: IntentLabel.pipe(HttpApiSchema.status(201)),
      error: [NotFound, BadRequest, Conflict]
    }).pipe(
      writeEndpoint(
        "Add a custom label to a draft",
        `It comes last in the order. A campaign has at most ${maxCustomLabels} custom labels.`
      )
    ),
    HttpApiEndpoint.patch("reorder", "/reorder", {
      params: byId,
      payload: Schema.Struct({
        orderedIds: Schema.Array(Schema.String).annotate({
          description: "Every label id of the campaign exactly once, highest priority first"
        })
      }),
      success: Schema.Array(IntentLabel),
      error: [NotFound, BadRequest, Conflict]
    }).pipe(writeEndpoint("Reorder the labels of a draft")),
    HttpApiEndpoint.patch("update", "/:labelId", {
      params: labelOfCampaign,
      payload: IntentLabelChanges,
      success: IntentLabel,
      error: [NotFound, BadRequest, Conflict]
    }).pipe(writeEndpoint("Change a label of a draft", "Only `name` and `color` of a system label can be changed.")),
    HttpApiEndpoint.delete("remove", "/:labelId", {
      params: labelOfCampaign,
      success: Success,
      error: [NotFound, BadRequest, Conflict]
    }).pipe(
      writeEndpoint(
        "Delete a label of a draft, and its journey rule",
        "400 for a system label, and while calls are tagged with the label."
      )
    )
  )
  .annotate(OpenApi.Title, "Intent labels")
  .annotate(
    OpenApi.Description,
    "The possible results of a call. The labels of a campaign are locked once it has been launched."
  )
  .prefix("/v1/campaigns/:id/intent-labels") {}
