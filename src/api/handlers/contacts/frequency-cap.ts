import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Requester } from "../../../accounts/Requester.ts"
import { FrequencyCaps } from "../../../contacts/FrequencyCaps.ts"
import { Api } from "../../contract/Api.ts"
import { Forbidden } from "../../contract/shared/errors.ts"
import { Caller } from "../../contract/shared/middleware.ts"

export const FrequencyCapLive = HttpApiBuilder.group(
  Api,
  "frequencyCap",
  Effect.fnUntraced(function* (handlers) {
    const caps = yield* FrequencyCaps
    return handlers.handleAll({
      get: Effect.fnUntraced(function* ({ params }) {
        const { organizationId } = yield* ownOrganization(params.id)
        return yield* caps.get(organizationId)
      }),
      update: Effect.fnUntraced(function* ({ params, payload }) {
        const { organizationId } = yield* ownOrganization(params.id)
        const { actor } = yield* Requester
        return yield* caps.update(organizationId, payload, actor)
      })
    })
  })
)

// Answers the same whether the other organization exists or not.
const ownOrganization = Effect.fnUntraced(function* (id: string) {
  const caller = yield* Caller
  if (id === String(caller.organizationId)) return caller
  return yield* new Forbidden({
    message:
      caller.kind === "key"
        ? "The key belongs to another organization"
        : "The header carillon-organization names another organization"
  })
})
