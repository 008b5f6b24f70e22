import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ApiKeys } from "../../../accounts/ApiKeys.ts"
import { toPage } from "../../../domain/schema/page.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { notFound } from "../not-found.ts"
import { organizationOf } from "./organization-of.ts"

export const ApiKeysLive = HttpApiBuilder.group(
  AdminApi,
  "apiKeys",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* ApiKeys
    const organization = yield* organizationOf
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ params, query }) {
        const { id } = yield* organization(params.id)
        return toPage(yield* keys.list(id, query), query)
      }),
      create: Effect.fnUntraced(function* ({ params, payload }) {
        const { id } = yield* organization(params.id)
        return yield* keys.create(id, payload)
      }),
      revoke: Effect.fnUntraced(
        function* ({ params }) {
          const { id } = yield* organization(params.id)
          yield* keys.revoke(id, params.keyId)
          return { success: true }
        },
        notFound("ApiKeyNotFound", "API key")
      )
    })
  })
)
