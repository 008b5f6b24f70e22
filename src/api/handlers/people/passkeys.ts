import { Effect } from "effect"
import { HttpServerRequest } from "effect/http"
import { HttpApiBuilder } from "effect/http-api"
import { Handshakes, stateOf } from "../../../accounts/people/Handshakes.ts"
import { challengeSeconds, Passkeys } from "../../../accounts/people/Passkeys.ts"
import { Passwords } from "../../../accounts/people/Passwords.ts"
import { People } from "../../../accounts/people/People.ts"
import { AuthApi } from "../../contract/AuthApi.ts"
import { Unauthorized } from "../../contract/shared/errors.ts"
import { CurrentPerson } from "../../contract/shared/middleware.ts"
import { limitBy } from "../../middleware/access/rates.ts"
import { keepHandshake, passkeyCookie, takeHandshake } from "../../middleware/access/session-cookie.ts"
import { addressOf, networkOf } from "../../middleware/client-address.ts"
import { answered, rejected } from "../failure-answers.ts"
import { succeeded } from "../for-organization.ts"
import { passkeyOrigin } from "./passkey-origin.ts"
import { signedInBy } from "./signed-in.ts"

export const PasskeySignInLive = HttpApiBuilder.group(
  AuthApi,
  "passkeySignIn",
  Effect.fnUntraced(function* (handlers) {
    const passkeys = yield* Passkeys
    const originOfPage = yield* passkeyOrigin
    const { begin, complete } = yield* challenges
    const signIn = yield* signedInBy
    const limit = yield* limitBy
    const limitGuesses = Effect.flatMap(HttpServerRequest.HttpServerRequest, (request) =>
      limit("failed-authentications", networkOf(addressOf(request)))
    )
    return handlers.handleAll({
      begin: Effect.fnUntraced(function* () {
        return passkeys.request(yield* originOfPage, yield* begin("passkey"))
      }),
      complete: Effect.fnUntraced(function* ({ payload: { credential } }) {
        const origin = yield* originOfPage
        const challenge = yield* Effect.option(complete("passkey"))
        const personId = yield* Effect.fromOption(challenge).pipe(
          Effect.flatMap((challenge) => passkeys.check({ challenge, origin, response: withExtensions(credential) })),
          Effect.catch(() => Effect.andThen(limitGuesses, Effect.fail(refused)))
        )
        return yield* signIn(personId, "passkey")
      })
    })
  })
)

export const PasskeysLive = HttpApiBuilder.group(
  AuthApi,
  "passkeys",
  Effect.fnUntraced(function* (handlers) {
    const passkeys = yield* Passkeys
    const people = yield* People
    const passwords = yield* Passwords
    const limit = yield* limitBy
    const originOfPage = yield* passkeyOrigin
    const { begin, complete } = yield* challenges
    const purposeOf = (personId: string) => `passkey:${personId}`
    return handlers.handleAll({
      list: () => Effect.flatMap(CurrentPerson, ({ personId }) => passkeys.list(personId)),
      begin: Effect.fnUntraced(function* ({ payload: { current } }) {
        const person = yield* CurrentPerson
        const { personId } = person
        const origin = yield* originOfPage
        // A stolen session must not guess the password.
        if (current !== undefined) yield* limit("sign-ins-of-account", personId)
        yield* answered(passwords.confirm(person, current))
        return yield* passkeys.creation(yield* people.get(personId), origin, yield* begin(purposeOf(personId)))
      }),
      add: Effect.fnUntraced(function* ({ payload: { credential, name } }) {
        const { personId } = yield* CurrentPerson
        const origin = yield* originOfPage
        return yield* complete(purposeOf(personId)).pipe(
          Effect.flatMap((challenge) =>
            passkeys.add(personId, name, { challenge, origin, response: withExtensions(credential) })
          ),
          Effect.mapError(() =>
            rejected({
              path: "credential",
              message: "is not a new passkey for this console, or came too late: begin again"
            })
          )
        )
      }),
      rename: ({ params: { passkeyId }, payload: { name } }) =>
        Effect.flatMap(CurrentPerson, ({ personId }) => answered(passkeys.rename(personId, passkeyId, name))),
      remove: ({ params }) =>
        Effect.flatMap(CurrentPerson, ({ personId }) =>
          answered(succeeded(passkeys.remove(personId, params.passkeyId)))
        )
    })
  })
)

const refused = new Unauthorized({
  message: "The passkey is unknown here, or took too long: try again, or sign in another way",
  code: "PASSKEY_REFUSED"
})

/** Challenges, each for the browser that has asked for it. */
const challenges = Effect.gen(function* () {
  const handshakes = yield* Handshakes
  const limit = yield* limitBy
  return {
    begin: Effect.fnUntraced(function* (purpose: string) {
      yield* limit("handshakes", networkOf(addressOf(yield* HttpServerRequest.HttpServerRequest)))
      const handshake = yield* handshakes.begin(purpose, challengeSeconds, {})
      yield* keepHandshake(passkeyCookie, handshake.secret)
      return handshake
    }),
    /** Uses the challenge of the browser up, and returns it. */
    complete: Effect.fnUntraced(function* (purpose: string) {
      const secret = yield* takeHandshake(passkeyCookie)
      const state = secret === undefined ? undefined : stateOf(secret)
      yield* handshakes.complete(purpose, { secret, state })
      return state as string
    })
  }
})

// Results of extensions are of no use here, so the contract leaves them out.
const withExtensions = <A extends object>(credential: A) => ({ ...credential, clientExtensionResults: {} })
