import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CallMoves } from "../../../calls/review/CallMoves.ts"
import { Api } from "../../contract/Api.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { invalidState } from "../conflicts.ts"
import { notFound } from "../not-found.ts"

export const CallMovesLive = HttpApiBuilder.group(
  Api,
  "callMoves",
  Effect.fnUntraced(function* (handlers) {
    const moves = yield* CallMoves
    return handlers.handleAll({
      fulfill: Effect.fnUntraced(
        function* ({ params }) {
          const { keyId, organizationId } = yield* Caller
          return yield* moves.fulfill(organizationId, params.id, params.campaignCallId, `key:${keyId}`)
        },
        notFound("CampaignNotFound", "campaign"),
        notFound("CallNotFound", "call"),
        Effect.catchTag("NoPendingCallback", () => invalidState("No callback is pending for this call"))
      ),
      restore: Effect.fnUntraced(
        function* ({ params, payload }) {
          const { keyId, organizationId } = yield* Caller
          return yield* moves.restore(organizationId, params.id, params.campaignCallId, {
            reason: payload?.reason,
            actor: `key:${keyId}`
          })
        },
        notFound("CampaignNotFound", "campaign"),
        notFound("CallNotFound", "call"),
        Effect.catchTags({
          NotSuppressed: () => invalidState("This call is not suppressed"),
          OnDoNotContact: () => invalidState("The number is on Do Not Contact: remove it from Do Not Contact first")
        })
      )
    })
  })
)
