import { Clock, Effect, Layer, Metric, Redacted } from "effect"
import { HttpServerRequest } from "effect/http"
import { type AdminTokenRejected, AdminTokens } from "../../accounts/AdminTokens.ts"
import { actingAs } from "../../accounts/Requester.ts"
import { type AdminRole, hasAdminRole } from "../../domain/accounts/AdminToken.ts"
import { adminToken } from "../../platform/secrets/generated-secrets.ts"
import { sameText } from "../../platform/secrets/same-text.ts"
import { Forbidden, Unauthorized } from "../contract/shared/errors.ts"
import { AdminAuth, AdminCaller, NeedsAdminToken, NeedsOperatorToken } from "../contract/shared/middleware.ts"
import { addressOf, networkOf } from "./client-address.ts"
import { limitBy } from "./rates.ts"

export const AdminAuthLive = Layer.effect(
  AdminAuth,
  Effect.gen(function* () {
    const rootToken = yield* adminToken
    const tokens = yield* AdminTokens
    const refuse = yield* refusal
    return AdminAuth.of({
      adminToken: Effect.fnUntraced(function* (httpEffect, { credential }) {
        const candidate = Redacted.value(credential)
        if (sameText(Redacted.value(rootToken), candidate)) return yield* serve(httpEffect, "admin", "ADMIN")
        if (candidate === "") return yield* refuse("missing")
        const { role, tokenId } = yield* Effect.catchTag(
          tokens.authenticate(candidate),
          "AdminTokenRejected",
          (error) => refuse(error.reason)
        )
        return yield* serve(httpEffect, `admin-token:${tokenId}`, role)
      })
    })
  })
)

const serve = <A, E, R>(httpEffect: Effect.Effect<A, E, R>, actor: string, role: AdminRole) =>
  httpEffect.pipe(Effect.provideService(AdminCaller, { role }), actingAs(actor))

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
