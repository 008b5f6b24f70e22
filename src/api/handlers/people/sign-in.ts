import { createHash } from "node:crypto"
import { Effect, Option } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Invitations } from "../../../accounts/people/Invitations.ts"
import { OpenIdProviders } from "../../../accounts/people/OpenIdProviders.ts"
import { hasPasswords, Passwords } from "../../../accounts/people/Passwords.ts"
import { People } from "../../../accounts/people/People.ts"
import { SecondFactors } from "../../../accounts/people/SecondFactors.ts"
import { Sessions } from "../../../accounts/people/Sessions.ts"
import { SignInLinks } from "../../../accounts/people/SignInLinks.ts"
import { actingAs } from "../../../accounts/Requester.ts"
import { AuthApi } from "../../contract/AuthApi.ts"
import { Unauthorized } from "../../contract/shared/errors.ts"
import { limitBy } from "../../middleware/access/rates.ts"
import { forgetSession, sessionTokens } from "../../middleware/access/session-cookie.ts"
import { addressOf, networkOf } from "../../middleware/client-address.ts"
import { answered } from "../failure-answers.ts"
import { seenFrom, signedInBy } from "./signed-in.ts"

export const SignInLive = HttpApiBuilder.group(
  AuthApi,
  "signIn",
  Effect.fnUntraced(function* (handlers) {
    const links = yield* SignInLinks
    const sessions = yield* Sessions
    const limit = yield* limitBy
    const signIn = yield* signedInBy
    const tokenOf = yield* sessionTokens
    const passwords = yield* Passwords
    const people = yield* People
    const invitations = yield* Invitations
    const factors = yield* SecondFactors
    const { list: providers } = yield* OpenIdProviders

    const limitGuesses = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      limit("failed-authentications", networkOf(addressOf(request)))
    )

    return handlers.handleAll({
      ways: () => Effect.succeed({ password: hasPasswords(), providers }),
      password: Effect.fnUntraced(function* ({ payload: { code, email, password } }) {
        yield* limit("sign-ins", networkOf(addressOf(yield* HttpServerRequest.HttpServerRequest)))
        yield* limit("sign-ins-of-account", accountOf(email))
        const signedIn = Effect.gen(function* () {
          const checked = yield* passwords.check(email, password)
          yield* factors.check(checked.personId, code)
          return yield* passwords.unlessChanged(checked, signIn(checked.personId, "password"))
        })
        return yield* answered(
          Effect.catchTags(signedIn, {
            PasswordRefused: () => Effect.fail(wrongCredentials),
            CodeRequired: () => Effect.fail(codeRequired),
            CodeRefused: () => Effect.fail(wrongCode)
          })
        )
      }),
      link: Effect.fnUntraced(function* ({ payload }) {
        const personId = yield* Effect.catchTag(links.use(payload.token), "SignInLinkRefused", () =>
          Effect.andThen(limitGuesses, Effect.fail(usedLink))
        )
        return yield* signIn(personId, "link")
      }),
      showInvitation: Effect.fnUntraced(function* ({ payload }) {
        return yield* Effect.catchTag(answered(invitations.show(payload.token)), "NotFound", (failure) =>
          Effect.andThen(limitGuesses, Effect.fail(failure))
        )
      }),
      acceptInvitation: Effect.fnUntraced(function* ({ payload: { name, password, token } }) {
        const cookie = tokenOf(yield* HttpServerRequest.HttpServerRequest)
        const session = yield* Effect.option(sessions.find(cookie ?? ""))
        const accepted = Effect.gen(function* () {
          // A digest is expensive, so only the holder of an invitation gets one.
          yield* invitations.show(token)
          return yield* invitations.accept(token, {
            signedIn: Option.map(session, (one) => one.personId).pipe(Option.getOrUndefined),
            name,
            password: password === undefined ? undefined : yield* passwords.digest(password)
          })
        })
        const personId = yield* Effect.catchTag(answered(accepted), "NotFound", (failure) =>
          Effect.andThen(limitGuesses, Effect.fail(failure))
        )
        // A session that accepts goes on. A new one would count as a sign-in, which may add a passkey.
        return Option.isSome(session)
          ? { person: seenFrom(session.value)(yield* people.get(personId)) }
          : yield* signIn(personId, "invitation")
      }),
      signOut: Effect.fnUntraced(function* () {
        const token = tokenOf(yield* HttpServerRequest.HttpServerRequest)
        const session = yield* Effect.option(sessions.find(token ?? ""))
        if (Option.isSome(session)) {
          const { name, personId, sessionId } = session.value
          yield* Effect.ignore(actingAs(`person:${personId}`, name)(sessions.end(personId, sessionId)))
        }
        yield* forgetSession
        return { success: true }
      })
    })
  })
)

const wrongCredentials = new Unauthorized({
  message: "The e-mail address or the password is wrong",
  code: "WRONG_CREDENTIALS"
})

const codeRequired = new Unauthorized({
  message: "Send a code of the authenticator app as well",
  code: "SECOND_FACTOR_REQUIRED"
})
const wrongCode = new Unauthorized({
  message: "The code is wrong, is too old or was used before",
  code: "WRONG_CODE"
})

const usedLink = new Unauthorized({
  message: "The link was used before, or has expired: ask for another, or run carillon people sign-in-link"
})

// Every spelling of an address is one account, and a limiter keeps no addresses.
const accountOf = (email: string) => createHash("sha256").update(email.toLowerCase()).digest("base64url")
