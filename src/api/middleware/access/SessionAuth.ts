import { Effect, Layer } from "effect"
import { HttpServerRequest } from "effect/http"
import { Sessions, type SignedIn } from "../../../accounts/people/Sessions.ts"
import { actingAs } from "../../../accounts/Requester.ts"
import { Unauthorized } from "../../contract/shared/errors.ts"
import { CurrentPerson, SessionAuth } from "../../contract/shared/middleware.ts"
import { addressOf, networkOf } from "../client-address.ts"
import { limitBy } from "./rates.ts"
import { requireSameOrigin } from "./same-origin.ts"
import { sessionTokens } from "./session-cookie.ts"

export const SessionAuthLive = Layer.effect(
  SessionAuth,
  Effect.gen(function* () {
    const find = yield* findSession
    const tokenOf = yield* sessionTokens
    return SessionAuth.of({
      // The framework reads the plain cookie only; over TLS it has another name.
      session: Effect.fnUntraced(function* (httpEffect) {
        const request = yield* HttpServerRequest.HttpServerRequest
        const person = yield* find(tokenOf(request) ?? "")
        return yield* httpEffect.pipe(Effect.provideService(CurrentPerson, person), actingAsPerson(person))
      })
    })
  })
)

/** Finds the person of a session, after the checks that every request with a cookie needs. */
export const findSession = Effect.gen(function* () {
  const sessions = yield* Sessions
  const limit = yield* limitBy
  const requireOrigin = yield* requireSameOrigin
  return Effect.fnUntraced(function* (token: string, organizationId?: number) {
    yield* requireOrigin
    const person = yield* Effect.catchTag(
      sessions.find(token, organizationId),
      "SessionEnded",
      Effect.fnUntraced(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        yield* limit("failed-authentications", networkOf(addressOf(request)))
        return yield* new Unauthorized({
          message: token === "" ? "Sign in first" : "The session has ended: sign in again"
        })
      })
    )
    yield* limit("requests", `person:${person.personId}`)
    return person
  })
})

/** Runs the rest of a request in the name of a person. */
export const actingAsPerson = ({ name, personId }: SignedIn) => actingAs(`person:${personId}`, name)
