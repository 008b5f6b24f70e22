import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { ErasureReport, ErasureRequest } from "../../../domain/accounts/Erasure.ts"
import { Audience } from "../../../domain/contacts/Audience.ts"
import { ContactWithdrawal } from "../../../domain/contacts/Consent.ts"
import { Contact, ContactChanges, NewContact } from "../../../domain/contacts/Contact.ts"
import { BulkContacts } from "../../../domain/contacts/ContactRows.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { ContactHistory } from "../../../domain/views/ContactHistory.ts"
import { bulkEndpoint, readEndpoint, rootEndpoint, rowsEndpoint, writeEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Conflict, NotFound, PaymentRequired } from "../shared/errors.ts"
import { byId, byOrganization, contactIds, Success, searchQuery } from "../shared/lists.ts"
import { idempotencyHeader } from "../shared/middleware.ts"

const BulkResult = Schema.Struct({
  created: Schema.Int,
  updated: Schema.Int,
  failed: Schema.Int,
  contacts: Schema.Array(Contact).annotate({
    description: "Every contact of the request, once each, in its current state"
  }),
  errors: Schema.Array(Schema.Struct({ index: Schema.Int, reason: Schema.String }))
}).annotate({ identifier: "BulkResult" })

export class ContactsGroup extends HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.get("list", "/", {
      query: { ...pageQuery, ...searchQuery },
      success: pageOf(Contact),
      error: BadRequest
    }).pipe(readEndpoint("List contacts, newest first")),
    HttpApiEndpoint.get("get", "/:id", { params: byId, success: Contact, error: NotFound }).pipe(
      readEndpoint("Get a contact")
    ),
    HttpApiEndpoint.get("history", "/:id/history", { params: byId, success: ContactHistory, error: NotFound }).pipe(
      readEndpoint("Get the history of a contact's phone number in all campaigns")
    ),
    HttpApiEndpoint.post("create", "/", {
      headers: idempotencyHeader,
      payload: NewContact,
      success: Contact.pipe(HttpApiSchema.status(201)),
      error: [PaymentRequired, Conflict]
    }).pipe(
      writeEndpoint("Create a contact", "409 when the organization already has a contact with this phone number.")
    ),
    HttpApiEndpoint.patch("update", "/:id", {
      params: byId,
      payload: ContactChanges,
      success: Contact,
      error: [NotFound, Conflict]
    }).pipe(
      writeEndpoint(
        "Change a contact",
        "Omitted fields keep their value. `metadata` is replaced as a whole; null clears an optional field."
      )
    ),
    HttpApiEndpoint.delete("remove", "/:id", { params: byId, success: Success, error: NotFound }).pipe(
      writeEndpoint("Delete a contact", "Removes the contact from all audiences. Past call records are kept.")
    ),
    HttpApiEndpoint.post("withdrawConsent", "/:id/withdraw-consent", {
      params: byId,
      headers: idempotencyHeader,
      payload: ContactWithdrawal,
      success: Success,
      error: NotFound
    }).pipe(
      writeEndpoint(
        "Withdraw the consent of a contact's number",
        "From the next claim on, campaigns of this purpose skip the number where the organization's policy obeys consent. A call of theirs that rings is hung up, an answered call continues."
      )
    ),
    HttpApiEndpoint.post("bulk", "/bulk", {
      headers: idempotencyHeader,
      payload: BulkContacts,
      success: BulkResult,
      error: PaymentRequired
    }).pipe(
      rowsEndpoint(
        "contacts",
        "Create or update up to 1,000 contacts",
        "Matches contacts by phone number, row by row. `errors` lists the rows that fail; all others are processed."
      )
    ),
    HttpApiEndpoint.post("bulkDelete", "/bulk-delete", {
      headers: idempotencyHeader,
      payload: Schema.Struct({ contactIds }),
      success: Schema.Struct({ deleted: Schema.Int })
    }).pipe(bulkEndpoint("Delete several contacts")),
    HttpApiEndpoint.post("addToAudience", "/add-to-audience", {
      headers: idempotencyHeader,
      payload: Schema.Struct({ contactIds, audienceId: Schema.String }),
      success: Audience,
      error: NotFound
    }).pipe(writeEndpoint("Add contacts to an audience"))
  )
  .annotate(OpenApi.Title, "Contacts")
  .annotate(OpenApi.Description, "People to call. A contact is unique within an organization by phone number.")
  .prefix("/v1/contacts") {}

export class AdminContactsGroup extends HttpApiGroup.make("contacts")
  .add(
    HttpApiEndpoint.post("erase", "/erase", {
      params: byOrganization,
      payload: ErasureRequest,
      success: ErasureReport,
      error: [NotFound, Conflict]
    }).pipe(
      rootEndpoint(
        "Erase all data about a person",
        `Removes the contact, its memberships, transcripts and findings. Calls stay without name and number, so that figures
remain correct. The number enters Do Not Contact as a keyed digest and is never called again, even when it is imported again. 409
while the person is being called, and until the outcome of the call is known. Recorded in the security log, without the number.`
      )
    )
  )
  .add(
    HttpApiEndpoint.post("export", "/export", {
      params: byOrganization,
      payload: ErasureRequest,
      success: Schema.Uint8Array.annotate({
        description: "A tar archive: `person.json`, and the recordings as WAV files"
      }).pipe(HttpApiSchema.asUint8Array({ contentType: "application/x-tar" })),
      error: NotFound
    }).pipe(
      rootEndpoint(
        "Export everything that is kept about a person",
        `A tar archive with \`person.json\` and the recordings of the calls. \`data\` has the rows of each table that an erasure would
delete or empty, with sealed values opened; secrets and digests are left out. The lists are empty when nothing is kept about the number.
Recorded in the security log as \`contact.export\`, without the number.`
      )
    )
  )
  .annotate(OpenApi.Title, "Contacts")
  .annotate(OpenApi.Description, "The people whom an organization calls.")
  .prefix("/admin/v1/organizations/:id/contacts") {}
