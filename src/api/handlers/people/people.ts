import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { SignInLinks } from "../../../accounts/people/SignInLinks.ts"
import { consoleUrl, welcomeUrl } from "../../../platform/http/console-url.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { answered } from "../failure-answers.ts"

export const PeopleLive = HttpApiBuilder.group(
  AdminApi,
  "people",
  Effect.fnUntraced(function* (handlers) {
    const links = yield* SignInLinks
    return handlers.handleAll({
      signInLink: Effect.fnUntraced(function* ({ payload }) {
        const { expiresAt, token } = yield* answered(links.make(payload.email))
        return { url: welcomeUrl(yield* consoleUrl, token), expiresAt }
      })
    })
  })
)
