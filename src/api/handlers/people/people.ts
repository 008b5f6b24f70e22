import { Effect } from "effect"
import { HttpApiBuilder } from "effect/http-api"
import { Invitations } from "../../../accounts/people/Invitations.ts"
import { Members } from "../../../accounts/people/Members.ts"
import { People } from "../../../accounts/people/People.ts"
import { SecondFactors } from "../../../accounts/people/SecondFactors.ts"
import { type SignInLink, SignInLinks } from "../../../accounts/people/SignInLinks.ts"
import { consoleUrl, invitationUrl, welcomeUrl } from "../../../platform/http/console-url.ts"
import { AdminApi } from "../../contract/AdminApi.ts"
import { answered } from "../failure-answers.ts"
import { forOrganizationInPath, needsWholeInstallation, paged, succeeded } from "../for-organization.ts"

export const MembersLive = HttpApiBuilder.group(
  AdminApi,
  "members",
  Effect.fnUntraced(function* (handlers) {
    const members = yield* Members
    const links = yield* SignInLinks
    const factors = yield* SecondFactors
    const forOrganization = yield* forOrganizationInPath

    // The link opens the whole account, so an ADMIN makes none that opens other organizations.
    const mayActFor = Effect.fnUntraced(function* (organizationId: number, personId: string) {
      if (yield* members.isOnlyHere(organizationId, personId)) return
      yield* needsWholeInstallation("The person has access beyond this organization: this")
    })

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
      ),
      signInLink: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params: { personId } }) {
          return yield* linkTo(links.makeFor(personId, organizationId, mayActFor(organizationId, personId)))
        })
      ),
      removeTotp: forOrganization(
        Effect.fnUntraced(function* (organizationId, { params: { personId } }) {
          yield* mayActFor(organizationId, personId)
          return yield* succeeded(factors.removeFor(personId, organizationId))
        })
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
    const factors = yield* SecondFactors
    return handlers.handleAll({
      list: ({ query }) => paged(people.list(query), query),
      invite: Effect.fnUntraced(function* ({ payload }) {
        const { token } = yield* invitations.make({ ...payload, organizationId: null, role: "SUPER_ADMIN" })
        return { invitationUrl: invitationUrl(yield* consoleUrl, token) }
      }),
      change: ({ params, payload }) => answered(people.setSuperAdmin(params.personId, payload.isSuperAdmin)),
      remove: ({ params }) => answered(succeeded(people.remove(params.personId))),
      signInLink: ({ payload }) => answered(linkTo(links.make(payload.email))),
      signInLinkFor: ({ params }) => answered(linkTo(links.makeFor(params.personId, null, Effect.void))),
      removeTotp: ({ params }) => answered(succeeded(factors.removeFor(params.personId, null)))
    })
  })
)

const linkTo = Effect.fnUntraced(function* <E, R>(made: Effect.Effect<SignInLink, E, R>) {
  const { expiresAt, token } = yield* made
  return { url: welcomeUrl(yield* consoleUrl, token), expiresAt }
})
