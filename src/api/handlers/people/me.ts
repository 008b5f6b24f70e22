import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Passwords } from "../../../accounts/people/Passwords.ts"
import { People } from "../../../accounts/people/People.ts"
import { SecondFactors } from "../../../accounts/people/SecondFactors.ts"
import { Sessions } from "../../../accounts/people/Sessions.ts"
import { AuthApi } from "../../contract/AuthApi.ts"
import { CurrentPerson } from "../../contract/shared/middleware.ts"
import { limitBy } from "../../middleware/access/rates.ts"
import { answered } from "../failure-answers.ts"
import { succeeded } from "../for-organization.ts"
import { seenFrom } from "./signed-in.ts"

export const MeLive = HttpApiBuilder.group(
  AuthApi,
  "me",
  Effect.fnUntraced(function* (handlers) {
    const people = yield* People
    const sessions = yield* Sessions
    const passwords = yield* Passwords
    const factors = yield* SecondFactors
    const limit = yield* limitBy
    return handlers.handleAll({
      get: () =>
        Effect.flatMap(CurrentPerson, (session) => Effect.map(people.get(session.personId), seenFrom(session))),
      change: ({ payload }) =>
        Effect.flatMap(CurrentPerson, (session) =>
          Effect.map(answered(people.change(session.personId, payload)), seenFrom(session))
        ),
      password: Effect.fnUntraced(function* ({ payload: { current, password } }) {
        const person = yield* CurrentPerson
        // A stolen session must not guess the password.
        yield* limit("sign-ins-of-account", person.personId)
        yield* answered(passwords.change(person, password, current))
        return { success: true }
      }),
      beginTotp: Effect.fnUntraced(function* () {
        const { personId } = yield* CurrentPerson
        const secret = yield* answered(factors.begin(personId))
        const { email, name } = yield* people.get(personId)
        const label = encodeURIComponent(`Carillon:${email ?? name}`)
        return { secret, url: `otpauth://totp/${label}?secret=${secret}&issuer=Carillon` }
      }),
      confirmTotp: Effect.fnUntraced(function* ({ payload }) {
        const person = yield* CurrentPerson
        const { personId } = person
        yield* limit("sign-ins-of-account", personId)
        // A thief of the session who adds an app of their own would lock the person out.
        yield* answered(passwords.confirm(person, payload.current))
        return { recoveryCodes: yield* answered(factors.confirm(personId, payload.code)) }
      }),
      removeTotp: Effect.fnUntraced(function* ({ payload }) {
        const { personId } = yield* CurrentPerson
        yield* limit("sign-ins-of-account", personId)
        yield* answered(factors.check(personId, payload.code))
        yield* factors.remove(personId)
        return { success: true }
      }),
      sessions: () => Effect.flatMap(CurrentPerson, ({ personId, sessionId }) => sessions.list(personId, sessionId)),
      endSession: ({ params }) =>
        Effect.flatMap(CurrentPerson, ({ personId }) => answered(succeeded(sessions.end(personId, params.sessionId))))
    })
  })
)
