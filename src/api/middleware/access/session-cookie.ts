import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { challengeSeconds } from "../../../accounts/people/Passkeys.ts"
import { sessionSeconds } from "../../../accounts/people/Sessions.ts"
import { consoleUrl } from "../../../platform/http/console-url.ts"
import { sessionCookie } from "../../contract/shared/middleware.ts"

const session = { name: sessionCookie, path: "/", sameSite: "strict" } as const

/** Has the browser keep the token of its session. */
export const keepSession = (token: string) => setCookie(session, token, sessionSeconds)

/** Has the browser forget its session. */
export const forgetSession = setCookie(session, "", 0)

/** A cookie that binds a handshake to the browser that began it. */
interface HandshakeCookie {
  readonly name: string
  readonly path: string
  readonly sameSite: "lax" | "strict"
  readonly seconds: number
}

/** The provider leads the browser back from another site, with which a strict cookie would not be sent. */
export const signOnCookie: HandshakeCookie = {
  name: "carillon_sign_on",
  path: "/auth/oidc",
  sameSite: "lax",
  seconds: 600
}

export const passkeyCookie: HandshakeCookie = {
  name: "carillon_passkey",
  path: "/auth",
  sameSite: "strict",
  seconds: challengeSeconds
}

/** Has the browser keep the secret of a handshake. */
export const keepHandshake = (cookie: HandshakeCookie, secret: string) => setCookie(cookie, secret, cookie.seconds)

/** Returns the secret of the browser's handshake, which the browser then forgets. */
export const takeHandshake = Effect.fnUntraced(function* (cookie: HandshakeCookie) {
  const { cookies } = yield* HttpServerRequest.HttpServerRequest
  yield* setCookie(cookie, "", 0)
  return cookies[cookie.name]
})

function setCookie({ name, path, sameSite }: Omit<HandshakeCookie, "seconds">, value: string, seconds: number) {
  return Effect.gen(function* () {
    const request = yield* HttpServerRequest.HttpServerRequest
    const secure = yield* isSecure(request)
    yield* HttpEffect.appendPreResponseHandler((_, response) =>
      Effect.orDie(
        HttpServerResponse.setCookie(response, name, value, {
          httpOnly: true,
          sameSite,
          path,
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
