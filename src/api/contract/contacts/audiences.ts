import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { Audience, AudienceChanges, NewAudience } from "../../../domain/contacts/Audience.ts"
import { Contact } from "../../../domain/contacts/Contact.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { readEndpoint, writeEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byId, contactIds, Success, searchByName, searchQuery } from "../shared/lists.ts"
import { idempotencyHeader } from "../shared/middleware.ts"

const Members = Schema.Struct({ contactIds })

export class AudiencesGroup extends HttpApiGroup.make("audiences")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: { ...pageQuery, ...searchByName },
      success: pageOf(Audience),
      error: BadRequest
    }).pipe(readEndpoint("List audiences, newest first")),
    HttpApiEndpoint.get("get", "/:id", { params: byId, success: Audience, error: NotFound }).pipe(
      readEndpoint("Get an audience")
    ),
    HttpApiEndpoint.post("create", "/", {
      headers: idempotencyHeader,
      payload: NewAudience,
      success: Audience.pipe(HttpApiSchema.status(201))
    }).pipe(writeEndpoint("Create an audience")),
    HttpApiEndpoint.patch("update", "/:id", {
      params: byId,
      payload: AudienceChanges,
      success: Audience,
      error: NotFound
    }).pipe(writeEndpoint("Change an audience")),
    HttpApiEndpoint.delete("remove", "/:id", { params: byId, success: Success, error: [NotFound, Conflict] }).pipe(
      writeEndpoint(
        "Delete an audience",
        "Its contacts stay. 409 while a campaign that is SCHEDULED, IN_PROGRESS or PAUSED uses it."
      )
    ),
    HttpApiEndpoint.get("contacts", "/:id/contacts", {
      params: byId,
      query: { ...pageQuery, ...searchQuery },
      success: pageOf(Contact),
      error: [BadRequest, NotFound]
    }).pipe(readEndpoint("List the contacts of an audience")),
    HttpApiEndpoint.post("addContacts", "/:id/contacts", {
      params: byId,
      headers: idempotencyHeader,
      payload: Members,
      success: Audience,
      error: NotFound
    }).pipe(writeEndpoint("Add contacts to an audience")),
    HttpApiEndpoint.delete("removeContacts", "/:id/contacts", {
      params: byId,
      payload: Members,
      success: Audience,
      error: NotFound
    }).pipe(writeEndpoint("Remove contacts from an audience")),
    HttpApiEndpoint.post("removeContactsByPost", "/:id/contacts/remove", {
      params: byId,
      headers: idempotencyHeader,
      payload: Members,
      success: Audience,
      error: NotFound
    }).pipe(writeEndpoint("Remove contacts from an audience, for clients that cannot send a body with DELETE")),
    HttpApiEndpoint.get("availableContacts", "/:id/available-contacts", {
      params: byId,
      query: { ...pageQuery, ...searchQuery },
      success: pageOf(Contact),
      error: [BadRequest, NotFound]
    }).pipe(readEndpoint("List the organization's contacts that are not in this audience"))
  )
  .annotate(OpenApi.Title, "Audiences")
  .annotate(OpenApi.Description, "Named groups of contacts. A campaign calls one audience.")
  .prefix("/v1/audiences") {}
