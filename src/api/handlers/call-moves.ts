import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CallMoves } from "../../calls/CallMoves.ts"
import { Api } from "../contract/Api.ts"
import { Conflict } from "../contract/errors.ts"
import { Caller } from "../contract/middleware.ts"
import { notFound } from "./not-found.ts"

export const CallMovesLive = HttpApiBuilder.group(
  Api,
  "callMoves",
  Effect.fnUntraced(function* (handlers) {
    const moves = yield* CallMoves
    return handlers.handleAll({
      fulfill: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          return yield* moves.fulfill(organizationId, params.id, params.campaignCallId)
        },
        notFound("CampaignNotFound", "campaign"),
        notFound("CallNotFound", "call"),
        Effect.catchTag("NoPendingCallback", () => conflict("No callback is pending for this call"))
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
          NotSuppressed: () => conflict("This call is not suppressed"),
          OnDoNotContact: () => conflict("The number is on Do Not Contact: remove it from Do Not Contact first")
        })
      )
    })
  })
)

const conflict = (message: string) => new Conflict({ message, code: "INVALID_STATE" })
