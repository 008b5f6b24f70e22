import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { sessionSeconds } from "../../accounts/people/Sessions.ts"
import { consoleUrl } from "../../platform/http/console-url.ts"
import { sessionCookie } from "../contract/shared/middleware.ts"

/** Has the browser keep the token of its session. */
export const keepSession = (token: string) => setCookie(token, sessionSeconds)

/** Has the browser forget its session. */
export const forgetSession = setCookie("", 0)

function setCookie(value: string, seconds: number) {
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const secure = yield* isSecure(request)
    yield* HttpEffect.appendPreResponseHandler((_, response) =>
      Effect.orDie(
        HttpServerResponse.setCookie(response, sessionCookie, value, {
          httpOnly: true,
          sameSite: "strict",
          path: "/",
          maxAge: `${seconds} seconds`,
          secure
        })
      )
    )
  })
}

// The page of the console knows its own scheme, whatever is in between; without one, the settings decide.
const isSecure = ({ headers }: HttpServerRequest.HttpServerRequest) =>
  Effect.map(consoleUrl, (url) => (headers.origin ?? url).startsWith("https:"))
