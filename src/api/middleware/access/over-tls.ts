import { Effect, Option } from "effect"
import type { HttpServerRequest } from "effect/http"
import { AppConfig } from "../../../platform/config.ts"

/**
 * Whether the browser that sent a request uses TLS, whatever is in between. The page of the console knows its own
 * scheme: it sends an origin, or the address of the page with a request that changes nothing. Without either, the setting
 * decides.
 */
export const isOverTls = Effect.map(AppConfig, ({ consoleUrl }) => {
  const known = Option.getOrUndefined(Option.map(consoleUrl, (url) => new URL(url)))
  return ({ headers }: Pick<HttpServerRequest.HttpServerRequest, "headers">): boolean => {
    if (headers.origin !== undefined) return headers.origin.startsWith("https:")
    const page = URL.parse(headers.referer ?? "")
    // Other pages lead here as well, such as that of a provider of single sign-on.
    const isOwn = page !== null && (page.host === headers.host?.toLowerCase() || page.host === known?.host)
    return (isOwn ? page : known)?.protocol === "https:"
  }
})
