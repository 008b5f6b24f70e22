import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Audience, AudienceChanges, NewAudience } from "../../../domain/contacts/Audience.ts"
import { Contact } from "../../../domain/contacts/Contact.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byId, contactIds, Success, searchQuery } from "../shared/lists.ts"
import { ApiKeyAuth, Failures, Idempotent, idempotencyHeader, JsonBody, NeedsMember } from "../shared/middleware.ts"

const Members = Schema.Struct({ contactIds })

export class AudiencesGroup extends HttpApiGroup.make("audiences")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: pageOf(Audience), error: BadRequest }).annotate(
      OpenApi.Summary,
      "List audiences, newest first"
    ),
    HttpApiEndpoint.get("get", "/:id", { params: byId, success: Audience, error: NotFound }).annotate(
      OpenApi.Summary,
      "Get an audience"
    ),
    HttpApiEndpoint.post("create", "/", {
      headers: idempotencyHeader,
      payload: NewAudience,
      success: Audience.pipe(HttpApiSchema.status(201))
    })
      .annotate(OpenApi.Summary, "Create an audience")
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.patch("update", "/:id", {
      params: byId,
      payload: AudienceChanges,
      success: Audience,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Change an audience")
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.delete("remove", "/:id", { params: byId, success: Success, error: [NotFound, Conflict] })
      .annotate(OpenApi.Summary, "Delete an audience")
      .annotate(
        OpenApi.Description,
        "Its contacts stay. Answers 409 while a campaign uses it that is SCHEDULED, IN_PROGRESS or PAUSED."
      )
      .middleware(NeedsMember),
    HttpApiEndpoint.get("contacts", "/:id/contacts", {
      params: byId,
      query: { ...pageQuery, ...searchQuery },
      success: pageOf(Contact),
      error: [BadRequest, NotFound]
    }).annotate(OpenApi.Summary, "List the contacts of an audience"),
    HttpApiEndpoint.post("addContacts", "/:id/contacts", {
      params: byId,
      headers: idempotencyHeader,
      payload: Members,
      success: Audience,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Add contacts to an audience")
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.delete("removeContacts", "/:id/contacts", {
      params: byId,
      payload: Members,
      success: Audience,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Remove contacts from an audience")
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.post("removeContactsByPost", "/:id/contacts/remove", {
      params: byId,
      headers: idempotencyHeader,
      payload: Members,
      success: Audience,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Remove contacts from an audience, for clients whose DELETE has no body")
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.get("availableContacts", "/:id/available-contacts", {
      params: byId,
      query: { ...pageQuery, ...searchQuery },
      success: pageOf(Contact),
      error: [BadRequest, NotFound]
    }).annotate(OpenApi.Summary, "List the organization's contacts that are not in this audience")
  )
  .annotate(OpenApi.Title, "Audiences")
  .annotate(OpenApi.Description, "Named groups of contacts. A campaign is run against one audience.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/audiences") {}
