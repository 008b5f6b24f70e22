import { Effect } from "effect"
import { HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { AuditBundle } from "../../../operations/AuditBundle.ts"
import { SigningKeys } from "../../../operations/installation-keys/SigningKeys.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { forOrganizationInPath } from "../for-organization.ts"

export const AuditLive = HttpApiBuilder.group(
  AdminApi,
  "audit",
  Effect.fnUntraced(function* (handlers) {
    const bundles = yield* AuditBundle
    const keys = yield* SigningKeys
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      keys: () => keys.list,
      campaign: forOrganization((organizationId, { params }, actor) =>
        Effect.map(bundles.of(organizationId, params.campaignId, actor), (archive) =>
          HttpServerResponse.stream(archive, {
            contentType: "application/x-tar",
            headers: {
              "cache-control": "no-store",
              "content-disposition": `attachment; filename="audit-${params.campaignId}.tar"`
            }
          })
        )
      )
    })
  })
)
