import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { NumberSuppression } from "../../../calls/queue/NumberSuppression.ts"
import { DoNotContact } from "../../../contacts/DoNotContact.ts"
import { DoNotContactEntry } from "../../../domain/contacts/DoNotContact.ts"
import { toPage } from "../../../domain/schema/page.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { notFound } from "../not-found.ts"

export const DoNotContactLive = HttpApiBuilder.group(
  Api,
  "dnc",
  Effect.fnUntraced(function* (handlers) {
    const registry = yield* DoNotContact
    const suppression = yield* NumberSuppression
    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { organizationId } = yield* Caller
        const { data, ...pagination } = toPage(yield* registry.list(organizationId, query), query)
        return { data, pagination }
      }),
      remove: Effect.fnUntraced(
        function* ({ params }) {
          const { keyId, organizationId } = yield* Caller
          yield* suppression.leave(organizationId, params.id, `key:${keyId}`)
          return { success: true }
        },
        notFound("DoNotContactNotFound", "Do Not Contact entry")
      )
    })
  })
)

const toJson = Schema.encodeSync(DoNotContactEntry)

export const AdminDoNotContactLive = HttpApiBuilder.group(
  AdminApi,
  "dnc",
  Effect.fnUntraced(function* (handlers) {
    const suppression = yield* NumberSuppression
    const organization = yield* organizationOf
    return handlers.handleAll({
      add: Effect.fnUntraced(function* ({ params, payload }) {
        const { id } = yield* organization(params.id)
        const { entry, isNew } = yield* suppression.enter(id, { ...payload, actor: "admin" })
        return HttpServerResponse.jsonUnsafe(toJson(entry), { status: isNew ? 201 : 200 })
      })
    })
  })
)
