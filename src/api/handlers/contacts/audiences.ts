import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Campaigns } from "../../../campaigns/Campaigns.ts"
import { Audiences } from "../../../contacts/Audiences.ts"
import { toPage } from "../../../domain/schema/page.ts"
import { Api } from "../../contract/Api.ts"
import { Caller } from "../../contract/shared/middleware.ts"
import { inUse } from "../conflicts.ts"
import { notFound } from "../not-found.ts"

export const AudiencesLive = HttpApiBuilder.group(
  Api,
  "audiences",
  Effect.fnUntraced(function* (handlers) {
    const audiences = yield* Audiences
    const campaigns = yield* Campaigns
    const audienceNotFound = notFound("AudienceNotFound", "audience")

    const removeContacts = Effect.fnUntraced(function* (id: string, contactIds: ReadonlyArray<string>) {
      const { organizationId } = yield* Caller
      return yield* audiences.removeContacts(organizationId, id, contactIds)
    }, audienceNotFound)

    return handlers.handleAll({
      list: Effect.fnUntraced(function* ({ query }) {
        const { organizationId } = yield* Caller
        return toPage(yield* audiences.list(organizationId, query), query)
      }),
      get: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* Caller
        return yield* audiences.get(organizationId, params.id)
      }, audienceNotFound),
      create: Effect.fnUntraced(function* ({ payload }) {
        const { organizationId } = yield* Caller
        return yield* audiences.create(organizationId, payload)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { organizationId } = yield* Caller
        return yield* audiences.update(organizationId, params.id, payload)
      }, audienceNotFound),
      remove: Effect.fnUntraced(
        function* ({ params }) {
          const { organizationId } = yield* Caller
          yield* campaigns.removeAudience(organizationId, params.id)
          return { success: true }
        },
        audienceNotFound,
        Effect.catchTag("AudienceInUse", inUse("audience", "it can be deleted when each of these is over or cancelled"))
      ),
      contacts: Effect.fnUntraced(function* ({ params, query }) {
        const { organizationId } = yield* Caller
        return toPage(yield* audiences.listContacts(organizationId, params.id, "members", query, query.search), query)
      }, audienceNotFound),
      availableContacts: Effect.fnUntraced(function* ({ params, query }) {
        const { organizationId } = yield* Caller
        return toPage(yield* audiences.listContacts(organizationId, params.id, "others", query, query.search), query)
      }, audienceNotFound),
      addContacts: Effect.fnUntraced(function* ({ params, payload }) {
        const { organizationId } = yield* Caller
        return yield* audiences.addContacts(organizationId, params.id, payload.contactIds)
      }, audienceNotFound),
      removeContacts: ({ params, payload }) => removeContacts(params.id, payload.contactIds),
      removeContactsByPost: ({ params, payload }) => removeContacts(params.id, payload.contactIds)
    })
  })
)
