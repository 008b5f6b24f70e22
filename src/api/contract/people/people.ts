import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Timestamp } from "../../../domain/calendar/time.ts"
import { Email, Member, NewInvitation, Person, PersonRole } from "../../../domain/people/Person.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { rootEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, Forbidden, NotFound } from "../shared/errors.ts"
import { byOrganization, Success } from "../shared/lists.ts"

const SignInLink = Schema.Struct({
  url: Schema.String.annotate({ description: "Opens the console, once" }),
  expiresAt: Timestamp
}).annotate({ identifier: "SignInLink" })

const invitationUrl = Schema.String.annotate({
  description: "Pass it on to the invited person only. It works once, within 7 days, and is not shown again"
})
const SuperAdminInvitation = Schema.Struct({ invitationUrl }).annotate({ identifier: "SuperAdminInvitation" })
const MemberInvitation = Schema.Struct({ person: Member, invitationUrl }).annotate({ identifier: "MemberInvitation" })

const reset =
  "The link works for an hour, without password and second factor. For 10 minutes after it was used the person can choose a new password without the old one."
const onlyHere =
  "A person who is a SUPER_ADMIN, or has a role in another organization as well, needs a SUPER_ADMIN for this: 403 otherwise. Recorded in the security log."

export class MembersGroup extends HttpApiGroup.make("members")
  .add(
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      query: pageQuery,
      success: pageOf(Member),
      error: [BadRequest, NotFound]
    }).pipe(viewerEndpoint("List the people of an organization, and its invitations that are not accepted yet")),
    HttpApiEndpoint.post("invite", "/", {
      params: byOrganization,
      payload: NewInvitation,
      success: MemberInvitation.pipe(HttpApiSchema.status(201)),
      error: [NotFound, Conflict]
    }).pipe(
      rootEndpoint(
        "Invite a person to an organization",
        `No message is sent: pass on the link. An earlier invitation to the same e-mail address ends. 409 when the person has a role in
the organization already.`
      )
    ),
    HttpApiEndpoint.patch("change", "/:personId", {
      params: { ...byOrganization, personId: RowId },
      payload: Schema.Struct({ role: PersonRole }).annotate({ identifier: "MemberChanges" }),
      success: Member,
      error: NotFound
    }).pipe(rootEndpoint("Change the role of a person in an organization", "Takes effect from their next request on.")),
    HttpApiEndpoint.delete("remove", "/:personId", {
      params: { ...byOrganization, personId: RowId },
      success: Success,
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Remove a person from an organization, or withdraw an invitation",
        "Takes effect from the next request on. The account of the person stays."
      )
    ),
    HttpApiEndpoint.post("signInLink", "/:personId/sign-in-link", {
      params: { ...byOrganization, personId: RowId },
      success: SignInLink.pipe(HttpApiSchema.status(201)),
      error: [Forbidden, NotFound]
    }).pipe(rootEndpoint("Make a link that signs a person of an organization in once", `${reset} ${onlyHere}`)),
    HttpApiEndpoint.delete("removeTotp", "/:personId/second-factor", {
      params: { ...byOrganization, personId: RowId },
      success: Success,
      error: [Forbidden, NotFound]
    }).pipe(rootEndpoint("Turn off the second factor of a person of an organization", onlyHere))
  )
  .annotate(OpenApi.Title, "People of an organization")
  .annotate(OpenApi.Description, "The people who use the console for an organization, with their roles.")
  .prefix("/admin/v1/organizations/:id/people") {}

export class PeopleGroup extends HttpApiGroup.make("people")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: pageOf(Person), error: BadRequest }).pipe(
      rootEndpoint("List the people of all organizations, newest first")
    ),
    HttpApiEndpoint.post("invite", "/", {
      payload: Schema.Struct({ email: Email }).annotate({ identifier: "NewSuperAdmin" }),
      success: SuperAdminInvitation.pipe(HttpApiSchema.status(201))
    }).pipe(rootEndpoint("Invite a SUPER_ADMIN", "No message is sent: pass on the link.")),
    HttpApiEndpoint.patch("change", "/:personId", {
      params: { personId: RowId },
      payload: Schema.Struct({ isSuperAdmin: Schema.Boolean }).annotate({ identifier: "PersonChanges" }),
      success: Person,
      error: [NotFound, Conflict]
    }).pipe(rootEndpoint("Make a person a SUPER_ADMIN, or no longer", "409 for the last SUPER_ADMIN.")),
    HttpApiEndpoint.delete("remove", "/:personId", {
      params: { personId: RowId },
      success: Success,
      error: [NotFound, Conflict]
    }).pipe(
      rootEndpoint(
        "Remove a person with their account and sessions",
        "409 for the last SUPER_ADMIN. It cannot be undone."
      )
    ),
    HttpApiEndpoint.post("signInLink", "/sign-in-link", {
      payload: Schema.Struct({ email: Schema.optionalKey(Email) }).annotate({ identifier: "NewSignInLink" }),
      success: SignInLink.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Make a link that signs a person in once",
        `For the person with the \`email\`. Without one, for the earliest SUPER_ADMIN, or for the first person of the installation, who
becomes a SUPER_ADMIN. ${reset} Recorded in the security log.`
      )
    ),
    HttpApiEndpoint.post("signInLinkFor", "/:personId/sign-in-link", {
      params: { personId: RowId },
      success: SignInLink.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Make a link that signs any person in once",
        `Also for a person without an e-mail address. ${reset} Recorded in the security log.`
      )
    ),
    HttpApiEndpoint.delete("removeTotp", "/:personId/second-factor", {
      params: { personId: RowId },
      success: Success,
      error: NotFound
    }).pipe(rootEndpoint("Turn off the second factor of any person", "Recorded in the security log."))
  )
  .annotate(OpenApi.Title, "People")
  .annotate(OpenApi.Description, "The people who use the console, in all organizations.")
  .prefix("/admin/v1/people") {}
