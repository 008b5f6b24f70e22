import { Effect, Option } from "effect"
import { HttpServerRequest, HttpServerResponse } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Handshakes } from "../../../accounts/people/Handshakes.ts"
import { OpenIdProviders } from "../../../accounts/people/OpenIdProviders.ts"
import { Sessions } from "../../../accounts/people/Sessions.ts"
import { SignOns } from "../../../accounts/people/SignOns.ts"
import { actingAs } from "../../../accounts/Requester.ts"
import { fragmentOf, type SignOnProblem } from "../../../domain/people/sign-on.ts"
import { consoleUrl } from "../../../platform/http/console-url.ts"
import { AuthApi } from "../../contract/AuthApi.ts"
import { limitBy } from "../../middleware/access/rates.ts"
import { keepHandshake, sessionTokens, signOnCookie, takeHandshake } from "../../middleware/access/session-cookie.ts"
import { addressOf, networkOf } from "../../middleware/client-address.ts"
import { answered } from "../failure-answers.ts"
import { returnPathOf } from "./return-to.ts"
import { signedInBy } from "./signed-in.ts"

export const SignOnLive = HttpApiBuilder.group(
  AuthApi,
  "signOn",
  Effect.fnUntraced(function* (handlers) {
    const providers = yield* OpenIdProviders
    const signOns = yield* SignOns
    const handshakes = yield* Handshakes
    const sessions = yield* Sessions
    const signIn = yield* signedInBy
    const tokenOf = yield* sessionTokens
    const limit = yield* limitBy
    const limitStarts = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      limit("handshakes", networkOf(addressOf(request)))
    )
    const urlOf = Effect.fnUntraced(function* (name: string, part: "callback" | "start") {
      return `${yield* consoleUrl}/auth/oidc/${name}/${part}`
    })

    /** The session that the new one replaces. Its cookie is not sent when the provider leads the browser back. */
    const formerSession = Effect.gen(function* () {
      const token = tokenOf(yield* HttpServerRequest.HttpServerRequest)
      const session = yield* Effect.option(sessions.find(token ?? ""))
      return Option.match(session, {
        onNone: () => null,
        onSome: ({ personId, sessionId }) => ({ personId, sessionId })
      })
    })

    const logFailure = (name: string, cause: unknown) =>
      Effect.logWarning(
        `Could not sign a person in by ${name}; they can try again. Compare OIDC_${name.toUpperCase()}_… with the settings at the provider`,
        cause
      )

    return handlers.handleAll({
      start: Effect.fnUntraced(function* ({ params: { name }, query }) {
        const provider = yield* answered(providers.get(name))
        const returnTo = returnPathOf(query.returnTo)
        const begin = Effect.gen(function* () {
          yield* limitStarts
          const former = yield* formerSession
          const handshake = yield* handshakes.begin(purposeOf(name), signOnCookie.seconds, { returnTo, former })
          const page = yield* providers.pageOf(provider, yield* urlOf(name, "callback"), handshake)
          yield* keepHandshake(signOnCookie, handshake.secret)
          return page
        })
        return yield* Effect.match(
          Effect.catchTags(begin, {
            TooManyRequests: () => Effect.fail("too-many" as const),
            ProviderFailed: ({ cause }) => Effect.andThen(logFailure(name, cause), Effect.fail("failed" as const))
          }),
          { onSuccess: redirect, onFailure: (problem) => redirect(returnTo + fragmentOf(problem)) }
        )
      }),

      callback: Effect.fnUntraced(function* ({ params: { name }, query: { state } }) {
        const provider = yield* answered(providers.get(name))
        const { url } = yield* HttpServerRequest.HttpServerRequest
        const secret = yield* takeHandshake(signOnCookie)
        const begun = yield* Effect.option(handshakes.complete(purposeOf(name), { secret, state }))
        if (Option.isNone(begun) || secret === undefined || state === undefined) return back("/console", "expired")
        const { former, returnTo } = begun.value as unknown as Begun
        const answer = `${yield* urlOf(name, "callback")}${url.slice(url.indexOf("?"))}`
        const found = yield* providers.claimsOf(provider, answer, { secret, state }).pipe(
          Effect.flatMap((claims) => signOns.personOf(provider, claims)),
          Effect.catchTags({
            SignOnCancelled: () => Effect.fail("cancelled" as const),
            SignOnRefused: ({ reason }) => Effect.fail(reason),
            ProviderFailed: ({ cause }) => Effect.andThen(logFailure(name, cause), Effect.fail("failed" as const))
          }),
          Effect.result
        )
        if (found._tag === "Failure") return back(returnTo, found.failure)
        const { person } = yield* signIn(found.success, `oidc:${name}`)
        if (former !== null) {
          const asPerson = actingAs(`person:${person.id}`, person.name)
          yield* Effect.ignore(asPerson(sessions.end(former.personId, former.sessionId)))
        }
        return redirect(returnTo)
      })
    })
  })
)

interface Begun {
  readonly returnTo: string
  readonly former: { readonly personId: string; readonly sessionId: string } | null
}

const purposeOf = (name: string) => `oidc:${name}`

const redirect = (url: string) => HttpServerResponse.redirect(url)

const back = (path: string, problem: SignOnProblem) => redirect(path + fragmentOf(problem))
