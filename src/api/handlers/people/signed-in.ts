import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { People } from "../../../accounts/people/People.ts"
import { Sessions, type SignInWay } from "../../../accounts/people/Sessions.ts"
import type { CurrentPerson } from "../../contract/shared/middleware.ts"
import { keepSession, sessionTokens } from "../../middleware/access/session-cookie.ts"

/** Opens a session of a person in the browser that sent the request, and answers with the person. */
export const signedInBy = Effect.gen(function* () {
  const sessions = yield* Sessions
  const people = yield* People
  const tokenOf = yield* sessionTokens
  return Effect.fnUntraced(function* (personId: string, by: SignInWay) {
    const request = yield* HttpServerRequest.HttpServerRequest
    const token = yield* sessions.open(personId, {
      signedInBy: by,
      userAgent: request.headers["user-agent"],
      replaces: tokenOf(request)
    })
    yield* keepSession(token)
    return { person: seenFrom({ isFreshByLink: by === "link" })(yield* people.get(personId)) }
  })
})

/** Returns the account of a person as a session of theirs sees it. */
export const seenFrom =
  ({ isFreshByLink }: Pick<CurrentPerson["Service"], "isFreshByLink">) =>
  <A extends object>(account: A) => ({ ...account, mayReplacePassword: isFreshByLink })
