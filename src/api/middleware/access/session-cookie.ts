import { Effect } from "effect"
import { HttpEffect, HttpServerRequest, HttpServerResponse } from "effect/http"
import { challengeSeconds } from "../../../accounts/people/Passkeys.ts"
import { sessionSeconds } from "../../../accounts/people/Sessions.ts"
import { sessionCookie } from "../../contract/shared/middleware.ts"
import { isOverTls } from "./over-tls.ts"

const session = { name: sessionCookie, path: "/", sameSite: "strict" } as const

/** Finds the token of the session that a request belongs to; undefined without one. */
export const sessionTokens = Effect.map(
  isOverTls,
  (isSecure) => (request: HttpServerRequest.HttpServerRequest) => cookieOf(request, session.name, isSecure(request))
)

/** Has the browser keep the token of its session. */
export const keepSession = (token: string) => setCookie(session, token, sessionSeconds)

/** Has the browser forget its session. */
export const forgetSession = forgetCookie(session)

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
  const request = yield* HttpServerRequest.HttpServerRequest
  yield* forgetCookie(cookie)
  return cookieOf(request, cookie.name, (yield* isOverTls)(request))
})

/**
 * Name of a cookie over TLS, the only one that counts there. Browsers take a cookie of such a name from this very host
 * only, so another sub-domain can neither lock people out nor have them act in a session of its own.
 */
const nameOverTls = (name: string) => `__Host-${name}`

const cookieOf = ({ cookies }: HttpServerRequest.HttpServerRequest, name: string, isSecure: boolean) =>
  cookies[nameOverTls(name)] || (isSecure ? undefined : cookies[name]) || undefined

type CookieKind = Omit<HandshakeCookie, "seconds">

function setCookie({ name, path, sameSite }: CookieKind, value: string, seconds: number) {
  return Effect.gen(function* () {
    const secure = (yield* isOverTls)(yield* HttpServerRequest.HttpServerRequest)
    const kept = secure ? { name: nameOverTls(name), path: "/" } : { name, path }
    yield* sendCookie(kept.name, value, { path: kept.path, sameSite, seconds, secure })
  })
}

function forgetCookie(cookie: CookieKind) {
  return Effect.gen(function* () {
    const secure = (yield* isOverTls)(yield* HttpServerRequest.HttpServerRequest)
    if (secure) yield* setCookie(cookie, "", 0)
    yield* sendCookie(cookie.name, "", { path: cookie.path, sameSite: cookie.sameSite, seconds: 0, secure })
  })
}

const sendCookie = (
  name: string,
  value: string,
  { seconds, ...options }: Omit<HandshakeCookie, "name"> & { readonly secure: boolean }
) =>
  HttpEffect.appendPreResponseHandler((_, response) =>
    Effect.orDie(
      HttpServerResponse.setCookie(response, name, value, {
        httpOnly: true,
        ...options,
        maxAge: `${seconds} seconds`
      })
    )
  )
