import { isIP } from "node:net"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { AppConfig } from "../../../platform/config.ts"
import { BadRequest } from "../../contract/shared/errors.ts"

/**
 * Returns the origin of the console, which browsers sign with a passkey: CONSOLE_URL, or else the address of the page,
 * which the middleware has compared with that of the request. A passkey belongs to its host.
 */
export const passkeyOrigin = Effect.map(AppConfig, ({ consoleUrl }) =>
  Effect.gen(function* () {
    const { headers } = yield* HttpServerRequest.HttpServerRequest
    const page = URL.parse(headers.origin ?? "")
    if (page === null) return yield* new BadRequest({ message: "The header Origin is missing: browsers send it" })
    const known = Option.getOrElse(consoleUrl, () => page.origin)
    if (page.origin !== known) {
      return yield* new BadRequest({
        message: `Passkeys work at ${known}, and this page is at ${page.origin}: open the console there, or correct CONSOLE_URL`,
        code: "OTHER_ADDRESS"
      })
    }
    if (isIP(page.hostname.replace(/^\[|\]$/g, "")) !== 0) {
      return yield* new BadRequest({
        message: `Passkeys need a host name, and this page is at ${page.origin}: open the console by its name, or at localhost`,
        code: "OTHER_ADDRESS"
      })
    }
    return page.origin
  })
)
