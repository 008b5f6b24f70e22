import { Clock, Effect, Layer, Metric, Redacted, Result } from "effect"
import { HttpRouter, HttpServerRequest } from "effect/http"
import { type AdminTokenRejected, AdminTokens } from "../../../accounts/keys/AdminTokens.ts"
import { Sessions, type SignedIn } from "../../../accounts/people/Sessions.ts"
import { actingAs } from "../../../accounts/Requester.ts"
import { type AdminRole, hasAdminRole } from "../../../domain/accounts/AdminToken.ts"
import { adminToken } from "../../../platform/secrets/generated-secrets.ts"
import { sameText } from "../../../platform/secrets/same-text.ts"
import { Forbidden, Unauthorized } from "../../contract/shared/errors.ts"
import { AdminAuth, AdminCaller, NeedsAdminToken, NeedsOperatorToken } from "../../contract/shared/middleware.ts"
import { addressOf, networkOf } from "../client-address.ts"
import { failureResponse } from "../failure-response.ts"
import { organizationIdOf } from "./ApiKeyAuth.ts"
import { limitBy } from "./rates.ts"
import { actingAsPerson, findSession } from "./SessionAuth.ts"
import { StillAllowed } from "./StillAllowed.ts"
import { sessionTokens } from "./session-cookie.ts"

export const AdminAuthLive = Layer.effect(
  AdminAuth,
  Effect.gen(function* () {
    const rootToken = yield* adminToken
    const tokens = yield* AdminTokens
    const refuse = yield* refusal
    const find = yield* findSession
    const tokenOf = yield* sessionTokens
    const sessions = yield* Sessions

    const byToken = Effect.fnUntraced(function* (candidate: string) {
      if (sameText(Redacted.value(rootToken), candidate)) {
        return { caller: { role: "ADMIN" }, acting: asAdmin, stillAllowed: Effect.succeed(true) }
      }
      if (candidate === "") return yield* refuse("missing")
      const { role, tokenId } = yield* Effect.catchTag(tokens.authenticate(candidate), "AdminTokenRejected", (error) =>
        refuse(error.reason)
      )
      const stillAllowed = succeeds(tokens.authenticate(candidate))
      return { caller: { role }, acting: actingAs(`admin-token:${tokenId}`), stillAllowed }
    })

    const bySession = Effect.fnUntraced(function* (token: string, path: string) {
      const isOfOrganization = path.startsWith("/admin/v1/organizations/:id")
      const { params } = yield* HttpRouter.RouteContext
      const organizationId = isOfOrganization ? organizationIdOf(params.id) : undefined
      const person = yield* find(token, organizationId)
      const caller = yield* callerOf(person, isOfOrganization)
      const again = Effect.flatMap(sessions.look(token, organizationId), (now) => callerOf(now, isOfOrganization))
      const hasRole = Effect.filterOrFail(again, ({ role }) => role === caller.role)
      return { caller, acting: actingAsPerson(person), stillAllowed: succeeds(hasRole) }
    })

    return AdminAuth.of({
      // Decides about both schemes, and answers a refusal itself: after a failure the other scheme would be tried.
      adminToken: Effect.fnUntraced(function* (httpEffect, { credential, endpoint }) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const candidate = Redacted.value(credential)
        const session = candidate === "" ? tokenOf(request) : undefined
        const found = yield* Effect.result(
          session === undefined ? byToken(candidate) : bySession(session, endpoint.path)
        )
        if (Result.isFailure(found)) return yield* failureResponse(found.failure)
        const { acting, caller, stillAllowed } = found.success
        return yield* httpEffect.pipe(
          Effect.provideService(AdminCaller, caller),
          Effect.provideService(StillAllowed, stillAllowed),
          acting
        )
      }),
      session: () => Effect.fail(new Unauthorized({ message: messages.missing }))
    })
  })
)

const asAdmin = actingAs("admin")

const succeeds = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.match(effect, { onSuccess: () => true, onFailure: () => false })

/** A person acts by the role in the organization of the path; beyond organizations only a SUPER_ADMIN may act. */
const callerOf = (
  { isSuperAdmin, role }: SignedIn,
  isOfOrganization: boolean
): Effect.Effect<AdminCaller["Service"], Forbidden> => {
  if (isSuperAdmin) return Effect.succeed({ role: "ADMIN" as const })
  if (!isOfOrganization) {
    return Effect.fail(
      new Forbidden({ message: "This concerns the whole installation: it needs the role SUPER_ADMIN" })
    )
  }
  return role === undefined || role === "SUPER_ADMIN"
    ? Effect.fail(new Forbidden({ message: "You have no role in this organization" }))
    : Effect.succeed({ role: role === "MEMBER" ? ("OPERATOR" as const) : role, personRole: role })
}

type Refusal = AdminTokenRejected["reason"] | "missing"

const messages: Readonly<Record<Refusal, string>> = {
  missing: "Admin token is required",
  unknown: "Invalid admin token",
  revoked: "Admin token has been revoked",
  expired: "Admin token has expired"
}

const refused = Metric.counter("admin_tokens_refused", {
  description: "Requests to the admin API that were refused for their token",
  incremental: true
})
const refusedFor = (reason: Refusal) => Metric.withAttributes(refused, { reason })
const counters = {
  missing: refusedFor("missing"),
  unknown: refusedFor("unknown"),
  revoked: refusedFor("revoked"),
  expired: refusedFor("expired")
}

/** Counts, logs and limits refused tokens by the network of the client. A valid token from it still passes. */
const refusal = Effect.gen(function* () {
  const limit = yield* limitBy
  const warn = makeWarning()
  // Starts at 0, so that an alert sees the first refusal.
  for (const counter of Object.values(counters)) yield* Metric.update(counter, 0)
  return Effect.fnUntraced(function* (reason: Refusal) {
    const address = addressOf(yield* HttpServerRequest.HttpServerRequest)
    yield* Metric.update(counters[reason], 1)
    yield* warn(reason, address)
    // A request without a token guesses nothing, such as the first one of a browser.
    yield* limit(reason === "missing" ? "failed-authentications" : "failed-admin-tokens", networkOf(address))
    return yield* new Unauthorized({ message: messages[reason] })
  })
})

/** Minimum interval between two warnings, ms. A client that guesses must not fill the log. */
const warningMillis = 10_000

const makeWarning = () => {
  let nextAt = 0
  let unlogged = 0
  return Effect.fnUntraced(function* (reason: Refusal, address: string) {
    const now = yield* Clock.currentTimeMillis
    if (now < nextAt) {
      unlogged++
      return
    }
    const others = unlogged === 0 ? "" : `, and ${unlogged} more requests since the last such line`
    nextAt = now + warningMillis
    unlogged = 0
    yield* Effect.logWarning(
      `Refused a request to the admin API from ${address} (${messages[reason]})${others}: if this is not an operator's mistake, close /admin to that address`
    )
  })
}

const needs = (role: AdminRole) =>
  Effect.gen(function* () {
    const caller = yield* AdminCaller
    if (hasAdminRole(caller.role, role)) return
    if (caller.personRole !== undefined) {
      const needed = role === "OPERATOR" ? "MEMBER" : role
      return yield* new Forbidden({
        message: `This needs the role ${needed} or higher; you have the role ${caller.personRole}`
      })
    }
    yield* new Forbidden({
      message: `This needs an admin token with the role ${role} or higher; this one has the role ${caller.role}`
    })
  })

export const NeedsOperatorTokenLive = Layer.succeed(NeedsOperatorToken, (httpEffect) =>
  Effect.andThen(needs("OPERATOR"), httpEffect)
)

export const NeedsAdminTokenLive = Layer.succeed(NeedsAdminToken, (httpEffect) =>
  Effect.andThen(needs("ADMIN"), httpEffect)
)
