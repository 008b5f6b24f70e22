import { Effect, Schema } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { NumberSuppression } from "../../../calls/queue/NumberSuppression.ts"
import { DoNotContact } from "../../../contacts/DoNotContact.ts"
import { DoNotContactEntry } from "../../../domain/contacts/DoNotContact.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { Api } from "../../contract/Api.ts"
import { forCaller, forOrganization, forOrganizationInPath, paginated, succeeded } from "../for-organization.ts"

export const DoNotContactLive = HttpApiBuilder.group(
  Api,
  "dnc",
  Effect.fnUntraced(function* (handlers) {
    const registry = yield* DoNotContact
    const suppression = yield* NumberSuppression
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) => paginated(registry.list(organizationId, query), query)),
      remove: forCaller(({ actor, organizationId }, { params }) =>
        succeeded(suppression.leave(organizationId, params.id, actor))
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
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      add: forOrganization((organizationId, { payload }, actor) =>
        Effect.map(suppression.enter(organizationId, { ...payload, actor }), ({ entry, isNew }) =>
          HttpServerResponse.jsonUnsafe(toJson(entry), { status: isNew ? 201 : 200 })
        )
      )
    })
  })
)
