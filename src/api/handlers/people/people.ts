import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Invitations } from "../../../accounts/people/Invitations.ts"
import { Members } from "../../../accounts/people/Members.ts"
import { People } from "../../../accounts/people/People.ts"
import { SignInLinks } from "../../../accounts/people/SignInLinks.ts"
import { consoleUrl, invitationUrl, welcomeUrl } from "../../../platform/http/console-url.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { answered } from "../failure-answers.ts"
import { forOrganizationInPath, paged, succeeded } from "../for-organization.ts"

export const MembersLive = HttpApiBuilder.group(
  AdminApi,
  "members",
  Effect.fnUntraced(function* (handlers) {
    const members = yield* Members
    const forOrganization = yield* forOrganizationInPath
    return handlers.handleAll({
      list: forOrganization((organizationId, { query }) => paged(members.list(organizationId, query), query)),
      invite: forOrganization(
        Effect.fnUntraced(function* (organizationId, { payload }) {
          const { person, token } = yield* members.invite(organizationId, payload)
          return { person, invitationUrl: invitationUrl(yield* consoleUrl, token) }
        })
      ),
      change: forOrganization((organizationId, { params, payload }) =>
        members.change(organizationId, params.personId, payload.role)
      ),
      remove: forOrganization((organizationId, { params }) =>
        succeeded(members.remove(organizationId, params.personId))
      )
    })
  })
)

export const PeopleLive = HttpApiBuilder.group(
  AdminApi,
  "people",
  Effect.fnUntraced(function* (handlers) {
    const links = yield* SignInLinks
    const people = yield* People
    const invitations = yield* Invitations
    return handlers.handleAll({
      list: ({ query }) => paged(people.list(query), query),
      invite: Effect.fnUntraced(function* ({ payload }) {
        const { token } = yield* invitations.make({ ...payload, organizationId: null, role: "SUPER_ADMIN" })
        return { invitationUrl: invitationUrl(yield* consoleUrl, token) }
      }),
      change: ({ params, payload }) => answered(people.setSuperAdmin(params.personId, payload.isSuperAdmin)),
      remove: ({ params }) => answered(succeeded(people.remove(params.personId))),
      signInLink: Effect.fnUntraced(function* ({ payload }) {
        const { expiresAt, token } = yield* answered(links.make(payload.email))
        return { url: welcomeUrl(yield* consoleUrl, token), expiresAt }
      })
    })
  })
)
