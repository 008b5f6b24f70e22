import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CallMoves } from "../../../calls/review/CallMoves.ts"
import { Api } from "../../contract/Api.ts"
import { forCaller } from "../for-organization.ts"

export const CallMovesLive = HttpApiBuilder.group(
  Api,
  "callMoves",
  Effect.fnUntraced(function* (handlers) {
    const moves = yield* CallMoves
    return handlers.handleAll({
      fulfill: forCaller(({ actor, organizationId }, { params }) =>
        moves.fulfill(organizationId, params.id, params.campaignCallId, actor)
      ),
      restore: forCaller(({ actor, organizationId }, { params, payload }) =>
        moves.restore(organizationId, params.id, params.campaignCallId, { reason: payload?.reason, actor })
      )
    })
  })
)
