import { Effect } from "effect"
import { Requester } from "../../accounts/Requester.ts"
import { type Listed, type Page, toPage } from "../../domain/schema/page.ts"
import { Forbidden } from "../contract/shared/errors.ts"
import { AdminCaller, Caller } from "../contract/shared/middleware.ts"
import { organizationOf } from "./accounts/organization-of.ts"
import { type Answer, answered } from "./failure-answers.ts"

/** Handles a request of `/v1` for the organization of its API key. Failures of services get their answers. */
export const forOrganization = <Request, A, E, R>(
  handle: (organizationId: number, request: Request) => Effect.Effect<A, E, R>
) => forCaller<Request, A, E, R>(({ organizationId }, request) => handle(organizationId, request))

/** Like `forOrganization`, for handlers that also record who made the request. */
export const forCaller =
  <Request, A, E, R>(
    handle: (
      caller: { readonly organizationId: number; readonly actor: string },
      request: Request
    ) => Effect.Effect<A, E, R>
  ) =>
  (request: Request): Effect.Effect<A, Answer<E>, R | Caller> =>
    Effect.flatMap(Effect.all([Caller, Requester]), ([{ organizationId }, { actor }]) =>
      answered(handle({ organizationId, actor }, request))
    )

/** Like `forOrganization`, for requests of `/admin/v1`: the organization is the one that the path names. */
export const forOrganizationInPath = Effect.map(
  organizationOf,
  (organization) =>
    <Request extends { readonly params: { readonly id: string } }, A, E, R>(
      handle: (organizationId: number, request: Request, actor: string) => Effect.Effect<A, E, R>
    ) =>
    (request: Request) =>
      Effect.flatMap(Effect.all([organization(request.params.id), Requester]), ([{ id }, { actor }]) =>
        answered(handle(id, request, actor))
      )
)

/** Refuses a person who has a role in the organization only: the operators of the installation decide about this. */
export const needsWholeInstallation = Effect.fnUntraced(function* (subject: string) {
  const { personRole } = yield* AdminCaller
  if (personRole !== undefined) return yield* new Forbidden({ message: `${subject} needs the role SUPER_ADMIN` })
})

/** Puts a page of a list into the envelope of most lists. */
export const paged = <A, E, R>(listed: Effect.Effect<Listed<A>, E, R>, page: Page) =>
  Effect.map(listed, (found) => toPage(found, page))

/** Puts a page of a list into the envelope that nests the page information. */
export const paginated = <A, E, R>(listed: Effect.Effect<Listed<A>, E, R>, page: Page) =>
  Effect.map(paged(listed, page), ({ data, ...pagination }) => ({ data, pagination }))

/** Answers a DELETE that returns nothing else. */
export const succeeded = Effect.as({ success: true })
