import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { JourneyRule, NewJourneyRule } from "../../../domain/campaigns/JourneyRule.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { readEndpoint, writeEndpoint } from "../shared/endpoints.ts"
import { NotFound } from "../shared/errors.ts"
import { byId, Success } from "../shared/lists.ts"

const ruleOfLabel = { ...byId, labelId: RowId }

export class JourneyRulesGroup extends HttpApiGroup.make("journeyRules")
  .add(
    HttpApiEndpoint.get("list", "/", { params: byId, success: Schema.Array(JourneyRule), error: NotFound }).pipe(
      readEndpoint("List the journey rules of a campaign, in the order of their labels")
    ),
    HttpApiEndpoint.put("put", "/:labelId", {
      params: ruleOfLabel,
      payload: NewJourneyRule,
      success: JourneyRule,
      error: NotFound
    }).pipe(
      writeEndpoint(
        "Set what happens after a call with this label",
        "Can be set at any time. Applies to calls that are tagged from then on."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:labelId", { params: ruleOfLabel, success: Success, error: NotFound }).pipe(
      writeEndpoint("Remove the rule of a label, which then means MARK_COMPLETED")
    )
  )
  .annotate(OpenApi.Title, "Journey rules")
  .annotate(OpenApi.Description, "A journey rule decides what happens next after a call with an intent label.")
  .prefix("/v1/campaigns/:id/journey-rules") {}
