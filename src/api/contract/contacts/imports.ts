import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import { BulkImport, webhookUrl } from "../../../domain/contacts/ContactRows.ts"
import { CreatedImport, Import, ImportError, ImportPreview, ListedImport } from "../../../domain/contacts/Import.ts"
import { pageOf, pageQuery } from "../../../domain/schema/page.ts"
import { RowId } from "../../../domain/schema/uuid.ts"
import { documented, operatorRole, readEndpoint, rowsEndpoint, viewerEndpoint } from "../shared/endpoints.ts"
import { BadRequest, Forbidden, NotFound, PayloadTooLarge, UnsupportedMediaType } from "../shared/errors.ts"
import { byId, byOrganization } from "../shared/lists.ts"
import { idempotencyHeader, NeedsOperatorToken } from "../shared/middleware.ts"
import { csvFile, fileLimits } from "./uploads.ts"

const withoutSuccess = (operation: Record<string, unknown>) => {
  const { 200: _, ...responses } = operation.responses as Record<string, unknown>
  return { ...operation, responses }
}

export class ImportsGroup extends HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.get("list", "/", { query: pageQuery, success: pageOf(ListedImport), error: BadRequest }).pipe(
      readEndpoint("List imports, newest first")
    ),
    HttpApiEndpoint.post("bulk", "/api/bulk", {
      headers: idempotencyHeader,
      payload: BulkImport,
      success: CreatedImport.pipe(HttpApiSchema.status(201)),
      error: NotFound
    }).pipe(
      rowsEndpoint(
        "import",
        "Import up to 10,000 contacts",
        `Creates or updates contacts by phone number, in the background: poll the status, or set \`webhookUrl\`. It receives a
POST \`{event: "import.completed", importId, status, total, created, updated, failed, completedAt}\`, signed as specified by
Standard Webhooks.`
      )
    ),
    HttpApiEndpoint.post("upload", "/upload", { success: CreatedImport, error: Forbidden })
      .annotate(OpenApi.Transform, withoutSuccess)
      .pipe(
        documented(
          "Not for API keys: files are uploaded in the dashboard",
          "403 for every key. Use `POST /v1/imports/api/bulk`."
        )
      ),
    HttpApiEndpoint.get("status", "/:id/status", { params: byId, success: Import, error: NotFound }).pipe(
      readEndpoint("Get the progress of an import")
    ),
    HttpApiEndpoint.get("errors", "/:id/errors", {
      params: byId,
      query: pageQuery,
      success: pageOf(ImportError),
      error: [BadRequest, NotFound]
    }).pipe(readEndpoint("List the rows of an import that could not be applied, and why"))
  )
  .annotate(OpenApi.Title, "Imports")
  .annotate(OpenApi.Description, "Thousands of contacts at a time, applied row by row in the background.")
  .prefix("/v1/imports") {}

const mapping = Schema.optionalKey(
  Schema.String.annotate({
    description:
      'A JSON object that names columns otherwise, such as {"Mobile": "phoneNumber", "Notes": ""}: a field of a contact, a key of its metadata, or empty to leave the column out'
  })
)

const Upload = Schema.Struct({
  file: csvFile,
  mapping,
  audienceId: Schema.optionalKey(Schema.String),
  webhookUrl: Schema.optionalKey(webhookUrl)
})

const Preview = Schema.Struct({ file: csvFile, mapping })

export class AdminImportsGroup extends HttpApiGroup.make("imports")
  .add(
    HttpApiEndpoint.post("preview", "/preview", {
      params: byOrganization,
      payload: Preview.pipe(HttpApiSchema.asMultipart(fileLimits)),
      success: ImportPreview,
      error: [BadRequest, NotFound, PayloadTooLarge, UnsupportedMediaType]
    })
      .pipe(
        documented(
          "Foresee the import of a CSV file",
          `Reads the whole file and changes nothing: the columns with what they become, the first 100 rows, and how many contacts an import
would create and update and which rows it would reject.

${operatorRole}`
        )
      )
      .middleware(NeedsOperatorToken),
    HttpApiEndpoint.get("rejected", "/:importId/rejected.csv", {
      params: { ...byOrganization, importId: RowId },
      success: Schema.String.annotate({ description: "UTF-8, formatted as RFC 4180 specifies" }).pipe(
        HttpApiSchema.asText({ contentType: "text/csv; charset=utf-8" })
      ),
      error: NotFound
    }).pipe(
      viewerEndpoint(
        "Get the rejected rows of an import as CSV",
        "`row,phone_number,reason`; rows are counted from 1, without the line that names the columns. A text that a spreadsheet would run as a formula begins with an apostrophe."
      )
    ),
    HttpApiEndpoint.post("upload", "/upload", {
      params: byOrganization,
      payload: Upload.pipe(HttpApiSchema.asMultipart(fileLimits)),
      success: CreatedImport.pipe(HttpApiSchema.status(201)),
      error: [BadRequest, NotFound, PayloadTooLarge, UnsupportedMediaType]
    })
      .pipe(
        documented(
          "Import a CSV file of contacts",
          `The first line names the columns: \`name\` and \`phoneNumber\`, optionally \`language\` and the demographic fields.
Every other column becomes metadata; an empty cell is ignored.

${operatorRole}`
        )
      )
      .middleware(NeedsOperatorToken)
  )
  .annotate(OpenApi.Title, "Imports")
  .annotate(OpenApi.Description, "Contacts from a CSV file.")
  .prefix("/admin/v1/organizations/:id/imports") {}
