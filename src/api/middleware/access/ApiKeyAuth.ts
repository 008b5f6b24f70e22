import { Effect, Layer, Redacted, Result } from "effect"
import { HttpServerRequest } from "effect/http"
import { type ApiKeyRejected, ApiKeys } from "../../../accounts/keys/ApiKeys.ts"
import { People } from "../../../accounts/people/People.ts"
import { actingAs } from "../../../accounts/Requester.ts"
import { hasRole, type Role } from "../../../domain/accounts/ApiKey.ts"
import { Forbidden, Unauthorized } from "../../contract/shared/errors.ts"
import { ApiKeyAuth, BulkRate, Caller, NeedsAdmin, NeedsMember } from "../../contract/shared/middleware.ts"
import { addressOf, networkOf } from "../client-address.ts"
import { failureResponse } from "../failure-response.ts"
import { limitBy } from "./rates.ts"
import { actingAsPerson, findSession } from "./SessionAuth.ts"
import { sessionTokens } from "./session-cookie.ts"

export const ApiKeyAuthLive = Layer.effect(
  ApiKeyAuth,
  Effect.gen(function* () {
    const keys = yield* ApiKeys
    const limit = yield* limitBy
    const people = yield* People
    const find = yield* findSession
    const tokenOf = yield* sessionTokens

    const byKey = Effect.fnUntraced(function* (key: string) {
      const { keyId, organizationId, role } = yield* Effect.catchTag(
        keys.authenticate(key),
        "ApiKeyRejected",
        (rejected) => refuseAfterLimit(limit, key === "" ? "API key is required" : messageOf(rejected))
      )
      yield* limit("requests", String(organizationId))
      const caller: Caller["Service"] = { kind: "key", organizationId, role }
      return { caller, acting: actingAs(`key:${keyId}`) }
    })

    /** Returns the organization of a person with a role in a single one, and the role. */
    const onlyOrganizationOf = Effect.fnUntraced(function* (personId: string) {
      const { organizations } = yield* people.get(personId)
      const [only] = organizations
      return organizations.length === 1 && only !== undefined ? only : { id: undefined, role: undefined }
    })

    const bySession = Effect.fnUntraced(function* (token: string, named: string | undefined) {
      const namedId = organizationIdOf(named)
      const person = yield* find(token, namedId)
      const { id, role } =
        named === undefined ? yield* onlyOrganizationOf(person.personId) : { id: namedId, role: person.role }
      if (id === undefined || role === undefined) return yield* noRole(named)
      const caller: Caller["Service"] = { kind: "person", organizationId: id, role }
      return { caller, acting: actingAsPerson(person) }
    })

    return ApiKeyAuth.of({
      // Decides about both schemes, and answers a refusal itself: after a failure the other scheme would be tried.
      apiKey: Effect.fnUntraced(function* (httpEffect, { credential }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const key = Redacted.value(credential)
        const token = key === "" ? tokenOf(request) : undefined
        const named = request.headers["carillon-organization"] ?? request.headers["x-organization-id"]
        const found = yield* Effect.result(token === undefined ? byKey(key) : bySession(token, named))
        if (Result.isFailure(found)) return yield* failureResponse(found.failure)
        const { acting, caller } = found.success
        return yield* httpEffect.pipe(Effect.provideService(Caller, caller), acting)
      }),
      session: () => Effect.fail(new Unauthorized({ message: "API key is required" }))
    })
  })
)

/** The id of an organization, if a text can be one. */
export const organizationIdOf = (text: string | undefined): number | undefined =>
  text !== undefined && /^[1-9][0-9]{0,9}$/.test(text) && Number(text) <= 2_147_483_647 ? Number(text) : undefined

// The answer is the same whether the organization exists or not.
const noRole = (named: string | undefined) =>
  Effect.fail(
    new Forbidden({
      message:
        named === undefined
          ? "A request of a session needs the header carillon-organization with the id of an organization, unless you have a role in one only"
          : "You have no role in the organization that the header carillon-organization names"
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
    const holder = caller.kind === "key" ? "the key has" : "you have"
    yield* new Forbidden({ message: `This needs the role ${role} or higher; ${holder} the role ${caller.role}` })
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
