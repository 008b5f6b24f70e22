import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import {
  DoNotContactEntry,
  ExplainedDoNotContactEntry,
  NewDoNotContactEntry,
  UploadedNumbers
} from "../../../domain/contacts/DoNotContact.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import {
  adminEndpoint,
  documented,
  operatorEndpoint,
  operatorRole,
  readEndpoint,
  viewerEndpoint
} from "../shared/endpoints.ts"
import { BadRequest, NotFound, PayloadTooLarge, ServiceUnavailable, UnsupportedMediaType } from "../shared/errors.ts"
import { byId, byOrganization, paginated, Success, searchByNumber } from "../shared/lists.ts"
import { NeedsOperatorToken } from "../shared/middleware.ts"
import { numbersFile, numbersLimits } from "./uploads.ts"

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
    HttpApiEndpoint.get("list", "/", {
      params: byOrganization,
      query: { ...pageQuery, ...searchByNumber },
      success: pageOf(ExplainedDoNotContactEntry),
      error: [BadRequest, NotFound]
    }).pipe(
      viewerEndpoint(
        "List the numbers on Do Not Contact with the reasons and who added each, newest first",
        "A whole number, as people write it, is found after its person was erased, too."
      )
    ),
    HttpApiEndpoint.get("download", "/entries.csv", {
      params: byOrganization,
      success: Schema.String.annotate({ description: "UTF-8, formatted as RFC 4180 specifies" }).pipe(
        HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" })
      ),
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "Get the numbers on Do Not Contact as CSV, newest first",
        "`phone_number,reason,source_campaign,intent_label,created_at,expires_at`. A text that a spreadsheet would run as a formula begins with an apostrophe. The numbers of erased people are masked."
      )
    ),
    HttpApiEndpoint.post("upload", "/upload", {
      params: byOrganization,
      payload: Schema.Struct({ file: numbersFile }).pipe(HttpApiSchema.asMultipart(numbersLimits)),
      success: UploadedNumbers,
      error: [BadRequest, NotFound, PayloadTooLarge, UnsupportedMediaType, ServiceUnavailable]
    })
      .pipe(
        documented(
          "Add the numbers of a CSV file to Do Not Contact",
          `The first line names the columns: \`phoneNumber\` or \`phone_number\`, optionally \`reason\` and \`expiresAt\`
or \`expires_at\`, from which on the entry blocks nothing; others are ignored, and none of these may be there twice. At most 1,000,000 rows. Suppresses at once every waiting
call to them. The same file again adds nothing, so that an upload whose answer was lost can be repeated. The answer comes
when all numbers are added, or is 503 where no node has the role \`workers\`; \`POST …/number-uploads/do-not-contact\` answers at once.

${operatorRole}`
        )
      )
      .middleware(NeedsOperatorToken),
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
