import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ErasureReport, ErasureRequest } from "../../../domain/accounts/Erasure.ts"
import { ContactHistory } from "../../../domain/calls/ContactHistory.ts"
import { Audience } from "../../../domain/contacts/Audience.ts"
import { Contact, ContactChanges, NewContact } from "../../../domain/contacts/Contact.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { BadRequest, Conflict, NotFound } from "../shared/errors.ts"
import { byId, contactIds, Success, searchQuery } from "../shared/lists.ts"
import {
  AdminAuth,
  ApiKeyAuth,
  BodyLimit,
  BulkRate,
  bulkBodyLimit,
  Failures,
  Idempotent,
  idempotencyHeader,
  JsonBody,
  NeedsMember
} from "../shared/middleware.ts"

const BulkContacts = Schema.Struct({
  contacts: Schema.Array(Schema.Unknown)
    .annotate({ description: "At most 1,000 objects of contact fields; each is checked by itself" })
    .check(Schema.makeFilter((rows) => (rows.length > 1000 ? "must have at most 1000 contacts" : undefined)))
}).annotate({ identifier: "BulkContacts" })

const BulkResult = Schema.Struct({
  created: Schema.Int,
  updated: Schema.Int,
  failed: Schema.Int,
  contacts: Schema.Array(Contact).annotate({ description: "Each contact of the request once, as it is now" }),
  errors: Schema.Array(Schema.Struct({ index: Schema.Int, reason: Schema.String }))
}).annotate({ identifier: "BulkResult" })

export class ContactsGroup extends HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: { ...pageQuery, ...searchQuery },
      success: pageOf(Contact),
      error: BadRequest
    }).annotate(OpenApi.Summary, "List contacts, newest first"),
    HttpApiEndpoint.get("get", "/:id", { params: byId, success: Contact, error: NotFound }).annotate(
      OpenApi.Summary,
      "Get a contact"
    ),
    HttpApiEndpoint.get("history", "/:id/history", { params: byId, success: ContactHistory, error: NotFound }).annotate(
      OpenApi.Summary,
      "Everything that campaigns had to do with this person's number"
    ),
    HttpApiEndpoint.post("create", "/", {
      headers: idempotencyHeader,
      payload: NewContact,
      success: Contact.pipe(HttpApiSchema.status(201)),
      error: Conflict
    })
      .annotate(OpenApi.Summary, "Create a contact")
      .annotate(OpenApi.Description, "409 when the organization already has a contact with this phone number.")
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.patch("update", "/:id", {
      params: byId,
      payload: ContactChanges,
      success: Contact,
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Change a contact")
      .annotate(
        OpenApi.Description,
        "Fields that are not sent stay. `metadata` is replaced as a whole; null clears an optional field."
      )
      .middleware(JsonBody)
      .middleware(NeedsMember),
    HttpApiEndpoint.delete("remove", "/:id", { params: byId, success: Success, error: NotFound })
      .annotate(OpenApi.Summary, "Delete a contact")
      .annotate(OpenApi.Description, "Removes the contact from all audiences; past call records are kept.")
      .middleware(NeedsMember),
    HttpApiEndpoint.post("bulk", "/bulk", { headers: idempotencyHeader, payload: BulkContacts, success: BulkResult })
      .annotate(OpenApi.Summary, "Create or update up to 1,000 contacts")
      .annotate(
        OpenApi.Description,
        "By phone number, row after row. Rows that fail are listed in `errors`; the others are still processed."
      )
      .annotate(BodyLimit, bulkBodyLimit)
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(BulkRate)
      .middleware(NeedsMember),
    HttpApiEndpoint.post("bulkDelete", "/bulk-delete", {
      headers: idempotencyHeader,
      payload: Schema.Struct({ contactIds }),
      success: Schema.Struct({ deleted: Schema.Int })
    })
      .annotate(OpenApi.Summary, "Delete several contacts")
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(BulkRate)
      .middleware(NeedsMember),
    HttpApiEndpoint.post("addToAudience", "/add-to-audience", {
      headers: idempotencyHeader,
      payload: Schema.Struct({ contactIds, audienceId: Schema.String }),
      success: Audience,
      error: NotFound
    })
      .annotate(OpenApi.Summary, "Add contacts to an audience")
      .middleware(Idempotent)
      .middleware(JsonBody)
      .middleware(NeedsMember)
  )
  .annotate(OpenApi.Title, "Contacts")
  .annotate(OpenApi.Description, "People to call. A contact is unique within an organization by phone number.")
  .middleware(ApiKeyAuth)
  .middleware(Failures)
  .prefix("/v1/contacts") {}

export class AdminContactsGroup extends HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.post("erase", "/erase", {
      params: byId,
      payload: ErasureRequest,
      success: ErasureReport,
      error: [NotFound, Conflict]
    })
      .annotate(OpenApi.Summary, "Erase all that is kept of a person")
      .annotate(
        OpenApi.Description,
        `Contact, memberships, transcripts and findings are removed; calls stay without name and number, so that figures stay
true. The number enters Do Not Contact as a keyed digest and is never called, also when it is imported again. 409 while the person
is being called, and until it is known what came of the call. Recorded in the security log, without the number.`
      )
      .middleware(JsonBody)
  )
  .annotate(OpenApi.Title, "Contacts")
  .annotate(OpenApi.Description, "People whom an organization calls.")
  .middleware(AdminAuth)
  .middleware(Failures)
  .prefix("/admin/v1/organizations/:id/contacts") {}
