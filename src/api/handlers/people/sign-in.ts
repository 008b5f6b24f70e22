import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { People } from "../../../accounts/people/People.ts"
import { Sessions } from "../../../accounts/people/Sessions.ts"
import { SignInLinks } from "../../../accounts/people/SignInLinks.ts"
import { AuthApi } from "../../contract/AuthApi.ts"
import { Unauthorized } from "../../contract/shared/errors.ts"
import { addressOf, networkOf } from "../../middleware/client-address.ts"
import { limitBy } from "../../middleware/rates.ts"
import { sessionTokenOf } from "../../middleware/SessionAuth.ts"
import { forgetSession, keepSession } from "../../middleware/session-cookie.ts"

export const SignInLive = HttpApiBuilder.group(
  AuthApi,
  "signIn",
  Effect.fnUntraced(function* (handlers) {
    const links = yield* SignInLinks
    const sessions = yield* Sessions
    const limit = yield* limitBy
    const signIn = yield* signedInBy
    return handlers.handleAll({
      link: Effect.fnUntraced(function* ({ payload }) {
        const personId = yield* Effect.catchTag(
          links.use(payload.token),
          "SignInLinkRefused",
          Effect.fnUntraced(function* () {
            yield* limit("failed-authentications", networkOf(addressOf(yield* HttpServerRequest.HttpServerRequest)))
            return yield* new Unauthorized({
              message: "The link was used before, or has expired: ask for another, or run carillon people sign-in-link"
            })
          })
        )
        return yield* signIn(personId, "link")
      }),
      signOut: Effect.fnUntraced(function* () {
        const token = sessionTokenOf(yield* HttpServerRequest.HttpServerRequest)
        const session = yield* Effect.option(sessions.find(token ?? ""))
        if (session._tag === "Some") {
          yield* Effect.ignore(sessions.end(session.value.personId, session.value.sessionId))
        }
        yield* forgetSession
        return { success: true }
      })
    })
  })
)

/** Opens a session of a person in the browser that sent the request, and answers with the person. */
export const signedInBy = Effect.gen(function* () {
  const sessions = yield* Sessions
  const people = yield* People
  return Effect.fnUntraced(function* (personId: string, by: string) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const token = yield* sessions.open(personId, {
      signedInBy: by,
      userAgent: request.headers["user-agent"],
      replaces: sessionTokenOf(request)
    })
    yield* keepSession(token)
    return { person: yield* people.get(personId) }
  })
})
