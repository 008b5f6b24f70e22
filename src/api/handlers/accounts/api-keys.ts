import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { ApiKeys } from "../../../accounts/keys/ApiKeys.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath, needsWholeInstallation, paged, succeeded } from "../for-organization.ts"

export const ApiKeysLive = HttpApiBuilder.group(
  AdminApi,
  "apiKeys",
  Effect.fnUntraced(function* (handlers) {
    const keys = yield* ApiKeys
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) => paged(keys.list(organizationId, query), query)),
      create: forOrganization(
        Effect.fnUntraced(function* (organizationId, { payload }) {
          if (payload.role === "SUPER_ADMIN") yield* needsWholeInstallation("A key with the role SUPER_ADMIN")
          return yield* keys.create(organizationId, payload)
        })
      ),
      revoke: forOrganization((organizationId, { params }) => succeeded(keys.revoke(organizationId, params.keyId)))
    })
  })
)
