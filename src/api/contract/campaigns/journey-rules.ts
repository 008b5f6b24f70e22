import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, OpenApi } from "effect/http-api"
import { JourneyRule, NewJourneyRule } from "../../../domain/campaigns/JourneyRule.ts"
import { NotFound } from "../shared/errors.ts"
import { byId, Success } from "../shared/lists.ts"
import { ApiKeyAuth, Failures, JsonBody, NeedsMember } from "../shared/middleware.ts"

const ruleOfLabel = { ...byId, labelId: Schema.String }

export class JourneyRulesGroup extends HttpApiGroup.make("journeyRules")
  .add(
    HttpApiEndpoint.get("list", "/", { params: byId, success: Schema.Array(JourneyRule), error: NotFound }).annotate(
      OpenApi.Summary,
      "List the journey rules of a campaign, in the order of their labels"
    ),
    HttpApiEndpoint.put("put", "/:labelId", {
      params: ruleOfLabel,
      payload: NewJourneyRule,
      success: JourneyRule,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Set what happens after a call with this label")
      .annotate(OpenApi.Description, "At any time; it governs the calls that are tagged from then on.")
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.delete("remove", "/:labelId", { params: ruleOfLabel, success: Success, error: NotFound })
      .annotate(OpenApi.Summary, "Remove the rule of a label, which then means MARK_COMPLETED")
      .middleware(NeedsMember)
  )
  .annotate(OpenApi.Title, "Journey rules")
  .annotate(OpenApi.Description, "What happens next because of an intent label.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/campaigns/:id/journey-rules") {}
