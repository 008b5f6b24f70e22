import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DoNotContactEntry, NewDoNotContactEntry } from "../../../domain/contacts/DoNotContact.ts"
import { pageQuery } from "../../../domain/schema/page.ts"
import { adminEndpoint, operatorEndpoint, readEndpoint } from "../shared/endpoints.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byId, byOrganization, paginated, Success } from "../shared/lists.ts"

const Entries = paginated(DoNotContactEntry).annotate({ identifier: "DoNotContactEntries" })

export class DoNotContactGroup extends HttpApiGroup.make("dnc")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: Entries, error: BadRequest }).pipe(
      readEndpoint("List the numbers on Do Not Contact, newest first")
    ),
    HttpApiEndpoint.delete("remove", "/:id", { params: byId, success: Success, error: NotFound }).pipe(
      adminEndpoint(
        "Remove a number from Do Not Contact",
        "Its contact may be called again. Suppressed calls stay suppressed until each is restored. Recorded in the security log."
      )
    )
  )
  .annotate(OpenApi.Title, "Do Not Contact")
  .annotate(OpenApi.Description, "The numbers that no campaign of the organization calls.")
  .prefix("/v1/dnc") {}

export class AdminDoNotContactGroup extends HttpApiGroup.make("dnc")
  .add(
    HttpApiEndpoint.post("add", "/", {
      params: byOrganization,
      payload: NewDoNotContactEntry,
      success: [DoNotContactEntry.pipe(HttpApiSchema.status(201)), DoNotContactEntry.pipe(HttpApiSchema.status(200))],
      error: NotFound
    }).pipe(
      operatorEndpoint(
        "Add a number to Do Not Contact",
        "Suppresses at once every waiting call to it, in all campaigns. 200 with the existing entry when the number is already on it."
      )
    )
  )
  .annotate(OpenApi.Title, "Do Not Contact")
  .annotate(OpenApi.Description, "The numbers that no campaign of an organization calls.")
  .prefix("/admin/v1/organizations/:id/dnc") {}
