import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { People } from "../../../accounts/people/People.ts"
import { Sessions } from "../../../accounts/people/Sessions.ts"
import { AuthApi } from "../../contract/AuthApi.ts"
import { CurrentPerson } from "../../contract/shared/middleware.ts"
import { answered } from "../failure-answers.ts"
import { succeeded } from "../for-organization.ts"

export const MeLive = HttpApiBuilder.group(
  AuthApi,
  "me",
  Effect.fnUntraced(function* (handlers) {
    const people = yield* People
    const sessions = yield* Sessions
    return handlers.handleAll({
      get: () => Effect.flatMap(CurrentPerson, ({ personId }) => people.get(personId)),
      change: ({ payload }) =>
        Effect.flatMap(CurrentPerson, ({ personId }) => answered(people.change(personId, payload))),
      sessions: () => Effect.flatMap(CurrentPerson, ({ personId, sessionId }) => sessions.list(personId, sessionId)),
      endSession: ({ params }) =>
        Effect.flatMap(CurrentPerson, ({ personId }) => answered(succeeded(sessions.end(personId, params.sessionId))))
    })
  })
)
