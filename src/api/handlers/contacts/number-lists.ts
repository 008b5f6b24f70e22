import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { CallQueue } from "../../../calls/queue/CallQueue.ts"
import { NumberLists } from "../../../contacts/registries/NumberLists.ts"
import { registries } from "../../../domain/contacts/registries.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { BadRequest } from "../../contract/shared/errors.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { answered } from "../failure-answers.ts"
import { forOrganizationInPath, succeeded } from "../for-organization.ts"
import { acceptNumbers, type ListForm } from "./number-uploads.ts"

/** Uploads a list and waits until it is in force. */
const uploadList = Effect.gen(function* () {
  const lists = yield* NumberLists
  const accept = yield* acceptNumbers
  return Effect.fnUntraced(function* (scope: number | null, form: ListForm) {
    const { listId } = yield* accept.untilFinished(scope, accept.list(scope, form))
    return yield* Effect.catchTag(lists.get(scope, listId ?? ""), "NumberListNotFound", () =>
      Effect.fail(new BadRequest({ message: "The list came into force, and was replaced or removed meanwhile" }))
    )
  })
})

export const AdminNumberListsLive = HttpApiBuilder.group(
  AdminApi,
  "numberLists",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* NumberLists
    const queue = yield* CallQueue
    const upload = yield* uploadList
    const organization = yield* organizationOf
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId) => Effect.map(lists.list(organizationId), (data) => ({ data }))),
      registries: forOrganization(() => Effect.succeed({ data: registries })),
      upload: Effect.fnUntraced(function* ({ params, payload }) {
        const { id } = yield* organization(params.id)
        return yield* upload(id, payload)
      }, answered),
      remove: forOrganization((organizationId, { params }) =>
        succeeded(Effect.tap(lists.remove(organizationId, params.listId), queue.reconsiderLists(organizationId)))
      )
    })
  })
)

export const InstallationNumberListsLive = HttpApiBuilder.group(
  AdminApi,
  "installationNumberLists",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* NumberLists
    const queue = yield* CallQueue
    const upload = yield* uploadList
    return handlers.handleAll({
      list: () => Effect.map(lists.list(null), (data) => ({ data })),
      upload: ({ payload }) => answered(upload(null, payload)),
      remove: ({ params }) =>
        answered(succeeded(Effect.tap(lists.remove(null, params.listId), queue.reconsiderLists(null))))
    })
  })
)
