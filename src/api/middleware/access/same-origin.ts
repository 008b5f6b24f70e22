import { Effect, Layer, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { AppConfig } from "../../../platform/config.ts"
import { Forbidden } from "../../contract/shared/errors.ts"
import { SameOrigin } from "../../contract/shared/middleware.ts"
import { RequestInfo } from "../RequestInfo.ts"

/**
 * Refuses a request that changes something unless the browser says that a page of this origin sent it. Cookies alone do
 * not prove this: other sites can make a browser send requests.
 */
export const requireSameOrigin = Effect.map(AppConfig, ({ consoleUrl }) => {
  const known = Option.map(consoleUrl, (url) => new URL(url).origin)
  return Effect.gen(function* () {
    const { headers, method } = yield* HttpServerRequest.HttpServerRequest
    const changes = (method !== "GET" && method !== "HEAD") || headers.upgrade !== undefined
    if (!changes || isSameOrigin(headers, known)) return
    return yield* new Forbidden({
      message: "A request with the cookie of a session must come from a page of the console",
      code: "FOREIGN_ORIGIN"
    })
  })
})

// A proxy may change Host, so the known origin counts as well. No page can set these headers itself.
const isSameOrigin = (headers: Readonly<Record<string, string | undefined>>, known: Option.Option<string>) => {
  const site = headers["sec-fetch-site"]
  if (site !== undefined) return site === "same-origin"
  const origin = URL.parse(headers.origin ?? "")
  return origin !== null && (origin.host === headers.host?.toLowerCase() || Option.contains(known, origin.origin))
}

export const SameOriginLive = Layer.effect(
  SameOrigin,
  Effect.map(requireSameOrigin, (require) =>
    SameOrigin.of(
      Effect.fnUntraced(function* (httpEffect) {
        const { headers } = yield* RequestInfo
        headers["cache-control"] = "no-store"
        yield* require
        return yield* httpEffect
      })
    )
  )
)
