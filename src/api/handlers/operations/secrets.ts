import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { KeyRotation } from "../../../operations/installation-keys/KeyRotation.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { answered } from "../failure-answers.ts"
import { succeeded } from "../for-organization.ts"

export const SecretsLive = HttpApiBuilder.group(
  AdminApi,
  "secrets",
  Effect.fnUntraced(function* (handlers) {
    const rotation = yield* KeyRotation
    return handlers.handleAll({
      status: () => rotation.status,
      rotation: () => rotation.progress,
      rotate: () => rotation.start,
      retire: ({ params }) => answered(succeeded(rotation.retire(params.keyId)))
    })
  })
)
