import { readFile } from "node:fs/promises"
import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { NumberLists } from "../../../contacts/registries/NumberLists.ts"
import type { NewNumberList } from "../../../domain/contacts/NumberList.ts"
import { registries } from "../../../domain/contacts/registries.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { organizationOf } from "../accounts/organization-of.ts"
import { answered, rejected } from "../failure-answers.ts"
import { forOrganizationInPath, succeeded } from "../for-organization.ts"

type Upload = NewNumberList & { readonly file: { readonly path: string } }

const receive = Effect.fnUntraced(function* (
  lists: NumberLists["Service"],
  scope: number | null,
  { file: { path }, ...given }: Upload
) {
  const bytes = yield* Effect.promise(() => readFile(path))
  return yield* Effect.catchTag(lists.upload(scope, bytes, given), "CsvProblem", ({ message }) =>
    Effect.fail(rejected({ path: "file", message }))
  )
})

export const AdminNumberListsLive = HttpApiBuilder.group(
  AdminApi,
  "numberLists",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* NumberLists
    const organization = yield* organizationOf
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId) => Effect.map(lists.list(organizationId), (data) => ({ data }))),
      registries: forOrganization(() => Effect.succeed({ data: registries })),
      upload: Effect.fnUntraced(function* ({ params, payload }) {
        const { id } = yield* organization(params.id)
        return yield* receive(lists, id, payload)
      }, answered),
      remove: forOrganization((organizationId, { params }) => succeeded(lists.remove(organizationId, params.listId)))
    })
  })
)

export const InstallationNumberListsLive = HttpApiBuilder.group(
  AdminApi,
  "installationNumberLists",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* NumberLists
    return handlers.handleAll({
      list: () => Effect.map(lists.list(null), (data) => ({ data })),
      upload: ({ payload }) => answered(receive(lists, null, payload)),
      remove: ({ params }) => answered(succeeded(lists.remove(null, params.listId)))
    })
  })
)
