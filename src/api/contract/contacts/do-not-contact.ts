import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { DoNotContactEntry, NewDoNotContactEntry } from "../../../domain/contacts/DoNotContact.ts"
import { pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, NotFound } from "../shared/errors.ts"
import { byId, Success } from "../shared/lists.ts"
import { AdminAuth, ApiKeyAuth, Failures, JsonBody, NeedsAdmin } from "../shared/middleware.ts"

// Not the envelope of most lists.
const Entries = Schema.Struct({
  data: Schema.Array(DoNotContactEntry),
  pagination: Schema.Struct({
    page: Schema.Int,
    limit: Schema.Int,
    total: Schema.Int,
    totalPages: Schema.Int
  })
}).annotate({ identifier: "DoNotContactEntries" })

export class DoNotContactGroup extends HttpApiGroup.make("dnc")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: Entries, error: BadRequest }).annotate(
      OpenApi.Summary,
      "List the numbers on Do Not Contact, newest first"
    ),
    HttpApiEndpoint.delete("remove", "/:id", { params: byId, success: Success, error: NotFound })
      .annotate(OpenApi.Summary, "Take a number off Do Not Contact")
      .annotate(
        OpenApi.Description,
        "Its contact may be called again. Calls that were suppressed stay so until each is restored. Recorded in the security log."
      )
      .middleware(NeedsAdmin)
  )
  .annotate(OpenApi.Title, "Do Not Contact")
  .annotate(OpenApi.Description, "The numbers that no campaign of the organization calls.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/dnc") {}

export class AdminDoNotContactGroup extends HttpApiGroup.make("dnc")
  .add(
    HttpApiEndpoint.post("add", "/", {
      params: byId,
      payload: NewDoNotContactEntry,
      success: [DoNotContactEntry.pipe(HttpApiSchema.status(201)), DoNotContactEntry.pipe(HttpApiSchema.status(200))],
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Put a number on Do Not Contact")
      .annotate(
        OpenApi.Description,
        "Whoever waits for a call to it is suppressed at once, in every campaign. 200 and the entry as it was when the number is there already."
      )
      .middleware(JsonBody)
  )
  .annotate(OpenApi.Title, "Do Not Contact")
  .annotate(OpenApi.Description, "The numbers that no campaign of an organization calls.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/organizations/:id/dnc") {}
