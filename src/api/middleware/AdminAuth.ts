import { Effect, Layer, Redacted } from "effect"
import { adminToken } from "../../platform/secrets/generated-secrets.ts"
import { sameText } from "../../platform/secrets/same-text.ts"
import { AdminAuth } from "../contract/shared/middleware.ts"
import { refuseAfterLimit } from "./ApiKeyAuth.ts"
import { limitBy } from "./rates.ts"

export const AdminAuthLive = Layer.effect(
  AdminAuth,
  Effect.gen(function* () {
    const token = yield* adminToken
    const limit = yield* limitBy
    return AdminAuth.of({
      adminToken: Effect.fnUntraced(function* (httpEffect, { credential }) {
        const candidate = Redacted.value(credential)
        if (sameText(Redacted.value(token), candidate)) return yield* httpEffect
        return yield* refuseAfterLimit(limit, candidate === "" ? "Admin token is required" : "Invalid admin token")
      })
    })
  })
)
