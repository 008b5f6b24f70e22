import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { JourneyRules } from "../../../campaigns/JourneyRules.ts"
import { Api } from "../../contract/Api.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { notFound } from "../not-found.ts"

const campaignNotFound = notFound("CampaignNotFound", "campaign")

export const JourneyRulesLive = HttpApiBuilder.group(
  Api,
  "journeyRules",
  Effect.fnUntraced(function* (handlers) {
    const rules = yield* JourneyRules
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* rules.list(organizationId, params.id)
      }, campaignNotFound),
      put: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { organizationId } = yield* Caller
          return yield* rules.put(organizationId, params.id, params.labelId, payload)
        },
        campaignNotFound,
        notFound("IntentLabelNotFound", "intent label")
      ),
      remove: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          yield* rules.remove(organizationId, params.id, params.labelId)
          return { success: true }
        },
        campaignNotFound,
        notFound("JourneyRuleNotFound", "journey rule")
      )
    })
  })
)
