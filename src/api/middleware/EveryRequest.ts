import { Effect } from "effect"
import { HttpRouter, HttpServerRequest, HttpServerResponse } from "effect/http"
import type { unhandled } from "effect/Types"
import { Requester } from "../../accounts/Requester.ts"
import { AdminListener } from "../../platform/http/HttpServer.ts"
import { newId } from "../../platform/ids.ts"
import { Lifecycle } from "../../platform/lifecycle/Lifecycle.ts"
import { systemPaths } from "../contract/paths.ts"
import { addressOf, behindProxies } from "./client-address.ts"
import { failureResponse } from "./failure-response.ts"
import { RequestInfo } from "./RequestInfo.ts"
import { countRequest } from "./request-metrics.ts"
import { isExactPath, isServedAt, noSuchPath } from "./route-table.ts"
import { answerFailure, withErrorBody, withLoggedBreak } from "./unhandled-failures.ts"

/** Runs around every request, even to an unknown path: request id, security headers, the error body, metrics. */
export const EveryRequest = HttpRouter.middleware(
  Effect.gen(function* () {
    const admin = yield* AdminListener
    const { isDraining } = yield* Lifecycle
    const withClientAddress = yield* behindProxies
    const listenerOf = ({ source }: HttpServerRequest.HttpServerRequest) => {
      if (admin.url === undefined) return "both"
      return admin.hasReceived(source) ? "admin" : "main"
    }
    return Effect.fnUntraced(function* (httpEffect): Effect.fn.Return<
      HttpServerResponse.HttpServerResponse,
      unhandled,
      HttpServerRequest.HttpServerRequest
    > {
      const request = withClientAddress(yield* HttpServerRequest.HttpServerRequest)
      const startedAt = performance.now()
      const id = requestIdOf(request)
      const headers: Record<string, string> = { "x-request-id": id, "x-content-type-options": "nosniff" }
      const isServed = isExactPath(request.url) && isServedAt(listenerOf(request), request.url)
      const response = yield* (isServed ? httpEffect : failureResponse(noSuchPath)).pipe(
        Effect.flatMap(withErrorBody),
        Effect.catchCause((cause) => answerFailure(cause, request)),
        Effect.provideService(HttpServerRequest.HttpServerRequest, request),
        Effect.provideService(RequestInfo, { id, headers }),
        Effect.provideService(Requester, { actor: "anonymous", requestId: id, address: addressOf(request) }),
        Effect.annotateLogs("requestId", id)
      )
      // Probes ask a node that drains for up to an hour, and its 503 is no failure.
      const isExpected = response.status === 503 && request.url === systemPaths.ready && (yield* isDraining)
      if (!isExpected) yield* countRequest(request.method, response.status, performance.now() - startedAt)
      if (response.headers["content-type"] === "text/html") headers["content-security-policy"] = selfContained
      return HttpServerResponse.setHeaders(withLoggedBreak(response, id), headers)
    })
  }),
  { global: true }
)

// The documentation pages contain all they need: the browser must not load from, or send to, any other origin.
const selfContained =
  "default-src 'self' 'unsafe-inline' 'unsafe-eval' data: blob:; form-action 'self'; frame-ancestors 'none'"

// A client may choose the request id, so that its logs and ours can be joined.
const requestIdOf = ({ headers }: HttpServerRequest.HttpServerRequest): string => {
  const given = headers["x-request-id"]
  return given !== undefined && /^[A-Za-z0-9._-]{1,128}$/.test(given) ? given : newId()
}
