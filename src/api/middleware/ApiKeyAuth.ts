import { Effect, Layer, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { type ApiKeyRejected, ApiKeys } from "../../accounts/ApiKeys.ts"
import { actingAs } from "../../accounts/Requester.ts"
import { hasRole, type Role } from "../../domain/accounts/ApiKey.ts"
import { Forbidden, Unauthorized } from "../contract/shared/errors.ts"
import { ApiKeyAuth, BulkRate, Caller, NeedsAdmin, NeedsMember } from "../contract/shared/middleware.ts"
import { addressOf, networkOf } from "./client-address.ts"
import { limitBy } from "./rates.ts"

export const ApiKeyAuthLive = Layer.effect(
  ApiKeyAuth,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const limit = yield* limitBy
    return ApiKeyAuth.of({
      apiKey: Effect.fnUntraced(function* (httpEffect, { credential }) {
        const key = Redacted.value(credential)
        const caller = yield* Effect.catchTag(keys.authenticate(key), "ApiKeyRejected", (rejected) =>
          refuseAfterLimit(limit, key === "" ? "API key is required" : messageOf(rejected))
        )
        yield* limit("requests", String(caller.organizationId))
        return yield* httpEffect.pipe(Effect.provideService(Caller, caller), actingAs(`key:${caller.keyId}`))
      })
    })
  })
)

/** Limits failed attempts by the address of the client. A valid key from the same address still passes. */
const refuseAfterLimit = Effect.fnUntraced(function* (limit: Effect.Success<typeof limitBy>, message: string) {
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* limit("failed-authentications", networkOf(addressOf(request)))
  return yield* new Unauthorized({ message })
})

const messageOf = ({ reason }: ApiKeyRejected) =>
  ({
    unknown: "Invalid API key",
    revoked: "API key has been revoked",
    expired: "API key has expired"
  })[reason]

const needs = (role: Role) =>
  Effect.gen(function* () {
    const caller = yield* Caller
    if (hasRole(caller.role, role)) return
    yield* new Forbidden({ message: `This needs the role ${role} or higher; the key has the role ${caller.role}` })
  })

export const NeedsMemberLive = Layer.succeed(NeedsMember, (httpEffect) => Effect.andThen(needs("MEMBER"), httpEffect))

export const NeedsAdminLive = Layer.succeed(NeedsAdmin, (httpEffect) => Effect.andThen(needs("ADMIN"), httpEffect))

export const BulkRateLive = Layer.effect(
  BulkRate,
  Effect.map(
    limitBy,
    (limit) => (httpEffect) =>
      Effect.flatMap(Caller, ({ organizationId }) => Effect.andThen(limit("bulk", String(organizationId)), httpEffect))
  )
)
