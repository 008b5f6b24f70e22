import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { AdminTokens } from "../../../accounts/keys/AdminTokens.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { answered } from "../failure-answers.ts"
import { paged, succeeded } from "../for-organization.ts"

export const AdminTokensLive = HttpApiBuilder.group(
  AdminApi,
  "adminTokens",
  Effect.fnUntraced(function* (handlers) {
    const tokens = yield* AdminTokens
    return handlers.handleAll({
      list: ({ query }) => paged(tokens.list(query), query),
      create: ({ payload }) => tokens.create(payload),
      revoke: ({ params }) => answered(succeeded(tokens.revoke(params.tokenId)))
    })
  })
)
